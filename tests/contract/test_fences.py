"""What every store promises about thoughts that rest on a mind as it stood."""

import asyncio

import pytest

from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Appended, Fence, Store, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, MIRA, put, seen

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
