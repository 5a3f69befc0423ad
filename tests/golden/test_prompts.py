"""Rendered prompts, byte for byte: a change of wording is a visible diff.

`UPDATE_GOLDEN=1 pytest tests/golden` writes the files anew.
"""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from npcserver.model.group.script import Knowledge
from npcserver.model.inputs import RatingInput
from npcserver.model.prompt import PromptProfile
from npcserver.model.record import RecordKind, Source
from npcserver.ports.language_model import Message
from npcserver.prompts.catalogue import QUESTIONS
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.importance import ImportanceQuestion
from npcserver.prompts.questions.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.questions.interview import InterviewQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import ReactQuestion
from npcserver.prompts.questions.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.questions.scene_rounds import (
    ChronicleQuestion,
    DigestQuestion,
    UpdateQuestion,
    VoteQuestion,
)
from npcserver.prompts.questions.scene_talk import ChooseQuestion, SpeakQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW, midday_state, recollection, reply_scene

FOLDER = Path(__file__).parent


def reply(templates: Templates, language: str) -> tuple[Message, ...]:
    return _reply(templates, language, PromptProfile.FULL)


def reply_short(templates: Templates, language: str) -> tuple[Message, ...]:
    return _reply(templates, language, PromptProfile.SHORT)


def _reply(templates: Templates, language: str, profile: PromptProfile) -> tuple[Message, ...]:
    remembered = (
        recollection("The cellar door came off in the storm."),
        recollection("Bram owes me for nine ales.", source=Source.AUTHORED),
        recollection("Bram sold his boat.", source=Source.TOLD, told_by="ann", ago=timedelta(3)),
        recollection("He leaves on Friday.", source=Source.OVERHEARD, speaker="Bram"),
        recollection(
            "I am a baron.",
            source=Source.OVERHEARD,
            kind=RecordKind.UTTERANCE,
            speaker="Bram",
            told_to="ann",
            trust=20,
        ),
        recollection("Lost: one grey cat.", source=Source.READ, ago=timedelta(hours=5)),
        recollection("Do not trust the miller.", source=Source.INNER_VOICE, ago=timedelta(8)),
        recollection("Swept the floor.", source=Source.OWN, ago=timedelta(hours=14)),
        recollection(
            "Is the cellar dry?",
            source=Source.TOLD,
            kind=RecordKind.UTTERANCE,
            speaker="Ann",
            ago=timedelta(minutes=2),
        ),
        recollection(
            "There was cider once.",
            source=Source.OWN,
            kind=RecordKind.LINE,
            told_to="bram",
            ago=timedelta(70),
        ),
        recollection("Ann likes cider.", source=Source.INFERRED, kind=RecordKind.REFLECTION),
        recollection("Mend the roof.", source=Source.OWN, kind=RecordKind.PLAN, ago=timedelta(800)),
    )
    prior = (
        replace(recollection("The quay was mended.", ago=timedelta(40)), is_prior=True),
        replace(recollection("Ann has come home."), is_prior=True),
    )
    present = midday_state()
    where = reply_scene(recollections=(*prior, *remembered), **present)
    return ReplyQuestion.of(where, profile).messages(templates, language)


def importance(templates: Templates, language: str) -> tuple[Message, ...]:
    question = ImportanceQuestion.of(
        RatingInput(
            name="Mira Holt",
            texts=("Swept the floor.", "The roof fell in on my brother."),
            traits="stubborn, warm",
            goals=("Keep the mill running.",),
        )
    )
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


PROBLEM = "what was wrong with it"


def questions(templates: Templates, language: str) -> tuple[Message, ...]:
    question = FocalPointsQuestion.of(prompt_inputs.focal_questions_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def insights(templates: Templates, language: str) -> tuple[Message, ...]:
    question = InsightsQuestion.of(prompt_inputs.insights_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def summarise(templates: Templates, language: str) -> tuple[Message, ...]:
    question = SummaryQuestion.of(prompt_inputs.summary_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def relate(templates: Templates, language: str) -> tuple[Message, ...]:
    question = RelationQuestion.of(prompt_inputs.relation_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def interview(templates: Templates, language: str) -> tuple[Message, ...]:
    question = InterviewQuestion.of(
        prompt_inputs.interview_input(
            "What will you do at six?",
            *prompt_inputs.AFTERNOON_MEMORIES[2:4],
            day=prompt_inputs.afternoon_plan(),
            standings=(prompt_inputs.relation_input().standing,),
        )
    )
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def plan(templates: Templates, language: str) -> tuple[Message, ...]:
    yesterday = prompt_inputs.day_plan(at=NOW.replace(day=NOW.day - 1, hour=6, minute=0))
    at_dawn = PlanQuestion.of(prompt_inputs.plan_input(previous=yesterday))
    changed = PlanQuestion.of(
        prompt_inputs.plan_input(
            previous=prompt_inputs.day_plan(),
            rest_from=NOW,
            because="The stove is burning.",
            whispers=("Run for mayor.",),
        )
    )
    return (
        *at_dawn.messages(templates, language),
        *changed.messages(templates, language)[1:],
        changed.complaint(templates, language, "nothing is planned from 18:00"),
    )


def decompose(templates: Templates, language: str) -> tuple[Message, ...]:
    question = DecomposeQuestion.of(prompt_inputs.decompose_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, "the minutes add up to 90"),
    )


def react(templates: Templates, language: str) -> tuple[Message, ...]:
    question = ReactQuestion.of(prompt_inputs.react_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, '"with" must be the id of somebody who is there'),
    )


def converse(templates: Templates, language: str) -> tuple[Message, ...]:
    said = (("Mira", "Is it true about the boat?"), ("Bram", "Who told you that?"))
    opening = ConverseQuestion.of(prompt_inputs.converse_input())
    middle = ConverseQuestion.of(prompt_inputs.converse_input(*said))
    later = ConverseQuestion.of(prompt_inputs.converse_input(*said, should_end=True))
    return (
        *opening.messages(templates, language),
        *middle.messages(templates, language)[1:],
        *later.messages(templates, language)[1:],
        later.complaint(templates, language, "it echoes what the other has said"),
    )


def group_choose(templates: Templates, language: str) -> tuple[Message, ...]:
    question = ChooseQuestion.of(prompt_inputs.choose_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def group_speak(templates: Templates, language: str) -> tuple[Message, ...]:
    to_one = SpeakQuestion.of(prompt_inputs.speak_input())
    to_all = SpeakQuestion.of(prompt_inputs.plenary_input())
    return (
        *to_one.messages(templates, language),
        *to_all.messages(templates, language)[1:],
        to_one.complaint(templates, language, PROBLEM),
    )


def group_update(templates: Templates, language: str) -> tuple[Message, ...]:
    question = UpdateQuestion.of(prompt_inputs.revise_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def group_vote(templates: Templates, language: str) -> tuple[Message, ...]:
    knowing_own = VoteQuestion.of(prompt_inputs.vote_input())
    knowing_all = VoteQuestion.of(prompt_inputs.vote_input(Knowledge.ALL))
    return (
        *knowing_own.messages(templates, language),
        *knowing_all.messages(templates, language),
        knowing_all.complaint(templates, language, PROBLEM),
    )


def group_chronicle(templates: Templates, language: str) -> tuple[Message, ...]:
    question = ChronicleQuestion.of(prompt_inputs.chronicle_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def group_digest(templates: Templates, language: str) -> tuple[Message, ...]:
    question = DigestQuestion.of(prompt_inputs.digest_input())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


RENDER = {
    "reply": reply,
    "reply_short": reply_short,
    "importance": importance,
    "questions": questions,
    "insights": insights,
    "summarise": summarise,
    "relate": relate,
    "interview": interview,
    "plan": plan,
    "decompose": decompose,
    "react": react,
    "converse": converse,
    "group_choose": group_choose,
    "group_speak": group_speak,
    "group_update": group_update,
    "group_vote": group_vote,
    "group_digest": group_digest,
    "group_chronicle": group_chronicle,
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("template", sorted(RENDER))
def test_prompt_reads_as_before(template: str, language: str) -> None:
    """A rendered prompt equals its golden file."""
    messages = RENDER[template](Templates(), language)
    actual = "".join(f"===== {message.role}\n{message.text}\n" for message in messages)
    path = FOLDER / language / f"{template}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(actual, encoding="utf-8")

    assert path.read_bytes().decode() == actual


def test_every_golden_file_has_its_prompt() -> None:
    """No golden file outlives the question it belongs to."""
    kinds = {question.template for question in QUESTIONS}

    assert kinds | {"reply_short"} == {path.stem for path in FOLDER.glob("*/*.txt")}
