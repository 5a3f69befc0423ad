"""The words of a sentence that tell it from others, and how much each of them tells.

What stands in almost any talk tells nothing. Names alone tell little: two people can speak of
somebody without speaking of the same thing. Numbers and times tell more than other words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from npcserver.language import listed, pattern
from npcserver.language.scripts import HAN, STOPS, WIDE_SEMICOLON
from npcserver.language.tokens import tokens

PLAIN, NAMED, TIMED = 1.0, 0.75, 1.5
WIDE = 0.6
"""Weights of a word, a name, a number or time; and of two neighbouring Chinese characters."""

_SENTENCE = re.compile(rf"(?<=[{STOPS};{WIDE_SEMICOLON}])[\s\"'”’]*|\n+")
_WORD = re.compile(rf"[^\W_{HAN}]+(?:['\u2019][^\W_{HAN}]+)*|[{HAN}]+")
_IS_WIDE = re.compile(f"[{HAN}]")

_STOPPED = frozenset(stem for word in listed("content_words", "talk") for stem in tokens(word))
_TIMES = frozenset(stem for word in listed("content_words", "times") for stem in tokens(word))
_BINDING = pattern("content_words", "binding", 0)
_WIDE_TIME = pattern("content_words", "times_unspaced", 0)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The telling words of a sentence with their weights; `bare` are names, numbers and times."""

    words: dict[str, float] = field(default_factory=dict)
    bare: frozenset[str] = frozenset()

    @property
    def weight(self) -> float:
        """How much all of it tells."""
        return sum(self.words.values())

    @property
    def breadth(self) -> int:
        """How many words that is, where three Chinese characters in a row are one."""
        count, last = 0, ""
        for word in self.words:
            if not (last and _IS_WIDE.match(word) and word[0] == last):
                count += 1
                last = word[-1] if _IS_WIDE.match(word) else ""
            else:
                last = ""
        return count


@lru_cache(maxsize=4096)
def sentences(text: str, names: tuple[str, ...] = ()) -> tuple[Sentence, ...]:
    """Return the sentences of a text that tell anything; `names` are of those who are there."""
    present = frozenset(stem for name in names for stem in tokens(name))
    told = (_sentence(part, present, names) for part in split(text))
    return tuple(sentence for sentence in told if sentence.words)


def split(text: str) -> tuple[str, ...]:
    """Return the sentences of a text as they stand."""
    return tuple(part for part in _SENTENCE.split(text) if part and part.strip())


@lru_cache(maxsize=4096)
def passages(text: str, names: tuple[str, ...] = ()) -> tuple[Sentence, ...]:
    """Return the sentences of a text, and each two neighbours as one: a fact may take two."""
    found = sentences(text, names)
    return (*found, *map(joined, pairwise(found)))


def whole(text: str, names: Sequence[str] = ()) -> Sentence:
    """Return all telling words of a text as one sentence."""
    return joined(sentences(text, tuple(names)))


def joined(several: Sequence[Sentence]) -> Sentence:
    """Return sentences as one."""
    words = {word: weight for sentence in several for word, weight in sentence.words.items()}
    return Sentence(words, frozenset().union(*(sentence.bare for sentence in several)))


def _sentence(text: str, present: frozenset[str], names: tuple[str, ...]) -> Sentence:
    for name in names:
        if _IS_WIDE.search(name):
            text = text.replace(name, " ")
    words: dict[str, float] = {}
    bare: set[str] = set()
    for place, run in enumerate(_WORD.finditer(text)):
        word = run.group()
        if _IS_WIDE.match(word):
            _take_wide(word, words, bare)
        else:
            _take(word, place, present, words, bare)
    return Sentence(words, frozenset(bare))


def _take(
    word: str, place: int, present: frozenset[str], words: dict[str, float], bare: set[str]
) -> None:
    for stem in tokens(word):
        if stem in present or stem in _STOPPED:
            continue
        if stem.isdecimal() or stem in _TIMES or stem[0].isdecimal():
            words[stem] = TIMED
            bare.add(stem)
        elif place and word[0].isupper():  # a capital within a sentence
            words[stem] = NAMED
            bare.add(stem)
        elif len(stem) > 1:
            words.setdefault(stem, PLAIN)


def _take_wide(run: str, words: dict[str, float], bare: set[str]) -> None:
    for bound in _BINDING.split(run):
        for place, part in enumerate(_WIDE_TIME.split(bound)):
            pairs = [part[at : at + 2] for at in range(len(part) - 1)]
            words.update(dict.fromkeys(pairs, WIDE))
            if place % 2:  # what the split was made at: a time
                bare.update(pairs)
