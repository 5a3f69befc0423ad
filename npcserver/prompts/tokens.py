"""The length of a text in tokens and in words, without a tokenizer."""

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import regex

from npcserver.language.scripts import HAN, KANA, WIDE
from npcserver.ports.language_model import Message

_WIDE = re.compile(f"[{WIDE}]")
_ENDS_SENTENCE = re.compile(r"[.!?]['\")\u201d\u2019]*\s|[\u3002\uff01\uff1f]")

# Current tokenizers make 3.8 to 4.6 characters of English prose and 1.0 to 1.6 Chinese characters
# into one token; the estimate is on the high side, so that real prompts keep to it.
_NARROW_PER_TOKEN = 3.6
_ELLIPSIS = "\u2026"
PER_MESSAGE = 4
"""Tokens of a chat template around each message."""
PER_LINE = 14
"""Tokens of a listed line beside its words: number, time and speaker."""


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of `text`: one per wide (CJK) character, one per 3.6 others."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + math.ceil((len(text) - wide) / _NARROW_PER_TOKEN)


def prompt_tokens(messages: Iterable[Message]) -> int:
    """Estimate the tokens of rendered messages, their frames included."""
    return sum(estimate_tokens(message.text) + PER_MESSAGE for message in messages)


def line_tokens(text: str) -> int:
    """Estimate the tokens of a text as a listed line."""
    return estimate_tokens(text) + PER_LINE


def clip(text: str, tokens: int) -> str:
    """Shorten `text` to about `tokens`, ending after a whole sentence where there is one."""
    if estimate_tokens(text) <= tokens:
        return text
    kept = text[: _fitting_length(text, tokens)]
    ends = [match.end() for match in _ENDS_SENTENCE.finditer(kept)]
    if ends and ends[-1] * 2 >= len(kept):
        return kept[: ends[-1]].rstrip()
    head, space, _ = kept.rpartition(" ")
    return (head if space and len(head) * 2 >= len(kept) else kept).rstrip() + _ELLIPSIS


def cut_at_sentence(text: str, tokens: int) -> str:
    """Shorten `text` to about `tokens` after a whole sentence; an ellipsis marks a cut."""
    kept = clip(text, tokens)
    if kept == text or kept.endswith(_ELLIPSIS):
        return kept
    return kept + (_ELLIPSIS if _WIDE.match(kept[-1:]) else f" {_ELLIPSIS}")


def pieces(text: str, tokens: int) -> tuple[str, ...]:
    """Split a text into pieces of `tokens` at most, after whole sentences where possible.

    Joined they are the text again.
    """
    found: list[str] = []
    while text:
        kept = text[: max(_fitting_length(text, tokens), 1)]
        if len(kept) < len(text):
            ends = [match.end() for match in _ENDS_SENTENCE.finditer(kept)]
            kept = kept[: ends[-1] if ends else kept.rfind(" ") + 1 or len(kept)]
        found.append(kept)
        text = text[len(kept) :]
    return tuple(found)


def _fitting_length(text: str, tokens: int) -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return low


_WORD = regex.compile(rf"[{KANA}{HAN}]|[^\W_{KANA}{HAN}]+")
_WIDE_FROM = KANA[0]


def words_in(text: str) -> list[str]:
    """Return the words of a text; each Chinese or Japanese character is one of its own."""
    return _WORD.findall(text)


@lru_cache(maxsize=256)  # each turn has the same instructions, and a growing line
def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without regard to case and width."""
    return tuple(words_in(unicodedata.normalize("NFKC", text).casefold()))


def half_words(words: Sequence[str]) -> int:
    """Return how much some words weigh, a Chinese character 1 and any other word 2."""
    return sum(_weight(word) for word in words)


def is_hanzi(words: Sequence[str]) -> bool:
    """Return whether all words are Chinese characters."""
    return half_words(words) == len(words)


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
