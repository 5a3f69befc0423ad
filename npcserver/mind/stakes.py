"""What a character cares for, and how far words concern it."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from npcserver.memory.tokens import tokens
from npcserver.mind.calling import roster
from npcserver.mind.moment import Moment, Uttered, Voice
from npcserver.model.character import Character
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.feelings import Belief

_EVERYDAY = frozenset(
    tokens(
        "think know come go want make take see say tell give look let find keep put ask try need "
        "like love mean talk speak hear feel good well bad great new old young big little small "
        "long last first next right left thing way day night time year hour week morning evening "
        "today tomorrow tonight yesterday man woman men women people one two three four five ten "
        "much many little lot bit every everybody everyone everything anybody anything something "
        "somebody nobody nothing never always ever still yet soon late later early already maybe "
        "perhaps please thank thanks hello friend dear sir around away back here still even else "
        "enough sure true really believe wish hope must may might shall could should would will "
        "live life home place work done made said told went came saw thought knew took gave got "
        "name word hand eye head face whole half few side end start begin stay leave stand sit "
        "wait hold turn call care matter kind sort rest own about mine help use set bring since "
        "without against between upon whether though although lately whatever secret secretly "
        "wants hates loves afraid fears proud"
    )
)
_EMPTY_WIDE = frozenset(
    "的了是在我你他她它们这那不就也都和吗呢吧啊呀么什怎有没人个要会能可以到说去来上下得地着过还很太多少大小好想"
    "看知道为与或把被让给对从向里外前后中一二三四五六七八九十几两些每各谁哪时候天今明昨再又才只最更已经因所如果但而"
)
_WIDE = re.compile("[\u3400-\u9fff]")
_WIDE_WEIGHT = 0.6
"""A word of three ideographs makes two pairs."""
_NAMED = 1.0
"""So much it concerns somebody to be spoken of."""
_ENOUGH_SAID = 2
"""Who has used a word so often has had its say about it."""
_FADING = (1.0, 0.55, 0.3)
"""What the last three lines weigh."""
_MANY_WORDS = 60
"""Whoever cares for more words than that cares less for each."""


def stake_words(
    character: Character,
    beliefs: Sequence[Belief] = (),
    commitments: Sequence[Commitment] = (),
) -> frozenset[str]:
    """Return the words of what a character cares for, as `memory.tokens` cuts them.

    Its goals, background, present business and relations, what it believes, and promises still
    open. Left out are its own name and words of every day.
    """
    persona = character.persona
    told = [
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
    ]
    return frozenset(_telling(told)) - frozenset(tokens(persona.name))


@lru_cache(maxsize=4096)
def _matter(text: str) -> frozenset[str]:
    return frozenset(_telling((text,)))


def _telling(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        for token in tokens(text):
            if token not in _EVERYDAY and not token.isdigit() and not _is_empty(token):
                yield token


def _is_empty(token: str) -> bool:
    """Say whether a token tells nothing: a lone letter, or a pair with a particle in it."""
    return len(token) < 2 or any(letter in _EMPTY_WIDE for letter in token)


class Concern:
    """How far each line of a moment concerns each member of the circle."""

    def __init__(self, moment: Moment, lines: Sequence[Uttered]) -> None:
        self._lines = lines
        self._people = roster(tuple((voice.id, voice.name) for voice in moment.voices))
        self._words = [_matter(line.text) for line in lines]
        self._named = [self._people.mentioned(line.text) for line in lines]
        held = Counter(word for voice in moment.voices for word in voice.stake_words)
        size = 1 + sum(1 for voice in moment.voices if voice.stake_words)
        self._weight = {word: _rareness(word, count, size) for word, count in held.items()}

    def of_line(self, voice: Voice, at: int) -> float:
        """Return how far a line concerns a member by itself; 0 for its own and unheard ones."""
        line = self._lines[at]
        if line.speaker_id == voice.id or not line.was_heard_by(voice.id):
            return 0.0
        matter = self._words[at] & voice.stake_words
        share = min(1.0, math.sqrt(_MANY_WORDS / max(1, len(voice.stake_words))))
        weight = sum(self._weight[word] * self._news(voice, word) for word in sorted(matter))
        return share * weight + (_NAMED if voice.id in self._named[at] else 0.0)

    def now(self, voice: Voice) -> float:
        """Return how far the latest words concern a member that has not spoken since them."""
        total = 0.0
        for back, fading in enumerate(_FADING):
            at = len(self._lines) - 1 - back
            if at < 0 or self._lines[at].speaker_id == voice.id:
                break
            total = max(total, fading * self.of_line(voice, at))
        return total

    def _news(self, voice: Voice, word: str) -> float:
        """Return what is left of a word's weight for somebody who has spoken of it before."""
        said = sum(
            1
            for line, words in zip(self._lines, self._words, strict=True)
            if line.speaker_id == voice.id and word in words
        )
        return max(0.0, 1.0 - said / _ENOUGH_SAID)


def _rareness(word: str, count: int, size: int) -> float:
    """Return 1 for what one member cares for, near 0 for what all do."""
    weight = math.log((size + 1) / count) / math.log(size + 1)
    return weight * (_WIDE_WEIGHT if _WIDE.search(word) else 1.0)
