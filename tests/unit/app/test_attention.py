"""Tiers of attention, the inner voice, and how much of a crowd one mind takes in."""

from dataclasses import replace

import pytest

from npcserver.app.attention import SetAttention
from npcserver.app.characters import Characters, Whisper
from npcserver.app.life.simulation import SIGHTS, SimulatedWorld
from npcserver.app.perception.presence import Presence
from npcserver.mind.action_selection import ActSelector, ActStart
from npcserver.model.character import Attention, Person
from npcserver.model.day import Act, Cause, Step
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.job import JobKind
from npcserver.model.record import Attended, RecordKind, Remembered, Source
from npcserver.ports.storage import RequestKey
from tests.fakes.life_app import (
    BRAM,
    CATO,
    COTTAGE,
    GREEN,
    MIRA,
    new_jobs,
    new_perception_app,
    time_of_day,
)

KEY = RequestKey("tl_play", "r-1", "d")
NEAR, FAR, OFF = Attention.FOREGROUND, Attention.BACKGROUND, Attention.DORMANT


async def test_only_tiers_that_change_are_records_and_let_the_timeline_live() -> None:
    """What the server does anyway need not be said."""
    here, store = await new_perception_app()
    changes = ((MIRA, NEAR), (BRAM, FAR), (CATO, OFF))
    wish = SetAttention(timeline_id=here.timeline, changes=changes)

    seqs = [await here.attending.set_attention(wish)]
    assert await new_jobs(store) == {(JobKind.LIVE, "")}
    seqs.append(await here.attending.set_attention(wish))

    assert seqs == [2, 2]
    assert await new_jobs(store) == set()
    records = await here.records(RecordKind.ATTENTION)
    assert [(one.subject_id, one.body) for one in records] == [
        (MIRA, Attended(attention=NEAR)),
        (CATO, Attended(attention=OFF)),
    ]


async def test_a_repeat_of_a_change_gets_its_answer_after_later_changes() -> None:
    """And sets nothing back."""
    here, _ = await new_perception_app()
    wish = SetAttention(timeline_id=here.timeline, changes=((MIRA, NEAR),), key=KEY)
    first = await here.attending.set_attention(wish)
    await here.attend(MIRA, OFF)

    assert await here.attending.set_attention(wish) == first
    assert len(await here.records()) == 2


async def test_nobody_is_attended_to_who_is_not_there() -> None:
    """Then nothing of the wish is stored."""
    here, _ = await new_perception_app()
    changes = ((MIRA, NEAR), (CharacterId("nobody"), NEAR))
    with pytest.raises(NotFound, match="nobody"):
        await here.attending.set_attention(SetAttention(timeline_id=here.timeline, changes=changes))

    assert await here.records() == []


@pytest.mark.parametrize(
    ("tier", "wanted"),
    [
        (NEAR, {JobKind.DIGEST, JobKind.PLAN}),
        (FAR, {JobKind.DIGEST, JobKind.PLAN}),
        (OFF, {JobKind.DIGEST}),
    ],
)
async def test_a_whisper_is_planned_for_by_who_does_anything_at_all(
    tier: Attention, wanted: set[JobKind]
) -> None:
    """It is a directive; the dormant only remember it."""
    here, store = await new_perception_app()
    characters = Characters(store, here.clock, here.broadcast)
    await here.attend(MIRA, tier)
    await new_jobs(store)

    whisper = Whisper(timeline_id=here.timeline, character_id=MIRA, text="Run for mayor.")
    await characters.whisper(whisper)

    assert await new_jobs(store) == {(kind, MIRA) for kind in wanted}
    dormant = Characters(store, here.clock, here.broadcast, attention=OFF)
    await dormant.whisper(replace(whisper, character_id=BRAM))
    assert await new_jobs(store) == {(JobKind.DIGEST, BRAM)}


CROWD = tuple(f"guest-{number:02}" for number in range(12))
ACT = Act(step=Step(starts_at=time_of_day("08:00"), minutes=60, activity="dancing", place_id=GREEN))


def scenery(**changes: object) -> SimulatedWorld:
    present = {
        who: Presence(Person(id=who, name=who.title(), is_player=False), GREEN) for who in CROWD
    }
    present["ann"] = Presence(Person(id="ann", name="Ann", is_player=False), COTTAGE)
    made = SimulatedWorld(
        language="en",
        places={},
        present=present,
        acts=dict.fromkeys(CROWD, ACT),
        objects={},
        asleep=set(),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def coming(who: str = "ann") -> ActStart:
    life = ActSelector(id=who, name=who.title(), attention=Attention.BACKGROUND)
    return ActStart(life=life, acting=ACT, place_id=GREEN)


def test_a_mind_takes_in_so_much_at_a_time() -> None:
    """Who comes into a crowd sees the first of them; each of them sees who comes."""
    here = scenery()

    here.carry_out(coming())

    seen = [glimpse.about for glimpse in here.glimpses if glimpse.mind == "ann"]
    assert seen == ["ann", *CROWD[:SIGHTS]]  # one's own deed takes nothing of one's attention
    assert {glimpse.mind for glimpse in here.glimpses if glimpse.about == "ann"} == {"ann", *CROWD}


def test_in_a_crowd_that_begins_to_dance_not_everybody_is_noticed() -> None:
    """However many begin something at once, a mind takes in a few of them."""
    here = scenery(acts={})

    for who in CROWD:
        here.carry_out(coming(who))

    minds = [glimpse.mind for glimpse in here.glimpses if glimpse.mind != glimpse.about]
    assert {minds.count(who) for who in CROWD} == {SIGHTS}


def test_the_blind_see_nothing_and_know_nothing_of_how_a_place_was_left() -> None:
    """Who cannot see comes and goes, and is seen."""
    here = scenery()
    here.present["ann"] = replace(here.present["ann"], is_blind=True)

    here.carry_out(coming())

    assert [glimpse.about for glimpse in here.glimpses if glimpse.mind == "ann"] == ["ann"]
    assert [draft.kind for draft in here.drafts] == ["presence", "act"]


def test_a_character_remembers_its_own_deed() -> None:
    """What was done is remembered as one's own; waiting and talking are no deeds."""
    here = scenery()

    here.carry_out(coming())
    here.carry_out(replace(coming("guest-00"), acting=replace(ACT, cause=Cause.WAIT)))

    (own,) = [glimpse.drafted() for glimpse in here.glimpses if glimpse.mind == glimpse.about]
    assert (own.subject_id, own.text) == ("ann", "Ann is dancing")
    assert isinstance(own.body, Remembered)
    assert own.body.source is Source.OWN
