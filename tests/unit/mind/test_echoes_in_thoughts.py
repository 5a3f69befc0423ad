"""What no question takes for an answer: its own form and headings, dots, letters, scripts."""

import json
from typing import Any

import pytest

from npcserver.mind.asker import Asker
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.thinker import AskResult
from npcserver.prompts.converse import ConverseQuestion
from npcserver.prompts.impressions import SummaryQuestion
from npcserver.prompts.interview import InterviewQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.scene_round_questions import DigestQuestion, UpdateQuestion, VoteQuestion
from npcserver.prompts.scene_talk_questions import ChooseQuestion, SpeakQuestion
from tests.fakes import prompt_inputs
from tests.fakes.language_models import FragmentModel

SENSE = "The lamp went out, and nobody has said why."
ASKED: dict[str, tuple[Any, Purpose, dict[str, object], str]] = {
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
    question, purpose, others, member = ASKED[kind]
    model = FragmentModel(*([json.dumps({**others, member: text})] for text in (first, then)))
    return await Asker(model, Templates()).ask(
        question, purpose=purpose, language="en", max_tokens=200
    )


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.parametrize("kind", ASKED)
async def test_nonsense_is_asked_again(kind: str, nonsense: str) -> None:
    """It counts as repaired; nothing of the first answer is kept."""
    repaired = await asked(kind, nonsense)

    assert (repaired.verdict, repaired.calls) == (AnswerStatus.REPAIRED, 2)
    assert nonsense not in str(repaired.answer)


@pytest.mark.parametrize("kind", ASKED)
async def test_nonsense_twice_is_no_answer(kind: str) -> None:
    """A typed default takes its place."""
    given_up = await asked(kind, "your words", "your words")

    assert (given_up.verdict, given_up.answer) == (AnswerStatus.DEFAULTED, None)


@pytest.mark.parametrize("kind", ASKED)
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
@pytest.mark.parametrize("kind", ASKED)
async def test_no_answer_is_endless(kind: str, language: str) -> None:
    """A grammar closes each text and list before the answer runs out of tokens."""
    question, purpose, _, _ = ASKED[kind]
    model = FragmentModel(["{}"])
    await Asker(model, Templates()).ask(
        question, purpose=purpose, language=language, max_tokens=200
    )

    assert endless(model.requests[0].schema) == []
