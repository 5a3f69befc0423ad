"""Who perceives what: places, ranges, senses and sleep, one by one."""

import pytest

from npcserver.model.ids import PlaceId
from npcserver.model.senses import Channel, Perceiver, Percept, Range, has_sense, perceives
from tests.fakes.store_world import place

HOUSE, KITCHEN, HALL, YARD = (PlaceId(name) for name in ("house", "kitchen", "hall", "yard"))
PLACES = {
    one.id: one for one in (place(HOUSE), place(KITCHEN, HOUSE), place(HALL, HOUSE), place(YARD))
}


@pytest.mark.parametrize(
    ("reach", "there"),
    [
        (Range.PLACE, {KITCHEN}),
        (Range.NEARBY, {HOUSE, KITCHEN, HALL}),
        (Range.WORLD, {HOUSE, KITCHEN, HALL, YARD}),
    ],
)
def test_the_range_says_how_far_it_reaches(reach: Range, there: set[PlaceId]) -> None:
    """The place, the whole it is a part of with all parts, or everywhere."""
    smoke = Percept(place_id=KITCHEN, range=reach)

    assert {
        place_id for place_id in PLACES if perceives(Perceiver(place_id=place_id), smoke, PLACES)
    } == there


def test_near_a_place_that_is_no_part_are_its_own_parts() -> None:
    """The whole reaches its parts, and nobody outside."""
    bell = Percept(place_id=HOUSE, range=Range.NEARBY)

    assert perceives(Perceiver(place_id=HALL), bell, PLACES)
    assert not perceives(Perceiver(place_id=YARD), bell, PLACES)


@pytest.mark.parametrize("reach", list(Range))
def test_the_absent_perceive_nothing(reach: Range) -> None:
    """Whoever is nowhere is not even reached by what the world hears."""
    assert not perceives(Perceiver(place_id=None), Percept(range=reach), PLACES)


@pytest.mark.parametrize("channel", list(Channel))
@pytest.mark.parametrize("is_deaf", [False, True])
@pytest.mark.parametrize("is_blind", [False, True])
def test_a_channel_takes_its_sense(channel: Channel, *, is_deaf: bool, is_blind: bool) -> None:
    """Sight takes eyes, sound ears, and what comes by either takes one of them."""
    senses = {Channel.SIGHT: not is_blind, Channel.SOUND: not is_deaf}
    senses[Channel.ANY] = any(senses.values())

    assert has_sense(channel, is_deaf=is_deaf, is_blind=is_blind) is senses[channel]


@pytest.mark.parametrize(
    ("what", "wakes"),
    [
        (Percept(place_id=KITCHEN, channel=Channel.SOUND, importance=8), True),
        (Percept(place_id=KITCHEN, channel=Channel.ANY, importance=9), True),
        (Percept(place_id=KITCHEN, channel=Channel.SOUND, importance=7), False),
        (Percept(place_id=KITCHEN, channel=Channel.SOUND), False),
        (Percept(place_id=KITCHEN, channel=Channel.SIGHT, importance=10), False),
        (Percept(place_id=HALL, channel=Channel.SOUND, range=Range.NEARBY, importance=10), False),
    ],
)
def test_only_a_loud_sound_in_the_same_place_wakes(what: Percept, *, wakes: bool) -> None:
    """Neither light nor what is far off does, and the deaf sleep on."""
    sleeper = Perceiver(place_id=KITCHEN, is_asleep=True)
    deaf = Perceiver(place_id=KITCHEN, is_asleep=True, is_deaf=True)

    assert perceives(sleeper, what, PLACES) is wakes
    assert not perceives(deaf, what, PLACES)
