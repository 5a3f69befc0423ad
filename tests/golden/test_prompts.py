"""Rendered prompts, byte for byte: a change of wording is a visible diff.

`UPDATE_GOLDEN=1 pytest tests/golden` writes the files anew.
"""

import json
import os
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from pathlib import Path

import pytest

from npcserver.model.prompt import PromptProfile
from npcserver.model.record import RecordKind, Source
from npcserver.ports.language_model import Message
from npcserver.prompts.catalogue import QUESTION_OF
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.schemas import bounded, longest_text
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import midday_state, recollection, reply_scene

FOLDER = Path(__file__).parent


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


def _thought(template: str, templates: Templates, language: str) -> tuple[Message, ...]:
    """Return the prompts of a question's examples, without what two begin with, and a complaint."""
    kind = next(one for one in QUESTION_OF.values() if one.template == template)
    examples = prompt_inputs.examples()[kind.asks]
    put = [kind.of(example) for example in examples]
    messages = dict.fromkeys(chain(*(one.messages(templates, language) for one in put)))
    problem = PROBLEMS.get(template, "what was wrong with it")
    return (*messages, put[-1].complaint(templates, language, problem))


PROBLEMS = {
    "plan": "nothing is planned from 18:00",
    "decompose": "the minutes add up to 90",
    "react": '"with" must be the id of somebody who is there',
    "converse": "it echoes what the other has said",
}
REPLIES = {"reply": PromptProfile.FULL, "reply_short": PromptProfile.SHORT}
KINDS = (*REPLIES, *(question.template for question in QUESTION_OF.values()))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("template", KINDS)
def test_prompt_reads_as_before(template: str, language: str) -> None:
    """A rendered prompt equals its golden file."""
    if template in REPLIES:
        messages = _reply(Templates(), language, REPLIES[template])
    else:
        messages = _thought(template, Templates(), language)
    actual = "".join(f"===== {message.role}\n{message.text}\n" for message in messages)
    path = FOLDER / language / f"{template}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(actual, encoding="utf-8")

    assert path.read_bytes().decode() == actual


def test_every_golden_file_has_its_prompt() -> None:
    """No golden file outlives the question it belongs to."""
    assert set(KINDS) == {path.stem for path in FOLDER.glob("*/*.txt")}


def test_schemas_are_as_before() -> None:
    """The schemas that models are sent equal their golden file."""
    actual = {
        QUESTION_OF[kind].template: [
            bounded(
                QUESTION_OF[kind].of(one).schema(), longest_text(one.answer_tokens, one.language)
            )
            for one in examples
        ]
        for kind, examples in prompt_inputs.examples().items()
    }
    told = f"{json.dumps(actual, indent=1)}\n"
    path = FOLDER / "schemas.json"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(told, encoding="utf-8")

    assert path.read_text(encoding="utf-8") == told
