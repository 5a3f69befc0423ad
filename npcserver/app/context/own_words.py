"""What a character has said itself, which is no knowledge: most of it stays out of prompts.

A mind that recalls its own small talk takes it for what it knows, and repeats its mistakes.
"""

import re
from collections.abc import Sequence

from npcserver import language
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.language.stems import content
from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind

_ASKED_FOR = language.pattern("questions", "own_words")
_OF_ONESELF = language.pattern("questions", "of_oneself", 0)
_QUESTION = re.compile(f"[{''.join(QUESTION_MARKS)}]|{language.expression('questions', 'ending')}")


def without_own_chatter(found: Sequence[Recollection], asked: str) -> tuple[Recollection, ...]:
    """Return what was found, in its order, with only those own words that `asked` is about.

    Own words are kept where they are asked for ("what did you tell me?"), and where they say
    something about the character itself in a word that was asked for.
    """
    if _ASKED_FOR.search(asked):
        return tuple(found)
    about = content(asked)
    return tuple(
        one
        for one in found
        if one.memory.kind is not RecordKind.LINE or _is_of_itself(one.memory.text, about)
    )


def _is_of_itself(line: str, about: frozenset[str]) -> bool:
    is_claim = _OF_ONESELF.search(line) and not _QUESTION.search(line)
    return bool(is_claim) and not about.isdisjoint(content(line))
