"""Circles: who comes together, joins and leaves."""

import pytest

from npcserver.app.circles import OpenCircle
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.circle import Circle
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow, OverLimit, Reason
from npcserver.model.ids import PlaceId
from npcserver.model.record import RecordKind
from tests.fakes.circle_app import (
    ANN,
    BOB,
    HAGEN,
    MIRA,
    TOM,
    YARD,
    load_at,
    new_circle_app,
    spoken_lines,
)
from tests.fakes.store_world import INN, key


def names(circle: Circle) -> list[str]:
    return [one.name for one in circle.members]


async def test_a_circle_stands_where_its_first_character_is() -> None:
    """Without a place of its own; characters bear the names they have in the world."""
    here = await new_circle_app()
    nameless = Person(id="tom", name="", is_player=False)

    circle = await here.open(ANN, nameless, MIRA, place_id=None)

    assert (circle.place_id, names(circle)) == (INN, ["Ann", "Tom", "Mira"])
    assert await here.get() == circle


async def test_who_is_elsewhere_cannot_stand_there() -> None:
    """Nobody hears what is said at another place, whoever asks for it."""
    here = await new_circle_app()
    await here.move(MIRA, YARD)
    await here.move(ANN, YARD)

    with pytest.raises(InvalidInput, match=r"members\[1\]\.id: 'mira' is at 'yard', not at 'inn'"):
        await here.open(TOM, MIRA)
    with pytest.raises(InvalidInput, match=r"members\[0\]\.id: 'p-ann' is at 'yard'"):
        await here.open(ANN, TOM)
    assert names(await here.open(ANN, MIRA, place_id=YARD)) == ["Ann", "Mira"]


async def test_a_circle_is_opened_by_whoever_is_in_the_world() -> None:
    """Unknown characters and places, players alone, and a character as a player are refused."""
    here = await new_circle_app()
    nobody = Person(id="nobody", name="Nobody", is_player=False)

    with pytest.raises(NotFound, match="no character 'nobody'"):
        await here.open(TOM, nobody)
    with pytest.raises(NotFound, match="no place 'moon'"):
        await here.open(TOM, MIRA, place_id=PlaceId("moon"))
    with pytest.raises(InvalidInput, match="names no character"):
        await here.open(ANN, BOB)
    with pytest.raises(InvalidInput, match="is a character"):
        await here.open(ANN, Person(id="tom", name="Tom"))


async def test_a_repeated_request_changes_nothing() -> None:
    """Opening, joining and leaving under a key that was used are answered as before."""
    here = await new_circle_app()
    wish = OpenCircle(timeline_id=here.timeline, members=(ANN, TOM), key=key("open"))

    first, again = await here.circles.open(wish), await here.circles.open(wish)

    assert first == again
    assert len(await here.records(RecordKind.CIRCLE)) == 1


async def test_whoever_joins_another_circle_leaves_the_first() -> None:
    """Nobody stands in two circles; the first breaks up where too few are left."""
    here = await new_circle_app()
    first = await here.open(ANN, TOM, MIRA)
    second = await here.open(BOB, HAGEN)

    assert names(await here.join(TOM)) == ["Bob", "Hagen", "Tom"]
    assert names(await here.get(first.id)) == ["Ann", "Mira"]
    assert names(await here.join(MIRA)) == ["Bob", "Hagen", "Tom", "Mira"]
    assert names(await here.get(first.id)) == []
    assert names(await here.get(second.id)) == ["Bob", "Hagen", "Tom", "Mira"]


async def test_joining_twice_is_joining_once() -> None:
    """Who stands there already goes on standing there."""
    here = await new_circle_app()
    await here.open(ANN, TOM)
    await here.join(MIRA)
    before = await here.records(RecordKind.CIRCLE)

    assert names(await here.join(MIRA)) == ["Ann", "Tom", "Mira"]
    assert await here.records(RecordKind.CIRCLE) == before


async def test_a_circle_of_fewer_than_two_or_without_a_character_breaks_up() -> None:
    """It is not joined any more, nor spoken in."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM)

    assert names(await here.leave(TOM)) == []
    with pytest.raises(NotFound, match="may have broken up"):
        await here.join(MIRA)
    with pytest.raises(NotFound):
        await here.leave(ANN)
    with pytest.raises(NotFound):
        await here.say(ANN, "Anybody?")
    with pytest.raises(NotFound):
        await here.get("cir_unknown")


async def test_who_is_not_in_a_circle_neither_leaves_it_nor_speaks_in_it() -> None:
    """Nor is it spoken to there."""
    here = await new_circle_app()
    await here.open(ANN, TOM)

    for refused in (
        here.leave(MIRA),
        here.say(BOB, "Hello."),
        here.say(ANN, "Mira?", to_ids=("mira",)),
        here.whisper(ANN, "Psst.", TOM, MIRA),
    ):
        with pytest.raises(NotPossibleNow) as fault:
            await refused
        assert fault.value.reason is Reason.NOT_IN_CIRCLE
    assert await here.records(RecordKind.UTTERANCE) == []


async def test_who_goes_to_another_place_has_left() -> None:
    """From the next look on; it is written down with the next words, and they hear no more."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.move(MIRA, YARD)

    assert names(await here.get()) == ["Ann", "Tom"]
    await here.say(ANN, "Is she gone?", most_turns=1)

    assert "mira" not in await here.minds()
    assert [names(one.body) for one in await here.records(RecordKind.CIRCLE)] == [  # type: ignore[arg-type]
        ["Ann", "Tom", "Mira"],
        ["Ann", "Tom"],
    ]
    await here.move(MIRA, INN)
    assert names(await here.get()) == ["Ann", "Tom"]


async def test_who_comes_back_before_anybody_looks_has_not_left() -> None:
    """Going away leaves no mark by itself: it shows at the next look."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.move(MIRA, YARD)
    await here.move(MIRA, INN)

    assert names(await here.get()) == ["Ann", "Tom", "Mira"]


async def test_no_more_than_twenty_stand_in_a_circle() -> None:
    """The one too many is told what to do."""
    many = [f"C{number}" for number in range(limits.CIRCLE)]
    here = await new_circle_app(*many)
    people = [Person(id=name.lower(), name=name, is_player=False) for name in many]
    await here.open(*people)

    with pytest.raises(OverLimit, match="20 stand in the circle"):
        await here.join(TOM)


async def test_a_load_brings_a_circle_back_as_it_was() -> None:
    """A circle is a record like any other: what came after the save has not happened there."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    seq = (await here.records())[-1].seq
    await here.leave(MIRA)
    played = here.timeline

    here.timeline = await load_at(here, "tl_loaded", seq)
    events = await here.say(ANN, "Mira, are you there?", most_turns=1)

    assert names(await here.get()) == ["Ann", "Tom", "Mira"]
    assert [who for who, _ in spoken_lines(events)] == ["mira"]
    here.timeline = played
    assert names(await here.get()) == ["Ann", "Tom"]
