"""Answers of thoughts: ratings, reflections, plans and the defaults where none can be read."""

import json
from collections.abc import Coroutine
from dataclasses import replace

import pytest

from npcserver.app.thoughts.day_plans import decompose, plan_day
from npcserver.app.thoughts.reflection import evidence_summary
from npcserver.mind import activity_texts
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.day import faults_of_day, faults_of_steps
from npcserver.model.default_day import default_day, default_steps
from npcserver.model.errors import ModelTruncated, ModelUnreachable
from npcserver.model.inputs import ConversationSummary, Insight, RatingInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import CallLane
from npcserver.ports.thinker import Ask, AskResult
from npcserver.prompts.render import Templates
from npcserver.prompts.tokens import estimate_tokens
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers, FragmentModel
from tests.fakes.life_app import COTTAGE, GREEN, day_plan_of, time_of_day
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


def asking(model: FragmentModel) -> Ask:
    return PromptedThinker(model, Templates()).think


async def test_reflection_takes_two_calls() -> None:
    """One question for what to wonder about, one for all insights; both on the same account."""
    model = FragmentModel([GOOD_QUESTIONS], [GOOD_INSIGHTS])
    ask = asking(model)

    asked = await ask(focal_questions_input())
    inferred = await ask(insights_input(questions=asked.answer or ()))

    assert asked.answer == QUESTIONS
    assert inferred.answer == (Insight(text="Bram hides a debt.", evidence=(3, 5), importance=7),)
    assert [request.purpose for request in model.requests] == [Purpose.REFLECT] * 2
    assert [request.schema_name for request in model.requests] == ["questions", "insights"]


async def test_unreadable_insights_are_asked_for_once_more() -> None:
    """The model is told what was wrong in words without any of what was said."""
    model = FragmentModel(["this is blank"], [GOOD_INSIGHTS])

    inferred = await asking(model)(insights_input())

    assert inferred.verdict is AnswerStatus.REPAIRED
    assert inferred.raw_answers == ("this is blank", GOOD_INSIGHTS)
    assert "no JSON object with 'insights'" in model.requests[1].messages[-1].text


async def test_twice_unreadable_leaves_no_answer() -> None:
    """Garbage stays in the receipt; the thought comes to nothing."""
    model = FragmentModel(["Error: 502 Bad Gateway"])

    asked = await asking(model)(focal_questions_input())

    assert asked.answer is None
    assert asked.verdict is AnswerStatus.DEFAULTED
    assert asked.calls == 2


async def test_talk_is_summarised_for_its_purpose() -> None:
    """What to keep is asked for on the account of summaries, with the material along."""
    plans = "Mira means to look at Bram's boat at six."
    model = FragmentModel([json.dumps({"for_my_plans": plans, "interesting": "", "importance": 4})])

    asked = await asking(model)(summary_input())

    assert asked.answer == ConversationSummary(for_my_plans=plans, importance=4)
    assert model.requests[0].purpose is Purpose.SUMMARISE


async def test_impression_may_be_a_bad_one() -> None:
    """Dislike comes through as readily as liking, and the prompt says that it may."""
    answer = {"affinity": -9, "trust": -8, "familiarity": 1, "view": "", "beliefs": []}
    model = FragmentModel([json.dumps({**answer, "feeling": "disgust"})])

    asked = await asking(model)(relation_input())

    assert asked.answer is not None
    assert (asked.answer.affinity, asked.answer.trust) == (-9, -8)
    assert asked.answer.feeling.label == "disgust"
    assert "dislike is as good an answer as liking" in model.requests[0].messages[0].text
    assert model.requests[0].purpose is Purpose.RELATE


async def test_interview_is_answered_in_the_language_of_the_mind() -> None:
    """The question is put with the templates of its language."""
    model = FragmentModel(["\u6211\u4e0d\u8ba4\u8bc6\u4ed6\u3002"])

    question = interview_input("\u4f60\u8ba4\u8bc6\u9a6c\u514b\u5417\uff1f")
    mind = question.situation.character
    chinese = replace(mind, persona=replace(mind.persona, language="zh"))
    situation = replace(question.situation, character=chinese)

    asked = await asking(model)(replace(question, situation=situation))

    assert asked.answer == "\u6211\u4e0d\u8ba4\u8bc6\u4ed6\u3002"
    assert "\u8bbf\u8c08" in model.requests[0].messages[0].text
    assert model.requests[0].purpose is Purpose.INTERVIEW


async def test_longest_answers_are_never_cut() -> None:
    """Five insights of the longest kind, in English or Chinese, fit the tokens asked for."""
    for sentence in ("word " * 59 + "end.", "\u5b57" * 200):
        one = {"insight": sentence, "because": [1, 2, 3, 4, 5, 6], "importance": 10}
        answer = json.dumps({"insights": [one] * 5}, ensure_ascii=False)
        model = FragmentModel([GOOD_INSIGHTS])
        await asking(model)(insights_input())

        assert estimate_tokens(answer) < model.requests[0].max_tokens


def test_inference_inherits_the_least_trust_and_all_players() -> None:
    """What rests on a rumour is no surer than the rumour, and forgets no player it stems from."""
    evidence = (
        afternoon_memory("Ann waved.", trust=90, players=("p1",)),
        afternoon_memory("Bram lies.", trust=30, players=("p2", "p1"), depth=2),
        afternoon_memory("It rained."),
    )

    assert evidence_summary(evidence) == (30, ("p1", "p2"), 3)
    assert evidence_summary(AFTERNOON_MEMORIES[:1]) == (100, (), 1)


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


DAY = json.dumps(
    {
        "currently": "Mira Holt is tired of the storm.",
        "wake_up": "06:00",
        "sleep": "23:00",
        "outline": [],
        "blocks": [{"start": "06:00", "minutes": 1020, "activity": "mending", "place": "loft"}],
    }
)


async def test_a_day_is_the_models() -> None:
    """A plan that can be read is the plan."""
    ask = CannedAnswers(DAY)

    plan, asked = await plan_day(prompt_inputs.plan_input(), ask)

    assert plan == asked.answer
    assert {block.activity for block in plan.blocks} == {"mending"}
    assert ask.purposes == [Purpose.PLAN]


async def test_a_day_is_mended_by_asking_again() -> None:
    """The complaint says what was wrong with it."""
    clash = json.loads(DAY)
    clash["blocks"].append({**clash["blocks"][0], "start": "12:00", "activity": "serving ale"})
    ask = CannedAnswers(json.dumps(clash), DAY)

    plan, asked = await plan_day(prompt_inputs.plan_input(), ask)

    assert asked.calls == 2
    assert faults_of_day(plan) == ()
    assert "'serving ale' starts before" in ask.complaints[0]


async def test_a_day_goes_by_habit_where_nothing_can_be_read() -> None:
    """After two unreadable answers there is a sound plan all the same, marked as a default."""
    dawn = prompt_inputs.plan_input()

    plan, asked = await plan_day(dawn, CannedAnswers("Error: 502 Bad Gateway", "[]"))

    assert asked.verdict is AnswerStatus.DEFAULTED
    assert plan == default_day(dawn)
    assert plan.is_default
    assert faults_of_day(plan) == ()


async def test_an_hour_goes_by_habit_where_nothing_can_be_read() -> None:
    """The steps fill it all the same."""
    hour = prompt_inputs.decompose_input()

    steps, asked = await decompose(hour, CannedAnswers("", "{}"))

    assert asked.answer is None
    assert steps == default_steps(hour)
    assert faults_of_steps(hour.block, steps) == ()


async def test_an_hour_is_the_models() -> None:
    """Steps that can be read are the steps."""
    rows = [{"minutes": 15, "activity": f"serving guest {n}", "place": "anchor"} for n in range(4)]

    steps, _ = await decompose(
        prompt_inputs.decompose_input(), CannedAnswers(json.dumps({"steps": rows}))
    )

    assert [step.activity for step in steps] == [f"serving guest {n}" for n in range(4)]


async def test_nobody_is_asked_to_cut_a_moment() -> None:
    """What takes less than two steps is one."""
    ask = CannedAnswers()

    steps, asked = await decompose(prompt_inputs.decompose_input(7), ask)

    assert [step.minutes for step in steps] == [7]
    assert (asked.calls, ask.purposes) == (0, [])


WEAVING_DAY = day_plan_of(
    ("06:00", "getting up", COTTAGE),
    ("08:00", "weaving", COTTAGE),
    ("12:00", "weaving", COTTAGE),
    ("14:00", "walking", GREEN),
)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ann is reading"),
        ("zh", "Ann正在reading"),
        ("zh-CN", "Ann正在reading"),
        ("fr", "Ann is reading"),
    ],
)
def test_what_a_character_does_is_seen_in_the_language_of_the_world(
    language: str, text: str
) -> None:
    """An act is told in the words of its language, in English where there are none."""
    assert activity_texts.seen("Ann", "reading.", language) == text


def test_braces_in_names_are_only_braces() -> None:
    """Names and activities are data, whatever they look like."""
    assert (
        activity_texts.seen("{name}", "writing {activity}", "en") == "{name} is writing {activity}"
    )


def test_a_plan_is_remembered_with_its_times() -> None:
    """What goes on over several blocks is told once."""
    text = activity_texts.as_memory(WEAVING_DAY, "en")

    assert text == "PLAN for Monday: 06:00 getting up; 08:00 weaving; 14:00 walking"


def test_of_a_changed_plan_the_rest_is_remembered() -> None:
    """What was over when the plan changed is no part of what one means to do."""
    text = activity_texts.as_memory(WEAVING_DAY, "zh", since=time_of_day("12:30"))

    assert text == "星期一余下时间的计划：12:30 weaving；14:00 walking"


def test_an_outline_is_one_line() -> None:
    """The broad strokes tell a day; without any, its blocks do."""
    assert activity_texts.outline(WEAVING_DAY, "en") == "getting up; weaving; walking"
    assert (
        activity_texts.outline(replace(WEAVING_DAY, outline=("work", "rest")), "en") == "work; rest"
    )
