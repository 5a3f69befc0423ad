"""Budgets of the calendar day: who pays, what is left for talk, and what is written meanwhile."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Connection, update

from npcserver.adapters.store.budget_accounts import SqlSpending
from npcserver.adapters.store.tables import SPENDING
from npcserver.app.budget_accounts import Hold, SpendingAccounts, SpendingDefaults
from npcserver.app.thoughts.budgets import Budgets, Prices
from npcserver.model.budget_accounts import (
    EACH,
    AccountKey,
    BlockRequest,
    BudgetReached,
    Payer,
    SpendingAccount,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
)
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.model_use import Budget, Cost, Purpose
from npcserver.model.record import RecordKind
from npcserver.model.turn import TurnFinished, TurnOutcome, Usage
from tests.fakes.dialogue_app import ANN, DialogueApp, new_dialogue_app
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import WORLD, put, set_up, turn

TALK = Payer(world_id=WORLD, timeline_id=TimelineId("tl_1"), purpose=Purpose.REPLY, player_id="ann")
THOUGHT = Payer(world_id=WORLD, timeline_id=TimelineId("tl_1"), purpose=Purpose.PLAN)
THE_WORLD = SpendingSubject(WORLD, SpendingScope.WORLD)
EACH_PLAYER = SpendingSubject(WORLD, SpendingScope.PLAYER, EACH)
CENT = Cost(calls=1, tokens=100, micros=10_000)


class CountedSpending(SqlSpending):
    """Counts what is stored of accounts, which fails while it `is_away`."""

    writes = 0
    is_away = False

    async def exchange(self, holder: str, requests: Sequence[BlockRequest]) -> tuple[Cost, ...]:
        self._write()
        return await super().exchange(holder, requests)

    async def close_blocks(self, holder: str, keys: Sequence[AccountKey] | None = None) -> None:
        self._write()
        await super().close_blocks(holder, keys)

    async def lose(self, holder: str) -> None:
        """Leave the blocks of a holder as if its server had died."""

        def leave(connection: Connection) -> None:
            own = update(SPENDING).where(SPENDING.c.holder == holder)
            connection.execute(own.values(holder="gone/1"))

        await self._transactions.write(leave)

    def _write(self) -> None:
        if self.is_away:
            raise Unavailable("locked", Reason.STORAGE_UNAVAILABLE)
        self.writes += 1


async def new_spending() -> CountedSpending:
    """Return the accounts of a database with a world."""
    store = MemoryStore()
    await set_up(store)
    return CountedSpending(store.spending._transactions)


async def accounts(
    store: CountedSpending, defaults: SpendingDefaults | None = None, /, **limits: SpendingLimit
) -> SpendingAccounts:
    """Start the accounts of a server with limits of the world, by scope; each for all of it."""
    for scope, limit in limits.items():
        subject = SpendingSubject(WORLD, SpendingScope(scope), "" if scope == "world" else EACH)
        await store.set_limit(subject, limit)
    here = SpendingAccounts(store, ManualClock(), defaults)
    await here.start()
    return here


async def spend(here: SpendingAccounts, payer: Payer, cost: Cost = CENT) -> BudgetReached | None:
    """Make a call of a known cost; returns the budget that refused it."""
    hold = await here.hold(payer, cost)
    if isinstance(hold, BudgetReached):
        return hold
    hold.settle(cost)
    return None


async def calls_until_refused(
    here: SpendingAccounts, payer: Payer, cost: Cost = CENT
) -> tuple[int, BudgetReached]:
    for number in range(1000):
        refused = await spend(here, payer, cost)
        if refused is not None:
            return number, refused
    raise AssertionError("nothing was refused")


async def test_without_limits_everything_is_free_and_unwritten() -> None:
    """Nobody pays for what nobody asked to limit."""
    store = await new_spending()
    here = await accounts(store)

    assert all([await spend(here, TALK) is None for _ in range(50)])
    assert store.writes == 0


@pytest.mark.parametrize("scope", ["world", "timeline", "player"])
async def test_a_limit_of_each_kind_holds(scope: str) -> None:
    """Ten cents are ten calls of a cent each, and the answer says which budget is used up."""
    here = await accounts(await new_spending(), **{scope: SpendingLimit(micros=100_000)})

    number, refused = await calls_until_refused(here, TALK)

    assert number == 10
    assert refused.scope == scope


async def test_tokens_are_limited_as_money_is() -> None:
    """Where both are limited, the first that is used up counts."""
    here = await accounts(await new_spending(), world=SpendingLimit(tokens=350, micros=1_000_000))

    assert (await calls_until_refused(here, TALK))[0] == 4


async def test_a_purpose_has_a_limit_of_its_own() -> None:
    """Plans are refused, and everything else goes on."""
    store = await new_spending()
    subject = SpendingSubject(WORLD, SpendingScope.PURPOSE, Purpose.PLAN)
    await store.set_limit(subject, SpendingLimit(micros=30_000))
    here = await accounts(store)

    number, refused = await calls_until_refused(here, THOUGHT)

    assert (number, refused.subject_id) == (3, "plan")
    assert await spend(here, TALK) is None
    assert await spend(here, replace(THOUGHT, purpose=Purpose.REFLECT)) is None


async def test_thoughts_leave_a_share_for_talk() -> None:
    """Of a limit of 100 cents they may take 30; talk may have all that is left."""
    limit = SpendingLimit(micros=1_000_000, thoughts_percent=30)
    here = await accounts(await new_spending(), world=limit)

    thoughts, refused = await calls_until_refused(here, THOUGHT)
    talk, last = await calls_until_refused(here, TALK)

    assert (thoughts, refused.is_of_thoughts) == (30, True)
    assert (talk, last.is_of_thoughts) == (70, False)


async def test_interviews_count_as_talk() -> None:
    """They are refused by the whole of a limit alone."""
    limit = SpendingLimit(micros=50_000, thoughts_percent=0)
    here = await accounts(await new_spending(), world=limit)

    assert (await calls_until_refused(here, replace(TALK, purpose=Purpose.INTERVIEW)))[0] == 5
    assert await spend(here, THOUGHT) is not None


async def test_one_player_spends_nothing_of_another() -> None:
    """Each has a limit, one a larger one; a limit of nothing allows nothing."""
    store = await new_spending()
    await store.set_limit(replace(EACH_PLAYER, id="bo"), SpendingLimit(micros=50_000))
    await store.set_limit(replace(EACH_PLAYER, id="eve"), SpendingLimit(micros=0))
    here = await accounts(store, player=SpendingLimit(micros=20_000))
    found = {
        name: (await calls_until_refused(here, replace(TALK, player_id=name)))[0]
        for name in ("ann", "bo", "cy", "eve")
    }

    assert found == {"ann": 2, "bo": 5, "cy": 2, "eve": 0}


async def test_limits_of_the_settings_hold_for_worlds_without_their_own() -> None:
    """And one that is set to none frees a world of them."""
    store = await new_spending()
    defaults = SpendingDefaults(limits={SpendingScope.WORLD: SpendingLimit(micros=20_000)})
    here = await accounts(store, defaults)

    assert (await calls_until_refused(here, TALK))[0] == 2
    await here.set_limit(THE_WORLD, SpendingLimit())
    assert await spend(here, TALK) is None


async def test_a_raised_limit_is_in_force_at_once() -> None:
    """And a removed one is none."""
    store = await new_spending()
    here = await accounts(store, world=SpendingLimit(micros=20_000))
    await calls_until_refused(here, TALK)

    await here.set_limit(THE_WORLD, SpendingLimit(micros=50_000))
    more, _ = await calls_until_refused(here, TALK)
    await here.set_limit(THE_WORLD, None)

    assert more == 3
    assert await spend(here, TALK) is None


async def test_another_server_follows_a_change_of_a_limit() -> None:
    """It looks whether any has changed when it settles."""
    store = await new_spending()
    one, two = await accounts(store), await accounts(store)
    await one.set_limit(THE_WORLD, SpendingLimit(micros=0))
    before = await spend(two, TALK)
    await two.refresh()

    assert before is None
    assert await spend(two, TALK) is not None


async def test_a_block_lasts_for_many_calls() -> None:
    """One write reserves two percent of a limit; nothing is written until it is used up."""
    store = await new_spending()
    here = await accounts(store, world=SpendingLimit(micros=10_000_000), player=SpendingLimit())
    for _ in range(20):
        await spend(here, TALK)
    first = store.writes
    await spend(here, TALK)

    assert (first, store.writes) == (1, 2)


async def test_a_flood_at_the_limit_is_none_of_writes() -> None:
    """After a refusal the database is not asked again for a second."""
    store = await new_spending()
    here = await accounts(store, world=SpendingLimit(micros=20_000))
    await calls_until_refused(here, TALK)
    before = store.writes
    refused = [await spend(here, TALK) for _ in range(100)]

    assert all(refused)
    assert store.writes == before


async def test_blocks_are_filled_up_in_the_background() -> None:
    """So the next call finds a whole one."""
    store = await new_spending()
    here = await accounts(store, world=SpendingLimit(micros=10_000_000))
    for _ in range(15):
        await spend(here, TALK)
    await here.settle()
    before = store.writes
    for _ in range(20):
        await spend(here, TALK)

    assert store.writes == before


async def test_what_is_not_used_for_a_minute_is_given_back() -> None:
    """Another server may spend it then."""
    store, clock = await new_spending(), ManualClock()
    await store.set_limit(THE_WORLD, SpendingLimit(micros=100_000))
    defaults = SpendingDefaults(block_percent=100)
    one = SpendingAccounts(store, clock, defaults)
    two = SpendingAccounts(store, clock, defaults)
    await one.start()
    await two.start()
    await spend(one, TALK)
    refused = await spend(two, TALK)
    await one.settle()
    clock.seconds += 61
    await one.settle()

    assert refused is not None
    assert (await calls_until_refused(two, TALK))[0] == 9


async def test_the_block_of_a_dead_server_is_settled_at_the_next_start() -> None:
    """All that it had reserved counts as spent, and no more."""
    store = await new_spending()
    limit = SpendingLimit(micros=1_000_000)
    dead = await accounts(store, SpendingDefaults(block_percent=10), world=limit)
    await spend(dead, TALK)
    await store.lose(dead.holder)
    here = await accounts(store)
    spent = await money(here)

    assert spent == (100_000, 0)
    assert (await calls_until_refused(here, TALK))[0] == 90


async def test_a_server_that_ends_leaves_nothing_reserved() -> None:
    """What it spent stays spent."""
    store = await new_spending()
    here = await accounts(store, world=SpendingLimit(micros=1_000_000))
    await spend(here, TALK)
    await here.close()

    assert await money(await accounts(store)) == (10_000, 0)


async def money(here: SpendingAccounts) -> tuple[int, int]:
    """Return what the world has spent and reserved."""
    whole = (await here.accounts(WORLD))[0]
    return whole.spent.micros, whole.reserved.micros


async def test_with_the_database_away_a_block_still_lasts() -> None:
    """And where it does not, calls are refused: nothing is spent that was not reserved."""
    store = await new_spending()
    here = await accounts(
        store, SpendingDefaults(block_percent=50), world=SpendingLimit(micros=100_000)
    )
    await spend(here, TALK)
    store.is_away = True

    assert (await calls_until_refused(here, TALK))[0] == 4
    await here.close()  # is only logged


async def test_a_hold_counts_in_full_until_it_is_settled() -> None:
    """And is settled once."""
    here = await accounts(await new_spending(), world=SpendingLimit(micros=100_000))
    hold = await here.hold(TALK, replace(CENT, micros=100_000))
    assert isinstance(hold, Hold)
    under_way = await spend(here, TALK)
    hold.settle(CENT)
    hold.settle(CENT)

    assert under_way is not None
    assert (await calls_until_refused(here, TALK))[0] == 9


async def test_a_call_that_costs_nothing_is_never_refused() -> None:
    """Where money is limited, and the model has no price."""
    here = await accounts(await new_spending(), world=SpendingLimit(micros=0))

    assert await spend(here, TALK, replace(CENT, micros=0)) is None
    assert await spend(here, TALK) is not None


async def test_accounts_tell_limits_and_what_was_spent() -> None:
    """The world first, then by scope; those of thoughts after the whole."""
    limit = SpendingLimit(micros=1_000_000, thoughts_percent=30)
    here = await accounts(await new_spending(), world=limit, player=SpendingLimit(micros=20_000))
    await spend(here, TALK)
    await spend(here, THOUGHT)

    found = [_row(one) for one in await here.accounts(WORLD)]

    assert found == [
        ("world", "", False, 1_000_000, 2, 20_000),
        ("world", "", True, 300_000, 1, 10_000),
        ("player", "*", False, 20_000, 0, 0),
        ("player", "ann", False, 20_000, 1, 10_000),
    ]
    assert await here.accounts(WorldId("elsewhere"))


def _row(one: SpendingAccount) -> tuple[object, ...]:
    key = one.key
    limit, spent = one.limit.micros, one.spent
    return (
        *(key.subject.scope, key.subject.id, key.is_of_thoughts),
        limit,
        spent.calls,
        spent.micros,
    )


async def test_cached_tokens_have_a_price_of_their_own() -> None:
    """Without one they cost what the others do."""
    usage = Usage(prompt_tokens=1_000, completion_tokens=10, cached_tokens=900)

    assert Prices(prompt=2.0, completion=8.0, cached=0.5).micros(usage) == 200 + 450 + 80
    assert Prices(prompt=2.0, completion=8.0).micros(usage) == 2_080


async def talking(
    here: DialogueApp, **limits: SpendingLimit
) -> tuple[SpendingAccounts, CountedSpending, Budgets]:
    """Let the dialogue of an app pay for its replies."""
    store = await new_spending()
    spending = await accounts(store, **limits)
    budgets = Budgets(
        here.store, default=Budget(), prices=Prices(prompt=1.0, completion=1.0), spending=spending
    )
    here.dialogue = here.new_dialogue(budgets=budgets)
    return spending, store, budgets


async def test_over_budget_a_character_says_why_nothing_was_asked() -> None:
    """The last event names the budget and when the next begins, and so does the timeline."""
    here = await new_dialogue_app()
    await talking(here, player=SpendingLimit(tokens=0))

    *_, finished = await here.turn()
    await here.turn()

    assert isinstance(finished, TurnFinished)
    assert finished.outcome is TurnOutcome.OVER_BUDGET
    assert finished.budget == BudgetReached(
        scope=SpendingScope.PLAYER, subject_id=ANN.id, day="2026-01-01"
    )
    assert finished.budget.renews_at.isoformat() == "2026-01-02T00:00:00+00:00"
    assert here.asked == 0
    (event,) = await here.records(RecordKind.BUDGET)
    assert event.body == finished.budget
    first, _ = await here.records(RecordKind.TURN)
    assert first.body.receipt.faults == ("over budget: player p1",)  # type: ignore[union-attr]


async def test_a_turn_writes_nothing_for_its_budget() -> None:
    """While a block lasts, a turn makes as many writes and reads as without any limit."""
    here = await new_dialogue_app()
    counts = []
    for limits in ({}, {"world": SpendingLimit(tokens=100_000_000, thoughts_percent=30)}):
        spending, store, _ = await talking(here, **limits)
        await here.turn()
        before = (store.writes, here.store.writes, here.store.looks)
        for _ in range(5):
            await here.turn()
        counts.append(
            (store.writes - before[0], here.store.writes - before[1], here.store.looks - before[2])
        )
        assert spending.has_limits is bool(limits)

    assert counts[0] == counts[1]
    assert counts[1][0] == 0


async def test_a_thought_over_budget_is_left_out_and_reported_once() -> None:
    """By the timeline that it is of; the budget of the game day is not touched."""
    here = await new_dialogue_app()
    _, _, budgets = await talking(here, world=SpendingLimit(tokens=10_000_000, thoughts_percent=0))

    found = [
        await budgets.reserve(here.timeline, Budget(calls=9), Purpose.PLAN, max_tokens=10)
        for _ in range(2)
    ]

    assert found == [None, None]
    (event,) = await here.records(RecordKind.BUDGET)
    assert event.body == BudgetReached(
        scope=SpendingScope.WORLD, subject_id="", day="2026-01-01", is_of_thoughts=True
    )
    assert await here.records(RecordKind.SPENDING) == []


async def test_a_thought_that_the_game_day_refuses_holds_nothing() -> None:
    """Neither counts for the other."""
    here = await new_dialogue_app()
    spending, _, budgets = await talking(here, world=SpendingLimit(tokens=10_000_000))
    await put(here.store, turn("t1"), to=here.timeline)

    refused = await budgets.reserve(here.timeline, Budget(calls=1), Purpose.PLAN, max_tokens=10)
    made = await budgets.reserve(here.timeline, Budget(calls=50), Purpose.PLAN, max_tokens=10)
    assert made is not None
    await budgets.settle(made, 1, Usage(prompt_tokens=100, completion_tokens=20))

    assert refused is None
    assert (await spending.accounts(WORLD))[0].spent == Cost(calls=1, tokens=120, micros=120)
