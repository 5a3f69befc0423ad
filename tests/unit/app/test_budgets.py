"""What thoughts cost: reserved before, settled after, and thinned out in a stated order."""

import asyncio
from datetime import datetime, timedelta

import pytest

from npcserver.app.thoughts.budgets import Budgets, Prices, Reservation, Terms
from npcserver.model.errors import NotFound, Reason, Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.model_use import SHARES, Budget, Cost, ModelUse, Purpose
from npcserver.model.record import RecordKind
from npcserver.model.thought import Spent
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Usage
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import clock, put, start, turn

NONE = Budget()
PRICES = Prices(prompt=2.0, completion=10.0)
USAGE = Usage(prompt_tokens=100, completion_tokens=50)


def budgets(here: DialogueApp, default: Budget = NONE) -> Budgets:
    return Budgets(here.store, default=default, prices=PRICES)


async def spend(
    here: DialogueApp, accounts: Budgets, purpose: Purpose = Purpose.PLAN, budget: Budget = NONE
) -> Reservation | None:
    """Reserve, and settle one call."""
    account = await accounts.reserve(here.timeline, budget, purpose, max_tokens=400)
    if account is not None:
        await accounts.settle(account, 1, USAGE)
    return account


async def test_what_was_reserved_gives_way_to_what_it_cost() -> None:
    """A reservation counts in full while the thought is under way, then the real price does."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=100))
    account = await accounts.reserve(here.timeline, NONE, Purpose.PLAN, max_tokens=400)
    assert account is not None
    under_way = await accounts.standing(here.timeline)
    await accounts.settle(account, 1, USAGE)
    settled = await accounts.standing(here.timeline)

    assert under_way is not None
    assert under_way.total == under_way.reserved == account.reserved
    assert account.reserved.calls == 2
    assert settled is not None
    assert settled.total == Cost(calls=1, tokens=150, micros=700)
    assert settled.reserved == Cost()


async def test_two_workers_cannot_both_take_the_last_call() -> None:
    """The reservation is made under the lock of the timeline."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=3))

    found = await asyncio.gather(
        *(
            accounts.reserve(here.timeline, NONE, Purpose.RATE, max_tokens=10)
            for _ in range(4)
        )
    )  # fmt: skip

    assert sum(account is not None for account in found) == 1


@pytest.mark.parametrize(
    "budget", [Budget(calls=120), Budget(tokens=40_000), Budget(micros=80_000)]
)
async def test_thinking_thins_out_in_the_stated_order_and_talk_goes_on(budget: Budget) -> None:
    """As a budget of calls, tokens or money is used up, one purpose after the other falls silent.

    What makes characters richer goes first; talk with players and interviews never do.
    """
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=budget, prices=PRICES)
    silent: list[Purpose] = []
    for _ in range(200):
        for purpose in [*SHARES][::-1]:
            account = await accounts.reserve(here.timeline, NONE, purpose, max_tokens=0)
            if account is not None:
                await accounts.settle(account, 0, Usage())
            elif purpose not in silent:
                silent.append(purpose)
        await put(here.store, turn("t"), to=here.timeline)
        talk = await accounts.reserve(here.timeline, NONE, Purpose.REPLY, max_tokens=0)
        assert talk is not None
        await accounts.settle(talk, 1, Usage(prompt_tokens=1_000))
        if len(silent) == len(SHARES):
            break

    assert silent == [*SHARES]
    interview = await accounts.reserve(here.timeline, NONE, Purpose.INTERVIEW, max_tokens=0)
    assert interview is not None


async def test_turns_with_players_count() -> None:
    """They are not asked for leave, and what they cost is gone; each counts once."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=3))
    await put(here.store, turn("t1"), turn("t2"), to=here.timeline)

    assert await spend(here, accounts) is None
    standing = await accounts.standing(here.timeline)
    assert standing is not None
    assert standing.total.calls == 2


async def test_each_turn_counts_once() -> None:
    """However many entries are written after it."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=100))
    await put(here.store, turn("t1"), to=here.timeline)
    for _ in range(3):
        await spend(here, accounts)
    await put(here.store, turn("t2"), to=here.timeline)
    await spend(here, accounts)

    standing = await accounts.standing(here.timeline)
    assert standing is not None
    assert standing.total.calls == 6


async def test_a_new_day_has_its_own_budget() -> None:
    """By game time; a thought that began the day before is settled with that day."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=2))
    late = await accounts.reserve(here.timeline, NONE, Purpose.RATE, max_tokens=10)
    assert late is not None
    async with here.store.read() as reader:
        now = (await reader.timeline(here.timeline)).game_time
    await put(here.store, turn("t1"), clock(now + timedelta(days=1)), to=here.timeline)
    await accounts.settle(late, 2, USAGE)

    assert await accounts.standing(here.timeline) is None
    assert await accounts.reserve(here.timeline, NONE, Purpose.RATE, max_tokens=10) is not None


async def test_what_a_worker_that_died_had_reserved_stays_spent() -> None:
    """Better a thought too few than a bill too high."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=2))
    await accounts.reserve(here.timeline, NONE, Purpose.RATE, max_tokens=10)

    restarted = budgets(here, Budget(calls=2))

    assert await restarted.reserve(here.timeline, NONE, Purpose.RATE, max_tokens=10) is None


async def test_an_unknown_usage_costs_what_was_reserved_for_the_calls_made() -> None:
    """A call that broke off may have been paid for."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=100))
    account = await accounts.reserve(here.timeline, NONE, Purpose.PLAN, max_tokens=400)
    assert account is not None
    await accounts.settle(account, 1, None)

    standing = await accounts.standing(here.timeline)
    assert standing is not None
    assert standing.total.calls == 1
    assert standing.total.tokens * 2 == account.reserved.tokens


async def test_the_limits_of_a_world_go_before_those_of_the_server() -> None:
    """A world without any has the server's."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=1))

    assert await spend(here, accounts) is None
    assert await spend(here, accounts, budget=Budget(calls=50)) is not None


async def test_without_limits_nothing_is_written() -> None:
    """The log is for what matters; the process still knows what its thoughts cost."""
    here = await new_dialogue_app()
    accounts = budgets(here)
    for _ in range(3):
        await spend(here, accounts)

    assert await here.records(RecordKind.SPENDING) == []
    standing = await accounts.standing(here.timeline)
    assert standing is not None
    assert standing.total == Cost(calls=3, tokens=450, micros=2100)
    await put(here.store, clock((await _now(here)) + timedelta(days=1)), to=here.timeline)
    assert await accounts.standing(here.timeline) is None


async def test_a_save_holds_what_its_day_had_cost() -> None:
    """A timeline forked from it goes on with that account, and the two part ways."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=100))
    await spend(here, accounts)
    saved = Vantage(here.timeline, (await here.records())[-1].seq)
    await spend(here, accounts)
    loaded = await start(here.store, "tl_loaded", saved)

    before = await accounts.standing(loaded)
    assert before is not None
    assert before.total.calls == 1
    async with here.store.read() as reader:
        bodies = [each.body for each in await (await reader.head(loaded)).after(0, 100)]
    assert all(isinstance(body, Spent) for body in bodies)


async def test_settling_never_fails_who_asked() -> None:
    """Neither a store that is away nor a timeline that is gone takes an answer away."""
    here = await new_dialogue_app()
    accounts = budgets(here, Budget(calls=100))
    account = await accounts.reserve(here.timeline, NONE, Purpose.PLAN, max_tokens=400)
    assert account is not None
    here.store.fault = Unavailable("locked", Reason.STORAGE_UNAVAILABLE)
    await accounts.settle(account, 1, USAGE)
    here.store.fault = None

    standing = await accounts.standing(here.timeline)
    assert standing is not None
    assert standing.total == account.reserved


@pytest.mark.parametrize("budget", [NONE, Budget(calls=9)])
async def test_a_timeline_that_is_gone_has_no_account(budget: Budget) -> None:
    """The thought that asks for one is dropped."""
    here = await new_dialogue_app()

    with pytest.raises(NotFound):
        await budgets(here, budget).reserve(
            TimelineId("tl_gone"), NONE, Purpose.PLAN, max_tokens=1
        )  # fmt: skip


async def _now(here: DialogueApp) -> datetime:
    async with here.store.read() as reader:
        return (await reader.timeline(here.timeline)).game_time


async def test_each_use_of_models_has_its_own_prices_and_limits() -> None:
    """What ratings have spent keeps no thought from being thought, and costs their own price."""
    here = await new_dialogue_app()
    terms = {
        ModelUse.RATINGS: Terms(prices=Prices(prompt=1.0), limits=Budget(calls=3)),
        ModelUse.THOUGHTS: Terms(prices=PRICES),
    }
    accounts = Budgets(here.store, default=NONE, terms=terms)
    rated = [await spend(here, accounts, Purpose.RATE) for _ in range(4)]
    planned = await spend(here, accounts, Purpose.PLAN)
    spent = await accounts.standing(here.timeline)

    assert [account is not None for account in rated] == [True, True, False, False]
    assert planned is not None
    assert spent is not None
    assert dict(spent.by_use) == {
        ModelUse.RATINGS: Cost(calls=2, tokens=300, micros=200),
        ModelUse.THOUGHTS: Cost(calls=1, tokens=150, micros=700),
    }
    assert spent.total == Cost(calls=3, tokens=450, micros=900)


async def test_the_limit_of_the_day_holds_beside_that_of_a_use() -> None:
    """A use with calls left of its own is refused once the day has none."""
    here = await new_dialogue_app()
    terms = {ModelUse.RATINGS: Terms(limits=Budget(calls=100))}
    accounts = Budgets(here.store, default=Budget(calls=3), terms=terms)

    rated = [await spend(here, accounts, Purpose.RATE) for _ in range(3)]

    assert [account is not None for account in rated] == [True, True, False]
