"""Small talk, which is no knowledge: most of what a character said itself stays out of prompts.

A mind that recalls its own small talk takes it for what it knows, and repeats its mistakes. What it
only heard said in passing, and what it was asked, stays out of its thoughts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from npcserver import language
from npcserver.language.requests import QUESTION
from npcserver.language.scripts import ends_with_question
from npcserver.language.stems import content
from npcserver.mind.conversation import PRESSING
from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind

_ASKED_FOR = language.pattern("questions", "own_words")
_OF_ONESELF = language.pattern("questions", "of_oneself", 0)

_TRIFLING = 2
"""Highest importance, 1..10, of words that were said in passing."""
_OF_A_SPEAKER = 2


def without_small_talk(found: Sequence[Recollection], asked: str) -> tuple[Recollection, ...]:
    """Return what was found, in its order, with only those own words that `asked` is about.

    Own words are kept where they are asked for ("what did you tell me?"), and where they say
    something about the character itself in a word that was asked for. Where nobody asks, it is a
    thought: what was heard is left out if it is a question or trifling, and of what one speaker
    said that does not press, the first `_OF_A_SPEAKER` are kept; its summary stands for the rest.
    """
    if _ASKED_FOR.search(asked):
        return tuple(found)
    about = content(asked)

    def is_of_itself(line: str) -> bool:
        is_claim = _OF_ONESELF.search(line) and not QUESTION.search(line)
        return bool(is_claim) and not about.isdisjoint(content(line))

    kept = (
        one
        for one in found
        if one.memory.kind is not RecordKind.LINE or is_of_itself(one.memory.text)
    )
    return tuple(kept) if asked else tuple(_worth_a_thought(kept))


def _worth_a_thought(found: Iterable[Recollection]) -> Iterator[Recollection]:
    said: Counter[str] = Counter()
    for one in found:
        memory = one.memory
        if memory.kind is RecordKind.UTTERANCE:
            is_trifling = memory.is_rated and memory.importance <= _TRIFLING
            if is_trifling or ends_with_question(memory.text):
                continue  # it tells nothing
            if memory.importance < PRESSING:
                said[memory.body.told_by] += 1
                if said[memory.body.told_by] > _OF_A_SPEAKER:
                    continue
        yield one
