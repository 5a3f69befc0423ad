"""Comparing two moments: who has what in mind in one and not in the other."""

from datetime import timedelta

import pytest

from npcserver.app.timeline_diff import DiffRequest, DiffSide, MomentRef
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound
from npcserver.model.feelings import Mood
from npcserver.model.ids import CharacterId, SaveId, TimelineId, WorldId
from npcserver.model.record import Draft, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.store_world import (
    GENESIS,
    INN,
    MIRA,
    START,
    clock,
    genesis,
    moved,
    put,
    rated,
    save,
    seen,
    world,
)
from tests.fakes.written_logs import (
    BRAM_ID,
    act_draft,
    belief_draft,
    commitment_draft,
    diverged_timelines,
    draft_of,
    flag_draft,
    plan_draft,
    standing_draft,
    stove_draft,
)

EVERYTHING = (
    belief_draft(30),
    standing_draft(10),
    commitment_draft(CommitmentStatus.OPEN),
    draft_of(RecordKind.MOOD, Mood(valence=0.5, why="the cider came")),
    plan_draft("short of cider"),
    act_draft("scrubbing"),
    moved(MIRA, INN),
    stove_draft("burning"),
    flag_draft("storm"),
    seen("A mug falls."),
)


async def test_a_moment_does_not_differ_from_itself_or_from_a_fork_that_added_nothing() -> None:
    """However much is there."""
    here = await diverged_timelines(*EVERYTHING)
    same = DiffRequest(a=MomentRef(timeline_id=here.left), b=MomentRef(timeline_id=here.left))

    assert (await here.diffing.diff(same)).is_empty
    forked = await here.diff()
    assert forked.is_empty
    assert forked.shared == Vantage(GENESIS, len(EVERYTHING))


async def test_memories_of_one_side_are_shown_newest_first_and_counted() -> None:
    """With the importance they were given there, of those who have any."""
    here = await diverged_timelines(seen("shared"))
    await put(here.store, *(seen(f"l{n}") for n in range(5)), rated((6, 9)), to=here.left)
    await put(here.store, seen("r1", BRAM_ID), to=here.right)

    found = await here.diff(memories=2)

    bram, mira = found.minds
    assert [(one.text, one.importance) for one in mira.a.memories] == [("l4", 9), ("l3", 4)]
    assert (mira.a.memory_count, mira.b) == (5, DiffSide())
    assert (bram.name, bram.a, bram.b.memory_count) == ("Bram", DiffSide(), 1)
    assert bram.b.memories[0].text == "r1"


async def test_the_newest_rating_of_a_memory_counts() -> None:
    """However many ratings came after it."""
    here = await diverged_timelines()
    await put(here.store, seen("once"), to=here.left)
    await put(here.store, rated((1, 3)), *[rated((1, 8))] * 250, to=here.left)

    assert (await here.mind()).a.memories[0].importance == 8


async def test_state_that_differs_is_on_both_sides() -> None:
    """Each as it stands there; what play never touched is known on one side alone."""
    here = await diverged_timelines(
        belief_draft(30),
        standing_draft(10),
        commitment_draft(CommitmentStatus.OPEN),
        act_draft("idling"),
    )
    await put(
        here.store, belief_draft(70), standing_draft(20), commitment_draft(CommitmentStatus.BROKEN),
        draft_of(RecordKind.MOOD, Mood(valence=-0.5)), plan_draft("angry"), act_draft("shouting"),
        moved(MIRA, None), to=here.right,
    )  # fmt: skip

    mind = await here.mind()

    a, b = mind.a, mind.b
    assert ([one.score for one in a.beliefs], [one.score for one in b.beliefs]) == ([30], [70])
    assert ([one.affinity for one in a.standings], b.standings[0].affinity) == ([10], 20)
    assert a.commitments[0].status is CommitmentStatus.OPEN
    assert b.commitments[0].status is CommitmentStatus.BROKEN
    assert (a.mood, b.mood) == (None, Mood(valence=-0.5))
    assert (a.day, b.day is not None) == (None, True)
    assert a.act is not None
    assert b.act is not None
    assert (a.act.step.activity, b.act.step.activity) == ("idling", "shouting")
    assert (a.place_id, b.place_id) == (INN, None)


async def test_what_comes_to_the_same_does_not_differ() -> None:
    """Other evidence, another cause, and that a character spoke of it, are no difference."""
    here = await diverged_timelines()
    for side, seq in ((here.left, 1), (here.right, 4)):
        await put(
            here.store, belief_draft(30, seq), act_draft("idling", because=seq),
            commitment_draft(CommitmentStatus.BROKEN, has_come_up=side == here.left),
            stove_draft("burning"),
            to=side,
        )  # fmt: skip

    assert (await here.diff()).is_empty


async def test_time_alone_makes_no_difference() -> None:
    """A mood that faded, and an act that is over, are not news."""
    here = await diverged_timelines(
        draft_of(RecordKind.MOOD, Mood(valence=0.8)), act_draft("idling", 30)
    )
    await put(here.store, clock(START + timedelta(hours=9)), to=here.right)

    found = await here.diff()

    assert found.is_empty
    assert found.time_b - found.time_a == timedelta(hours=9)


async def test_a_mood_is_shown_as_it_is_by_then() -> None:
    """It has faded since it was written down; an act that is over is not shown."""
    here = await diverged_timelines()
    drafts = (draft_of(RecordKind.MOOD, Mood(valence=0.8)), act_draft("idling", 30), seen("x"))
    await put(here.store, *drafts, clock(START + timedelta(hours=3)), to=here.left)

    mind = await here.mind()

    assert mind.a.mood == Mood(valence=0.4)
    assert (mind.a.act, mind.b.mood) == (None, None)


async def test_things_and_flags_differ_too() -> None:
    """A thing that was never touched is idle; a flag that is unset again is no flag."""
    here = await diverged_timelines(flag_draft("war"), flag_draft("peace"))
    await put(here.store, stove_draft("burning"), flag_draft("storm"), to=here.left)
    await put(here.store, flag_draft("war", is_set=False), to=here.right)

    found = await here.diff()

    assert [one.state for one in (*found.objects_a, *found.objects_b)] == ["burning", "idle"]
    assert (found.flags_a, found.flags_b) == (("storm", "war"), ())
    assert found.minds == ()


async def test_only_those_who_were_asked_for_are_compared() -> None:
    """A character who is not there is refused."""
    here = await diverged_timelines()
    await put(here.store, seen("one"), seen("two", BRAM_ID), to=here.left)

    assert [one.character_id for one in (await here.diff(BRAM_ID)).minds] == [BRAM_ID]
    with pytest.raises(NotFound):
        await here.diff(CharacterId("nobody"))


async def test_a_character_that_was_deleted_is_still_compared() -> None:
    """What it had in mind is in the log; only its name is gone."""
    here = await diverged_timelines()
    await put(here.store, seen("one", BRAM_ID), to=here.left)
    await here.store.write(lambda unit: unit.delete_character(world().id, BRAM_ID))

    assert [(one.name, one.a.memory_count) for one in (await here.diff()).minds] == [("bram", 1)]


async def test_saves_and_positions_are_moments() -> None:
    """Of a save it does not matter whether its timeline is still there."""
    here = await diverged_timelines()
    await put(here.store, seen("one"), seen("two"), to=here.left)
    await here.store.write(lambda unit: unit.add_save(save("sav_1", Vantage(here.left, 1))))
    saved, end = MomentRef(save_id=SaveId("sav_1")), MomentRef(timeline_id=here.left)
    found = await here.diffing.diff(DiffRequest(a=saved, b=end))
    position = MomentRef(timeline_id=here.left, seq=1)
    same = await here.diffing.diff(DiffRequest(a=saved, b=position))
    await here.store.write(lambda unit: unit.delete_timeline(here.left, saves=False))
    other = await here.diffing.diff(DiffRequest(a=saved, b=MomentRef(timeline_id=here.right)))

    assert [one.text for one in found.minds[0].b.memories] == ["two"]
    assert (found.minds[0].a, found.shared) == (DiffSide(), Vantage(here.left, 1))
    assert same.is_empty
    assert [one.text for one in other.minds[0].a.memories] == ["one"]


async def test_moments_that_cannot_be_compared_are_refused() -> None:
    """Of different worlds, of nothing, or of what has not happened yet."""
    here = await diverged_timelines()
    elsewhere, other = WorldId("elsewhere"), TimelineId("tl_other")

    async def add(unit: UnitOfWork) -> None:
        await unit.add_world(world(elsewhere, other))
        await unit.add_timeline(genesis(other, elsewhere))

    await here.store.write(add)
    ours = MomentRef(timeline_id=here.left)
    with pytest.raises(InvalidInput):
        await here.diffing.diff(DiffRequest(a=ours, b=MomentRef(timeline_id=other)))
    with pytest.raises(NotFound):
        await here.diffing.diff(DiffRequest(a=ours, b=MomentRef(save_id=SaveId("sav_none"))))
    with pytest.raises(CursorTooNew):
        await here.diffing.diff(DiffRequest(a=ours, b=MomentRef(timeline_id=here.left, seq=9)))


async def test_a_player_is_no_mind() -> None:
    """That a character from outside moved is not compared."""
    here = await diverged_timelines()
    visit = Draft(kind=RecordKind.PRESENCE, subject_id="p1", text="Ann", body=moved("p1", INN).body)
    await put(here.store, visit, to=here.left)

    assert (await here.diff()).is_empty
