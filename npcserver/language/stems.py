"""Words as rules compare them: small, stemmed, without those that say nothing."""

import re

from npcserver import language
from npcserver.language.en.stems import stem
from npcserver.language.scripts import HAN

__all__ = ["STOP", "content", "is_chinese", "stem", "words"]

_WORD = re.compile(rf"[a-z0-9]+(?:'[a-z]+)?|[{HAN}]")
_RUN = re.compile(f"[{HAN}]{{2,}}")
_HAN = re.compile(f"[{HAN}]")

STOP = language.words("stems", "stop")
"""Words that say nothing about what a sentence is about."""


def words(text: str) -> list[str]:
    """Return lower-case words in order; every CJK sign is a word."""
    return _WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def content(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning; of CJK text the pairs of neighbours."""
    found = words(text)
    stems = {stem(word) for word in found if word not in STOP and not _is_wide(word)}
    runs = _RUN.findall(text)
    stems.update(run[i : i + 2] for run in runs for i in range(len(run) - 1))
    return frozenset(one for one in stems if len(one) > 1)


def is_chinese(text: str) -> bool:
    """Say whether most of the letters of a text are CJK signs."""
    wide = len(_HAN.findall(text))
    return wide * 2 > len(re.findall(r"\w", text))


def _is_wide(word: str) -> bool:
    return _HAN.match(word) is not None
