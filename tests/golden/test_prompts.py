"""Rendered prompts, byte for byte: a change of wording is a visible diff.

`UPDATE_GOLDEN=1 pytest tests/golden` writes the files anew.
"""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from npcserver.model.group.script import Knowledge
from npcserver.model.prompt import PromptProfile
from npcserver.model.record import RecordKind, Source
from npcserver.model.scene import Statements
from npcserver.ports.language_model import Message
from npcserver.prompts.catalogue import QUESTIONS
from npcserver.prompts.converse import TakeTurn
from npcserver.prompts.decompose import DecomposeBlock
from npcserver.prompts.group_choose import ChoosePartner
from npcserver.prompts.group_chronicle import Chronicle
from npcserver.prompts.group_digest import Digest
from npcserver.prompts.group_speak import SpeakUp
from npcserver.prompts.group_update import TakeStock
from npcserver.prompts.group_vote import CastVote
from npcserver.prompts.importance import RateImportance
from npcserver.prompts.insights import InferInsights
from npcserver.prompts.interview import AnswerInterview
from npcserver.prompts.plan import PlanDay
from npcserver.prompts.questions import WonderAbout
from npcserver.prompts.react import DecideReaction
from npcserver.prompts.relate import ReviseImpression
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import GiveReply
from npcserver.prompts.summarise import SummariseTalk
from tests.fakes import days, parley, reflecting
from tests.fakes.scenes import NOW, in_the_middle_of_a_day, recollection, scene

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
    present = in_the_middle_of_a_day()
    where = scene(recollections=(*prior, *remembered), **present)
    return GiveReply.of(where, profile).messages(templates, language)


def importance(templates: Templates, language: str) -> tuple[Message, ...]:
    question = RateImportance.of(
        Statements(
            name="Mira Holt",
            texts=("Swept the floor.", "The roof fell in on my brother."),
            traits="stubborn, warm",
            goals=("Keep the mill running.",),
        )
    )
    return (*question.messages(templates, language), question.complaint(templates, language))


PROBLEM = "what was wrong with it"


def questions(templates: Templates, language: str) -> tuple[Message, ...]:
    question = WonderAbout.of(reflecting.wondering())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def insights(templates: Templates, language: str) -> tuple[Message, ...]:
    question = InferInsights.of(reflecting.inferring())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def summarise(templates: Templates, language: str) -> tuple[Message, ...]:
    question = SummariseTalk.of(reflecting.parting())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def relate(templates: Templates, language: str) -> tuple[Message, ...]:
    question = ReviseImpression.of(reflecting.impression())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def interview(templates: Templates, language: str) -> tuple[Message, ...]:
    question = AnswerInterview.of(
        reflecting.questioned(
            "What will you do at six?",
            *reflecting.MEMORIES[2:4],
            day=reflecting.plan(),
            standings=(reflecting.impression().standing,),
        )
    )
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def plan(templates: Templates, language: str) -> tuple[Message, ...]:
    yesterday = days.day(at=NOW.replace(day=NOW.day - 1, hour=6, minute=0))
    at_dawn = PlanDay.of(days.dawn(previous=yesterday))
    changed = PlanDay.of(
        days.dawn(
            previous=days.day(),
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
    question = DecomposeBlock.of(days.hour())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, "the minutes add up to 90"),
    )


def react(templates: Templates, language: str) -> tuple[Message, ...]:
    question = DecideReaction.of(days.noticing())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, '"with" must be the id of somebody who is there'),
    )


def converse(templates: Templates, language: str) -> tuple[Message, ...]:
    said = (("Mira", "Is it true about the boat?"), ("Bram", "Who told you that?"))
    opening = TakeTurn.of(days.exchange())
    middle = TakeTurn.of(days.exchange(*said))
    later = TakeTurn.of(days.exchange(*said, should_end=True))
    return (
        *opening.messages(templates, language),
        *middle.messages(templates, language)[1:],
        *later.messages(templates, language)[1:],
        later.complaint(templates, language, "it echoes what the other has said"),
    )


def group_choose(templates: Templates, language: str) -> tuple[Message, ...]:
    question = ChoosePartner.of(parley.choosing())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def group_speak(templates: Templates, language: str) -> tuple[Message, ...]:
    to_one = SpeakUp.of(parley.speaking())
    to_all = SpeakUp.of(parley.before_all())
    return (
        *to_one.messages(templates, language),
        *to_all.messages(templates, language)[1:],
        to_one.complaint(templates, language, PROBLEM),
    )


def group_update(templates: Templates, language: str) -> tuple[Message, ...]:
    question = TakeStock.of(parley.revising())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def group_vote(templates: Templates, language: str) -> tuple[Message, ...]:
    knowing_own = CastVote.of(parley.voting())
    knowing_all = CastVote.of(parley.voting(Knowledge.ALL))
    return (
        *knowing_own.messages(templates, language),
        *knowing_all.messages(templates, language),
        knowing_all.complaint(templates, language, PROBLEM),
    )


def group_chronicle(templates: Templates, language: str) -> tuple[Message, ...]:
    question = Chronicle.of(parley.chronicling())
    return (
        *question.messages(templates, language),
        question.complaint(templates, language, PROBLEM),
    )


def group_digest(templates: Templates, language: str) -> tuple[Message, ...]:
    question = Digest.of(parley.digesting())
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
