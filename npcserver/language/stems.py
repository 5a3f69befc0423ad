"""Words as rules compare them: small, stemmed, without those that say nothing.

Each language may have a module `stems` with a function `stem`.
"""

import re
from functools import lru_cache
from typing import Protocol, cast

from npcserver import language
from npcserver.language import modules
from npcserver.language.scripts import HAN

__all__ = ["STOP", "content", "is_chinese", "stem", "words"]

_WORD = re.compile(rf"[a-z0-9]+(?:'[a-z]+)?|[{HAN}]")
_RUN = re.compile(f"[{HAN}]{{2,}}")
_HAN = re.compile(f"[{HAN}]")

STOP = language.words("stems", "stop")
"""Words that say nothing about what a sentence is about."""


class WordStemmer(Protocol):
    """What the module `stems` of a language gives."""

    def stem(self, word: str) -> str:
        """Return a word without the commonest endings of the language."""
        ...


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return a word without its commonest endings, by the rules of all languages in turn."""
    for module in modules("stems").values():
        word = cast("WordStemmer", module).stem(word)
    return word


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
