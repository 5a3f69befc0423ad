"""The cost of a timeline's thoughts on its game day, and whether one more fits the budget.

The accounts are in the log: an entry (`Spent`) before a thought asks a model, and one after it.
Both are written under the timeline's lock, so of two workers one gets the last call. What a worker
that died had reserved stays spent. Without any limit nothing is written; what was spent is then
only counted in this process.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog

from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId
from npcserver.model.model_use import Budget, Cost, ModelUse, Purpose, allows
from npcserver.model.record import Draft, Record, RecordKind, TurnTaken
from npcserver.model.thought import Spent
from npcserver.model.turn import Usage
from npcserver.ports.storage import Append, Store, UnitOfWork
from npcserver.ports.view import View

_CALLS = 2
"""Calls that one question costs at most: one more when its answer is unreadable."""
_PROMPT_TOKENS = 3_000
"""Tokens reserved for a prompt, whose length is not known before it is written."""
_TURNS_AT_ONCE = 500
_ENTRIES_LOOKED_AT = 20
_TALLIES = 1_000
_NOTHING = Budget()
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The price of a million tokens, in units of the budget's currency; 0 for a local model."""

    prompt: float = 0.0
    completion: float = 0.0

    def micros(self, prompt_tokens: int, completion_tokens: int) -> int:
        """Return the price of tokens in millionths of a unit."""
        return round(prompt_tokens * self.prompt + completion_tokens * self.completion)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The prices of the model for one use, and its limits in a game day."""

    prices: Prices = field(default_factory=Prices)
    limits: Budget = _NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """A reservation of the most a thought may cost. One that is not `is_kept` is in no log."""

    timeline_id: TimelineId
    day: str
    purpose: Purpose
    reserved: Cost = field(default_factory=Cost)
    is_kept: bool = True


class Budgets:
    """Reserves before a call and settles after it."""

    def __init__(
        self,
        store: Store,
        *,
        default: Budget,
        prices: Prices | None = None,
        terms: Mapping[ModelUse, Terms] | None = None,
    ) -> None:
        """Create the accounts; `prices` hold for uses without `terms` of their own."""
        self._store = store
        self._default = default
        usual = Terms(prices=prices or Prices())
        self._terms = {use: (terms or {}).get(use, usual) for use in ModelUse}
        self._tallies: OrderedDict[TimelineId, Spent] = OrderedDict()
        self._turns: OrderedDict[TimelineId, Spent] = OrderedDict()

    async def reserve(
        self, timeline_id: TimelineId, budget: Budget, purpose: Purpose, *, max_tokens: int
    ) -> Reservation | None:
        """Return an account, None when the day has nothing left for this purpose.

        Talk with players is never refused. Raises `NotFound` for a timeline that is gone.
        """
        limits = self._default if budget == _NOTHING else budget
        own = self._terms[purpose.use].limits
        if limits == own == _NOTHING:
            day = await self._today(timeline_id)
            return Reservation(timeline_id=timeline_id, day=day, purpose=purpose, is_kept=False)
        wanted = self._most(purpose, max_tokens)

        async def work(unit: UnitOfWork) -> Reservation | None:
            spent = await self._spent(await unit.head(timeline_id))
            if not allows(limits, spent.total, wanted, purpose):
                return None
            if not allows(own, spent.of(purpose.use), wanted, purpose):
                return None
            entry = replace(
                spent.plus(purpose.use, wanted),
                reserved=spent.reserved.plus(wanted),
                purpose=purpose,
            )
            await unit.append(_entry(timeline_id, entry))
            return Reservation(
                timeline_id=timeline_id, day=spent.day, purpose=purpose, reserved=wanted
            )

        account = await self._store.write(work)
        if account is None:
            _log.info("over_budget", timeline=timeline_id, purpose=purpose)
        return account

    async def settle(self, account: Reservation, calls: int, usage: Usage | None) -> None:
        """Replace the reserved cost by the real one; usage None means unknown.

        An unknown usage counts as what was reserved for those calls. Raises nothing: where the
        entry cannot be written, the reservation stays spent.
        """
        cost = self._cost(account, calls, usage)
        if not account.is_kept:
            self._count(account, cost)
            return

        async def work(unit: UnitOfWork) -> None:
            spent = await self._spent(await unit.head(account.timeline_id))
            if spent.day != account.day:  # that day's limits are over
                return
            use = account.purpose.use
            entry = replace(
                spent.minus(use, account.reserved).plus(use, cost),
                reserved=spent.reserved.minus(account.reserved),
                purpose=account.purpose,
            )
            await unit.append(_entry(account.timeline_id, entry))

        try:
            await self._store.write(work)
        except Fault as fault:
            _log.warning("not_settled", timeline=account.timeline_id, error=fault.message)

    async def standing(self, timeline_id: TimelineId) -> Spent | None:
        """Return what the present game day has cost, None when that is nothing yet.

        It includes all turns with players. Thoughts without a limit are included only if this
        process ran them: they are in no log, and a restart forgets them. Raises `NotFound`.
        """
        async with self._store.read() as reader:
            spent = await self._spent(await reader.head(timeline_id))
        tally = self._tallies.get(timeline_id)
        if tally is not None and tally.day == spent.day:
            for use, cost in tally.by_use:
                spent = spent.plus(use, cost)
            spent = replace(spent, purpose=tally.purpose)
        return None if spent.total == Cost() else spent

    async def _today(self, timeline_id: TimelineId) -> str:
        async with self._store.read() as reader:
            return (await reader.timeline(timeline_id)).game_time.date().isoformat()

    async def _spent(self, view: View) -> Spent:
        """Return the account of the present day at a head, with all its turns so far."""
        timeline_id, today = view.vantage.timeline_id, (await view.game_time()).date()
        entries = await view.tail("", (RecordKind.SPENDING,), _ENTRIES_LOOKED_AT)
        known = [entry.body for entry in entries if isinstance(entry.body, Spent)]
        if not entries and timeline_id in self._turns:
            known = [self._turns[timeline_id]]
        spent = next((one for one in known if one.day == today.isoformat()), None)
        if spent is None:
            counted_to = known[0].counted_to if known else 0
            spent = Spent(day=today.isoformat(), total=Cost(), counted_to=counted_to)
        spent = await self._with_turns(view, spent)
        if not entries:  # without entries the log does not say how far they were counted
            _keep(self._turns, timeline_id, spent)
        return spent

    async def _with_turns(self, view: View, spent: Spent) -> Spent:
        """Add the turns since the last entry; those of another day are skipped."""
        counted_to = spent.counted_to
        while True:
            turns = await view.after(counted_to, _TURNS_AT_ONCE, (RecordKind.TURN,))
            for record in turns:
                counted_to = record.seq
                usage = _unpaid(record)
                if usage is not None and _day(record.game_time) == spent.day:
                    cost = self._price(Purpose.REPLY, 1, usage)
                    spent = spent.plus(ModelUse.DIALOGUE, cost)
            if len(turns) < _TURNS_AT_ONCE:
                return replace(spent, counted_to=counted_to)

    def _most(self, purpose: Purpose, max_tokens: int) -> Cost:
        prices = self._terms[purpose.use].prices
        return Cost(
            calls=_CALLS,
            tokens=_CALLS * (_PROMPT_TOKENS + max_tokens),
            micros=_CALLS * prices.micros(_PROMPT_TOKENS, max_tokens),
        )

    def _cost(self, account: Reservation, calls: int, usage: Usage | None) -> Cost:
        if usage is not None:
            return self._price(account.purpose, calls, usage)
        share = calls / _CALLS
        reserved = account.reserved
        return Cost(
            calls=calls,
            tokens=round(reserved.tokens * share),
            micros=round(reserved.micros * share),
        )

    def _price(self, purpose: Purpose, calls: int, usage: Usage) -> Cost:
        prices = self._terms[purpose.use].prices
        return Cost(
            calls=calls,
            tokens=usage.prompt_tokens + usage.completion_tokens,
            micros=prices.micros(usage.prompt_tokens, usage.completion_tokens),
        )

    def _count(self, account: Reservation, cost: Cost) -> None:
        """Add to the count of this process for a timeline without limits."""
        tally = self._tallies.get(account.timeline_id)
        if tally is None or tally.day != account.day:
            tally = Spent(day=account.day, total=Cost())
        tally = replace(tally.plus(account.purpose.use, cost), purpose=account.purpose)
        _keep(self._tallies, account.timeline_id, tally)


def _keep(kept: OrderedDict[TimelineId, Spent], timeline_id: TimelineId, spent: Spent) -> None:
    """Store a value for a timeline, and evict those stored longest ago."""
    kept[timeline_id] = spent
    kept.move_to_end(timeline_id)
    while len(kept) > _TALLIES:
        kept.popitem(last=False)


def _entry(timeline_id: TimelineId, spent: Spent) -> Append:
    draft = Draft(kind=RecordKind.SPENDING, body=spent)
    return Append(timeline_id=timeline_id, drafts=(draft,))


def _unpaid(record: Record) -> Usage | None:
    """Return the usage of a turn; None for a line among characters, which has its own account."""
    if not isinstance(record.body, TurnTaken):
        return None
    receipt = record.body.receipt
    return receipt.usage if receipt.purpose is Purpose.REPLY else None


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
