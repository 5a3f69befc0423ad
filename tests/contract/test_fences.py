"""What every store promises about thoughts that rest on a mind, and about timelines left."""

import asyncio
from datetime import UTC, datetime

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Appended, Fence, Store, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import (
    GENESIS,
    INN,
    MIRA,
    claim_job,
    grow_timeline,
    put,
    seen,
    take_all_jobs,
)

WHERE_SHE_IS = (RecordKind.PRESENCE, RecordKind.DAY)
DIGEST = JobDraft(JobKind.DIGEST, GENESIS, MIRA)


def _thought(*fences: Fence, to: str = GENESIS, text: str = "I go home.") -> Append:
    return Append(
        timeline_id=TimelineId(to),
        drafts=(store_world.moved(MIRA, None), seen(text)),
        fences=fences,
    )


async def _head(store: Store, timeline_id: str = GENESIS) -> int:
    async with store.read() as reader:
        return (await reader.timeline(TimelineId(timeline_id))).head


async def test_a_fence_holds_while_the_mind_stands(store: Store) -> None:
    """Other kinds, other subjects and records up to the vantage do not matter."""
    await store_world.set_up(store)
    await put(store, seen("g1"), store_world.moved(MIRA, INN))
    await put(
        store, seen("g3"), store_world.moved("otto", INN), store_world.moved("mira>otto", INN)
    )

    appended = await store.append(_thought(Fence(MIRA, WHERE_SHE_IS, 2), Fence("none", (), 0)))

    assert appended == Appended(GENESIS, 6, 7)


async def test_a_fence_refuses_when_the_mind_has_moved(store: Store) -> None:
    """Any of its kinds is enough; the refusal names the mind and leaves nothing behind."""
    await store_world.set_up(store)
    await put(store, seen("g1"))
    await put(store, store_world.moved(MIRA, INN))
    late = Fence(MIRA, WHERE_SHE_IS, 1)
    fences = (Fence("otto", WHERE_SHE_IS, 1), late)

    with pytest.raises(Conflict) as refusal:
        await store.append(
            Append(timeline_id=GENESIS, drafts=(seen("late"),), jobs=(DIGEST,), fences=fences)
        )

    assert refusal.value.reason is Reason.MIND_MOVED
    assert refusal.value.metadata == {"timelineId": GENESIS, "subjectId": MIRA}
    assert await _head(store) == 2


async def test_a_fence_sees_what_the_fork_inherits_and_no_more(store: Store) -> None:
    """Records of ancestors up to the fork count; what they lived later does not."""
    await store_world.set_up(store)
    await put(store, seen("g1"), store_world.moved(MIRA, INN), seen("g3"))
    left = await store_world.start(store, "tl_left", Vantage(GENESIS, 3))
    await put(store, seen("l4"), to=left)
    below = await store_world.start(store, "tl_below", Vantage(left, 4))
    await put(store, store_world.moved(MIRA, None))  # genesis lives on

    held = await store.append(_thought(Fence(MIRA, WHERE_SHE_IS, 2), to=below))
    with pytest.raises(Conflict):
        await store.append(_thought(Fence(MIRA, WHERE_SHE_IS, 1), to=left))

    assert held == Appended(below, 5, 6)
    with pytest.raises(Conflict):
        await store.append(_thought(Fence(MIRA, WHERE_SHE_IS, 4), to=below))


async def test_of_two_thoughts_from_one_vantage_one_is_kept(store: Store) -> None:
    """Also when they share a commit with each other and with what nobody fenced."""
    await store_world.set_up(store)
    await put(store, store_world.moved(MIRA, INN))
    fence = Fence(MIRA, WHERE_SHE_IS, 1)

    results = await asyncio.gather(
        put(store, seen("rain")),
        *(store.append(_thought(fence, text=f"{i}")) for i in range(8)),
        put(store, seen("sun")),
        return_exceptions=True,
    )

    refused = [result for result in results if isinstance(result, Conflict)]
    assert [each.reason for each in refused] == [Reason.MIND_MOVED] * 7
    assert await _head(store) == 1 + 2 + 2


async def test_a_repeat_of_a_fenced_append_gets_its_answer(store: Store) -> None:
    """The record it brought itself does not refuse it."""
    await store_world.set_up(store)
    drafts = (store_world.moved(MIRA, INN),)
    thought = Append(
        timeline_id=GENESIS,
        drafts=drafts,
        key=store_world.key("r1"),
        fences=(Fence(MIRA, WHERE_SHE_IS, 0),),
    )

    first = await store.append(thought)
    again = await store.append(thought)

    assert (first.is_replay, again.is_replay) == (False, True)
    assert (again.first, again.last) == (first.first, first.last)


async def test_a_unit_of_work_is_fenced_as_well(store: Store) -> None:
    """Inside a unit a fence sees the unit's own records, and its refusal undoes the unit."""
    await store_world.set_up(store)
    thought = _thought(Fence(MIRA, WHERE_SHE_IS, 0))

    async def once(unit: UnitOfWork) -> Appended:
        return await unit.append(thought)

    async def twice(unit: UnitOfWork) -> None:
        await unit.append(Append(timeline_id=GENESIS, drafts=(seen("x"),)))
        await unit.append(_thought(Fence(MIRA, WHERE_SHE_IS, 2)))
        await unit.append(_thought(Fence(MIRA, WHERE_SHE_IS, 2)))

    kept = await store.write(once)
    with pytest.raises(Conflict) as refusal:
        await store.write(twice)

    assert kept == Appended(GENESIS, 1, 2)
    assert refusal.value.reason is Reason.MIND_MOVED
    assert await _head(store) == 2


async def test_a_thought_of_a_timeline_that_was_left_is_refused_as_late(store: Store) -> None:
    """By a reason of its own, before anything else; what is thought from after that is kept."""
    await store_world.set_up(store)
    await put(store, seen("g1"))
    await put(store, store_world.left("sav_1", "tl_2"), store_world.moved(MIRA, INN))
    unless_left = Fence("", (RecordKind.LEFT,), 1)

    with pytest.raises(Conflict) as refusal:
        await store.append(_thought(unless_left, Fence(MIRA, WHERE_SHE_IS, 1)))
    appended = await store.append(_thought(Fence("", (RecordKind.LEFT,), 2)))

    assert refusal.value.reason is Reason.TIMELINE_LEFT
    assert refusal.value.metadata == {"timelineId": GENESIS}
    assert appended.first == 4


LEFT = store_world.left("sv", "tl_to")


def _late_thought(seq: int, to: str = GENESIS, *others: Fence) -> Append:
    fences = (Fence("", (RecordKind.LEFT,), seq), *others)
    return Append(timeline_id=TimelineId(to), drafts=(seen("Hm."),), fences=fences)


async def test_a_thought_of_a_left_timeline_is_refused(store: Store) -> None:
    """By a reason of its own, and only if it began before the game left."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"))
    await store.append(_late_thought(2))
    await put(store, LEFT)

    with pytest.raises(Conflict) as refusal:
        await store.append(_late_thought(3))
    appended = await store.append(_late_thought(4))

    assert refusal.value.reason is Reason.TIMELINE_LEFT
    assert refusal.value.metadata["timelineId"] == GENESIS
    assert appended.first == 5


async def test_the_games_own_records_do_not_count_as_leaving(store: Store) -> None:
    """What is about a mind, or of another kind about the timeline, leaves a thought in peace."""
    await store_world.set_up(store)
    await put(store, store_world.clock(store_world.START + store_world.HOUR), seen("g2"))

    appended = await store.append(_late_thought(0))

    assert appended.first == 3


async def test_leaving_comes_before_whatever_else_moved(store: Store) -> None:
    """Of a late thought nothing else is of interest."""
    await store_world.set_up(store)
    await put(store, store_world.moved(MIRA, None), LEFT)

    with pytest.raises(Conflict) as refusal:
        await store.append(_late_thought(0, GENESIS, Fence(MIRA, (RecordKind.PRESENCE,), 0)))

    assert refusal.value.reason is Reason.TIMELINE_LEFT


async def test_a_fork_is_left_by_itself(store: Store) -> None:
    """Neither what became of its parent after the fork nor an earlier leave stops a thought."""
    await store_world.set_up(store)
    await put(store, seen("g1"), LEFT)
    fork = await store_world.start(store, "tl_fork", Vantage(GENESIS, 2))
    await put(store, LEFT)

    appended = await store.append(_late_thought(2, fork))
    with pytest.raises(Conflict) as refusal:
        await store.append(_late_thought(1, fork))

    assert appended.first == 3
    assert refusal.value.reason is Reason.TIMELINE_LEFT


async def test_thoughts_in_flight_when_the_game_leaves_are_kept_or_refused(store: Store) -> None:
    """Whatever shares its commit with the leave: none stands after it."""
    await store_world.set_up(store)

    results = await asyncio.gather(
        *(store.append(_late_thought(0)) for _ in range(20)),
        put(store, LEFT),
        *(store.append(_late_thought(0)) for _ in range(20)),
        return_exceptions=True,
    )

    refused = [each for each in results if isinstance(each, Conflict)]
    assert {each.reason for each in refused} == {Reason.TIMELINE_LEFT}
    async with store.read() as reader:
        records = await (await reader.head(GENESIS)).after(0, 100)
    assert records[-1].kind is RecordKind.LEFT
    assert len(records) + len(refused) == 41


async def test_resting_lets_go_of_all_work(store: SqlStore) -> None:
    """Also of what a worker has taken, who can finish or fail it without harm."""
    await store_world.set_up(store)
    other = await grow_timeline(store, "tl_other", Vantage(GENESIS, 0), 1)
    jobs = [JobDraft(JobKind.PLAN, GENESIS, f"c{i}") for i in range(4)]
    await put(store, seen("x"), jobs=[*jobs, JobDraft(JobKind.PLAN, other, MIRA)])
    claimed = [await claim_job(store) for _ in range(5)]
    held = [job for job in claimed if job is not None and job.timeline_id == GENESIS]
    await put(store, seen("y"), jobs=[JobDraft(JobKind.DIGEST, GENESIS, MIRA)])

    async def rest(unit: UnitOfWork) -> None:
        await unit.rest(GENESIS)

    await store.write(rest)

    assert len(held) == 4
    assert await store.jobs.pending(GENESIS) == 0
    assert await store.jobs.pending(other) == 1
    assert await claim_job(store) is None
    assert not await store.jobs.renew(held[0], datetime.now(UTC), 60)
    await store.jobs.finish(held[0])
    await store.jobs.fail(held[1], "late", datetime.now(UTC))
    await put(store, seen("z"), jobs=jobs)
    assert await take_all_jobs(store) == [(GENESIS, "plan")] * 4


async def test_late_results_are_counted(store: SqlStore) -> None:
    """Each by one; of a timeline that is not there nothing is counted."""
    await store_world.set_up(store)

    async def count(unit: UnitOfWork) -> None:
        await unit.count_late_result(GENESIS)
        await unit.count_late_result(TimelineId("tl_none"))

    await store.write(count)
    await store.write(count)

    async with store.read() as reader:
        assert (await reader.timeline(GENESIS)).late_results == 2
