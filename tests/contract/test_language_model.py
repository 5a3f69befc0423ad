"""What every language model promises, kept by every adapter and by every wrapper."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.embedded import EmbeddedLanguageModel
from npcmodels.openai import OpenAILanguageModel
from npcserver.adapters.llm.wrappers import (
    CircuitBreakerLanguageModel,
    LanedLanguageModel,
    Meter,
    MeteredLanguageModel,
    RetryingLanguageModel,
)
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import (
    CallTimeouts,
    Finished,
    LanguageModel,
    Message,
    OwnedLanguageModel,
    Request,
)
from tests.fakes.model_endpoints import serve_faulty_llm

NOW = datetime(2000, 1, 1, tzinfo=UTC)
STANDIN = Path(__file__).parents[1] / "unit" / "npcmodels" / "standin.py"
SAID = '{"say": "Hello!"}'
REQUEST = Request(
    purpose=Purpose.REPLY,
    messages=(Message("system", "Be Greta."), Message("user", SAID)),
    patience=CallTimeouts(first_word=30, between_words=30, total=60),
)

Make = Callable[[AsyncExitStack], Awaitable[LanguageModel]]


def closed(stack: AsyncExitStack, model: OwnedLanguageModel) -> OwnedLanguageModel:
    stack.push_async_callback(model.close)
    return model


async def over_http(stack: AsyncExitStack) -> LanguageModel:
    endpoint = await stack.enter_async_context(serve_faulty_llm())
    return closed(stack, OpenAILanguageModel(model="ok", base_url=endpoint.base_url))


async def in_a_process(stack: AsyncExitStack) -> LanguageModel:
    command = (sys.executable, str(STANDIN), "serve")
    return closed(stack, EmbeddedLanguageModel(Path("x.gguf"), command))


async def scripted(stack: AsyncExitStack) -> LanguageModel:
    return closed(stack, ScriptedLanguageModel([SAID]))


async def retried(_: AsyncExitStack) -> LanguageModel:
    return RetryingLanguageModel(ScriptedLanguageModel([SAID]), chance=random.Random(1))


async def laned(_: AsyncExitStack) -> LanguageModel:
    return LanedLanguageModel(ScriptedLanguageModel([SAID]), limit=2)


async def metered(_: AsyncExitStack) -> LanguageModel:
    return MeteredLanguageModel(ScriptedLanguageModel([SAID]), Meter())


async def guarded(_: AsyncExitStack) -> LanguageModel:
    return CircuitBreakerLanguageModel(ScriptedLanguageModel([SAID]))


@pytest.fixture(
    params=[over_http, in_a_process, scripted, retried, laned, metered, guarded],
    ids=lambda make: make.__name__,
)
async def model(request: pytest.FixtureRequest) -> AsyncGenerator[LanguageModel, None]:
    make: Make = request.param
    async with AsyncExitStack() as stack:
        yield await make(stack)


async def items(model: LanguageModel) -> list[str | Finished]:
    async with aclosing(model.generate(REQUEST)) as answer:
        return [item async for item in answer]


async def test_words_then_one_finished(model: LanguageModel) -> None:
    """An answer is fragments of text, none empty, and exactly one `Finished`, which is last."""
    answer = await items(model)

    assert isinstance(answer[-1], Finished)
    assert all(isinstance(item, str) and item for item in answer[:-1])
    assert len(answer) > 1


async def test_a_reply_can_be_read(model: LanguageModel) -> None:
    """Asked for a reply, a model gives JSON with something to say."""
    text = "".join(item for item in await items(model) if isinstance(item, str))

    assert json.loads(text)["say"]


async def test_the_price_is_told(model: LanguageModel) -> None:
    """`Finished` names the model and what the call came to."""
    last = (await items(model))[-1]

    assert isinstance(last, Finished)
    assert last.model == model.name
    assert ":" in model.name
    assert last.usage.completion_tokens > 0


async def test_who_stops_listening_breaks_nothing(model: LanguageModel) -> None:
    """After an answer that was closed half-way, the next is whole."""
    async with aclosing(model.generate(REQUEST)) as answer:
        assert isinstance(await anext(answer), str)

    assert isinstance((await items(model))[-1], Finished)


async def test_calls_run_side_by_side(model: LanguageModel) -> None:
    """Calls at the same time do not mix."""
    answers = await asyncio.gather(*(items(model) for _ in range(4)))

    texts = {"".join(item for item in answer if isinstance(item, str)) for answer in answers}
    assert len(texts) == 1


async def test_cancelled_calls_break_nothing(model: LanguageModel) -> None:
    """A cancelled call ends as cancelled, and the next is answered."""
    call = asyncio.ensure_future(items(model))
    await asyncio.sleep(0)
    call.cancel()
    result = (await asyncio.gather(call, return_exceptions=True))[0]

    assert isinstance(result, asyncio.CancelledError | list)
    assert isinstance((await items(model))[-1], Finished)
