"""A model that several servers use: its calls are divided, and breakers know of each other."""

import asyncio
from contextlib import aclosing

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.adapters.llm.wrappers import (
    CircuitBreaker,
    CircuitBreakerLanguageModel,
    LanedLanguageModel,
)
from npcserver.model.errors import CircuitOpen, ModelUnreachable
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallLane, LanguageModel, Request
from npcserver.ports.turn_leases import TurnSignals

REQUEST = Request(purpose=Purpose.REPLY, messages=())
GONE = ModelUnreachable("gone")
MODEL = "a model"


class Database:
    """Passes on what servers tell each other, to those that hear; time is moved by hand."""

    def __init__(self, servers: int) -> None:
        self.time = 100.0
        self.signals = [TurnSignals(self.pass_on, lambda: self.time) for _ in range(servers)]
        self.deaf = set[TurnSignals]()

    def pass_on(self, message: str) -> None:
        for each in self.signals:
            if each not in self.deaf:
                each.hear(message)


async def talk(model: LanguageModel) -> None:
    async with aclosing(model.generate(REQUEST)) as answer:
        async for _ in answer:
            pass


async def passed(seconds: float = 0.05) -> None:
    """Wait until queues have looked at their limits again."""
    await asyncio.sleep(seconds)


async def test_servers_divide_the_calls_of_a_model_and_a_server_that_is_gone_leaves_its_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of it is used: 8 are 3, 3 and 2. What runs already goes on, and 2 are 1 for each."""
    monkeypatch.setattr("npcserver.fair_queue._SHOWN_PAUSES", (0.01, 0.01))
    database, slow = Database(3), [ScriptedLanguageModel() for _ in range(3)]
    lanes = [LanedLanguageModel(model, limit=8, background=4) for model in slow]

    def limits(lane: CallLane = CallLane.PLAYER) -> list[int]:
        return [each.depth(lane).limit for each in lanes]

    queues = [each.queue for each in lanes]
    dividing = [
        asyncio.ensure_future(signals.divide(MODEL, queue))
        for signals, queue in zip(database.signals, queues, strict=True)
    ]
    held = [queues[0].enter((CallLane.PLAYER, "")) for _ in range(10)]
    await passed()
    assert limits() == [8, 4, 4]  # those that do nothing take nothing from the first

    held += [queue.enter((CallLane.PLAYER, "")) for queue in queues[1:]]
    await passed()
    assert sorted(limits()) == [2, 3, 3]
    assert sorted(limits(CallLane.BACKGROUND)) == [1, 1, 2]
    assert queues[0].running[()] == 8
    assert sorted(one.part(MODEL, 2) for one in database.signals) == [1, 1, 1]
    queues[0].leave(held.pop(0))
    assert (queues[0].running[()], len(queues[0].waiting)) == (7, 2)

    dividing.pop().cancel()  # the third server dies
    for _ in range(6):
        database.time += 1.0
        await passed()
    assert limits()[:2] == [4, 4]
    database.deaf = set(database.signals)  # the database does not answer
    database.time += 60.0
    await passed()
    assert limits()[:2] == [4, 4]
    for task in dividing:
        task.cancel()


async def test_another_servers_open_breaker_lets_one_call_find_out() -> None:
    """Its word alone refuses nobody for longer; the one call decides, and is told to others."""
    database = Database(2)
    away = [ScriptedLanguageModel(faults=dict.fromkeys(range(calls), GONE)) for calls in (2, 1)]
    models = [
        CircuitBreakerLanguageModel(
            each, lambda: CircuitBreaker(threshold=2, pause=10, now=lambda: database.time)
        )
        for each in away
    ]
    for each, signals in zip(models, database.signals, strict=True):
        each.share(signals, MODEL)
    for _ in range(2):
        with pytest.raises(ModelUnreachable, match="gone"):
            await talk(models[0])

    assert models[1].is_open(Purpose.REPLY)
    assert not models[1].is_open(Purpose.PLAN)
    database.time += 5.0
    said = await asyncio.gather(*(talk(models[1]) for _ in range(3)), return_exceptions=True)
    assert away[1].calls == 1
    assert [type(one) for one in said] == [ModelUnreachable, CircuitOpen, CircuitOpen]

    database.time += 5.0  # the second would try again in five seconds more
    await talk(models[0])
    await talk(models[1])
    assert away[1].calls == 2
    assert not any(each.is_open(Purpose.REPLY) for each in models)


async def test_a_server_that_is_cut_off_from_the_model_silences_no_other() -> None:
    """One whose calls are answered goes on; one that was quiet finds it out by its next call."""
    database = Database(3)
    cut_off = ScriptedLanguageModel(faults=dict.fromkeys(range(9), GONE))
    models = [
        CircuitBreakerLanguageModel(
            each, lambda: CircuitBreaker(threshold=2, now=lambda: database.time)
        )
        for each in (cut_off, ScriptedLanguageModel(), ScriptedLanguageModel())
    ]
    for each, signals in zip(models, database.signals, strict=True):
        each.share(signals, MODEL)
    await talk(models[1])
    for _ in range(2):
        with pytest.raises(ModelUnreachable):
            await talk(models[0])

    assert [each.is_open(Purpose.REPLY) for each in models] == [True, False, True]
    await talk(models[2])
    for _ in range(4):  # it tries again and again, and tells nobody
        database.time += 6.0
        with pytest.raises(ModelUnreachable):
            await talk(models[0])
    assert [each.is_open(Purpose.REPLY) for each in models] == [True, False, False]
