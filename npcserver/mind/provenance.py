"""The provenance of words: which memories a line passes on.

What stands in almost any talk tells nothing. Names alone tell little: two people can speak of
a third without speaking of the same thing. Numbers and times tell more than other words.

Told by the words alone, sentence by sentence: no model is asked, and a line that passes something
on in words that have nothing in common with it is taken for one's own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile

import regex

from npcserver.language import listed, pattern
from npcserver.language.scripts import HAN, STOPS, WIDE_SEMICOLON
from npcserver.language.tokens import tokens
from npcserver.model.memory import Memory

PLAIN, NAMED, TIMED = 1.0, 0.75, 1.5
WIDE = 0.6
"""Weights of a word, a name, a number or time; and of two neighbouring Chinese characters."""

_SENTENCE = re.compile(rf"(?<=[{STOPS};{WIDE_SEMICOLON}])[\s\"'”’]*|\n+")
_WORD = regex.compile(rf"[^\W_{HAN}]+(?:['\u2019][^\W_{HAN}]+)*|[{HAN}]+")
_IS_WIDE = re.compile(f"[{HAN}]")

_STOPPED = frozenset(stem for word in listed("content_words", "talk") for stem in tokens(word))
_TIMES = frozenset(stem for word in listed("content_words", "times") for stem in tokens(word))
_BINDING = pattern("content_words", "binding", 0)
_WIDE_TIME = pattern("content_words", "times_unspaced", 0)


@dataclass(frozen=True)
class WeightedSentence:
    """The content words of a sentence with their weights; `bare` are names, numbers and times."""

    words: dict[str, float] = field(default_factory=dict)
    bare: frozenset[str] = frozenset()

    @cached_property
    def weight(self) -> float:
        """The sum of the weights."""
        return sum(self.words.values())

    @cached_property
    def by_beginning(self) -> dict[str, list[str]]:
        """The words of ASCII letters by their first three."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            if word.isascii():
                found.setdefault(word[:3], []).append(word)
        return found

    @property
    def breadth(self) -> int:
        """The number of words, where three Chinese characters in a row count as one."""
        count, last = 0, ""
        for word in self.words:
            if not (last and _IS_WIDE.match(word) and word[0] == last):
                count += 1
                last = word[-1] if _IS_WIDE.match(word) else ""
            else:
                last = ""
        return count


@lru_cache(maxsize=4096)
def sentences(text: str, names: tuple[str, ...] = ()) -> tuple[WeightedSentence, ...]:
    """Return the sentences of a text with content; `names` are those of the people present."""
    present = frozenset(stem for name in names for stem in tokens(name))
    told = (_sentence(part, present, names) for part in split(text))
    return tuple(sentence for sentence in told if sentence.words)


def split(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, unchanged."""
    return tuple(part for part in _SENTENCE.split(text) if part and part.strip())


@lru_cache(maxsize=4096)
def passages(text: str, names: tuple[str, ...] = ()) -> tuple[WeightedSentence, ...]:
    """Return the sentences of a text, and each two neighbours as one: a fact may take two."""
    found = sentences(text, names)
    return (*found, *map(joined, pairwise(found)))


def whole(text: str, names: Sequence[str] = ()) -> WeightedSentence:
    """Return all content words of a text as one sentence."""
    return _whole(text, tuple(names))


@lru_cache(maxsize=4096)
def _whole(text: str, names: tuple[str, ...]) -> WeightedSentence:
    return joined(sentences(text, names))


def joined(several: Sequence[WeightedSentence]) -> WeightedSentence:
    """Return sentences as one."""
    words = {word: weight for sentence in several for word, weight in sentence.words.items()}
    return WeightedSentence(words, frozenset().union(*(sentence.bare for sentence in several)))


def _sentence(text: str, present: frozenset[str], names: tuple[str, ...]) -> WeightedSentence:
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
    return WeightedSentence(words, frozenset(bare))


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
            if place % 2:  # odd parts are those the split matched: times
                bare.update(pairs)


SHARE = 0.6
"""The share of a sentence's weight that another must have, too, to say the same."""
LEAST_COSINE, NEAR_COSINE = 0.3, 0.6
"""Least cosine of a line and a memory that it tells on, and that from which one word will do.

Of 22 lines that speak of something else and share a name, 14 have more than the first, and none
the second; of 28 that tell the memory on in other words, all have more than the second.
"""
_HALF = 0.5
_ENOUGH = 3.5  # more weight than two sentences share by chance
_LEAST = 1.7  # two words, or three neighbouring pairs of Chinese characters
_STEM = 5
_ALIKE = 0.75


def passed_on(
    line: str, memories: Sequence[Memory], names: Sequence[str] = ()
) -> tuple[Memory, ...]:
    """Return the memories that a line passes on, as far as its words show.

    `names` are those of the people present, whose mention does not count. Who half heard something
    knows nothing to pass on.
    """
    return tuple(
        memory
        for memory in memories
        if not memory.body.is_half_heard and retells(line, memory.text, names)
    )


def retells(line: str, text: str, names: Sequence[str] = ()) -> bool:
    """Return whether one or two sentences of a line say the same as some of a text."""
    known = passages(text, tuple(names))
    return bool(known) and any(
        _says_the_same(said, one) for said in passages(line, tuple(names)) for one in known
    )


def related(line: str, text: str, cosine: float, people: Sequence[str] = ()) -> bool:
    """Return whether a line may tell a memory on that its speaker says it does.

    They mean much the same (`cosine`, 0 to 1) and share a word that counts, or a name. Where the
    meaning is not that near they share half of the words of one sentence, names of `people` apart.
    """
    if cosine < LEAST_COSINE:
        return False
    if cosine >= NEAR_COSINE:
        return bool(_shared(whole(text), whole(line))[0])
    names = tuple(people)
    return any(
        _shared(known, said)[0] >= _HALF * min(known.weight, said.weight)
        for said in sentences(line, names)
        for known in sentences(text, names)
    )


def retelling(line: str, text: str) -> str:
    """Return the sentences of a line that say the same as some of a text."""
    parts = split(line)
    told = [retells(part, text) for part in parts]
    for at, (one, other) in enumerate(pairwise(parts)):
        if not (told[at] or told[at + 1]) and retells(f"{one} {other}", text):
            told[at] = told[at + 1] = True
    return " ".join(part for part, is_told in zip(parts, told, strict=True) if is_told)


def told_part(text: str, source: str, part: str) -> str:
    """Return the sentences of a text that hold a part of its source, which is known to be in it.

    Where the words show nothing of the source, those that share any word with the part.
    """
    if (found := retelling(text, part)) or retells(text, source):
        return found
    known = whole(part)
    return " ".join(one for one in split(text) if _shared(known, whole(one))[0])


def stated(fact: str, text: str) -> float:
    """Return how much of a fact a text states, 0..1; 0 where they only share names."""
    wanted, said = whole(fact), whole(text)
    shared, has_substance = _shared(wanted, said)
    if not wanted.words or not (has_substance or wanted.bare >= set(wanted.words)):
        return 0.0
    return shared / wanted.weight


def _says_the_same(said: WeightedSentence, known: WeightedSentence) -> bool:
    shared, has_substance = _shared(known, said)
    if not has_substance:
        return False
    if shared >= _ENOUGH or shared >= known.weight:
        return True
    if shared >= said.weight and said.breadth > 1:
        return True
    return shared >= _LEAST and shared >= SHARE * min(known.weight, said.weight)


def _shared(known: WeightedSentence, said: WeightedSentence) -> tuple[float, bool]:
    """Return the weight of shared words, and whether they are more than names and times."""
    weight, has_substance = 0.0, False
    for word, worth in known.words.items():
        twin = word if word in said.words else _alike(word, said)
        if twin is None:
            continue
        is_bare = word in known.bare or twin in said.bare
        weight += min(worth, NAMED) if is_bare and worth <= PLAIN else worth
        has_substance = has_substance or not is_bare
    return weight, has_substance


def _alike(word: str, said: WeightedSentence) -> str | None:
    """Return a word of the same stem: `burn` and `burnt`, `candidate` and `candidacy`."""
    if len(word) < _STEM - 1 or not word.isalpha() or not word.isascii():
        return None
    for other in said.by_beginning.get(word[:3], ()):
        longest = max(len(word), len(other))
        if longest - min(len(word), len(other)) <= 3 and (
            word.startswith(other) or other.startswith(word)
        ):
            if min(len(word), len(other)) >= _STEM - 1:
                return other
        elif len(word) >= _STEM and _common(word, other) >= max(_STEM, _ALIKE * longest):
            return other
    return None


def _common(one: str, other: str) -> int:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in same)
