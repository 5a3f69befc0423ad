"""Asking once more for what could not be read, and what no question takes for an answer."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeVar

import pytest

from npcscenes.model.group_inputs import SpeakInput, SpokenLine
from npcscenes.prompts.questions.scene_rounds import DigestQuestion, UpdateQuestion, VoteQuestion
from npcscenes.prompts.questions.scene_talk import ChooseQuestion, SpeakQuestion
from npcserver.mind.asker import Asker, Question
from npcserver.model.day import Step, faults_of_steps
from npcserver.model.errors import ModelTalkedNonsense, ModelTruncated, PromptTooLong
from npcserver.model.inputs import FocalQuestionsInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import fixed_budget
from npcserver.ports.thinker import AskResult
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.impressions import SummaryQuestion
from npcserver.prompts.questions.interview import InterviewQuestion
from npcserver.prompts.questions.reflection import FocalPointsQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.tokens import prompt_tokens
from tests.fakes import prompt_inputs
from tests.fakes.language_models import FragmentModel
from tests.fakes.prompt_inputs import (
    afternoon_memory,
    focal_questions_input,
    interview_input,
    speak_input,
)

T = TypeVar("T")
ASKED = {
    "questions": [
        "Who tears the nets of the harbour?",
        "Why will nobody say how it was done?",
        "What does the harbour fear so much?",
    ]
}


async def test_second_attempt_leaves_more_to_chance() -> None:
    """A model that was asked without any chance could only say the same again."""
    model = FragmentModel(
        ["no JSON at all"], ['{"say": "Hear me out, all of you.", "ends": false}']
    )
    material: SpeakInput = speak_input()

    asked = await Asker(model, Templates()).ask(
        SpeakQuestion.of(material),
        purpose=Purpose.SPEAK,
        language="en",
        max_tokens=100,
        seed=7,
        temperature=0.0,
    )

    assert asked.verdict is AnswerStatus.REPAIRED
    assert isinstance(asked.answer, SpokenLine)
    assert [(one.temperature, one.seed) for one in model.requests] == [(0.0, 7), (0.7, 8)]


async def test_a_prompt_that_is_too_long_has_no_second_attempt() -> None:
    """The same prompt would be refused again; a typed default takes the answer's place."""
    model = FragmentModel([PromptTooLong("too long for the model")])
    material: SpeakInput = speak_input()

    asked = await Asker(model, Templates()).ask(
        SpeakQuestion.of(material), purpose=Purpose.SPEAK, language="en", max_tokens=100
    )

    assert (asked.answer, asked.verdict) == (None, AnswerStatus.DEFAULTED)
    assert asked.faults == ("too long for the model",)
    assert len(model.requests) == 1


def many_memories() -> FocalQuestionsInput:
    """Have a character wonder about many long memories."""
    text = "The nets were torn again this week, and nobody in the harbour would say how. "
    return focal_questions_input(
        *(afternoon_memory(f"{n}. {text * 3}", ago=timedelta(hours=99 - n)) for n in range(40))
    )


async def test_a_thought_keeps_to_the_space_of_its_model() -> None:
    """The oldest memories are left out, and the receipt counts them."""
    material, model = many_memories(), FragmentModel([json.dumps(ASKED)])
    whole = FocalPointsQuestion.of(material)

    asked = await Asker(model, Templates(), budget=fixed_budget(1_500)).ask(
        whole, purpose=Purpose.REFLECT, language="en", max_tokens=200
    )
    receipt = asked.receipt(Purpose.REFLECT, vantage_seq=1, persona_version=1)

    assert asked.answer is not None
    assert prompt_tokens(whole.messages(Templates(), "en")) > 2_000
    assert prompt_tokens(model.requests[0].messages) <= 1_500
    assert 0 < receipt.left_out < len(whole.memories)
    assert receipt.prompt_budget == 1_500


async def test_a_thought_that_was_too_long_is_asked_again_shorter() -> None:
    """An endpoint that has less space than was thought is believed, and the answer counts."""
    material, model = (
        many_memories(),
        FragmentModel([PromptTooLong("too long")], [json.dumps(ASKED)]),
    )

    asked = await Asker(
        model, Templates(), budget=lambda *_: 1_500 if model.requests else 8_192
    ).ask(FocalPointsQuestion.of(material), purpose=Purpose.REFLECT, language="en", max_tokens=200)
    first, second = (prompt_tokens(one.messages) for one in model.requests)

    assert asked.answer is not None
    assert first > 1_500 >= second
    assert len(model.requests[1].messages) == len(model.requests[0].messages)
    assert (asked.verdict, asked.prompt_budget) == (AnswerStatus.REPAIRED, 1_500)
    assert not asked.receipt(Purpose.REFLECT, vantage_seq=1, persona_version=1).is_mended


UNEVEN = (
    {"steps": [{"minutes": 15, "activity": "serving the first guest", "place": "anchor"}]},
    {"steps": [{"minutes": 20, "activity": "serving the second guest", "place": "anchor"}]},
)


async def put(question: Question[T], purpose: Purpose, *answers: Sequence[object]) -> AskResult[T]:
    """Put a question to a model that answers with these, one a call."""
    return await Asker(FragmentModel(*answers), Templates()).ask(
        question, purpose=purpose, language="en", max_tokens=200
    )


async def ask_for_steps(*answers: Sequence[object]) -> AskResult[tuple[Step, ...]]:
    """Ask how an hour goes."""
    return await put(
        DecomposeQuestion.of(prompt_inputs.decompose_input()), Purpose.DECOMPOSE, *answers
    )


async def test_what_was_refused_twice_is_mended_by_rule() -> None:
    """The later of two answers counts, and nothing is lost but its arithmetic."""
    asked = await ask_for_steps(*([json.dumps(one)] for one in UNEVEN))

    assert asked.answer is not None
    assert {one.activity for one in asked.answer} == {"serving the second guest"}
    assert faults_of_steps(prompt_inputs.decompose_input().block, asked.answer) == ()
    assert asked.verdict is AnswerStatus.REPAIRED
    assert asked.receipt(Purpose.DECOMPOSE, vantage_seq=1, persona_version=1).is_mended
    assert asked.faults == (
        "the minutes add up to 15 instead of 60",
        "the minutes add up to 20 instead of 60",
    )
    assert asked.calls == 2


async def test_a_second_answer_without_use_leaves_the_first() -> None:
    """It is mended then."""
    asked = await ask_for_steps([json.dumps(UNEVEN[0])], ["no JSON at all"])

    assert asked.answer is not None
    assert {one.activity for one in asked.answer} == {"serving the first guest"}
    assert asked.verdict is AnswerStatus.REPAIRED


async def test_of_an_answer_that_is_broken_off_the_beginning_is_used() -> None:
    """Where the second is broken off as well; the model is not shown where it went in circles."""
    begun = json.dumps(UNEVEN[0]).removesuffix("]}") + ', {"minutes": 10, "activ'
    looping = ModelTalkedNonsense("the answer goes round in circles")
    model = FragmentModel([begun, looping], [begun, ModelTruncated("too long")])
    asked = await Asker(model, Templates()).ask(
        DecomposeQuestion.of(prompt_inputs.decompose_input()),
        purpose=Purpose.DECOMPOSE,
        language="en",
        max_tokens=200,
    )

    assert asked.answer is not None
    assert {one.activity for one in asked.answer} == {"serving the first guest"}
    assert asked.verdict is AnswerStatus.REPAIRED
    assert asked.raw_answers == (begun, begun)
    assert begun not in [one.text for one in model.requests[1].messages]


async def test_plain_words_that_break_off_are_not_used() -> None:
    """Nobody says half a sentence, or one that went round in circles."""
    looping = ["I saw the red of the red of the", ModelTalkedNonsense("round in circles")]
    asked = await put(
        InterviewQuestion.of(interview_input("What of the lamp?")), Purpose.INTERVIEW, looping
    )

    assert (asked.answer, asked.verdict) == (None, AnswerStatus.DEFAULTED)


async def test_what_copies_the_prompt_is_never_mended() -> None:
    """Nobody lives through a labelled line of the question."""
    copied, own = (
        json.dumps({"steps": [{"minutes": 15, "activity": activity, "place": "anchor"}]})
        for activity in ("Goal, mend the roof before winter", "mending the roof")
    )

    refused, mended = await ask_for_steps([copied]), await ask_for_steps([own])

    assert (refused.answer, refused.verdict) == (None, AnswerStatus.DEFAULTED)
    assert mended.verdict is AnswerStatus.REPAIRED


SENSE = "The lamp went out, and nobody has said why."
ECHOED: dict[str, tuple[Any, Purpose, dict[str, object], str]] = {
    "converse": (
        ConverseQuestion.of(prompt_inputs.converse_input()),
        Purpose.CONVERSE,
        {"ends": False},
        "say",
    ),
    "interview": (
        InterviewQuestion.of(prompt_inputs.interview_input("What of the lamp?")),
        Purpose.INTERVIEW,
        {},
        "say",
    ),
    "summarise": (
        SummaryQuestion.of(prompt_inputs.summary_input()),
        Purpose.SUMMARISE,
        {"for_my_plans": "", "importance": 3},
        "interesting",
    ),
    "group_speak": (
        SpeakQuestion.of(prompt_inputs.speak_input()),
        Purpose.SPEAK,
        {"ends": False},
        "say",
    ),
    "group_choose": (
        ChooseQuestion.of(prompt_inputs.choose_input()),
        Purpose.CHOOSE,
        {"partner": "Bram Oake", "strategy": SENSE, "topics": []},
        "say",
    ),
    "group_update": (
        UpdateQuestion.of(prompt_inputs.revise_input()),
        Purpose.UPDATE,
        {"reflection": SENSE, "relations": {}, "inferred": [], "beliefs": {}},
        "summary",
    ),
    "group_vote": (
        VoteQuestion.of(prompt_inputs.vote_input()),
        Purpose.VOTE,
        {"guess": "Bram Oake", "vote": "Bram Oake", "vote_not_self": "Bram Oake"},
        "statement",
    ),
    "group_digest": (
        DigestQuestion.of(prompt_inputs.digest_input()),
        Purpose.CHRONICLE,
        {},
        "digest",
    ),
}
NONSENSE = (
    "your words",
    "Form of your answer",
    "Nature: dry, patient, hard to fool",
    "What you remember, in your own words: the lamp",
    "…",
    "asdkjh qwrtp zxcvb",
    "昨天夜里灯灭了，什么也看不见了。",
)


async def asked(kind: str, first: str, then: str = SENSE) -> AskResult[Any]:
    question, purpose, others, member = ECHOED[kind]
    model = FragmentModel(*([json.dumps({**others, member: text})] for text in (first, then)))
    return await Asker(model, Templates()).ask(
        question, purpose=purpose, language="en", max_tokens=200
    )


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.parametrize("kind", ECHOED)
async def test_nonsense_is_asked_again(kind: str, nonsense: str) -> None:
    """It counts as repaired; nothing of the first answer is kept."""
    repaired = await asked(kind, nonsense)

    assert (repaired.verdict, repaired.calls) == (AnswerStatus.REPAIRED, 2)
    assert nonsense not in str(repaired.answer)


@pytest.mark.parametrize("kind", ECHOED)
async def test_nonsense_twice_is_no_answer(kind: str) -> None:
    """A typed default takes its place."""
    given_up = await asked(kind, "your words", "your words")

    assert (given_up.verdict, given_up.answer) == (AnswerStatus.DEFAULTED, None)


@pytest.mark.parametrize("kind", ECHOED)
async def test_sense_is_asked_once(kind: str) -> None:
    """An answer that is one costs one call."""
    answered = await asked(kind, SENSE)

    assert (answered.verdict, answered.faults) == (AnswerStatus.ANSWERED, ())


def endless(schema: object, path: str = "") -> list[str]:
    """Return where a schema lets a text or a list go on for ever."""
    if isinstance(schema, list):
        return [at for one in schema for at in endless(one, path)]
    if not isinstance(schema, dict):
        return []
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    is_text = "string" in kinds and not schema.keys() & {"enum", "const", "maxLength"}
    is_list = "array" in kinds and "maxItems" not in schema
    inner = [at for key, one in schema.items() for at in endless(one, f"{path}/{key}")]
    return [path, *inner] if is_text or is_list else inner


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ECHOED)
async def test_no_answer_is_endless(kind: str, language: str) -> None:
    """A grammar closes each text and list before the answer runs out of tokens."""
    question, purpose, _, _ = ECHOED[kind]
    model = FragmentModel(["{}"])
    await Asker(model, Templates()).ask(
        question, purpose=purpose, language=language, max_tokens=200
    )

    assert endless(model.requests[0].schema) == []
