"""Models around models: try again, take turns, count, leave alone."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from functools import partial

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.model_text import (
    LoopGuard,
    SurrogateJoiner,
    clean_surrogates,
    estimate_tokens,
)
from npcmodels.openai import EVENT_BYTES, cap_response
from npcmodels.scripted import Pace
from npcserver.adapters.llm.wrappers import (
    CircuitBreaker,
    CircuitBreakerLanguageModel,
    LanedLanguageModel,
    Meter,
    MeteredLanguageModel,
    RetryingLanguageModel,
)
from npcserver.model.errors import (
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Rung
from npcserver.ports.language_model import CallLane, CallTimeouts, Finished, LanguageModel, Request

GONE = ModelUnreachable("gone")


def request(lane: CallLane = CallLane.PLAYER, patience: CallTimeouts | None = None) -> Request:
    return Request(
        purpose=Purpose.REPLY, messages=(), lane=lane, patience=patience or CallTimeouts()
    )


async def drain(model: LanguageModel, asked: Request) -> Finished:
    last: str | Finished = ""
    async with aclosing(model.generate(asked)) as answer:
        async for item in answer:
            last = item
    assert isinstance(last, Finished)
    return last


def retrying(model: LanguageModel) -> RetryingLanguageModel:
    return RetryingLanguageModel(model, pause=0.001, chance=random.Random(1))


async def test_second_call_follows_a_first_that_said_nothing() -> None:
    """A fault before the first fragment is tried once more, and the answer says so."""
    inner = ScriptedLanguageModel(faults={0: GONE})

    finished = await drain(retrying(inner), request())

    assert finished.rung is Rung.RETRY
    assert inner.requests[1].patience.total < inner.requests[0].patience.total


async def test_first_success_stays_primary() -> None:
    """Without a fault there is one call."""
    inner = ScriptedLanguageModel()

    assert (await drain(retrying(inner), request())).rung is Rung.PRIMARY
    assert inner.calls == 1


@pytest.mark.parametrize(
    ("inner", "patience"),
    [
        (ScriptedLanguageModel(faults={0: GONE}, fault_after=1), CallTimeouts()),
        (
            ScriptedLanguageModel(faults={0: ModelUnreachable("busy", retry_after=5)}),
            CallTimeouts(),
        ),
        (
            ScriptedLanguageModel(pace=Pace(first_word=9)),
            CallTimeouts(first_word=0.06, between_words=1, total=0.1),
        ),
    ],
    ids=["words are out", "asked to wait too long", "no time left"],
)
async def test_no_second_call_when_it_cannot_help(
    inner: ScriptedLanguageModel, patience: CallTimeouts
) -> None:
    """After words, or with less than half of the time left, the fault stands."""
    with pytest.raises(ModelFault):
        await drain(retrying(inner), request(patience=patience))

    assert inner.calls == 1


async def test_two_faults_are_enough() -> None:
    """There is no third call."""
    inner = ScriptedLanguageModel(faults={0: GONE, 1: GONE, 2: GONE})

    with pytest.raises(ModelUnreachable):
        await drain(retrying(inner), request())

    assert inner.calls == 2


class GatedLanguageModel:
    """Answers when its gate opens; remembers in which order lanes got through."""

    name = "fake:gated"

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.entered: list[CallLane] = []
        self.running = 0
        self.most = 0

    async def generate(self, asked: Request) -> AsyncGenerator[str | Finished, None]:
        self.entered.append(asked.lane)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.gate.wait()
            yield "word"
            yield Finished(model=self.name, usage=(await drain_usage()).usage)
        finally:
            self.running -= 1


async def drain_usage() -> Finished:
    return await drain(ScriptedLanguageModel(), request())


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_players_go_first() -> None:
    """Background takes its part only, and a player who waits is served before it."""
    inner = GatedLanguageModel()
    laned = LanedLanguageModel(inner, limit=2, background=1)
    lanes = [CallLane.BACKGROUND] * 3 + [CallLane.PLAYER] * 3
    calls = []
    for lane in lanes:
        calls.append(asyncio.ensure_future(drain(laned, request(lane))))
        await settle()

    assert inner.entered == [CallLane.BACKGROUND, CallLane.PLAYER]
    inner.gate.set()
    await asyncio.gather(*calls)
    assert inner.entered[2:4] == [CallLane.PLAYER, CallLane.PLAYER]
    assert inner.most == 2
    assert len(inner.entered) == 6


def _noted(order: list[int], number: int, _: object) -> None:
    order.append(number)


async def test_flows_take_turns() -> None:
    """One that has many calls waiting does not keep another's waiting behind them."""
    inner = GatedLanguageModel()
    laned = LanedLanguageModel(inner, limit=1)
    flows = ["flood"] * 4 + ["polite"]
    calls: list[asyncio.Future[Finished]] = []
    for flow in flows:
        asked = replace(request(), flow=flow, seed=len(calls))
        calls.append(asyncio.ensure_future(drain(laned, asked)))
        await settle()
    order: list[int] = []
    for number, call in enumerate(calls):
        call.add_done_callback(partial(_noted, order, number))
    inner.gate.set()
    await asyncio.gather(*calls)

    assert order == [0, 4, 1, 2, 3]


async def test_waiting_has_an_end() -> None:
    """Who waits longer for a turn than for a word gives up, and frees the place in the queue."""
    inner = GatedLanguageModel()
    laned = LanedLanguageModel(inner, limit=1)
    first = asyncio.ensure_future(drain(laned, request()))
    await settle()

    with pytest.raises(ModelTooSlow, match="taken"):
        await drain(laned, request(patience=CallTimeouts(first_word=0.01)))
    third = asyncio.ensure_future(drain(laned, request()))
    await settle()
    inner.gate.set()
    await asyncio.gather(first, third)

    assert len(inner.entered) == 2


@pytest.mark.parametrize("moment", range(6))
async def test_cancelled_callers_lose_no_turn(moment: int) -> None:
    """Whenever a waiting or running caller is cancelled, the others still get through."""
    inner = GatedLanguageModel()
    laned = LanedLanguageModel(inner, limit=1)
    calls = [asyncio.ensure_future(drain(laned, request())) for _ in range(3)]
    await settle()

    inner.gate.set()
    for _ in range(moment):
        await asyncio.sleep(0)
    calls[1].cancel()
    calls[0].cancel()
    await asyncio.gather(*calls[:2], return_exceptions=True)

    assert isinstance(await calls[2], Finished)
    assert inner.running == 0
    assert isinstance(await drain(laned, request()), Finished)


def test_lanes_need_a_sensible_limit() -> None:
    """The background can neither have nothing nor more than all."""
    with pytest.raises(ValueError, match="background"):
        LanedLanguageModel(GatedLanguageModel(), limit=1, background=2)


async def test_meter_counts_every_end() -> None:
    """Answers, faults by type and calls nobody listened to are told apart."""
    meter = Meter()
    model = MeteredLanguageModel(ScriptedLanguageModel(faults={1: GONE}), meter)
    await drain(model, request())
    with pytest.raises(ModelUnreachable):
        await drain(model, request())
    async with aclosing(model.generate(request())) as answer:
        await anext(answer)

    (count,) = meter.snapshot()
    assert (count.purpose, count.model) == (Purpose.REPLY, "scripted:echo")
    assert (count.calls, count.finished, count.abandoned) == (3, 1, 1)
    assert count.faults == (("ModelUnreachable", 1),)
    assert count.completion_tokens > 0


class Hands:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


async def test_breaker_opens_probes_and_closes() -> None:
    """After faults in a row calls are refused unasked, until one probe succeeds."""
    clock = Hands()
    inner = ScriptedLanguageModel(faults={0: GONE, 1: GONE, 2: GONE})
    model = CircuitBreakerLanguageModel(
        inner, lambda: CircuitBreaker(threshold=2, pause=10, now=clock)
    )
    for _ in range(2):
        with pytest.raises(ModelUnreachable):
            await drain(model, request())

    with pytest.raises(ModelUnreachable, match="left alone") as refused:
        await drain(model, request())
    assert inner.calls == 2
    assert refused.value.retry_after == 10
    assert not model.is_open(Purpose.PLAN)
    clock.time = 11
    with pytest.raises(ModelUnreachable, match="gone"):
        await drain(model, request())
    assert model.is_open(Purpose.REPLY)
    clock.time = 22
    await drain(model, request())
    assert not model.is_open(Purpose.REPLY)


async def test_one_probe_at_a_time() -> None:
    """While the probe is out, everybody else is refused; a cancelled probe makes space."""
    clock = Hands()
    breaker = CircuitBreaker(threshold=1, pause=1, now=clock)
    breaker.fail(GONE, is_probe=False)
    clock.time = 2

    assert breaker.enter()
    with pytest.raises(ModelUnreachable):
        breaker.enter()
    breaker.leave(is_probe=True)
    assert breaker.enter()


async def test_only_provider_faults_count() -> None:
    """Nonsense and cancellation leave the breaker closed."""
    inner = GatedLanguageModel()
    model = CircuitBreakerLanguageModel(inner, lambda: CircuitBreaker(threshold=1))
    call = asyncio.ensure_future(drain(model, request()))
    await settle()
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    nonsense = CircuitBreakerLanguageModel(
        ScriptedLanguageModel([ModelTalkedNonsense("hm")]), lambda: CircuitBreaker(threshold=1)
    )
    with pytest.raises(ModelTalkedNonsense):
        await drain(nonsense, request())

    assert not model.is_open(Purpose.REPLY)
    assert not nonsense.is_open(Purpose.REPLY)


async def test_told_to_wait_it_waits() -> None:
    """A refusal with `retry_after` opens the breaker at once, for as long as asked."""
    clock = Hands()
    busy = ModelUnreachable("busy", retry_after=20)
    model = CircuitBreakerLanguageModel(
        ScriptedLanguageModel(faults={0: busy}), lambda: CircuitBreaker(now=clock)
    )
    with pytest.raises(ModelUnreachable):
        await drain(model, request())

    clock.time = 19
    with pytest.raises(ModelUnreachable, match="left alone"):
        await drain(model, request())
    clock.time = 21
    assert isinstance(await drain(model, request()), Finished)


@pytest.mark.parametrize("asked", [3600.0, 10.0**9, float("inf")])
async def test_told_to_wait_for_long_it_tries_every_half_minute(asked: float) -> None:
    """However long an endpoint asks to be left alone, one call in 30 seconds finds it back."""
    clock = Hands()
    busy = ModelUnreachable("busy", retry_after=asked)
    inner = ScriptedLanguageModel(faults={0: busy, 1: busy})
    model = CircuitBreakerLanguageModel(inner, lambda: CircuitBreaker(now=clock))
    with pytest.raises(ModelUnreachable, match="busy"):
        await drain(model, request())

    clock.time = 29
    with pytest.raises(ModelUnreachable, match="left alone") as refused:
        await drain(model, request())
    assert refused.value.retry_after == 1
    clock.time = 30
    with pytest.raises(ModelUnreachable, match="busy"):
        await drain(model, request())
    clock.time = 60
    assert isinstance(await drain(model, request()), Finished)
    assert not model.is_open(Purpose.REPLY)


@pytest.mark.parametrize(
    "unit", ["the ", "\n", "I see. I see. ", "We could go to the old mill at noon. " * 3]
)
def test_loops_are_noticed(unit: str) -> None:
    """A word, a sign, a sentence or a paragraph for ever is a loop."""
    guard = LoopGuard()

    assert any(guard.is_looping(unit) for _ in range(400))


def test_speech_is_no_loop() -> None:
    """Refrains and lists are not mistaken for loops."""
    guard = LoopGuard()
    verse = "Row, row, row your boat, gently down the stream. Merrily, merrily, merrily! "
    numbers = " ".join(str(number) for number in range(400))

    assert not any(guard.is_looping(piece) for piece in (verse, verse, *numbers.split("1")))


@given(st.text(alphabet=st.characters(codec=None), max_size=40), st.integers(1, 5))
def test_joined_text_does_not_depend_on_the_cuts(text: str, size: int) -> None:
    """However a text is cut, even inside surrogate pairs, the joiner gives the same clean text."""
    raw = "".join(
        letter
        if ord(letter) < 0x10000
        else letter.encode("utf-16-be").decode("utf-16-be", "surrogatepass")
        for letter in text
    )
    joiner = SurrogateJoiner()
    pieces = [joiner.feed(raw[start : start + size]) for start in range(0, len(raw), size)]

    joined = "".join(pieces) + joiner.flush()

    assert joined == clean_surrogates(raw)
    joined.encode()


def test_halves_are_joined_or_replaced() -> None:
    """A pair becomes its sign, a half the replacement character."""
    assert clean_surrogates("\ud83d\ude00 \ud83d x") == "\N{GRINNING FACE} \ufffd x"


class Chunks(httpx2.AsyncByteStream):
    def __init__(self, *chunks: bytes) -> None:
        self.chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            yield chunk


async def read(*chunks: bytes) -> int:
    response = httpx2.Response(200, stream=Chunks(*chunks))
    await cap_response(response)
    return len(await response.aread())


async def test_many_small_events_pass() -> None:
    """The cap on an event starts anew at each blank line, wherever chunks are cut."""
    event = b"data: " + b"x" * 100_000 + b"\n\n"
    blob = event * 9
    cuts = [blob[start : start + 99_999] for start in range(0, len(blob), 99_999)]

    assert await read(*cuts) == len(blob)
    assert await read(b"data: x\r", b"\n\r", b"\n", b"y" * (EVENT_BYTES - 10)) > EVENT_BYTES - 10


@pytest.mark.parametrize(
    "chunks", [(b"x" * (EVENT_BYTES + 1),), (b"x" * 200_000, b"y" * 200_000), (b"a\n\n" * 400_000,)]
)
async def test_too_much_is_cut_off(chunks: tuple[bytes, ...]) -> None:
    """One huge event, in one chunk or many, and one huge answer are cut off."""
    with pytest.raises(ModelTruncated, match="bytes"):
        await read(*chunks)


def test_estimates_know_chinese() -> None:
    """Four Latin letters or one CJK sign make a token."""
    assert estimate_tokens("abcdefgh") == 2
    assert estimate_tokens("你好") == 2
    assert estimate_tokens("") == 0
