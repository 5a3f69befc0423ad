"""Words of a text, and runs of them, in which two Chinese characters count as one word."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from npcserver.language.scripts import HAN, KANA

_WORD = re.compile(rf"[{KANA}{HAN}]|[^\W_{KANA}{HAN}]+")
_WIDE_FROM = KANA[0]


def words_in(text: str) -> list[str]:
    """Return the words of a text; each Chinese or Japanese character is one of its own."""
    return _WORD.findall(text)


def folded_words(text: str) -> list[str]:
    """Return the words of a text without regard to case and width."""
    return list(_folded(text))


@lru_cache(maxsize=256)  # the same instructions each turn, and a line each time it has grown
def _folded(text: str) -> tuple[str, ...]:
    return tuple(words_in(unicodedata.normalize("NFKC", text).casefold()))


def half_words(words: Sequence[str]) -> int:
    """Return how much some words weigh, a Chinese character 1 and any other word 2."""
    return sum(_weight(word) for word in words)


def runs(words: Sequence[str], count: int) -> Iterator[Sequence[str]]:
    """Yield every shortest run that weighs at least `count` words."""
    weights = [_weight(word) for word in words]
    end = total = 0
    for start, weight in enumerate(weights):
        while end < len(words) and total < 2 * count:
            total += weights[end]
            end += 1
        if total < 2 * count:
            return
        yield words[start:end]
        total -= weight


def _weight(word: str) -> int:
    return 1 if word[0] >= _WIDE_FROM else 2
