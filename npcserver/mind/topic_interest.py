"""The topics a character is interested in, and how far words concern it."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from npcserver.language import listed, words
from npcserver.language.scripts import HAN
from npcserver.language.tokens import tokens
from npcserver.language.trades import sentences
from npcserver.mind.addressees import (
    CircleLine,
    CircleMember,
    CircleSnapshot,
    read_utterance,
    roster_of,
)
from npcserver.mind.trades import asked_of
from npcserver.mind.vocatives import Roster, mentioned
from npcserver.model.character import Character
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.feelings import Belief

_EVERYDAY = frozenset(tokens(" ".join(listed("topics", "everyday"))))
_EMPTY_WIDE = words("topics", "empty")
_EVERYDAY_WIDE = words("topics", "everyday_unspaced")
_WIDE = re.compile(f"[{HAN}]")
_MADE_OF = listed("topics", "made_of")
_SHORTEST_ROOT = 4
_WIDE_WEIGHT = 0.6
"""A word of three ideographs makes two pairs."""
_NAMED = 1.2
"""Weight of being mentioned."""
_ENOUGH_SAID = 2
"""After so many uses of a word a member's interest in it is exhausted."""
_FADING = (1.0, 0.55, 0.3)
"""Weights of the last three lines."""
_OF_A_TRADE = 0.9
"""Weight of a line for a whole trade, relative to a character's own interests."""
_UNRELATED = 0.25
"""Cosine of lines and topics that have nothing in common."""
_MANY_TOPICS = 12
"""With more topics than this, each counts less."""
_MOST_CARES = 100
"""Most sentences of one character that are embedded."""
_MANY_WORDS = 60
"""With more words of interest than this, each counts less."""


def stake_words(
    character: Character, beliefs: Sequence[Belief] = (), commitments: Sequence[Commitment] = ()
) -> frozenset[str]:
    """Return the words of a character's interests, as `language.tokens` cuts them.

    Of its goals, background, present business and relations, its beliefs, and its open promises.
    Its own name and everyday words are left out.
    """
    told = _told(character, beliefs, commitments)
    cares = frozenset[str]().union(*map(_matter, told))
    return cares - frozenset(map(_root, tokens(character.persona.name)))


def concerns(character: Character, text: str) -> bool:
    """Return whether a text has a word of a character's interests."""
    return not stake_words(character).isdisjoint(_matter(text))


@dataclass(frozen=True, slots=True)
class Interests:
    """The interests of a character as sentences, and lines that people of its trade hear."""

    own: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    def topic(self, own: float, asked: float) -> float:
        """Return how far a line is on one of the topics, by its greatest cosine to each of the two.

        It is 0 for unrelated lines, about 0.4 at most, and less for a character with many topics.
        """
        share = min(1.0, math.sqrt(_MANY_TOPICS / max(1, len(self.own))))
        return share * max(0.0, max(own, _OF_A_TRADE * asked) - _UNRELATED)


def interests(
    character: Character, beliefs: Sequence[Belief] = (), commitments: Sequence[Commitment] = ()
) -> Interests:
    """Return the texts to embed for finding lines that concern a character (`memory.nearness`)."""
    told = dict.fromkeys(
        one for part in _told(character, beliefs, commitments) for one in _sentences(part)
    )
    return Interests(tuple(told)[:_MOST_CARES], asked_of(character.persona))


_sentences = lru_cache(maxsize=8192)(sentences)


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


@lru_cache(maxsize=8192)  # lines and interests, which seldom change
def _matter(text: str) -> frozenset[str]:
    """Return the roots of a text's words, without everyday ones and those without content.

    Of no content are digits, a single letter, and a pair with a particle in it.
    """
    return frozenset(
        root
        for root in map(_root, tokens(text))
        if len(root) > 1
        and not (root in _EVERYDAY or root in _EVERYDAY_WIDE or root.isdigit())
        and _EMPTY_WIDE.isdisjoint(root)
    )


def _talked_about(line: CircleLine, people: Roster) -> frozenset[str]:
    """Return the members that a line mentions without addressing them."""
    named = mentioned(line.text, people)
    if not named:
        return named
    reading = read_utterance(line.text, people, line.speaker_id, is_name_asked_for=False)
    return named - frozenset(reading.called)


def _root(token: str) -> str:
    """Strip endings that make a smuggler of smuggling, and sickness of being sick."""
    for ending in _MADE_OF if token.isascii() else ():
        if token.endswith(ending) and len(token) >= len(ending) + _SHORTEST_ROOT:
            return token.removesuffix(ending)
    return token


class LineRelevance:
    """How far each line of a moment concerns each member of the circle."""

    def __init__(self, circle: CircleSnapshot) -> None:
        lines = self._lines = circle.lines
        people = roster_of(circle)
        self._words = [_matter(line.text) for line in lines]
        self._named = [_talked_about(line, people) for line in lines]
        self._names = {voice.id: _matter(voice.name) for voice in circle.members}
        held = Counter(word for voice in circle.members for word in voice.stake_words)
        self._said = Counter(
            (line.speaker_id, word)
            for line, words in zip(lines, self._words, strict=True)
            for word in words
            if word in held
        )
        size = 1 + sum(1 for voice in circle.members if voice.stake_words)
        # 1 for a word of one member, near 0 for a word of all
        self._weight = {
            word: math.log((size + 1) / count)
            / math.log(size + 1)
            * (_WIDE_WEIGHT if _WIDE.search(word) else 1.0)
            for word, count in held.items()
        }

    @property
    def mentioned(self) -> frozenset[str]:
        """The members that the last line talks about."""
        return self._named[-1]

    def of_line(self, voice: CircleMember, at: int) -> float:
        """Return how far a line alone concerns a member; 0 for its own and unheard ones."""
        line = self._lines[at]
        if line.speaker_id == voice.id or not line.was_heard_by(voice.id):
            return 0.0
        named = _NAMED if voice.id in self._named[at] else 0.0
        others = self._named[at] - {voice.id}
        matter = (self._words[at] & voice.stake_words).difference(
            *(self._names[one] for one in others)
        )
        if not matter:
            return named
        share = min(1.0, math.sqrt(_MANY_WORDS / max(1, len(voice.stake_words))))
        weight = sum(self._weight[word] * self._news(voice, word) for word in sorted(matter))
        return share * weight + named

    def now(self, voice: CircleMember, were_for_all: Sequence[bool]) -> float:
        """Return how far the latest words concern a member that has not spoken since them.

        `were_for_all` is given for the last lines: an earlier line to another member is for that
        one to answer.
        """
        most = 0.0
        for back, fading in enumerate(_FADING[: len(were_for_all)]):
            at = len(self._lines) - 1 - back
            if self._lines[at].speaker_id == voice.id:
                break
            if not back or were_for_all[-1 - back]:
                most = max(most, fading * self.of_line(voice, at))
        return most

    def has_had_say(self, voice: CircleMember) -> bool:
        """Return whether a member has used each of its words in the last line often enough."""
        matter = self._words[-1] & voice.stake_words
        return bool(matter) and not any(self._news(voice, word) for word in matter)

    def _news(self, voice: CircleMember, word: str) -> float:
        said = self._said[voice.id, word]
        return max(0.0, 1.0 - said / _ENOUGH_SAID)
