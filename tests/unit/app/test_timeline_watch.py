"""One look at the log for each timeline, however many watch, and each watcher sees it whole."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager

import pytest

from npcserver.adapters.store.reader import SqlReader
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.app.timeline_watch import (
    Checkpoint,
    LogFollower,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
)
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append
from tests.fakes.language_models import settle_tasks
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, put, rated, seen, set_up, start

MIRA = CharacterId("mira")


class CountingStore(MemoryStore):
    """Counts what is read of it, and fails while it is `away`."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.is_away = False

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[SqlReader, None]:
        self.reads += 1
        await asyncio.sleep(0)  # as a database, it lets others run meanwhile
        if self.is_away:
            raise Unavailable("the database is away", Reason.STORAGE_UNAVAILABLE)
        async with super().read() as reader:
            yield reader


async def opened(
    buffered: int = 400, quiet_seconds: float = 60.0
) -> tuple[CountingStore, TimelineWatch, LogFollower]:
    store = CountingStore()
    await set_up(store)
    log = LogFollower(store, buffered=buffered)
    return store, TimelineWatch(log, quiet_seconds=quiet_seconds), log


async def watched(watching: TimelineWatch, count: int, request: WatchRequest) -> list[int]:
    """Return the positions of the next records."""
    found: list[int] = []
    async with asyncio.timeout(120), aclosing(watching.watch(request)) as items:
        async for item in items:
            if isinstance(item, WatchedRecord):
                found.append(item.seq)
            if len(found) == count:
                break
    return found


def after(seq: int | None, *who: str) -> WatchRequest:
    ids = tuple(map(CharacterId, who))
    return WatchRequest(timeline_id=GENESIS, after_seq=seq, character_ids=ids)


async def test_news_is_read_once_for_all_who_watch() -> None:
    """Nothing is read while nothing happens; a commit is one look for all."""
    store, watching, log = await opened()
    all_told = [asyncio.ensure_future(watched(watching, 3, after(None))) for _ in range(50)]
    await settle_tasks()
    assert log.watchers == 50
    begun = store.reads
    await settle_tasks()
    assert store.reads == begun

    for text in ("one", "two", "three"):
        await put(store, seen(text))
        await settle_tasks()

    assert await asyncio.gather(*all_told) == [[1, 2, 3]] * 50
    assert store.reads == begun + 3
    assert log.watchers == 0


async def test_everybody_sees_everything_once_whenever_they_join() -> None:
    """From any position, while records are written, slow or fast: no gap, no repeat."""
    store, watching, _ = await opened()
    chance = random.Random(7)
    await put(store, *(seen(f"before {number}") for number in range(30)))
    last = 330

    async def write() -> None:
        written = 30
        while written < last:
            batch = min(chance.randrange(1, 5), last - written)
            await put(store, *(seen(f"number {written + n}") for n in range(batch)))
            written += batch
            for _ in range(chance.randrange(4)):
                await asyncio.sleep(0)

    async def join(since: int, steps: int) -> tuple[int, list[int]]:
        for _ in range(steps):
            await asyncio.sleep(0)
        async with store.read() as reader:
            since = min(since, (await reader.timeline(GENESIS)).head)
        return since, await watched(watching, last - since, after(since))

    writing = asyncio.ensure_future(write())
    joining = [join(chance.randrange(200), chance.randrange(300)) for _ in range(40)]
    found = await asyncio.gather(*joining)
    await writing

    for since, seqs in found:
        assert seqs == list(range(since + 1, last + 1))


async def test_one_that_is_too_slow_reads_the_log_itself() -> None:
    """It loses nothing, keeps nothing, and the others do not wait for it."""
    store, watching, log = await opened(buffered=8)
    request = after(0)
    async with aclosing(watching.watch(request)) as slow:
        waiting = asyncio.ensure_future(anext(slow))
        await settle_tasks()
        quick = asyncio.ensure_future(watched(watching, 100, request))
        for number in range(100):
            await put(store, seen(f"number {number}"))
            await settle_tasks()
        assert await quick == list(range(1, 101))
        ((tail, _),) = log._tails.values()
        assert all(len(one._records) <= 8 for one in tail.followers)

        first = await waiting
        rest = [await anext(slow) for _ in range(99)]

    assert [one.seq for one in (first, *rest)] == list(range(1, 101))


async def test_what_is_undone_is_never_seen() -> None:
    """A unit that fails wrote nothing, and the next one has its numbers."""
    store, watching, _ = await opened()
    watch = asyncio.ensure_future(watched(watching, 1, after(None)))
    await settle_tasks()

    async def fail(unit: SqlUnit) -> None:
        await unit.append(Append(timeline_id=GENESIS, drafts=(seen("undone"),)))
        raise KeyError

    with pytest.raises(KeyError):
        await store.write(fail)
    store.broadcast.announce(GENESIS)
    await settle_tasks()
    assert not watch.done()
    await put(store, seen("done"))

    assert await watch == [1]


async def test_a_branch_does_not_see_what_its_parent_does_next() -> None:
    """Each timeline has a reader of its own."""
    store, watching, log = await opened()
    await put(store, seen("one"))
    fork = await start(store, "tl_fork", Vantage(GENESIS, 1))
    request = WatchRequest(timeline_id=TimelineId(fork), after_seq=0)
    there = asyncio.ensure_future(watched(watching, 2, request))
    here = asyncio.ensure_future(watched(watching, 2, after(0)))
    await settle_tasks()
    assert len(log._tails) == 2

    await put(store, seen("of the parent"))
    await settle_tasks()
    assert not there.done()
    await put(store, seen("of the fork"), to=fork)

    assert await here == await there == [1, 2]


async def test_quiet_watchers_are_told_how_far_they_are() -> None:
    """The position of a checkpoint is behind all that was of no interest."""
    store, watching, _ = await opened(quiet_seconds=0.01)
    await put(store, seen("chatter", "bram"), rated((1, 5)))

    async with asyncio.timeout(60), aclosing(watching.watch(after(0, "mira"))) as items:
        first, second = await anext(items), await anext(items)

    assert isinstance(first, Checkpoint)
    assert isinstance(second, Checkpoint)
    assert first.seq == second.seq == 2


async def test_a_database_that_is_away_ends_the_watch_and_is_asked_anew() -> None:
    """Everybody gets the fault; who comes back begins with a new reader."""
    store, watching, log = await opened()
    lost = [asyncio.ensure_future(watched(watching, 1, after(None))) for _ in range(3)]
    await settle_tasks()
    store.is_away = True
    await put(store, seen("one"))
    for one in lost:
        with pytest.raises(Unavailable):
            await one

    store.is_away = False

    assert await watched(watching, 1, after(0)) == [1]
    await settle_tasks()
    assert log._tails == {}
    assert store.broadcast._ears == {}
