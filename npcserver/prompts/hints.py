"""Hints beside the words heard, found by heuristics: they spare a small model a step.

The memories that answer a question best, the offered action that the words ask for, and the
sentence of the talk in which the speaker gave their name.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver import language
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.model.action_request import requested_action
from npcserver.model.scene import Scene
from npcserver.prompts.spoken import neutralised
from npcserver.prompts.tokens import clip
from npcserver.prompts.views import MemoryView, shown_id

_INTRODUCTION = language.pattern("questions", "introduction", 0)
_ASKED = language.pattern("questions", "name_asked")
_SENTENCE = re.compile(
    r"(?:\b(?:Dr|Mr|Mrs|Ms|St)\.|[^.!?\u3002\uff01\uff1f])+[.!?\u3002\uff01\uff1f]*"
)
_WORDS = 40  # tokens
_ARGUMENT = 120  # characters
_QUESTION = re.compile(f"[{''.join(QUESTION_MARKS)}]|{language.expression('questions', 'ending')}")
_FIRST_PERSON = language.pattern("questions", "first_person", 0)
_TIME = language.pattern("questions", "time_asked")
_CLOSEST = 2
"""Memories told again: the best two held the answer to 11 of 12 follow-up questions tried."""


@dataclass(frozen=True, slots=True)
class ActionHint:
    """An offered action that the words heard ask for.

    `intent` is the JSON of the intent, or empty where the arguments are unclear; `ids` are the
    entities among its arguments.
    """

    name: str
    intent: str
    ids: tuple[str, ...]

    @property
    def wish(self) -> tuple[str, Mapping[str, object]]:
        """The intent as a wish nobody has checked: its name and arguments."""
        return self.name, json.loads(self.intent)["arguments"]


def action_hint(scene: Scene) -> ActionHint | None:
    """Return what the words heard ask the character to do, where they plainly do."""
    asked = requested_action(scene)
    if asked is None:
        return None
    if asked.missing is not None:
        return ActionHint(name=asked.affordance, intent="", ids=())
    arguments = {
        name: neutralised(value, _ARGUMENT) if isinstance(value, str) else value
        for name, value in asked.arguments.items()
    }
    intent = {"name": asked.affordance, "arguments": arguments}
    known = {shown_id(entity) for entity in scene.entities}
    return ActionHint(
        name=asked.affordance,
        intent=json.dumps(intent, ensure_ascii=False),
        ids=tuple(value for value in arguments.values() if value in known),
    )


def closest(memories: Sequence[MemoryView], heard: str) -> tuple[MemoryView, ...]:
    """Return the best-ranked memories for a question, best first; none where nothing is asked.

    Fresh ones are left out: they stand beside the words anyway.
    """
    if not _QUESTION.search(heard.strip()):
        return ()
    best = sorted((one for one in memories if one.score > 0), key=lambda one: -one.score)
    return tuple(one for one in best[:_CLOSEST] if not one.is_fresh)


def asks_of_speaker(heard: str) -> bool:
    """Say whether words are a question in which the speaker speaks of themselves.

    A small model takes `my` in them for its own, unless the speaker is named beside it. Other words
    it answers better without: named, they are copied more often, and seldomer acted upon.
    """
    return bool(_QUESTION.search(heard) and _FIRST_PERSON.search(heard))


def asks_the_time(heard: str) -> bool:
    """Say whether words ask for the hour or the day."""
    return bool(_QUESTION.search(heard) and _TIME.search(heard))


def introduction(scene: Scene) -> str:
    """Return the sentence in which the speaker last gave their name, or an empty text.

    Only where the words heard ask for a name: a small model says it again otherwise. None where
    somebody else present has the speaker's display name, since lines are told apart by it.
    """
    partner = scene.partner
    is_shared = any(one.name == partner.name and one.id != partner.id for one in scene.company)
    if is_shared or not _ASKED.search(scene.heard):
        return ""
    for line in reversed(scene.conversation):
        if line.is_own or line.speaker != partner.name:
            continue
        for sentence in _SENTENCE.findall(line.text):
            if _INTRODUCTION.search(sentence) and partner.name not in sentence:
                return clip(neutralised(sentence, 200), _WORDS)
    return ""
