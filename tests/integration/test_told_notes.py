"""What one server notes, the others on its PostgreSQL follow though they look for nothing."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files.tombstones import JsonTombstones
from npcserver.app.budget_accounts import SpendingAccounts
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.players import Players
from npcserver.model.budget_accounts import SpendingLimit, SpendingScope, SpendingSubject
from npcserver.model.ids import TimelineId, WorldId
from npcserver.ports.erasure import Tombstone
from tests.conftest import NewDatabase, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, WORLD

PATIENCE = 30.0
THE_WORLD = SpendingSubject(WORLD, SpendingScope.WORLD)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - what happens has no event
            await asyncio.sleep(0.01)


@pytest.mark.postgres
async def test_servers_that_start_at_once_on_an_empty_database_have_one_secret(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Else a key of the settings would have another name on each, and no page token would do."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two, opened(url) as three:
        for name in map(str, range(20)):
            values = await asyncio.gather(
                *(
                    store.write(lambda unit, own=own, name=name: unit.first_note(name, own))  # type: ignore[misc]
                    for own, store in (("1", one), ("2", two), ("3", three))
                )
            )
            assert len(set(values)) == 1


async def test_a_limit_that_is_set_beside_a_server_counts_there(database: str) -> None:
    """PostgreSQL tells of it; where nothing does, a server looks as often as it settles."""
    seconds = 0.1 if database.startswith("sqlite") else 3600.0
    async with opened(database) as one, opened(database) as two:
        await store_world.set_up(one)
        here = SpendingAccounts(one.spending, SystemClock(), broadcast=one.broadcast)
        there = SpendingAccounts(
            two.spending, SystemClock(), broadcast=two.broadcast, settle_seconds=seconds
        )
        await there.start()
        if not database.startswith("sqlite"):
            await until(lambda: two.broadcast.is_told)
        running = asyncio.ensure_future(there.run())
        await asyncio.sleep(0.2)  # what the connection set off is over

        await here.set_limit(THE_WORLD, SpendingLimit(tokens=10))

        await until(lambda: there.has_limits)
        assert (await here.accounts(WORLD)) == (await there.accounts(WORLD))
        running.cancel()
        await asyncio.wait((running,))


@pytest.mark.postgres
async def test_a_server_drops_what_it_holds_of_a_world_where_another_forgot_a_player(
    new_migrated_postgres: NewDatabase, tmp_path: Path
) -> None:
    """At once, and the timelines of that world only."""
    url, worlds, timelines = new_migrated_postgres(), list[WorldId](), list[TimelineId]()
    async with opened(url) as one, opened(url) as two:
        await store_world.set_up(one)
        players = Players(
            two,
            two.erasure,
            JsonTombstones(tmp_path / "forgotten"),
            SystemClock(),
            TurnLock(),
            drop_world=worlds.append,
            drop_timeline=timelines.append,
        )
        await until(lambda: two.broadcast.is_told)
        running = asyncio.ensure_future(players.run())
        await asyncio.sleep(0.2)

        moment = round(datetime.now(UTC).timestamp() * 1e6)
        await one.erasure.keep_tombstone(
            Tombstone(world_id=WORLD, salt="s", digest="d", forgotten_at=moment)
        )

        await until(lambda: GENESIS in timelines)
        running.cancel()
        await asyncio.wait((running,))
    assert set(worlds) == {WORLD}
