"""Rating memories, and thinking about what happened, about others and oneself."""

import json

import pytest
from structlog.testing import capture_logs

from npcserver.mind.asker import Asker, AskResult, CharacterAsker, Question, T
from npcserver.mind.thoughts import (
    RatingTuning,
    infer,
    inherited,
    interview,
    rate,
    revise,
    summarise,
    wonder,
)
from npcserver.model.errors import ModelTruncated, ModelUnreachable
from npcserver.model.inputs import (
    ConversationSummary,
    Insight,
    RatingInput,
    RelationUpdate,
    SummaryInput,
    ThoughtInput,
)
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import CallLane
from npcserver.prompts.render import Templates
from npcserver.prompts.tokens import estimate_tokens
from tests.fakes.language_models import FragmentModel
from tests.fakes.prompt_inputs import (
    AFTERNOON_MEMORIES,
    QUESTIONS,
    afternoon_memory,
    focal_questions_input,
    insights_input,
    interview_input,
    relation_input,
    summary_input,
)

GOOD_QUESTIONS = json.dumps({"questions": QUESTIONS})
GOOD_INSIGHTS = json.dumps(
    {"insights": [{"insight": "Bram hides a debt.", "because": [4, 6], "importance": 7}]}
)


def asking(model: FragmentModel, language: str = "en") -> CharacterAsker:
    asker = Asker(model, Templates())

    async def ask(
        question: Question[T],
        *,
        purpose: Purpose,
        material: ThoughtInput,
        max_tokens: int,
        temperature: float | None = None,
    ) -> AskResult[T]:
        return await asker.ask(
            question,
            purpose=purpose,
            language=language,
            material=material,
            max_tokens=max_tokens,
            temperature=temperature,
        )

    return ask


async def test_reflection_takes_two_calls() -> None:
    """One question for what to wonder about, one for all insights; both on the same account."""
    model = FragmentModel([GOOD_QUESTIONS], [GOOD_INSIGHTS])
    ask = asking(model)

    asked = await wonder(focal_questions_input(), ask)
    inferred = await infer(insights_input(questions=asked.answer or ()), ask)

    assert asked.answer == QUESTIONS
    assert inferred.answer == (Insight(text="Bram hides a debt.", evidence=(3, 5), importance=7),)
    assert [request.purpose for request in model.requests] == [Purpose.REFLECT] * 2
    assert [request.schema_name for request in model.requests] == ["questions", "insights"]


async def test_unreadable_insights_are_asked_for_once_more() -> None:
    """The model is told what was wrong in words without any of what was said."""
    model = FragmentModel(["this is blank"], [GOOD_INSIGHTS])

    inferred = await infer(insights_input(), asking(model))

    assert inferred.verdict is AnswerStatus.REPAIRED
    assert inferred.raw_answers == ("this is blank", GOOD_INSIGHTS)
    assert "no JSON object with 'insights'" in model.requests[1].messages[-1].text


async def test_twice_unreadable_leaves_no_answer() -> None:
    """Garbage stays in the receipt; the thought comes to nothing."""
    model = FragmentModel(["Error: 502 Bad Gateway"])

    asked = await wonder(focal_questions_input(), asking(model))

    assert asked.answer is None
    assert asked.verdict is AnswerStatus.DEFAULTED
    assert asked.calls == 2


async def test_nothing_to_think_about_asks_nothing() -> None:
    """No memories, no evidence, no talk, no events: no call, and an answer that changes nothing."""
    model = FragmentModel(["never"])
    ask = asking(model)
    material = focal_questions_input()
    silent = SummaryInput(
        situation=material.situation, partner=summary_input().partner, conversation=()
    )
    bare = type(material)(situation=material.situation, memories=())
    blank = type(insights_input())(situation=material.situation, questions=QUESTIONS, evidence=())
    unmoved = relation_input(memories=())

    assert (await wonder(bare, ask)).answer == ()
    assert (await infer(blank, ask)).answer == ()
    assert (await infer(insights_input(questions=()), ask)).answer == ()
    assert (await summarise(silent, ask)).answer == ConversationSummary()
    assert (await revise(unmoved, ask)).answer == RelationUpdate()
    assert model.requests == []


async def test_talk_is_summarised_for_its_purpose() -> None:
    """What to keep is asked for on the account of summaries, with the material along."""
    plans = "Mira means to look at Bram's boat at six."
    model = FragmentModel([json.dumps({"for_my_plans": plans, "interesting": "", "importance": 4})])

    asked = await summarise(summary_input(), asking(model))

    assert asked.answer == ConversationSummary(for_plans=plans, importance=4)
    assert model.requests[0].purpose is Purpose.SUMMARISE
    assert model.requests[0].material == summary_input()


async def test_impression_may_be_a_bad_one() -> None:
    """Dislike comes through as readily as liking, and the prompt says that it may."""
    answer = {"affinity": -9, "trust": -8, "familiarity": 1, "view": "", "beliefs": []}
    model = FragmentModel([json.dumps({**answer, "feeling": "disgust"})])

    asked = await revise(relation_input(), asking(model))

    assert asked.answer is not None
    assert (asked.answer.affinity, asked.answer.trust) == (-9, -8)
    assert asked.answer.feeling.label == "disgust"
    assert "dislike is as good an answer as liking" in model.requests[0].messages[0].text
    assert model.requests[0].purpose is Purpose.RELATE


async def test_interview_is_answered_in_the_language_of_the_mind() -> None:
    """The question is put with the templates of its language."""
    model = FragmentModel(["\u6211\u4e0d\u8ba4\u8bc6\u4ed6\u3002"])

    asked = await interview(
        interview_input("\u4f60\u8ba4\u8bc6\u9a6c\u514b\u5417\uff1f"), asking(model, "zh")
    )

    assert asked.answer == "\u6211\u4e0d\u8ba4\u8bc6\u4ed6\u3002"
    assert "\u8bbf\u8c08" in model.requests[0].messages[0].text
    assert model.requests[0].purpose is Purpose.INTERVIEW


async def test_longest_answers_are_never_cut() -> None:
    """Five insights of the longest kind, in English or Chinese, fit the tokens asked for."""
    for sentence in ("word " * 59 + "end.", "\u5b57" * 200):
        one = {"insight": sentence, "because": [1, 2, 3, 4, 5, 6], "importance": 10}
        answer = json.dumps({"insights": [one] * 5}, ensure_ascii=False)
        model = FragmentModel([GOOD_INSIGHTS])
        await infer(insights_input(), asking(model))

        assert estimate_tokens(answer) < model.requests[0].max_tokens


def test_inference_inherits_the_least_trust_and_all_players() -> None:
    """What rests on a rumour is no surer than the rumour, and forgets no player it stems from."""
    evidence = (
        afternoon_memory("Ann waved.", trust=90, players=("p1",)),
        afternoon_memory("Bram lies.", trust=30, players=("p2", "p1"), depth=2),
        afternoon_memory("It rained."),
    )

    assert inherited(evidence) == (30, ("p1", "p2"), 3)
    assert inherited(AFTERNOON_MEMORIES[:1]) == (100, (), 1)


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
