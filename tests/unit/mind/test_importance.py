"""Rating memories in batches."""

import json
from collections.abc import Coroutine

import pytest

from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.errors import ModelTruncated, ModelUnreachable
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import CallLane
from npcserver.ports.thinker import AskResult
from npcserver.prompts.render import Templates
from tests.fakes.language_models import FragmentModel


def answer(*ratings: int) -> list[object]:
    return [json.dumps({"ratings": list(ratings)})]


def statements(count: int) -> RatingInput:
    return RatingInput(name="Mira", texts=tuple(f"memory {number}" for number in range(count)))


def rated(model: FragmentModel, count: int) -> Coroutine[None, None, AskResult[tuple[int, ...]]]:
    return PromptedThinker(model, Templates()).think(statements(count))


async def test_twenty_are_rated_in_one_question() -> None:
    """They come back in their order, asked for in the background."""
    model = FragmentModel(answer(*range(1, 11), *range(1, 11)))

    asked = await rated(model, 20)

    assert asked.answer == (*range(1, 11), *range(1, 11))
    (request,) = model.requests
    assert (request.purpose, request.lane) == (Purpose.RATE, CallLane.BACKGROUND)
    assert "memory 19" in request.messages[-1].text


async def test_unreadable_answer_is_asked_for_once_more() -> None:
    """The model is told what was wrong, with its own answer before it, and may do better."""
    model = FragmentModel(["I cannot say."], answer(4, 5))

    asked = await rated(model, 2)

    assert (asked.answer, asked.verdict, asked.calls) == ((4, 5), AnswerStatus.REPAIRED, 2)
    assert [message.role for message in model.requests[1].messages] == [
        "system",
        "user",
        "assistant",
        "user",
    ]


@pytest.mark.parametrize("second", [["no"], answer(0), ["{", ModelTruncated("cut")]])
async def test_second_bad_answer_leaves_them_unrated(second: list[object]) -> None:
    """An answer that broke off is as bad as one that cannot be read."""
    asked = await rated(FragmentModel(["no"], second), 1)

    assert (asked.answer, asked.verdict, asked.calls) == (None, AnswerStatus.DEFAULTED, 2)
    assert len(asked.faults) == 2


async def test_unreachable_model_is_the_caller_s_to_retry() -> None:
    """When nobody answers at all, the job must come again: the fault goes up."""
    with pytest.raises(ModelUnreachable):
        await rated(FragmentModel([ModelUnreachable("down")]), 1)
