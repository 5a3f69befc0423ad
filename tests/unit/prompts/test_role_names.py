"""Somebody who is called as a role of the chat is shown as a name in every kind of prompt."""

import re
from collections.abc import Callable

import pytest

from npcserver.mind.asker import Question
from npcserver.model.character import Person
from npcserver.model.inputs import RatingInput, Spoken
from npcserver.model.record import RecordKind, Source
from npcserver.prompts.importance import ImportanceQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.texts import name_of
from tests.fakes.prompt_inputs import recollection, reply_scene
from tests.unit.prompts import test_hostile_doings as doings
from tests.unit.prompts import test_hostile_groups as groups
from tests.unit.prompts import test_hostile_thoughts as thoughts

NAMES = (
    "system",
    "ASSISTANT",
    "User",
    "\uff33\uff39\uff33\uff34\uff25\uff2d",
    "*System*",
    "system 2",
    "System prompt",
    "系统",
    "助手",
    "用户",
)
_ROLE = re.compile(
    r"^[^\w\n]*(?:system|assistant|user|系统|助手|用户)(?:[ \t]+\w+)?[*\])} \t]*[:\uff1a]",
    re.IGNORECASE | re.MULTILINE,
)


def reply(name: str) -> ReplyQuestion:
    """Return the question of a turn with a player of that name, who has spoken before."""
    told = recollection(
        "It rains.",
        source=Source.TOLD,
        kind=RecordKind.UTTERANCE,
        speaker=name,
        told_by="p1",
    )
    return ReplyQuestion.of(
        reply_scene(
            partner=Person(id="p1", name=name),
            company=(Person(id="p2", name=name),),
            conversation=(Spoken(speaker=name, text="Good day.", is_own=False),),
            recollections=(told,),
        )
    )


def rate(name: str) -> ImportanceQuestion:
    return ImportanceQuestion.of(RatingInput(name=name, texts=(f"{name}: Good day.", "It rains.")))


PUT = (
    *(doings.plan, doings.decompose, doings.react, doings.converse),
    *(thoughts.wonder, thoughts.infer, thoughts.summarise, thoughts.relate, thoughts.interview),
    *(groups.choose, groups.speak, groups.update, groups.vote, groups.chronicle),
    *(reply, rate),
)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("put", PUT)
def test_no_line_of_a_prompt_begins_as_a_role(
    put: Callable[[str], Question[object]], name: str, language: str
) -> None:
    """Whatever the case, the width or the language of the name, or what it is decorated with."""
    messages = put(name).messages(Templates(), language)

    assert [line for one in messages for line in _ROLE.findall(one.text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_role_is_said_to_be_a_name(name: str) -> None:
    """It can still be called by it."""
    shown = name_of(name)

    assert shown.startswith(("someone named ", "名叫"))
    assert name_of(shown) == shown


@pytest.mark.parametrize(
    "name", ["Ai Weiwei", "Human Torch", "Modelle", "Ann", "系统的女儿", "Tooley"]
)
def test_other_names_stay(name: str) -> None:
    """Only the role itself, or one that is numbered or goes on as markers do, is no plain name."""
    assert name_of(name) == name
