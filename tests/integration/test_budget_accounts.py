"""Budgets of the calendar day with a real database and real processes that die."""

import asyncio
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import SqlStore
from npcserver.app.budget_accounts import Hold, SpendingAccounts
from npcserver.model.budget_accounts import (
    AccountKey,
    Payer,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
)
from npcserver.model.character import Person
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.model_use import Cost, Purpose
from npcserver.model.turn import Line, TurnEvent, TurnFinished, TurnOutcome
from npctools.bootstrap import replays
from npctools.replay.recorded import RecordedModel
from tests.conftest import NewDatabase, opened
from tests.fakes import store_world
from tests.fakes.running_server import (
    ANN,
    INN_FILE,
    InnServer,
    eventually,
    reply_answer,
    server_settings,
)
from tests.fakes.store_world import GENESIS, WORLD

THE_WORLD = SpendingSubject(WORLD, SpendingScope.WORLD)
TALK = Payer(world_id=WORLD, timeline_id=GENESIS, purpose=Purpose.REPLY)
COST = Cost(calls=1, tokens=10, micros=1_000)
_CHILD = """
import asyncio, sys
from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store import open_store
from npcserver.app.budget_accounts import SpendingAccounts
from tests.integration.test_budget_accounts import COST, TALK

async def main(url: str) -> None:
    store = await open_store(url)
    writing = asyncio.create_task(store.run())
    accounts = SpendingAccounts(store.spending, SystemClock())
    await accounts.start()
    for _ in range(3):
        hold = await accounts.hold(TALK, COST)
        hold.settle(COST)
    print("spent", flush=True)
    await asyncio.sleep(600)

asyncio.run(main(sys.argv[1]))
"""


def today(subject: SpendingSubject = THE_WORLD) -> AccountKey:
    return AccountKey(datetime.now(UTC).date().isoformat(), subject)


async def test_the_block_of_a_killed_server_is_settled_at_the_next_start(database: str) -> None:
    """All of it counts as spent, once; while the server lived it was reserved."""
    async with opened(database) as store:
        await store_world.set_up(store)
        await store.spending.set_limit(THE_WORLD, SpendingLimit(micros=1_000_000))
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _CHILD, database), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    assert await child.stdout.readline() == b"spent\n"
    async with opened(database) as store:
        reserved = (await store.spending.spent(WORLD, today().day))[today()]
        child.send_signal(signal.SIGKILL)
        await child.wait()
        await eventually(lambda: _is_seen_dead(store))  # PostgreSQL needs a moment
        accounts = SpendingAccounts(store.spending, SystemClock())
        await accounts.start()
        settled = (await store.spending.spent(WORLD, today().day))[today()]
        await accounts.start()
        again = (await store.spending.spent(WORLD, today().day))[today()]

    assert reserved[1].micros == 20_000
    assert (settled[0].micros, settled[1].micros) == (20_000, 0)
    assert again == settled


async def _is_seen_dead(store: SqlStore) -> bool:
    return bool(await store.spending.abandoned())


async def test_a_server_that_lives_keeps_its_block(database: str) -> None:
    """Another that starts beside it settles nothing."""
    async with opened(database) as store:
        await store_world.set_up(store)
        await store.spending.set_limit(THE_WORLD, SpendingLimit(micros=1_000_000))
        one = SpendingAccounts(store.spending, SystemClock())
        await one.start()
        await one.hold(TALK, COST)
        two = SpendingAccounts(store.spending, SystemClock())
        await two.start()
        found = (await store.spending.spent(WORLD, today().day))[today()]

    assert found == (Cost(), Cost(micros=20_000))


async def test_a_deleted_world_takes_its_budgets_along(database: str) -> None:
    """A server that still holds a block of it goes on without an error."""
    async with opened(database) as store:
        await store_world.set_up(store)
        await store.spending.set_limit(THE_WORLD, SpendingLimit(micros=1_000_000))
        accounts = SpendingAccounts(store.spending, SystemClock())
        await accounts.start()
        hold = await accounts.hold(TALK, COST)
        await store.write(lambda unit: unit.delete_world(WORLD))
        assert isinstance(hold, Hold)
        hold.settle(COST)
        await accounts.close()
        limits = await store.spending.limits()
        spent = await store.spending.spent(WORLD, today().day)

    assert (limits, spent) == ((), {})


async def test_limits_are_kept_by_world_and_subject(database: str) -> None:
    """Stored, replaced and removed; a world that is not there has none; days are forgotten."""
    everyone = SpendingSubject(WORLD, SpendingScope.PLAYER, "*")
    async with opened(database) as store:
        await store_world.set_up(store)
        limits = store.spending
        before = await limits.revision()
        await limits.set_limit(everyone, SpendingLimit(tokens=5))
        await limits.set_limit(everyone, SpendingLimit(micros=0, thoughts_percent=30))
        await limits.set_limit(THE_WORLD, SpendingLimit())
        both = await limits.limits(WORLD)
        await limits.set_limit(THE_WORLD, None)
        left = await limits.limits()
        with pytest.raises(NotFound):
            await limits.set_limit(
                SpendingSubject(WorldId("nowhere"), SpendingScope.WORLD), SpendingLimit()
            )
        accounts = SpendingAccounts(limits, SystemClock())
        await accounts.start()
        await accounts.hold(
            Payer(world_id=WORLD, timeline_id=GENESIS, purpose=Purpose.REPLY, player_id="ann"),
            Cost(calls=1, tokens=10),
        )
        await accounts.close()
        await limits.forget_before("9999-01-01")

    assert both == (
        (everyone, SpendingLimit(micros=0, thoughts_percent=30)),
        (THE_WORLD, SpendingLimit()),
    )
    assert left == both[:1]
    assert await _is_changed(before, database)


async def _is_changed(before: str, url: str) -> bool:
    async with opened(url) as store:
        return await store.spending.revision() != before


PRICES = {"prompt_price": 10.0, "completion_price": 10.0}


async def test_a_served_talk_ends_at_the_limit_of_its_player(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Each turn is answered; another player talks on, and the session replays as it was."""
    url = new_migrated_sqlite()
    answers = ScriptedLanguageModel([reply_answer("Nobody comes here any more.")] * 9)
    more = {
        "cognition": {"workers": 0},
        "model": PRICES,
        "budget": {"player_money_per_day": 0.02},
    }
    settings = server_settings(url, tmp_path, **more)
    async with bootstrap.running(settings, serve=False, model=answers) as running:
        await running.importing.put(INN_FILE)
        timeline = await running.services.timelines.start(INN_FILE.world.id)
        here = InnServer(running, timeline.id)
        turns: list[list[TurnEvent]] = []
        while [_finished(one).outcome for one in turns].count(TurnOutcome.OVER_BUDGET) < 2:
            turns.append(await here.turn("The mill burned down."))
        other = await here.turn("Good evening.", speaker=Person(id="p2", name="Bo", is_player=True))
        accounts = await here.services.spending.accounts(INN_FILE.world.id)
        session = await replays.record(settings, running.store, here.timeline_id)
    replaying = await replays.build_replay(settings, session, RecordedModel())
    replayed = await replaying.replay()

    assert all(any(isinstance(event, Line) for event in events) for events in turns)
    assert answers.calls == len(turns) - 2 + 1
    assert _finished(other).outcome is TurnOutcome.COMPLETED
    spent = {one.key.subject.id: one.spent for one in accounts}
    most = 2 * (8_192 + 300) * PRICES["prompt_price"]  # of two calls, as one turn makes at most
    assert 20_000 <= spent[ANN.id].micros < 20_000 + most
    assert spent["p2"].calls == 1
    assert (replayed.turns, replayed.differences) == (len(turns) + 1, ())


def _finished(events: list[TurnEvent]) -> TurnFinished:
    finished = events[-1]
    assert isinstance(finished, TurnFinished)
    return finished
