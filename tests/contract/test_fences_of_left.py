"""What every store promises about thoughts of a timeline that the game may have left."""

import asyncio

import pytest

from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Fence, Store
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, put, seen

LEFT = store_world.left("sv", "tl_to")


def _thought(seq: int, to: str = GENESIS, *others: Fence) -> Append:
    fences = (Fence("", (RecordKind.LEFT,), seq), *others)
    return Append(timeline_id=TimelineId(to), drafts=(seen("Hm."),), fences=fences)


async def test_a_thought_of_a_left_timeline_is_refused(store: Store) -> None:
    """By a reason of its own, and only if it began before the game left."""
    await store_world.set_up(store)
    await put(store, seen("g1"), seen("g2"))
    await store.append(_thought(2))
    await put(store, LEFT)

    with pytest.raises(Conflict) as refusal:
        await store.append(_thought(3))
    appended = await store.append(_thought(4))

    assert refusal.value.reason is Reason.TIMELINE_LEFT
    assert refusal.value.metadata["timelineId"] == GENESIS
    assert appended.first == 5


async def test_the_games_own_records_do_not_count_as_leaving(store: Store) -> None:
    """What is about a mind, or of another kind about the timeline, leaves a thought in peace."""
    await store_world.set_up(store)
    await put(store, store_world.clock(store_world.START + store_world.HOUR), seen("g2"))

    appended = await store.append(_thought(0))

    assert appended.first == 3


async def test_leaving_comes_before_whatever_else_moved(store: Store) -> None:
    """Of a late thought nothing else is of interest."""
    await store_world.set_up(store)
    await put(store, store_world.moved(MIRA, None), LEFT)

    with pytest.raises(Conflict) as refusal:
        await store.append(_thought(0, GENESIS, Fence(MIRA, (RecordKind.PRESENCE,), 0)))

    assert refusal.value.reason is Reason.TIMELINE_LEFT


async def test_a_fork_is_left_by_itself(store: Store) -> None:
    """Neither what became of its parent after the fork nor an earlier leave stops a thought."""
    await store_world.set_up(store)
    await put(store, seen("g1"), LEFT)
    fork = await store_world.start(store, "tl_fork", Vantage(GENESIS, 2))
    await put(store, LEFT)

    appended = await store.append(_thought(2, fork))
    with pytest.raises(Conflict) as refusal:
        await store.append(_thought(1, fork))

    assert appended.first == 3
    assert refusal.value.reason is Reason.TIMELINE_LEFT


async def test_thoughts_in_flight_when_the_game_leaves_are_kept_or_refused(store: Store) -> None:
    """Whatever shares its commit with the leave: none stands after it."""
    await store_world.set_up(store)

    results = await asyncio.gather(
        *(store.append(_thought(0)) for _ in range(20)),
        put(store, LEFT),
        *(store.append(_thought(0)) for _ in range(20)),
        return_exceptions=True,
    )

    refused = [each for each in results if isinstance(each, Conflict)]
    assert {each.reason for each in refused} == {Reason.TIMELINE_LEFT}
    async with store.read() as reader:
        records = await (await reader.head(GENESIS)).after(0, 100)
    assert records[-1].kind is RecordKind.LEFT
    assert len(records) + len(refused) == 41
