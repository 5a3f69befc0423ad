"""Whatever servers do with a limit at once, and however they die, it holds, and is made use of."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from npcserver.adapters.store import SqlStore
from npcserver.app.budget_accounts import Hold, SpendingAccounts, SpendingDefaults
from npcserver.model.budget_accounts import (
    AccountKey,
    BudgetReached,
    Payer,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
)
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.model_use import Cost, Purpose
from tests.conftest import NewDatabase, examples, opened
from tests.fakes import store_world
from tests.fakes.language_models import ManualClock

LIMIT = st.integers(40, 1_500)
PERCENT = st.integers(1, 40)
MOST = 60
"""The most that any call may cost."""
SERVER = st.integers(0, 1)
STEP = st.one_of(
    st.tuples(st.just("calls"), SERVER, st.lists(st.integers(1, MOST), min_size=1, max_size=6)),
    st.tuples(st.just("end"), SERVER, st.integers(0, 100)),
    st.tuples(st.just("end all"), SERVER, st.integers(0, 100)),
    st.tuples(st.just("settle"), SERVER, st.none()),
    st.tuples(st.just("crash"), SERVER, st.none()),
    st.tuples(st.just("rest"), SERVER, st.none()),
)
CRASHES: list[tuple[str, int, object]] = [
    ("calls", 0, [MOST] * 6),
    ("end all", 0, 100),
    ("crash", 0, None),
] * 3
"""A server dies again and again with calls that it has not stored."""
_numbers = iter(range(10**9))


@dataclass
class Town:
    """Two servers of one world with a limit, and what really was spent.

    `under_way` are the calls of each server. `lost` is the most that crashes may have cost beside
    what was spent.
    """

    stores: tuple[SqlStore, SqlStore]
    world_id: WorldId
    limit: int
    percent: int
    clock: ManualClock = field(default_factory=ManualClock)
    servers: list[SpendingAccounts] = field(default_factory=list)
    under_way: list[list[tuple[Hold, int]]] = field(default_factory=lambda: [[], []])
    spent: int = 0
    starts: int = 0
    lost: int = 0

    @property
    def block(self) -> int:
        return max(self.limit * self.percent // 100, MOST)

    async def begin(self) -> None:
        world = store_world.world(self.world_id, TimelineId(f"tl_{self.world_id}"))
        await self.stores[0].write(lambda unit: unit.add_world(world))
        subject = SpendingSubject(self.world_id, SpendingScope.WORLD)
        await self.stores[0].spending.set_limit(subject, SpendingLimit(micros=self.limit))
        self.servers = [await self._started(0), await self._started(1)]

    async def _started(self, number: int) -> SpendingAccounts:
        defaults = SpendingDefaults(block_percent=self.percent)
        accounts = SpendingAccounts(self.stores[number].spending, self.clock, defaults)
        await accounts.start()
        self.starts += 1
        return accounts

    async def calls(self, number: int, mosts: list[int]) -> None:
        """Make calls at once; where one is refused, the money has to be gone."""
        found = await asyncio.gather(*(self._hold(number, most) for most in mosts))
        self._take(number, mosts, found)
        if not any(isinstance(one, BudgetReached) for one in found):
            return
        for server in self.servers:
            await server.settle()
        self.clock.seconds += 2
        again = await self._hold(number, MOST)
        self._take(number, [MOST], [again])
        if isinstance(again, BudgetReached):
            held = sum(hold.most.micros for calls in self.under_way for hold, _ in calls)
            left = self.limit - self.spent - held - self.lost
            assert left <= self.block, "refused while money was left"

    def _take(self, number: int, mosts: list[int], found: list[Hold | BudgetReached]) -> None:
        for most, one in zip(mosts, found, strict=True):
            if isinstance(one, Hold):
                self.under_way[number].append((one, most))

    async def _hold(self, number: int, most: int) -> Hold | BudgetReached:
        payer = Payer(
            world_id=self.world_id,
            timeline_id=TimelineId(f"tl_{self.world_id}"),
            purpose=Purpose.REPLY,
        )
        return await self.servers[number].hold(payer, Cost(calls=1, micros=most))

    def end(self, number: int, percent: int) -> None:
        """End the oldest call, at a part of the most that it may cost."""
        if self.under_way[number]:
            hold, most = self.under_way[number].pop(0)
            hold.settle(Cost(calls=1, micros=most * percent // 100))
            self.spent += most * percent // 100

    async def crash(self, number: int) -> None:
        """Let a server die with its calls under way, which cost something, and start another."""
        for _, most in self.under_way[number]:
            self.spent += most // 2
            self.lost += most
        self.under_way[number] = []
        self.lost += self.block
        dead = self.servers[number].holder
        await self.stores[number].spending.settle_abandoned((dead,))
        self.servers[number] = await self._started(number)

    async def rest(self) -> None:
        """Let a minute pass in which nothing is called."""
        self.clock.seconds += 61
        for server in self.servers:
            await server.settle()
            await server.settle()

    async def do(self, step: tuple[str, int, object]) -> None:
        match step:
            case ("calls", number, list(mosts)):
                await self.calls(number, mosts)
            case ("end", number, int(percent)):
                self.end(number, percent)
            case ("end all", number, int(percent)):
                while self.under_way[number]:
                    self.end(number, percent)
            case ("settle", number, _):
                await self.servers[number].settle()
            case ("crash", number, _):
                await self.crash(number)
            case _:
                await self.rest()
        self.check()

    def check(self) -> None:
        """Raise if more was spent, or may be by calls under way, than the limit and the blocks."""
        held = sum(hold.most.micros for calls in self.under_way for hold, _ in calls)
        over = self.spent + held - self.limit
        assert over < self.starts * MOST <= self.starts * self.block, "a limit was exceeded"

    async def spend_all(self) -> None:
        """Let calls under way end for nothing, and one server and then both spend all there is."""
        for number in (0, 1):
            while self.under_way[number]:
                self.end(number, 0)
        for number in (1, 0, 1):
            before = -1
            while before != self.spent:
                before = self.spent
                await self.calls(number, [MOST, MOST // 3])
                while self.under_way[number]:
                    self.end(number, 100)
                self.check()
        assert self.spent + self.lost >= self.limit, "money was left in the end"

    async def accounted(self) -> int:
        """Return what the database says was spent, once all servers have ended."""
        for server in self.servers:
            await server.close()
        day = self.clock.now().date().isoformat()
        spent = await self.stores[0].spending.spent(self.world_id, day)
        key = AccountKey(day, SpendingSubject(self.world_id, SpendingScope.WORLD))
        used, reserved = spent.get(key, (Cost(), Cost()))
        assert reserved == Cost()
        return used.micros


async def _play(
    urls: tuple[str, str], limit: int, percent: int, steps: list[tuple[str, int, object]]
) -> None:
    async with opened(urls[0]) as one, _other(urls, one) as two:
        town = Town((one, two), WorldId(f"w{next(_numbers)}"), limit, percent)
        await town.begin()
        for step in steps:
            await town.do(step)
        await town.spend_all()
        accounted = await town.accounted()
        assert accounted <= town.spent + town.lost
        if town.starts == 2:
            assert accounted == town.spent


@asynccontextmanager
async def _other(urls: tuple[str, str], one: SqlStore) -> AsyncGenerator[SqlStore, None]:
    """Open the store of the second server; an SQLite file has one store at a time."""
    if not urls[1]:
        yield one
        return
    async with opened(urls[1]) as two:
        yield two


@settings(max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(limit=LIMIT, percent=PERCENT, steps=st.lists(STEP, max_size=40))
@example(limit=1_500, percent=40, steps=CRASHES)
def test_a_limit_holds_and_is_made_use_of(
    new_migrated_sqlite: NewDatabase, limit: int, percent: int, steps: list[tuple[str, int, object]]
) -> None:
    """Never exceeded by more than a block of each server, never idle while money is left."""
    asyncio.run(_play((_file(new_migrated_sqlite), ""), limit, percent, steps))


@pytest.mark.postgres
@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(limit=LIMIT, percent=PERCENT, steps=st.lists(STEP, max_size=40))
@example(limit=1_500, percent=40, steps=CRASHES)
def test_a_limit_holds_for_two_servers_of_one_database(
    new_migrated_postgres: NewDatabase,
    limit: int,
    percent: int,
    steps: list[tuple[str, int, object]],
) -> None:
    """The same with a store and connections for each server, on PostgreSQL."""
    url = new_migrated_postgres()
    asyncio.run(_play((url, url), limit, percent, steps))


_files: list[str] = []


def _file(make: NewDatabase) -> str:
    """Return the same file for all examples, each of which has a world of its own."""
    if not _files:
        _files.append(make())
    return _files[0]
