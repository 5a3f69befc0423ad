"""One short question to a model, to see that it answers before anything rests on it."""

from contextlib import aclosing
from time import perf_counter

from npcserver.model.errors import (
    ModelFault,
    ModelTooSlow,
    ModelUnreachable,
    Unavailable,
)
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Statements
from npcserver.ports.language_model import LanguageModel, Message, Patience, Request

_LOADING_SECONDS = 300.0


async def first_answer(model: LanguageModel, seconds: float = 30.0) -> float:
    """Return after how many seconds the first word came, of `seconds` at most.

    Raises the `ModelFault` of a model that does not answer.
    """
    first, started = 0.0, perf_counter()
    async with aclosing(model.generate(_question(seconds))) as fragments:
        async for _ in fragments:
            first = first or perf_counter() - started
    return first


async def require_answer(model: LanguageModel, address: str | None) -> None:
    """Raise `Unavailable`, which names the model, where it does not answer a short question."""
    try:
        await first_answer(model, _LOADING_SECONDS)
    except (ModelUnreachable, ModelTooSlow) as fault:
        where = f" at {address}" if address else ""
        raise Unavailable(
            f"the model {model.name}{where} does not answer: {fault.message}", fault.reason
        ) from fault
    except ModelFault:  # it answers, if not well
        pass


def _question(seconds: float) -> Request:
    """Return a question that all can answer, the offline actor too."""
    statements = Statements(name="Nora", texts=("Somebody mended the bell of the inn.",))
    question = (
        "On a scale of 1 to 10, how much does this matter to Nora, who keeps the inn? "
        f'"{statements.texts[0]}" Answer with JSON such as {{"ratings": [5]}} and nothing else.'
    )
    return Request(
        purpose=Purpose.RATE,
        messages=(Message("user", question),),
        material=statements,
        max_tokens=40,
        patience=Patience(first_word=seconds, between_words=seconds / 3, total=2 * seconds),
    )
