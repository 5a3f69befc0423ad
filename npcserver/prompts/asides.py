"""What a prompt says again beside the words heard, by rules of thumb that spare a model a step.

The memories that came closest to a question, the offered action that the words ask for, and the
sentence of the talk in which the speaker said what they are called.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.model.asked import asked_for
from npcserver.model.scene import Scene
from npcserver.prompts.spoken import neutralised
from npcserver.prompts.tokens import clip
from npcserver.prompts.views import MemoryView

_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Miss|Sir|Lady|Captain|Doctor|Father|Sister)\.?\s+)?"
_INTRODUCTION = re.compile(
    r"\b(?:[Mm]y name(?: is|'s)|[Nn]ame's|[Cc]all me|I am called|I'm called|I go by)\s+\S"
    rf"|\b(?:I'm|I am)\s+{_TITLE}[A-Z][\w'-]"
    r"|\b[A-Z][\w'-]+ is (?:my|the) name\b"
    "|\u6211(?:\u7684\u540d\u5b57)?(?:\u53eb|\u540d\u53eb|\u59d3|\u662f[\u3400-\u9fff]{2,3}(?:[\uff0c\u3002\uff01,.!]|$))"
    "|(?:\u665a\u751f|\u5728\u4e0b|\u672c\u4eba|\u9119\u4eba)(?:\u540d\u53eb|\u53eb|\u59d3|\u59d3\u540d)"
    "|(?:\u53ef\u4ee5|\u5c31|\u8bf7|\u90fd)\u53eb\u6211"
)
_ASKED = re.compile(
    r"(?i)\b(?:names?|called?|who am i|who i am|introduced)\b"
    "|\u53eb\u4ec0\u4e48|\u540d\u5b57|\u600e\u4e48\u79f0\u547c|\u8d35\u59d3|\u6211\u662f\u8c01|\u59d3\u4ec0\u4e48|\u59d3\u540d"
)
_SENTENCE = re.compile(
    r"(?:\b(?:Dr|Mr|Mrs|Ms|St)\.|[^.!?\u3002\uff01\uff1f])+[.!?\u3002\uff01\uff1f]*"
)
_WORDS = 40  # tokens
_ARGUMENT = 120  # characters


_QUESTION = re.compile("[?\uff1f]|[\u5417\u5462][\u3002\uff01.!]?$")
_CLOSEST = 2


@dataclass(frozen=True, slots=True)
class AskedView:
    """An offered action that the words heard ask for.

    `intent` is it in the form of an answer, or empty where its arguments are unclear; `ids` are
    those of the things that it takes.
    """

    name: str
    intent: str
    ids: tuple[str, ...]


def asked_view(scene: Scene) -> AskedView | None:
    """Return what the words heard ask the character to do, where they plainly do."""
    asked = asked_for(scene)
    if asked is None:
        return None
    if asked.missing is not None:
        return AskedView(name=asked.affordance, intent="", ids=())
    arguments = {
        name: neutralised(value, _ARGUMENT) if isinstance(value, str) else value
        for name, value in asked.arguments.items()
    }
    intent = {"name": asked.affordance, "arguments": arguments}
    known = {entity.id for entity in scene.entities}
    return AskedView(
        name=asked.affordance,
        intent=json.dumps(intent, ensure_ascii=False),
        ids=tuple(value for value in arguments.values() if value in known),
    )


def closest(memories: Sequence[MemoryView], heard: str) -> tuple[MemoryView, ...]:
    """Return the memories of the set before the talk that came closest to a question, best first.

    What is fresh stands beside the words anyway. Words that ask nothing call for no answer.
    """
    if not _QUESTION.search(heard.strip()):
        return ()
    best = sorted((one for one in memories if one.score > 0), key=lambda one: -one.score)
    return tuple(one for one in best[:_CLOSEST] if not one.is_fresh)


def introduction(scene: Scene) -> str:
    """Return the sentence in which who speaks last said their name, where the words are of names.

    A sentence with the name by which they are shown anyway says nothing new, and before words of
    anything else a small model would only say it again.
    """
    if not _ASKED.search(scene.heard):
        return ""
    for line in reversed(scene.conversation):
        if line.is_own or line.speaker != scene.partner.name:
            continue
        for sentence in _SENTENCE.findall(line.text):
            if _INTRODUCTION.search(sentence) and scene.partner.name not in sentence:
                return clip(neutralised(sentence, 200), _WORDS)
    return ""
