"""Which words about a thing need a character at once. Data: `alarm.toml`."""

import re

from npcserver import language
from npcserver.language.scripts import ENDS

_CRIES = "!\N{FULLWIDTH EXCLAMATION MARK}"
_SENTENCE = re.compile(rf"[^{ENDS}]+[{ENDS}]+")
_DANGER = language.pattern("alarm", "danger")
_HARMLESS = language.pattern("alarm", "harmless")
_TAME = language.pattern("alarm", "tame")
_BURNING = language.pattern("alarm", "burning")
is_of_water = language.finder("alarm", "water")
"""Say whether the danger is water rather than fire."""


def is_cry(text: str) -> bool:
    """Say whether a line cries out that there is fire, water or the like."""
    return any(
        is_alarming(sentence) for sentence in _SENTENCE.findall(text) if sentence[-1] in _CRIES
    )


def is_alarming(text: str) -> bool:
    """Say whether a statement tells of fire, water or the like that does not wait."""
    if _DANGER.search(text) is None or _HARMLESS.search(text) is not None:
        return False
    if _TAME.search(text) is None:
        return True
    # A lamp burns; one that sets fire to something, bursts or leaks is another matter.
    return _DANGER.search(_BURNING.sub("", text)) is not None
