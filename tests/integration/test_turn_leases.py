"""Leases of turns that servers on one PostgreSQL share."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.turn import Delivered
from npcserver.ports.turn_leases import TurnLease
from tests.conftest import NewDatabase, execute_sql, opened
from tests.contract.test_turn_journal import begun
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA

pytestmark = pytest.mark.postgres

EXPIRED = "UPDATE turn_lease SET expires_at = 0"


@asynccontextmanager
async def held(store: SqlStore) -> AsyncGenerator[TurnLease, None]:
    """Hold the lease of Mira."""
    async with store.leases.asked(GENESIS, MIRA) as lease:
        await store.leases.granted(lease)
        yield lease


async def ended(store: SqlStore, lease: TurnLease) -> bool:
    """End a lease as a stored turn does; return whether it was held."""
    return await store.write(lambda unit: unit.end_lease(lease))


async def test_leases_of_a_character_are_given_in_the_order_of_asking(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Whichever server asks, and each as soon as the turn before it is stored."""
    url, order = new_migrated_postgres(), list[int]()
    async with opened(url) as one, opened(url) as two, opened(url) as three:
        stores = (one, two, three)

        async def take(place: int) -> None:
            async with held(stores[place % 3]) as lease:
                order.append(place)
                assert execute_sql(url, "SELECT count(*) FROM turn_lease") == 5 - place
                lease.is_over = await ended(stores[place % 3], lease)

        async with held(three) as first:
            waiting = []
            for place in range(5):
                waiting.append(asyncio.create_task(take(place)))
                await _until(url, "SELECT count(*) = :rows FROM turn_lease", rows=place + 2)
            async with three.leases.asked(GENESIS, CharacterId("otto")) as other:
                assert other.is_held
            first.is_over = await ended(three, first)
        await asyncio.gather(*waiting)
    assert order == [0, 1, 2, 3, 4]
    assert execute_sql(url, "SELECT count(*) FROM turn_lease") == 0


async def test_a_lease_that_is_given_back_is_free_for_the_next_turn(
    new_migrated_postgres: NewDatabase,
) -> None:
    """As after a turn that is not stored, on the same server without a wait."""
    async with opened(new_migrated_postgres()) as store:
        for _ in range(5):
            async with store.leases.asked(GENESIS, MIRA) as lease:
                assert lease.is_held


async def test_an_expired_lease_is_lost_once_another_turn_has_it(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Until then it can still be ended by what stores its turn."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two:
        async with held(one) as slow:
            execute_sql(url, EXPIRED)
            assert await ended(one, slow)
        async with held(one) as frozen:
            execute_sql(url, EXPIRED)
            async with held(two) as taken:
                assert taken.fence > frozen.fence
                assert not await ended(one, frozen)
                assert await ended(two, taken)


async def test_what_was_heard_of_a_turn_whose_lease_is_lost_is_left_to_the_next_turn(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Its server, which lives, neither notes nor enters any more of it: the next one knows all."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two, held(one) as slow:
        await store_world.set_up(one)
        assert await one.turns.begin(begun(), slow)
        heard = replace(begun(), delivered=Delivered(torn="Who is"))
        assert await one.turns.note(heard)
        assert await two.turns.left_with(GENESIS, MIRA, "dlg_two") == ()
        execute_sql(url, EXPIRED)
        async with held(two) as taken:
            (left,) = await two.turns.left_with(GENESIS, MIRA, "dlg_two")
            assert left == replace(heard, owner=left.owner)
            assert not await one.turns.note(replace(begun(), delivered=Delivered(torn="Who is it")))
            late = replace(begun().turn, turn_id=TurnId("trn_late"))
            assert not await one.turns.begin(replace(begun(), turn=late), slow)
            assert await two.turns.begin(replace(begun(), turn=late, owner="dlg_two"), taken)


async def test_a_turn_that_is_evicted_loses_its_lease_to_the_one_that_waits_longest(
    new_migrated_postgres: NewDatabase,
) -> None:
    """Which may be that of another turn than the one that evicted it."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two, held(one) as slow:
        await store_world.set_up(one)
        await one.turns.begin(begun(), slow)
        execute_sql(url, "UPDATE turn_lease SET holder = 'other/1/2/3'")
        execute_sql(url, "UPDATE begun_turn SET server = 'other/1/2'")
        async with two.leases.asked(GENESIS, MIRA) as waits, one.leases.asked(GENESIS, MIRA):
            await two.turns.evict(begun())
            await two.leases.granted(waits)
            assert [turn.turn.turn_id for turn in await two.turns.left_with(GENESIS, MIRA, "b")]


async def test_a_lease_that_is_being_ended_is_waited_for_although_it_expired(
    new_migrated_postgres: NewDatabase,
) -> None:
    """A turn that is being stored is one that the next turn has to know."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two, held(one) as slow:
        execute_sql(url, EXPIRED)
        with two._writing.begin() as storing:
            storing.exec_driver_sql("DELETE FROM turn_lease")
            async with two.leases.asked(GENESIS, MIRA) as next_one:
                assert not next_one.is_held
                storing.commit()
                await two.leases.granted(next_one)
        slow.is_over = True


async def test_leases_of_a_server_without_connections_are_over(
    new_migrated_postgres: NewDatabase,
) -> None:
    """They need not expire first."""
    url = new_migrated_postgres()
    async with opened(url) as store, held(store) as lease:
        execute_sql(url, "UPDATE turn_lease SET holder = 'gone/1/2/3'")
        async with held(store) as taken:
            assert taken.fence > lease.fence


async def test_leases_that_are_held_or_waited_for_are_renewed(
    new_migrated_postgres: NewDatabase,
) -> None:
    """One heartbeat renews all leases of a server."""
    url = new_migrated_postgres()
    async with opened(url) as store, held(store), store.leases.asked(GENESIS, MIRA) as waits:
        execute_sql(url, EXPIRED)
        await _until(url, "SELECT count(*) = 2 FROM turn_lease WHERE expires_at > 0")
        assert not waits.is_held


async def test_a_lost_connection_is_made_again(new_migrated_postgres: NewDatabase) -> None:
    """No turn fails for that."""
    url = new_migrated_postgres()
    async with opened(url) as store:
        async with held(store):
            pass
        execute_sql(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE '%turn_lease%' AND pid <> pg_backend_pid()",
        )
        async with held(store) as lease:
            assert lease.is_held


async def _until(url: str, holds: str, **values: object) -> None:
    async with asyncio.timeout(30):
        while not execute_sql(url, holds, **values):  # noqa: ASYNC110 - the database tells no test
            await asyncio.sleep(0.02)
