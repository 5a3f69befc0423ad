"""What every thinker does: it answers typed questions, with or without a prompt."""

from collections.abc import Callable
from contextlib import aclosing

import pytest

from npcmodels.offline import OfflineActor
from npcmodels.schema_model import SchemaLanguageModel
from npcmodels.scripted import ScriptedThinker
from npcserver.adapters.llm.wrappers import Meter, MeteredThinker
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.day import DayPlan, faults_of_day
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.model.turn import ReplyAnswer, ReplyText
from npcserver.ports.language_model import CallTimeouts, Finished
from npcserver.ports.thinker import PromptSent, ReplyPart, Thinker
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from tests.fakes.prompt_inputs import plan_input, reply_scene

METER = Meter()
MAKES: dict[str, Callable[[], Thinker]] = {
    "offline": OfflineActor,
    "scripted": ScriptedThinker,
    "metered": lambda: MeteredThinker(OfflineActor(), METER),
    "prompted": lambda: PromptedThinker(SchemaLanguageModel(), Templates()),
}


@pytest.fixture(params=MAKES)
def thinker(request: pytest.FixtureRequest) -> Thinker:
    return MAKES[request.param]()


async def replied(thinker: Thinker) -> list[ReplyPart]:
    async with aclosing(thinker.reply(reply_scene(), CallTimeouts())) as parts:
        return [part async for part in parts]


def test_it_is_a_thinker_by_its_shape(thinker: Thinker) -> None:
    """Models are told from thinkers at run time."""
    assert isinstance(thinker, Thinker)
    assert not isinstance(SchemaLanguageModel(), Thinker)


async def test_a_question_has_an_answer_of_its_type(thinker: Thinker) -> None:
    """A day is planned, statements are rated, each with who answered."""
    plan = await thinker.think(plan_input())
    ratings = await thinker.think(RatingInput(name="Mira", texts=("a", "b")))

    assert isinstance(plan.answer, DayPlan)
    assert faults_of_day(plan.answer) == ()
    assert ratings.answer is not None
    assert all(1 <= one <= 10 for one in ratings.answer)
    assert (plan.model, plan.calls, plan.verdict) == (thinker.name, 1, AnswerStatus.ANSWERED)


async def test_a_check_may_refuse_an_answer(thinker: Thinker) -> None:
    """Then there is none, and why is told; the one who asks has a default."""

    def refused(plan: DayPlan) -> DayPlan:
        raise Unparseable("no such day")

    asked = await thinker.think(plan_input(), refused)

    assert (asked.answer, asked.verdict) == (None, AnswerStatus.DEFAULTED)
    assert set(asked.faults) == {"no such day"}


async def test_a_reply_comes_in_parts_and_then_whole(thinker: Thinker) -> None:
    """Words add up to what the whole answer says; the price stands before it."""
    parts = await replied(thinker)
    *_, price, whole = parts

    assert isinstance(price, Finished)
    assert isinstance(whole, ReplyAnswer)
    assert "".join(one.growth for one in parts if isinstance(one, ReplyText)) == whole.say
    assert price.model == thinker.name


async def test_only_what_sends_a_prompt_costs_tokens(thinker: Thinker) -> None:
    """A prompt is the first part; without one there are neither digests nor tokens."""
    parts = await replied(thinker)
    asked = await thinker.think(plan_input())
    is_prompted = isinstance(parts[0], PromptSent)
    prices = [one.usage for one in parts if isinstance(one, Finished)]

    assert is_prompted is isinstance(thinker, PromptedThinker)
    assert all(bool(one.prompt_tokens) is is_prompted for one in (*prices, asked.usage))
    assert bool(asked.prompt_digest) is bool(asked.template) is is_prompted


async def test_what_is_asked_of_a_thinker_is_counted() -> None:
    """By purpose, as the calls of models are."""
    meter = Meter()
    thinker = MeteredThinker(OfflineActor(), meter)

    await replied(thinker)
    await thinker.think(plan_input())

    assert {(one.purpose, one.calls, one.finished) for one in meter.snapshot()} == {
        (Purpose.REPLY, 1, 1),
        (Purpose.PLAN, 1, 1),
    }
