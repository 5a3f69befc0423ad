"""Words as rules compare them: small, stemmed, without those that say nothing.

Each language may have a module `stems` with a function `stem`.
"""

import re
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language import functions
from npcserver.language.foreign import neutral_stem
from npcserver.language.scripts import HAN, UNSPACED

__all__ = ["STOP", "content", "is_chinese", "stem", "words"]

_WORD = regex.compile(rf"[{HAN}]|[^\W_{HAN}]+(?:'[^\W\d_{HAN}]+)?")
_RUN = regex.compile(rf"[{UNSPACED}\p{{M}}]{{2,}}")
_CLUSTER = regex.compile(r"\X")
_HAN = re.compile(f"[{HAN}]")
_UNSPACED = re.compile(f"[{UNSPACED}]")

STOP = language.words("stems", "stop")
"""Words that say nothing about what a sentence is about."""


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return a word without its commonest endings, by the rules of all languages in turn."""
    for cut in functions("stems", "stem").values():
        word = cut(word)
    return neutral_stem(word)


def words(text: str) -> list[str]:
    """Return lower-case words in order; every CJK sign is a word."""
    return _WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


@lru_cache(maxsize=2048)
def content(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning; of CJK text the pairs of neighbours."""
    found = words(text)
    stems = {stem(word) for word in found if word not in STOP and not _UNSPACED.match(word)}
    for run in map(_CLUSTER.findall, _RUN.findall(text)):
        stems.update("".join(run[i : i + 2]) for i in range(len(run) - 1))
    return frozenset(one for one in stems if len(one) > 1)


def is_chinese(text: str) -> bool:
    """Say whether most of the letters of a text are CJK signs."""
    wide = len(_HAN.findall(text))
    return wide * 2 > len(re.findall(r"\w", text))
