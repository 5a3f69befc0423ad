"""Limits on what models may cost in a day: money reserved in blocks, spent without a write.

Each server reserves a block of every account that a call counts against, and spends from it in
memory. A block lasts for many calls; what was used of it is stored in the background. The rules:

- A call is admitted if all its blocks have as much left as it may cost at most, or, where nothing
  more can be reserved, anything at all. So a server exceeds a limit by less than the most that
  one call may cost, which is never more than a block.
- A call is refused only where all of the limit is spent, or reserved: for calls under way, or in
  the block of another server, which gives back what it has not used for a minute.
- What a server that dies had reserved counts as spent.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta

import structlog
from cachetools import LRUCache

from npcserver.aio import within
from npcserver.model.budget_accounts import (
    EACH,
    NO_LIMIT,
    WHOLE_PERCENT,
    AccountKey,
    BlockRequest,
    BudgetReached,
    Payer,
    SpendingAccount,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
)
from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.model_use import Cost
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.budget_accounts import SpendingStore
from npcserver.ports.clock import Clock

_DAYS_KEPT = 90
_IDLE_SECONDS = 60.0  # after which a block is given back
_ASK_AGAIN_SECONDS = 1.0  # after a refusal; a flood of turns must not become one of writes
_ABANDONED_EVERY = 60.0
_TOLD_SECONDS = 60.0  # between two looks at the limits, where the database tells of changes
_NOTHING = Cost()
_NEWS = 10_000  # events remembered as sent
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingDefaults:
    """The limits of worlds, timelines and players that have none of their own, and block sizes.

    A block is `block_percent` of a limit, or the most that one call may cost where that is more.
    """

    limits: Mapping[SpendingScope, SpendingLimit] = field(default_factory=dict)
    thoughts_percent: int = WHOLE_PERCENT
    block_percent: int = 2


@dataclass(slots=True, eq=False)
class _Block:
    """What this server was granted, used and holds of an account.

    `stored` is what the database knows to be used, `size` up to what it is filled. `callers`
    are about to hold something.
    """

    key: AccountKey
    limit: SpendingLimit
    granted: Cost = _NOTHING
    used: Cost = _NOTHING
    held: Cost = _NOTHING
    stored: Cost = _NOTHING
    size: Cost = _NOTHING
    callers: int = 0
    touched: float = 0.0
    refused_until: float = 0.0

    def free(self) -> Cost:
        """Return what is neither used nor held."""
        return self.granted.minus(self.used).minus(self.held)

    def fits(self, most: Cost) -> bool:
        """Return whether as much is left as a call may cost at most."""
        left = self.free()
        return all(getattr(left, name) >= wanted for name, wanted in self._limited(most))

    def has_any(self, most: Cost) -> bool:
        """Return whether anything is left of each kind that the call needs."""
        left = self.free()
        return all(getattr(left, name) > 0 for name, _ in self._limited(most))

    def enlarge(self, most: Cost, percent: int) -> None:
        """Make the block large enough for a call that may cost so much."""
        sizes = {
            name: max(
                getattr(self.size, name),
                getattr(self.limit, name) * percent // WHOLE_PERCENT,
                amount,
            )
            for name, amount in self._limited(most)
        }
        self.size = replace(self.size, **sizes)

    def wanted(self) -> Cost:
        """Return what is to be reserved, so that a whole block is left."""
        left = self.free()
        return Cost(
            tokens=max(self.size.tokens - left.tokens, 0),
            micros=max(self.size.micros - left.micros, 0),
        )

    def trim(self) -> None:
        """Give back what there is more than a block, since calls cost less than was held."""
        left = self.free()
        self.granted = Cost(
            tokens=self.granted.tokens - max(left.tokens - self.size.tokens, 0),
            micros=self.granted.micros - max(left.micros - self.size.micros, 0),
        )

    def _limited(self, cost: Cost) -> tuple[tuple[str, int], ...]:
        """Return those amounts of a cost that are limited and not 0, by name."""
        amounts = ("tokens", cost.tokens), ("micros", cost.micros)
        return tuple(
            (name, amount)
            for name, amount in amounts
            if amount and getattr(self.limit, name) is not None
        )


@dataclass(slots=True, eq=False)
class Hold:
    """What is held for a call under way; `settle` replaces it by what the call did cost."""

    most: Cost = _NOTHING
    blocks: tuple[_Block, ...] = ()
    is_settled: bool = False

    def settle(self, cost: Cost) -> None:
        """Count a cost in place of what was held; only the first call counts. Writes nothing."""
        if self.is_settled:
            return
        self.is_settled = True
        for block in self.blocks:
            block.held = block.held.minus(self.most)
            block.used = block.used.plus(cost)


class SpendingAccounts:
    """The limits in force, and the blocks that this server has reserved of them."""

    def __init__(
        self,
        store: SpendingStore,
        clock: Clock,
        defaults: SpendingDefaults | None = None,
        *,
        broadcast: Broadcast | None = None,
        settle_seconds: float = 5.0,
    ) -> None:
        self._store = store
        self._broadcast = broadcast or Broadcast()
        self._has_news = asyncio.Event()
        self._clock = clock
        self._defaults = defaults or SpendingDefaults()
        self._settle_seconds = settle_seconds
        self.holder = store.new_holder()
        """The name of this server's blocks."""
        self._revision = ""
        self._limits: dict[SpendingSubject, SpendingLimit] = {}
        self._blocks: dict[AccountKey, _Block] = {}
        self._exchanging = asyncio.Lock()
        self._news: LRUCache[tuple[TimelineId, BudgetReached], None] = LRUCache(_NEWS)
        self._looked_at = 0.0

    @property
    def has_limits(self) -> bool:
        """Whether anything is limited at present."""
        return bool(self._limits) or any(not one.is_none for one in self._defaults.limits.values())

    async def start(self) -> None:
        """Read the limits, and settle the blocks that servers left which died."""
        await self._settle_abandoned()
        await self._store.forget_before(self._day(-_DAYS_KEPT))
        await self.refresh()

    async def run(self) -> None:
        """Store what was used, reserve ahead and follow changes of limits, until cancelled.

        A database that is away stops none of it: it is tried again. Without blocks only a change of
        limits is waited for.
        """
        try:
            with self._broadcast.reading_notes() as self._has_news:
                while True:
                    await self._wait()
                    self._has_news.clear()
                    try:
                        await self.refresh()
                        await self.settle()
                        if self._clock.monotonic() - self._looked_at > _ABANDONED_EVERY:
                            await self._settle_abandoned()
                    except Fault as fault:
                        _log.warning("spending_not_settled", error=fault)
        finally:
            await asyncio.shield(self.close())

    async def _wait(self) -> None:
        if not self._blocks and self._broadcast.is_told:
            with suppress(TimeoutError):
                await within(_TOLD_SECONDS, self._has_news.wait())
        if self._blocks or not self._broadcast.is_told:
            await asyncio.sleep(self._settle_seconds)

    async def close(self) -> None:
        """Settle everything and give back what was not used."""
        try:
            await self.settle()
            await self._store.close_blocks(self.holder)
        except Fault as fault:  # the next start settles it
            _log.warning("spending_not_settled", error=fault)

    async def refresh(self) -> None:
        """Read the limits again if any has changed."""
        revision = await self._store.revision()
        if revision != self._revision:
            self._limits = dict(await self._store.limits())
            self._revision = revision

    async def hold(self, payer: Payer, most: Cost) -> Hold | BudgetReached:
        """Hold the most that a call may cost; returns which budget is used up if it may not be.

        Writes only where a block does not last. With the database away no block is renewed.
        """
        blocks = self._blocks_of(payer)
        for block in blocks:
            block.callers += 1
            block.enlarge(most, self._defaults.block_percent)
            block.touched = self._clock.monotonic()
        try:
            if self._short(blocks, most):
                await self._renew(blocks, most)
        finally:
            for block in blocks:
                block.callers -= 1
        for block in blocks:
            if not block.fits(most) and not block.has_any(most):
                _log.info("budget_reached", scope=block.key.subject.scope, purpose=payer.purpose)
                return BudgetReached.of(block.key)
        for block in blocks:
            block.held = block.held.plus(most)
        return Hold(most, blocks)

    def is_news(self, timeline_id: TimelineId, reached: BudgetReached) -> bool:
        """Return whether the event is new in a timeline, and remember it as sent."""
        name = (timeline_id, reached)
        if name in self._news:
            return False
        self._news[name] = None
        return True

    async def settle(self) -> None:
        """Store what was used, fill up the blocks in use, and give back what is not needed."""
        async with self._exchanging:
            changed: list[tuple[_Block, Cost]] = []
            for block in self._blocks.values():
                granted = block.granted
                block.trim()
                if block.used != block.stored or block.granted != granted:
                    changed.append((block, self._refill(block)))
            await self._exchange(changed)
            since = self._clock.monotonic() - _IDLE_SECONDS
            await self._give_back(
                [
                    one
                    for one in self._blocks.values()
                    if one.held == _NOTHING
                    and one.used == one.stored
                    and not one.callers
                    and one.touched < since
                ]
            )

    async def _give_back(self, idle: list[_Block]) -> None:
        """Close blocks, and forget those that are not used meanwhile; only under the lock."""
        if not idle:
            return
        for block in idle:  # what is given back must not be spent meanwhile
            block.granted = block.used
        await self._store.close_blocks(self.holder, [block.key for block in idle])
        for block in idle:
            block.used, block.granted = block.used.minus(block.stored), _NOTHING
            block.stored = _NOTHING
            if block.used == block.held == _NOTHING and not block.callers:
                del self._blocks[block.key]

    def _refill(self, block: _Block) -> Cost:
        """Return what a block is to be filled up by; nothing if more than half of it is left."""
        wanted, size = block.wanted(), block.size
        is_low = 2 * wanted.tokens > size.tokens or 2 * wanted.micros > size.micros
        return wanted if is_low and block.key.day == self._day() else _NOTHING

    async def _renew(self, blocks: Iterable[_Block], most: Cost) -> None:
        async with self._exchanging:
            short = self._short(blocks, most)  # another call may have renewed them meanwhile
            try:
                await self._exchange([(block, block.wanted()) for block in short])
            except Fault as fault:
                _log.warning("block_not_reserved", error=fault)
            until = self._clock.monotonic() + _ASK_AGAIN_SECONDS
            for block in short:
                block.refused_until = 0.0 if block.fits(most) else until

    def _short(self, blocks: Iterable[_Block], most: Cost) -> list[_Block]:
        now = self._clock.monotonic()
        return [one for one in blocks if not one.fits(most) and now >= one.refused_until]

    async def _exchange(self, wishes: list[tuple[_Block, Cost]]) -> None:
        """Store what was used of blocks and take what is granted; only under the lock."""
        if not wishes:
            return
        requests = [
            BlockRequest(
                key=block.key,
                limit=block.limit,
                used=block.used,
                granted=block.granted,
                wanted=wanted,
            )
            for block, wanted in wishes
        ]
        granted = await self._store.exchange(self.holder, requests)
        for (block, _), request, amount in zip(wishes, requests, granted, strict=True):
            block.granted, block.stored = amount, request.used

    def _blocks_of(self, payer: Payer) -> tuple[_Block, ...]:
        if not self.has_limits:
            return ()
        day = self._day()
        blocks: list[_Block] = []
        for subject in payer.subjects():
            limit, _ = self._limit_of(subject)
            if limit.is_none:
                continue
            blocks.append(self._block(AccountKey(day, subject), limit))
            percent = self._thoughts_percent(subject, limit)
            if payer.is_thought and percent < WHOLE_PERCENT:
                key = AccountKey(day, subject, is_of_thoughts=True)
                blocks.append(self._block(key, limit.part(percent)))
        return tuple(blocks)

    def _block(self, key: AccountKey, limit: SpendingLimit) -> _Block:
        block = self._blocks.get(key)
        if block is None:
            block = self._blocks[key] = _Block(key, limit)
            self._has_news.set()
        if block.limit != limit:
            block.limit, block.size, block.refused_until = limit, _NOTHING, 0.0
        return block

    def _thoughts_percent(self, subject: SpendingSubject, limit: SpendingLimit) -> int:
        """Return the part for thoughts, which count against worlds and timelines."""
        if subject.scope not in {SpendingScope.WORLD, SpendingScope.TIMELINE}:
            return WHOLE_PERCENT
        own = limit.thoughts_percent
        return self._defaults.thoughts_percent if own is None else own

    def _limit_of(self, subject: SpendingSubject) -> tuple[SpendingLimit, bool]:
        own = self._limits.get(subject)
        if own is not None:
            return own, False
        each = SpendingSubject(subject.world_id, subject.scope, EACH)
        usual = self._defaults.limits.get(subject.scope, NO_LIMIT)
        return self._limits.get(each, usual), True

    async def _settle_abandoned(self) -> None:
        self._looked_at = self._clock.monotonic()
        holders = await self._store.abandoned() - {self.holder}
        if holders:
            blocks = await self._store.settle_abandoned(holders)
            _log.info("abandoned_blocks_settled", blocks=blocks)

    def _day(self, days: int = 0) -> str:
        return (self._clock.now() + timedelta(days=days)).date().isoformat()

    async def set_limit(self, subject: SpendingSubject, limit: SpendingLimit | None) -> None:
        """Set a limit, or take it away if None. Raises `NotFound` for an unknown world."""
        await self._store.set_limit(subject, limit)
        await self.refresh()

    async def accounts(self, world_id: WorldId, day: str = "") -> tuple[SpendingAccount, ...]:
        """Return the limits of a world and what was spent on a day: the world first, then by scope.

        An empty day is today. Accounts of limits that are no longer in force are among them.
        """
        day = day or self._day()
        await self.refresh()
        async with self._exchanging:
            own = [one for one in self._blocks.values() if one.key.subject.world_id == world_id]
            changed = [one for one in own if one.used != one.stored]
            await self._exchange([(block, _NOTHING) for block in changed])
        spent = await self._store.spent(world_id, day)
        subjects = {SpendingSubject(world_id, SpendingScope.WORLD), *(key.subject for key in spent)}
        subjects |= {one for one in self._limits if one.world_id == world_id}
        found: list[SpendingAccount] = []
        scopes = list(SpendingScope)
        for subject in sorted(subjects, key=lambda one: (scopes.index(one.scope), one.id)):
            limit, is_default = self._limit_of(subject)
            key = AccountKey(day, subject)
            found.append(_account(key, limit, spent, is_default=is_default))
            percent = self._thoughts_percent(subject, limit)
            key = AccountKey(day, subject, is_of_thoughts=True)
            if key in spent or (percent < WHOLE_PERCENT and not limit.is_none):
                found.append(_account(key, limit.part(percent), spent, is_default=is_default))
        return tuple(found)


def _account(
    key: AccountKey,
    limit: SpendingLimit,
    spent: Mapping[AccountKey, tuple[Cost, Cost]],
    *,
    is_default: bool,
) -> SpendingAccount:
    used, reserved = spent.get(key, (_NOTHING, _NOTHING))
    return SpendingAccount(
        key=key, limit=limit, spent=used, reserved=reserved, is_default=is_default
    )
