"""Texts of a prompt that small models say though they answer nothing, and those they leave out."""

import re

from npcserver import language
from npcserver.language.clock import DAY, clocks
from npcserver.language.person import first_person
from npcserver.language.stems import content
from npcserver.model.inputs import ReplyInput

_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+(?: [A-Z]\w+)*")
_OWN_LINES = 6
_BEST = 2
_TELLING = 2  # telling words, from which it is plain what was spoken of
_AMOUNT = language.pattern("claims", "amount")
_DIGITS = re.compile(r"\d+")
_USED = 2  # telling words of a fact, from which it is plain that it was told


def copied_by_small_models(scene: ReplyInput) -> list[str]:
    """Return the character's own last lines, and memories that what was heard does not mention.

    Those of the best score are left out, which may answer in other words. Memories are returned in
    the first person, as the character would say them.
    """
    own = [one.text for one in scene.conversation if one.is_own][-_OWN_LINES:]
    heard = content(scene.heard)
    if len(heard) < _TELLING:
        return own
    by_score = sorted(scene.recollections, key=lambda one: -one.score)
    texts = [one.memory.text for one in by_score[_BEST:]]
    return own + [first_person(text) for text in texts if heard.isdisjoint(content(text))]


def is_left_out(fact: str, heard: str, said: str) -> bool:
    """Return whether an answer says nothing, or something wrong, of a fact that answers the words.

    Its first name is told, where it is not its first word, and no hours or prices but its own.
    """
    hours, told = _hours(fact), _hours(said) - _hours(heard)
    if hours and told:
        return not told <= hours
    # It may have more numbers beside all of the fact's, as in "Sixpence, and my two sons carry it".
    for pattern in (_AMOUNT, _DIGITS) if not hours else ():
        own, asked, other = (
            {*map(str.lower, pattern.findall(text))} for text in (fact, heard, said)
        )
        if own - other and other - own - asked:
            return True
    name = _NAME.search(fact)
    if name is not None and content(said).isdisjoint(content(name[0])):
        return content(heard).isdisjoint(content(name[0]))
    telling = content(fact) - content(heard)
    return len(telling & content(said)) < min(_USED, len(telling))


def _hours(text: str) -> frozenset[int]:
    """Return the times of day of a text, in minutes on a dial of twelve hours."""
    return frozenset(one.minutes % (DAY // 2) for one in clocks(text))
