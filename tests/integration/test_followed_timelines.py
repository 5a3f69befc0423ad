"""What watchers ask of a database, and how they learn of what another process commits."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager

import pytest
from sqlalchemy import event

from npcserver.adapters.store import SqlStore
from npcserver.app.timeline_watch import LogFollower, TimelineWatch, WatchedRecord, WatchRequest
from npcserver.model.errors import NotFound
from npcserver.model.timeline import Vantage
from tests.conftest import NewDatabase, execute_sql, opened
from tests.fakes.store_world import GENESIS, delete_timeline, put, seen, set_up, start

STREAMS = 100


@contextmanager
def statements(store: SqlStore) -> Iterator[list[str]]:
    """Yield the statements that a store executes while the block runs."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement != "BEGIN":  # which SQLite is told, and PostgreSQL's driver sends itself
            found.append(statement)

    engines = (store._reading, store._writing)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)


async def until(holds: Callable[[], bool]) -> None:
    """Return once a function returns True."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


async def told(watching: TimelineWatch, count: int) -> list[str]:
    """Return the texts of what is stored from now on."""
    found: list[str] = []
    async with (
        asyncio.timeout(120),
        aclosing(watching.watch(WatchRequest(timeline_id=GENESIS))) as items,
    ):
        async for item in items:
            if isinstance(item, WatchedRecord):
                found.append(item.record.text)
            if len(found) == count:
                break
    return found


async def test_idle_streams_ask_nothing_and_news_is_read_once(database: str) -> None:
    """A hundred that watch, for three seconds, and then for one event."""
    async with opened(database, poll_seconds=1.0) as store:
        await set_up(store)
        log = LogFollower(store)
        watching = TimelineWatch(log)
        following = [asyncio.ensure_future(told(watching, 1)) for _ in range(STREAMS)]
        await until(lambda: log.watchers == STREAMS)
        await asyncio.sleep(0.5)

        with statements(store) as idle:
            await asyncio.sleep(3.0)
        assert len(idle) <= 4  # one for all of them, each second
        assert len(set(idle)) <= 1

        with statements(store) as news:
            await put(store, seen("A mug falls."))
            assert await asyncio.gather(*following) == [["A mug falls."]] * STREAMS
        looks = [one for one in news if "FROM record" in one and "seq" in one]
        assert 1 <= len(looks) <= 2  # the look of each second may fall into it


@pytest.mark.postgres
async def test_postgresql_tells_what_another_process_commits(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Watchers learn of it though nothing is ever polled for."""
    url = new_migrated_postgres()
    async with opened(url, poll_seconds=3600) as here, opened(url, poll_seconds=3600) as there:
        await set_up(there)
        log = LogFollower(here)
        watching = TimelineWatch(log)
        await until(lambda: here.broadcast.is_told)
        child = await start(there, "tl_child", Vantage(GENESIS, 0))
        news = asyncio.ensure_future(told(watching, 2))
        gone = asyncio.ensure_future(anext(watching.watch(WatchRequest(timeline_id=child))))
        await until(lambda: all(tail.is_ready.is_set() for tail, _ in log._tails.values()))
        await until(lambda: len(log._tails) == 2)

        await put(there, seen("one"))
        await put(there, seen("two"))
        assert await news == ["one", "two"]
        await delete_timeline(there, child)
        async with asyncio.timeout(60):
            with pytest.raises(NotFound):
                await gone


@pytest.mark.postgres
async def test_what_cannot_be_read_of_another_server_keeps_nothing_from_being_heard(
    new_migrated_postgres: NewDatabase,
) -> None:
    """It may be of another version."""
    url = new_migrated_postgres()
    async with opened(url, poll_seconds=3600) as here, opened(url, poll_seconds=3600) as there:
        await set_up(there)
        await until(lambda: here.broadcast.is_told)
        log = LogFollower(here)
        news = asyncio.ensure_future(told(TimelineWatch(log), 1))
        await until(lambda: log.watchers == 1)
        await until(lambda: all(tail.is_ready.is_set() for tail, _ in log._tails.values()))
        for message in ("nonsense", '["srv_x", "silence", "too", "many", "values"]'):
            execute_sql(url, "SELECT pg_notify('npcserver_turn', :message)", message=message)

        await put(there, seen("one"))

        assert await news == ["one"]


@pytest.mark.postgres
async def test_a_lost_connection_is_made_again_and_nothing_is_missed(
    new_migrated_postgres: NewDatabase,
) -> None:
    """What came while nothing was told is found by a look."""
    url = new_migrated_postgres()
    async with opened(url, poll_seconds=3600) as here, opened(url, poll_seconds=3600) as there:
        await set_up(there)
        await until(lambda: here.broadcast.is_told)
        log = LogFollower(here)
        news = asyncio.ensure_future(told(TimelineWatch(log), 20))
        await until(lambda: log.watchers == 1)
        await asyncio.sleep(0.1)
        for number in range(20):
            if number % 5 == 0:
                _end_listening(url)
            await put(there, seen(f"number {number}"))
            await asyncio.sleep(0.05)

        assert await news == [f"number {number}" for number in range(20)]
        await until(lambda: here.broadcast.is_told)


def _end_listening(url: str) -> None:
    """End every connection that listens, as a failing network does."""
    execute_sql(
        url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    )


async def test_a_look_now_and_then_finds_what_nobody_told(new_migrated_sqlite: NewDatabase) -> None:
    """On SQLite there is one server, but a tool may write beside it."""
    url = new_migrated_sqlite()
    async with opened(url, poll_seconds=0.05) as here, opened(url, poll_seconds=3600) as there:
        await set_up(there)
        log = LogFollower(here)
        news = asyncio.ensure_future(told(TimelineWatch(log), 1))
        await until(lambda: log.watchers == 1)
        await put(there, seen("from elsewhere"))

        assert await news == ["from elsewhere"]
