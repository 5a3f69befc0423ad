"""Rating memories in batches."""

import json

import pytest
from structlog.testing import capture_logs

from npcserver.mind.thoughts import RatingTuning, rate
from npcserver.model.errors import ModelTruncated, ModelUnreachable
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallLane
from npcserver.prompts.render import Templates
from tests.fakes.language_models import FragmentModel


def answer(*ratings: int) -> list[object]:
    return [json.dumps({"ratings": list(ratings)})]


def statements(count: int) -> RatingInput:
    return RatingInput(name="Mira", texts=tuple(f"memory {number}" for number in range(count)))


async def test_many_are_rated_in_few_questions() -> None:
    """Forty-one statements take three questions and come back in their order."""
    model = FragmentModel(answer(*[1] * 20), answer(*[2] * 20), answer(3))

    ratings = await rate(statements(41), model=model, templates=Templates())

    assert ratings == (1,) * 20 + (2,) * 20 + (3,)
    assert len(model.requests) == 3
    assert {Purpose.RATE} == {request.purpose for request in model.requests}
    assert {CallLane.BACKGROUND} == {request.lane for request in model.requests}
    assert model.requests[2].material == RatingInput(name="Mira", texts=("memory 40",))


async def test_unreadable_answer_is_asked_for_once_more() -> None:
    """The model is told what was wrong, with its own answer before it, and may do better."""
    model = FragmentModel(["I cannot say."], answer(4, 5))

    ratings = await rate(statements(2), model=model, templates=Templates())

    assert ratings == (4, 5)
    assert [message.role for message in model.requests[1].messages] == [
        "system",
        "user",
        "assistant",
        "user",
    ]


async def test_second_bad_answer_leaves_them_unrated() -> None:
    """Nothing is lost: the batch is None, the others keep their ratings, and the log counts."""
    model = FragmentModel(answer(7), ["no"], answer(0), answer(9))
    with capture_logs() as logs:
        ratings = await rate(
            statements(3),
            model=model,
            templates=Templates(),
            tuning=RatingTuning(batch=1),
            language="zh",
        )

    assert ratings == (7, None, 9)
    assert {"event": "importance_rated", "rated": 2, "unrated": 1, "log_level": "info"} in logs


async def test_truncated_answer_leaves_them_unrated() -> None:
    """An answer that broke off is as bad as one that cannot be read."""
    model = FragmentModel(["{", ModelTruncated("cut")])

    assert await rate(statements(1), model=model, templates=Templates()) == (None,)


async def test_unreachable_model_is_the_caller_s_to_retry() -> None:
    """When nobody answers at all, the job must come again: the fault goes up."""
    model = FragmentModel([ModelUnreachable("down")])

    with pytest.raises(ModelUnreachable):
        await rate(statements(1), model=model, templates=Templates())


async def test_nothing_to_rate_asks_nothing() -> None:
    """No statements, no question."""
    model = FragmentModel(answer())

    assert await rate(statements(0), model=model, templates=Templates()) == ()
    assert model.requests == []
