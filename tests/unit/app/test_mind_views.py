"""What looking into a mind tells of the costs of its day."""

from datetime import timedelta

from npcserver.app.characters import MindViews
from npcserver.app.context.mindset import Minds
from npcserver.app.thoughts.budgets import Budgets, Prices
from npcserver.app.timeline_watch import Broadcast
from npcserver.model.model_use import Budget, Cost, Purpose
from npcserver.model.record import RecordKind
from npcserver.model.turn import Usage
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import MIRA, START, clock, put, turn

PRICES = Prices(prompt=2.0, completion=10.0)
USAGE = Usage(prompt_tokens=100, completion_tokens=50)
ONE = Cost(calls=1, tokens=150, micros=700)


async def test_without_any_limit_the_costs_of_the_day_are_shown_all_the_same() -> None:
    """Turns from the log, thoughts as this process counted them; nothing is written for it."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(), prices=PRICES)
    await put(here.store, turn("t1"), to=here.timeline)
    await think(here, accounts)

    assert await cost(here, accounts) == Cost(calls=2, tokens=150, micros=700)
    assert await here.records(RecordKind.SPENDING) == []


async def test_a_restart_forgets_the_thoughts_that_had_no_limit_and_no_turn() -> None:
    """Where there is a limit nothing is forgotten: it stands in the log."""
    for limits, calls in ((Budget(), 1), (Budget(calls=100), 2)):
        here = await new_dialogue_app()
        before = Budgets(here.store, default=limits, prices=PRICES)
        await put(here.store, turn("t1"), to=here.timeline)
        await think(here, before)

        restarted = Budgets(here.store, default=limits, prices=PRICES)

        found = await cost(here, restarted)
        assert found is not None
        assert found.calls == calls


async def test_an_earlier_position_shows_what_was_written_down_by_then() -> None:
    """What came after it is not told, whoever knows it."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(calls=100), prices=PRICES)
    await think(here, accounts)
    earlier = (await here.records())[-1].seq
    await think(here, accounts)

    assert await cost(here, accounts, earlier) == ONE
    assert await cost(here, accounts) == ONE.plus(ONE)


async def test_a_day_that_cost_nothing_yet_shows_nothing() -> None:
    """The costs of yesterday are none of today's."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(), prices=PRICES)
    await put(here.store, turn("t1"), to=here.timeline)
    await think(here, accounts)
    assert await cost(here, accounts) is not None
    await put(here.store, clock(START + timedelta(days=1)), to=here.timeline)

    assert await cost(here, accounts) is None


async def test_turns_that_no_account_holds_are_each_counted_once() -> None:
    """However often a mind is looked into, and also when the day changes in between."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(), prices=PRICES)
    for number in range(3):
        await put(here.store, turn(f"t{number}"), to=here.timeline)
        assert await cost(here, accounts) == Cost(calls=number + 1)
    await put(here.store, clock(START + timedelta(days=1)), turn("t9"), to=here.timeline)

    assert await cost(here, accounts) == Cost(calls=1)


async def think(here: DialogueApp, accounts: Budgets) -> None:
    """Reserve a thought, and settle one call."""
    account = await accounts.reserve(here.timeline, Budget(), Purpose.PLAN, max_tokens=400)
    assert account is not None
    await accounts.settle(account, 1, USAGE)


async def cost(here: DialogueApp, accounts: Budgets, seq: int | None = None) -> Cost | None:
    """Look into Mira's mind for what the day has cost."""
    views = MindViews(Minds(here.store, Broadcast()), accounts)
    spent = (await views.get(here.timeline, MIRA, seq)).spent
    return None if spent is None else spent.total
