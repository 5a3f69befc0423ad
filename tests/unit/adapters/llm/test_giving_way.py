"""A slow local model is left by thoughts when a player speaks, until players are quiet."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from npcserver.adapters.llm.read_ahead import ReadAheadLanguageModel
from npcserver.model.errors import ModelTooSlow
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import CallLane, CallTimeouts, Finished, Request

PLAYER = Request(purpose=Purpose.REPLY, messages=())
THOUGHT = Request(
    purpose=Purpose.PLAN,
    messages=(),
    lane=CallLane.BACKGROUND,
    patience=CallTimeouts(first_word=60, total=60),
)


class OneSlot:
    """A model that answers one call at a time, a thought only once it may."""

    name = "one slot"

    def __init__(self) -> None:
        self.slot = asyncio.Lock()
        self.may_think = asyncio.Event()
        self.asked: list[Purpose] = []
        self.answered: list[Purpose] = []
        self.is_thinking = asyncio.Event()

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        async with self.slot:
            self.asked.append(request.purpose)
            yield "Well, "
            if request.lane is CallLane.BACKGROUND:
                self.is_thinking.set()
                await self.may_think.wait()
            yield "so it is."
            self.answered.append(request.purpose)
            yield Finished(usage=Usage(), model=self.name)


async def text_of(model: ReadAheadLanguageModel, request: Request) -> str:
    async with aclosing(model.generate(request)) as answer:
        return "".join([item async for item in answer if isinstance(item, str)])


async def test_a_player_ends_a_thought_that_is_asked_again() -> None:
    """Whatever it had answered by then is forgotten, so that its answer is whole."""
    inside = OneSlot()
    model = ReadAheadLanguageModel(inside, is_slow=lambda _: True, quiet=0.01)
    thinking = asyncio.ensure_future(text_of(model, THOUGHT))
    await inside.is_thinking.wait()

    assert await text_of(model, PLAYER) == "Well, so it is."
    inside.may_think.set()
    assert await thinking == "Well, so it is."
    assert inside.asked == [Purpose.PLAN, Purpose.REPLY, Purpose.PLAN]
    assert inside.answered == [Purpose.REPLY, Purpose.PLAN]


async def test_a_thought_waits_until_players_are_quiet() -> None:
    """In a pause between two lines it would take the talk from the cache of the model."""
    inside = OneSlot()
    inside.may_think.set()
    model = ReadAheadLanguageModel(inside, is_slow=lambda _: True, quiet=0.5)
    await text_of(model, PLAYER)
    thinking = asyncio.ensure_future(text_of(model, THOUGHT))
    for _ in range(3):
        await asyncio.sleep(0)
        await text_of(model, PLAYER)

    assert Purpose.PLAN not in inside.asked
    assert await thinking == "Well, so it is."


async def test_a_thought_among_players_who_never_pause_is_too_slow() -> None:
    """Its job is tried again later."""
    inside = OneSlot()
    model = ReadAheadLanguageModel(inside, is_slow=lambda _: True, quiet=60)
    await text_of(model, PLAYER)
    hurried = Request(
        purpose=Purpose.PLAN,
        messages=(),
        lane=CallLane.BACKGROUND,
        patience=CallTimeouts(first_word=0.05, total=0.05),
    )

    with pytest.raises(ModelTooSlow, match="players were answered first"):
        await text_of(model, hurried)


async def test_a_fast_model_thinks_beside_players() -> None:
    """Where a player would not feel it, nothing is broken off."""
    inside = OneSlot()
    model = ReadAheadLanguageModel(inside, is_slow=lambda _: False)
    thinking = asyncio.ensure_future(text_of(model, THOUGHT))
    await inside.is_thinking.wait()
    speaking = asyncio.ensure_future(text_of(model, PLAYER))
    inside.may_think.set()

    assert await thinking == await speaking == "Well, so it is."
    assert inside.asked == [Purpose.PLAN, Purpose.REPLY]
