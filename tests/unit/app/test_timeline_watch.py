"""Watching a timeline grow: without gaps, without repeats, from any position."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from npcserver.app.timeline_watch import (
    Broadcast,
    Checkpoint,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
)
from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.language_models import settle_tasks
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, MIRA, WORLD, put, rated, seen, set_up, start


async def opened() -> tuple[MemoryStore, Broadcast, TimelineWatch]:
    store, broadcast = MemoryStore(), Broadcast()
    await set_up(store)
    return store, broadcast, TimelineWatch(store, broadcast)


async def some(items: AsyncGenerator[WatchedRecord | Checkpoint, None], count: int) -> list[int]:
    async with asyncio.timeout(60):
        return [(await anext(items)).seq for _ in range(count)]


async def test_a_fork_is_watched_through_its_parent_once_each() -> None:
    """What the parent did after the fork is not seen; what it did before is, once."""
    store, _, watching = await opened()
    await put(store, seen("one"), seen("two"))
    fork = await start(store, "tl_fork", Vantage(GENESIS, 2))
    await put(store, seen("of the parent"))
    await put(store, seen("three"), to=fork)

    async with aclosing(watching.watch(WatchRequest(timeline_id=fork, after_seq=0))) as items:
        async with asyncio.timeout(60):
            found = [await anext(items) for _ in range(3)]

    texts = [item.record.text for item in found if isinstance(item, WatchedRecord)]
    assert texts == ["one", "two", "three"]


async def test_resuming_with_the_last_position_leaves_no_gap() -> None:
    """Wherever the watcher stopped, more than one batch behind or not."""
    store, _, watching = await opened()
    await put(store, *[seen(f"number {number}") for number in range(1, 451)])

    async with aclosing(watching.watch(WatchRequest(timeline_id=GENESIS, after_seq=0))) as items:
        first = await some(items, 250)
    async with aclosing(
        watching.watch(WatchRequest(timeline_id=GENESIS, after_seq=first[-1]))
    ) as items:
        second = await some(items, 200)

    assert first + second == list(range(1, 451))


async def test_news_is_told_as_it_comes() -> None:
    """From the head on, when no position is named; ratings are nobody's news."""
    store, broadcast, watching = await opened()
    await put(store, seen("before"))
    async with aclosing(watching.watch(WatchRequest(timeline_id=GENESIS))) as items:
        waiting = asyncio.ensure_future(some(items, 1))
        await settle_tasks()
        await put(store, rated((1, 5)), seen("news"))
        broadcast.announce(GENESIS)

        assert await waiting == [3]


async def test_a_watcher_of_one_character_can_resume_after_news_of_others() -> None:
    """Checkpoints come although the timeline never rests, so that little is read twice."""
    store, broadcast, watching = await opened()
    watch = WatchRequest(timeline_id=GENESIS, after_seq=0, character_ids=(MIRA,))
    talking = True

    async def talk() -> None:
        while talking:
            await put(store, seen("chatter", "bram"))
            broadcast.announce(GENESIS)
            await asyncio.sleep(0)

    chatting = asyncio.ensure_future(talk())
    async with aclosing(watching.watch(watch)) as items, asyncio.timeout(60):
        item = await anext(items)
    talking = False
    await chatting

    assert isinstance(item, Checkpoint)
    assert item.seq > 0


async def test_only_the_characters_asked_for_are_told_of() -> None:
    """The others are skipped, and nothing behind them is."""
    store, _, watching = await opened()
    await put(store, seen("a", "bram"), seen("b"), seen("c", "bram"), seen("d"))
    watch = WatchRequest(timeline_id=GENESIS, after_seq=0, character_ids=(CharacterId("mira"),))

    async with aclosing(watching.watch(watch)) as items:
        assert await some(items, 2) == [2, 4]


async def test_a_position_ahead_of_the_head_is_refused() -> None:
    """It is of another timeline, or of another life of this one."""
    _, _, watching = await opened()
    with pytest.raises(CursorTooNew):
        await anext(watching.watch(WatchRequest(timeline_id=GENESIS, after_seq=1)))
    with pytest.raises(NotFound):
        await anext(watching.watch(WatchRequest(timeline_id=TimelineId("tl_nowhere"))))


async def test_watching_a_deleted_timeline_ends() -> None:
    """With the timeline the stream goes."""
    store, broadcast, watching = await opened()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    items = watching.watch(WatchRequest(timeline_id=GENESIS))
    waiting = asyncio.ensure_future(some(items, 1))
    await asyncio.sleep(0)
    await store.write(delete)
    broadcast.announce(GENESIS)

    with pytest.raises(NotFound):
        await waiting


async def test_whoever_stops_watching_is_forgotten() -> None:
    """Ears that nobody listens with would pile up."""
    broadcast = Broadcast()
    with broadcast.listening(GENESIS) as one, broadcast.listening(GENESIS) as other:
        broadcast.announce(GENESIS)
        assert one.is_set()
        assert other.is_set()

    assert broadcast._ears == {}
    broadcast.announce(GENESIS)
    assert broadcast._ears == {}
