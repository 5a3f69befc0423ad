"""What calls of models cost, and whether one more fits the budgets.

Every call is held against the limits of the calendar day (`SpendingAccounts`).

Thoughts are rationed by the game day of their timeline too. The accounts of that are in the log: an
entry (`Spent`) before a thought asks a model, and one after it. Both are written under the
timeline's lock, so of two workers one gets the last call. What a worker that died had reserved
stays spent. Without any limit nothing is written; what was spent is then only counted in this
process.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

import structlog
from cachetools import LRUCache

from npcserver.app.budget_accounts import Hold, SpendingAccounts
from npcserver.model.budget_accounts import BudgetReached, Payer
from npcserver.model.errors import Fault
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.model_use import Budget, Cost, ModelUse, Purpose, allows
from npcserver.model.question import TypedQuestion
from npcserver.model.record import Draft, RecordKind, TurnTaken
from npcserver.model.thought import AnswerStatus, Spent
from npcserver.model.turn import Usage
from npcserver.ports.storage import Append, Store, UnitOfWork
from npcserver.ports.thinker import AskResult, Check, Thinker
from npcserver.ports.view import View

T = TypeVar("T")

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
    """The price of a million tokens, in units of the budget's currency; 0 for a local model.

    `cached` is that of prompt tokens which the endpoint had cached; None is the usual price.
    """

    prompt: float = 0.0
    completion: float = 0.0
    cached: float | None = None

    def micros(self, usage: Usage) -> int:
        """Return the price of tokens in millionths of a unit."""
        cached = min(usage.cached_tokens, usage.prompt_tokens)
        price = self.prompt if self.cached is None else self.cached
        read = (usage.prompt_tokens - cached) * self.prompt + cached * price
        return round(read + usage.completion_tokens * self.completion)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The prices of the model for one use, its limits in a game day, and its longest prompt."""

    prices: Prices = field(default_factory=Prices)
    limits: Budget = _NOTHING
    longest_prompt: int = _PROMPT_TOKENS


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """A reservation of the most a thought may cost. One that is not `is_kept` is in no log.

    `hold` is what is held for it against the limits of the calendar day.
    """

    timeline_id: TimelineId
    day: str
    purpose: Purpose
    reserved: Cost = field(default_factory=Cost)
    is_kept: bool = True
    hold: Hold = field(default_factory=Hold)


class Budgets:
    """Reserves before a call and settles after it."""

    def __init__(
        self,
        store: Store,
        *,
        default: Budget,
        calls_per_person: int = 0,
        prices: Prices | None = None,
        terms: Mapping[ModelUse, Terms] | None = None,
        spending: SpendingAccounts | None = None,
    ) -> None:
        """Create the accounts; `prices` hold for uses without `terms` of their own.

        Worlds without limits have those of `default`, and so many calls for each character.
        Without `spending` the calendar day has no limits.
        """
        self._store = store
        self._spending = spending
        self._worlds: LRUCache[TimelineId, WorldId] = LRUCache(_TALLIES)
        self._default = default
        self._calls_per_person = calls_per_person
        usual = Terms(prices=prices or Prices())
        self._terms = {use: (terms or {}).get(use, usual) for use in ModelUse}
        self._tallies: LRUCache[TimelineId, Spent] = LRUCache(_TALLIES)
        self._turns: LRUCache[TimelineId, Spent] = LRUCache(_TALLIES)

    async def hold(self, payer: Payer, max_tokens: int) -> Hold | BudgetReached:
        """Hold the most that a call may cost against the limits of the calendar day.

        Returns the budget that is used up where the call may not be made.
        """
        if self._spending is None or not self._spending.has_limits:
            return Hold()
        terms = self._terms[payer.purpose.use]
        most = _most(terms.prices, terms.longest_prompt, max_tokens)
        return await self._spending.hold(payer, most)

    def price(self, purpose: Purpose, usage: Usage, calls: int = 1) -> Cost:
        """Return what calls for a purpose cost."""
        return Cost(
            calls=calls,
            tokens=usage.prompt_tokens + usage.completion_tokens,
            micros=self._terms[purpose.use].prices.micros(usage),
        )

    def is_news(self, timeline_id: TimelineId, reached: BudgetReached) -> bool:
        """Return whether a timeline has not been told of this yet; it counts as told then."""
        return self._spending is not None and self._spending.is_news(timeline_id, reached)

    async def reserve(
        self, timeline_id: TimelineId, budget: Budget, purpose: Purpose, *, max_tokens: int
    ) -> Reservation | None:
        """Return an account, None when a budget has nothing left for this purpose.

        The budget of a game day never refuses talk with players. Raises `NotFound` for a timeline
        that is gone.
        """
        held: Hold | BudgetReached = Hold()
        if self._spending is not None and self._spending.has_limits:
            world_id = await self._world_of(timeline_id)
            payer = Payer(world_id=world_id, timeline_id=timeline_id, purpose=purpose)
            held = await self.hold(payer, max_tokens)
        if isinstance(held, BudgetReached):
            _log.info("over_budget", timeline=timeline_id, purpose=purpose, scope=held.scope)
            await self._report(timeline_id, held)
            return None
        account = None
        try:
            account = await self._reserve(timeline_id, budget, purpose, max_tokens)
        finally:
            if account is None:
                held.settle(Cost())
        if account is None:
            _log.info("over_budget", timeline=timeline_id, purpose=purpose)
            return None
        return replace(account, hold=held)

    async def _world_of(self, timeline_id: TimelineId) -> WorldId:
        world_id = self._worlds.get(timeline_id)
        if world_id is None:
            async with self._store.read() as reader:
                world_id = (await reader.timeline(timeline_id)).world_id
            self._worlds[timeline_id] = world_id
        return world_id

    async def _limits(self, timeline_id: TimelineId, budget: Budget) -> Budget:
        """Return the limits of a game day: the world's `budget`, or else those by default."""
        if budget != _NOTHING or not self._calls_per_person:
            return self._default if budget == _NOTHING else budget
        world_id = await self._world_of(timeline_id)
        async with self._store.read() as reader:
            people = await reader.roster(world_id)
        calls = self._calls_per_person * max(len(people), 1)
        return replace(self._default, calls=min(calls, self._default.calls or calls))

    async def _report(self, timeline_id: TimelineId, reached: BudgetReached) -> None:
        if not self.is_news(timeline_id, reached):
            return
        draft = Draft(RecordKind.BUDGET, reached)
        try:
            await self._store.append(Append(timeline_id, (draft,)))
        except Fault as fault:
            _log.warning("budget_event_not_stored", timeline=timeline_id, error=fault)

    async def _reserve(
        self, timeline_id: TimelineId, budget: Budget, purpose: Purpose, max_tokens: int
    ) -> Reservation | None:
        limits = await self._limits(timeline_id, budget)
        own = self._terms[purpose.use].limits
        if limits == own == _NOTHING:
            async with self._store.read() as reader:
                day = (await reader.timeline(timeline_id)).game_time.date().isoformat()
            return Reservation(timeline_id=timeline_id, day=day, purpose=purpose, is_kept=False)
        wanted = _most(self._terms[purpose.use].prices, _PROMPT_TOKENS, max_tokens)

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

        return await self._store.write(work)

    async def settle(self, account: Reservation, calls: int, usage: Usage | None) -> None:
        """Replace the reserved cost by the real one; usage None means unknown.

        An unknown usage counts as what was reserved for those calls. Raises nothing: where the
        entry cannot be written, the reservation stays spent.
        """
        account.hold.settle(self._cost(account.purpose, account.hold.most, calls, usage))
        cost = self._cost(account.purpose, account.reserved, calls, usage)
        if not account.is_kept:
            tally = self._tallies.get(account.timeline_id)
            if tally is None or tally.day != account.day:
                tally = Spent(day=account.day, total=Cost())
            tally = replace(tally.plus(account.purpose.use, cost), purpose=account.purpose)
            self._tallies[account.timeline_id] = tally
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
            _log.warning("not_settled", timeline=account.timeline_id, error=fault)

    async def ask(
        self,
        thinker: Thinker,
        timeline_id: TimelineId,
        budget: Budget,
        question: TypedQuestion[T],
        check: Check[T] | None = None,
    ) -> AskResult[T]:
        """Put a question on the account of a timeline; none is asked that it cannot pay for.

        Raises `ModelUnreachable` and `ModelTooSlow`.
        """
        account = await self.reserve(
            timeline_id, budget, question.purpose, max_tokens=question.answer_tokens
        )
        if account is None:
            return await unpaid(question, check)
        asked: AskResult[T] | None = None
        try:
            asked = await thinker.think(question, check)
        finally:
            calls, usage = (1, None) if asked is None else (asked.calls, asked.usage)
            await self.settle(account, calls, usage)
        return asked

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
            self._turns[timeline_id] = spent
        return spent

    async def _with_turns(self, view: View, spent: Spent) -> Spent:
        """Add the turns since the last entry; those of another day are skipped."""
        counted_to = spent.counted_to
        while True:
            turns = await view.after(counted_to, _TURNS_AT_ONCE, (RecordKind.TURN,))
            for record in turns:
                counted_to = record.seq
                is_today = record.game_time.date().isoformat() == spent.day
                receipt = record.body.receipt if isinstance(record.body, TurnTaken) else None
                # a line among characters has its own account
                if is_today and receipt is not None and receipt.purpose is Purpose.REPLY:
                    cost = self.price(Purpose.REPLY, receipt.usage)
                    spent = spent.plus(ModelUse.DIALOGUE, cost)
            if len(turns) < _TURNS_AT_ONCE:
                return replace(spent, counted_to=counted_to)

    def _cost(self, purpose: Purpose, reserved: Cost, calls: int, usage: Usage | None) -> Cost:
        """Return the cost of calls; of an unknown usage the share of what was reserved."""
        if usage is not None:
            return self.price(purpose, usage, calls)
        share = calls / _CALLS
        return Cost(
            calls=calls,
            tokens=round(reserved.tokens * share),
            micros=round(reserved.micros * share),
        )


async def unpaid(question: TypedQuestion[T], check: Check[T] | None = None) -> AskResult[T]:
    """Return that a question was not asked, since a budget is used up."""
    del question, check
    return AskResult(answer=None, verdict=AnswerStatus.DEFAULTED, faults=("over budget",))


def _most(prices: Prices, prompt_tokens: int, max_tokens: int) -> Cost:
    usage = Usage(prompt_tokens=prompt_tokens, completion_tokens=max_tokens)
    return Cost(
        calls=_CALLS,
        tokens=_CALLS * (prompt_tokens + max_tokens),
        micros=_CALLS * prices.micros(usage),
    )


def _entry(timeline_id: TimelineId, spent: Spent) -> Append:
    draft = Draft(RecordKind.SPENDING, spent)
    return Append(timeline_id, (draft,))
