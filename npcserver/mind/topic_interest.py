"""What a character cares for, and how far words concern it."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from npcserver.language import listed, words
from npcserver.language.scripts import HAN
from npcserver.language.tokens import tokens
from npcserver.mind.addressees import (
    CircleLine,
    CircleMember,
    CircleSnapshot,
    read_utterance,
    roster_of,
)
from npcserver.mind.trades import asked_of, sentences
from npcserver.mind.vocatives import Roster, mentioned
from npcserver.model.character import Character
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.feelings import Belief

_EVERYDAY = frozenset(tokens(" ".join(listed("topics", "everyday"))))
_EMPTY_WIDE = words("topics", "empty")
_EVERYDAY_WIDE = words("topics", "everyday_unspaced")
_WIDE = re.compile(f"[{HAN}]")
_MADE_OF = ("ness", "ment", "ist", "er", "or")
_SHORTEST_ROOT = 4
_WIDE_WEIGHT = 0.6
"""A word of three ideographs makes two pairs."""
_NAMED = 1.2
"""So much it concerns somebody to be spoken of."""
_ENOUGH_SAID = 2
"""Who has used a word so often has had its say about it."""
_FADING = (1.0, 0.55, 0.3)
"""What the last three lines weigh."""
SMALL_TALK = listed("topics", "small_talk")
"""Lines to which nobody needs to answer; what is near them is followed by silence."""
_OF_A_TRADE = 0.9
"""What a line that a whole trade hears weighs beside what a character cares for itself."""
_MOST_CARES = 100
"""Sentences of one character that are embedded."""
_MANY_WORDS = 60
"""Whoever cares for more words than that cares less for each."""


def stake_words(
    character: Character,
    beliefs: Sequence[Belief] = (),
    commitments: Sequence[Commitment] = (),
) -> frozenset[str]:
    """Return the words of what a character cares for, as `language.tokens` cuts them.

    Its goals, background, present business and relations, what it believes, and promises still
    open. Left out are its own name and words of every day.
    """
    told = _told(character, beliefs, commitments)
    cares = frozenset[str]().union(*map(_matter, told))
    return cares - frozenset(map(_root, tokens(character.persona.name)))


@dataclass(frozen=True, slots=True)
class Interests:
    """What a character cares for, in sentences, and lines that those of its trade hear."""

    own: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    def near(self, own: float, asked: float) -> float:
        """Return how near a line is, by its greatest cosine to each of the two."""
        return max(own, _OF_A_TRADE * asked)


def interests(
    character: Character,
    beliefs: Sequence[Belief] = (),
    commitments: Sequence[Commitment] = (),
) -> Interests:
    """Return what is embedded to tell which lines concern a character (`memory.nearness`)."""
    told = dict.fromkeys(
        one for part in _told(character, beliefs, commitments) for one in _cut(part)
    )
    return Interests(tuple(told)[:_MOST_CARES], asked_of(character.persona))


def _told(
    character: Character, beliefs: Sequence[Belief], commitments: Sequence[Commitment]
) -> tuple[str, ...]:
    persona = character.persona
    return (
        *persona.goals,
        persona.background,
        persona.currently,
        *(f"{one.to}. {one.view}" for one in persona.relations),
        *(belief.text or belief.topic.replace("-", " ") for belief in beliefs),
        *(
            f"{one.what}. {one.by_name}. {one.to_name}"
            for one in commitments
            if one.status is CommitmentStatus.OPEN
        ),
    )


@lru_cache(maxsize=8192)
def _cut(text: str) -> tuple[str, ...]:
    return sentences(text)


@lru_cache(maxsize=8192)  # lines, and what characters care for: it seldom changes
def _matter(text: str) -> frozenset[str]:
    return frozenset(_telling(text))


def _telling(text: str) -> Iterable[str]:
    for token in map(_root, tokens(text)):
        if token not in _EVERYDAY and not token.isdigit() and not _is_empty(token):
            yield token


def _talked_about(line: CircleLine, people: Roster) -> frozenset[str]:
    """Return who is named in a line without being called."""
    named = mentioned(line.text, people)
    if not named:
        return named
    reading = read_utterance(line.text, people, line.speaker_id, is_name_asked_for=False)
    return named - frozenset(reading.called)


def _root(token: str) -> str:
    """Cut what makes a smuggler of smuggling, and sickness of being sick."""
    for ending in _MADE_OF if token.isascii() else ():
        if token.endswith(ending) and len(token) >= len(ending) + _SHORTEST_ROOT:
            return token.removesuffix(ending)
    return token


def _is_empty(token: str) -> bool:
    """Say whether a token tells nothing: a lone letter, or a pair with a particle in it."""
    return (
        len(token) < 2 or token in _EVERYDAY_WIDE or any(letter in _EMPTY_WIDE for letter in token)
    )


class Concern:
    """How far each line of a moment concerns each member of the circle."""

    def __init__(self, moment: CircleSnapshot) -> None:
        lines = self._lines = moment.lines
        people = roster_of(moment)
        self._words = [_matter(line.text) for line in lines]
        self._named = [_talked_about(line, people) for line in lines]
        held = Counter(word for voice in moment.voices for word in voice.stake_words)
        self._said = Counter(
            (line.speaker_id, word)
            for line, words in zip(lines, self._words, strict=True)
            for word in words
            if word in held
        )
        size = 1 + sum(1 for voice in moment.voices if voice.stake_words)
        self._weight = {word: _rareness(word, count, size) for word, count in held.items()}

    def of_line(self, voice: CircleMember, at: int) -> float:
        """Return how far a line concerns a member by itself; 0 for its own and unheard ones."""
        line = self._lines[at]
        if line.speaker_id == voice.id or not line.was_heard_by(voice.id):
            return 0.0
        named = _NAMED if voice.id in self._named[at] else 0.0
        matter = self._words[at] & voice.stake_words
        if not matter:
            return named
        share = min(1.0, math.sqrt(_MANY_WORDS / max(1, len(voice.stake_words))))
        weight = sum(self._weight[word] * self._news(voice, word) for word in sorted(matter))
        return share * weight + named

    def now(self, voice: CircleMember, were_for_all: Sequence[bool]) -> float:
        """Return how far the latest words concern a member that has not spoken since them.

        `were_for_all` tells it of the last lines: what was said before the last one to somebody
        else is that one's to answer.
        """
        most = 0.0
        for back, fading in enumerate(_FADING[: len(were_for_all)]):
            at = len(self._lines) - 1 - back
            if self._lines[at].speaker_id == voice.id:
                break
            if not back or were_for_all[-1 - back]:
                most = max(most, fading * self.of_line(voice, at))
        return most

    def _news(self, voice: CircleMember, word: str) -> float:
        """Return what is left of a word's weight for somebody who has spoken of it before."""
        said = self._said[voice.id, word]
        return max(0.0, 1.0 - said / _ENOUGH_SAID)


def _rareness(word: str, count: int, size: int) -> float:
    """Return 1 for what one member cares for, near 0 for what all do."""
    weight = math.log((size + 1) / count) / math.log(size + 1)
    return weight * (_WIDE_WEIGHT if _WIDE.search(word) else 1.0)
