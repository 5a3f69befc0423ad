"""Relevance as a weighted sum of columns: those that the texts of the visible memories give.

All of it is float64, and counted over visible memories only. Word scores are whole multiples of
`QUANTUM`, so that sums over windows are exact in whatever order they are added.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver import language
from npcserver.language.tokens import question_tokens, telling_characters, tokens
from npcserver.memory.lexical import Postings, VisibleTerms
from npcserver.memory.mind_rows import MindRows
from npcserver.memory.row_features import RowFeatures, asks_when
from npcserver.memory.score_profiles import ColumnWeights, Floats, scale_of

Places = NDArray[np.int64]

QUANTUM = 2.0**-30
"""Word scores are rounded to multiples of this; millions of them add up without a rounding."""

NEAR = 3
AROUND = 6
"""Memories before and after in the same episode that the two windows reach."""

RARE = 4
RARE_SHARE = 0.01
"""A name leads on if at most so many memories have it, or at most this share of them."""

_TALK = frozenset(
    stem for word in language.listed("content_words", "talk") for stem in tokens(word)
)


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of a question by weight, what else it says, and all of its tokens."""

    words: Mapping[str, float]
    characters: Mapping[str, float]
    asks_when: bool
    all_tokens: frozenset[str]


def question_words(text: str, weights: ColumnWeights) -> QuestionWords:
    """Return what the columns compare of a question."""
    return QuestionWords(
        words={term: weights.talk if term in _TALK else 1.0 for term in question_tokens(text)},
        characters=dict.fromkeys(telling_characters(text), weights.character),
        asks_when=asks_when(text),
        all_tokens=frozenset(tokens(text)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class MindTexts:
    """What a character's index knows of all texts: by word, by character, and row by row."""

    mind: MindRows
    words: Postings
    characters: Postings
    features: RowFeatures

    @property
    def nbytes(self) -> int:
        """Bytes held besides the rows."""
        return self.words.nbytes + self.characters.nbytes + self.features.nbytes


@dataclass(frozen=True, slots=True, eq=False)
class TextColumns:
    """The unscaled columns of one question that vary with it, and their weighted sum.

    `total` has all columns that texts give, scaled and weighted, up to a constant.
    """

    words: Floats
    near: Floats
    around: Floats
    reply: Floats
    speaker: NDArray[np.bool_] | None
    asks_when: bool
    total: Floats


class VisibleColumns:
    """The columns of the memories one vantage sees, numbered 0..size-1 in order of seq."""

    def __init__(self, texts: MindTexts, rows: Places, weights: ColumnWeights) -> None:
        self._texts = texts
        self._rows = rows
        self._weights = weights
        self._words = VisibleTerms(texts.words, texts.mind, rows)
        has_characters = texts.characters.lengths[rows].any()
        self._characters = (
            VisibleTerms(texts.characters, texts.mind, rows) if has_characters else None
        )
        self._place_in_episodes(texts.mind.episode[rows])
        features = texts.features
        self._asks = features.asks[rows]
        self._tells_when = features.tells_when[rows]
        self._speaker = features.speaker[rows]
        is_reply = self._asks[self.before] & (self.before != np.arange(len(rows)))
        self._replies = np.flatnonzero(is_reply)
        self._length = np.log1p(texts.words.lengths[rows].astype(np.float64))
        length = scale_of(self._length, 0.0)
        self._fixed = weights.length * length.apply(self._length)
        self._fixed += weights.question * self._asks

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        columns = (
            self.before, self._asks, self._tells_when, self._speaker, self._replies, self._length,
            self._fixed, *self._windows, *(() if self._order is None else self._order),
        )  # fmt: skip
        characters = 0 if self._characters is None else self._characters.nbytes
        held = int(sum(column.nbytes for column in columns))
        return held + self._words.nbytes + characters

    def ask(self, text: str) -> TextColumns:
        """Return the columns of a question."""
        weights = self._weights
        asked = question_words(text, weights)
        words = self._words.weighted(asked.words, weights.k1, weights.b)
        if asked.characters and self._characters is not None:
            words = words + self._characters.weighted(asked.characters, weights.k1, weights.b)
        words = _whole(words)
        total = self._fixed.copy()
        near, around = self._add_windows(words, total)
        reply = np.zeros(len(words))
        reply[self._replies] = words[self.before[self._replies]]
        _add_scaled(total, words, weights.words)
        _add_scaled(total, reply, weights.reply)
        if asked.asks_when:
            total += weights.when * self._tells_when
        speaker = self._named(asked)
        if speaker is not None:
            total += weights.speaker * speaker
        return TextColumns(words, near, around, reply, speaker, asked.asks_when, total)

    def second_step(self, text: str, place: int) -> Floats | None:
        """Return how well each matches the names in the memory at a place; None if it has none.

        Names that the question has, that no other memory has or that too many have do not count.
        """
        asked = frozenset(tokens(text))
        naming = self._texts.features.naming(int(self._rows[place]))
        held = self._words.holders([term for term in naming if term not in asked])
        most = max(RARE, int(RARE_SHARE * len(self._rows)))
        terms = {term: 1.0 for term, count in held.items() if 1 < count <= most}
        if not terms:
            return None
        found = _whole(self._words.weighted(terms, self._weights.k1, self._weights.b))
        scale = scale_of(found, 0.0)
        return scale.apply(found) if scale.spread else None

    def explain(self, columns: TextColumns, places: Places) -> dict[str, Floats]:
        """Return the columns of some places by name, each scaled to 0..1, before its weight."""
        varying = {
            "words": columns.words,
            "near": columns.near,
            "around": columns.around,
            "reply": columns.reply,
            "length": self._length,
        }
        found: dict[str, Floats] = {
            name: scale_of(values, 0.0).apply(values[places]) for name, values in varying.items()
        }
        found["question"] = self._asks[places].astype(np.float64)
        found["when"] = np.zeros(len(places))
        if columns.asks_when:
            found["when"] += self._tells_when[places]
        found["speaker"] = np.zeros(len(places))
        if columns.speaker is not None:
            found["speaker"] += columns.speaker[places]
        return found

    def _place_in_episodes(self, episode: Places) -> None:
        """Find the windows of each memory, and the one before it in its episode (or itself)."""
        size = len(episode)
        order = None
        if (episode[1:] < episode[:-1]).any():
            order = np.argsort(episode, kind="stable")
            episode = episode[order]
        at = np.arange(size)
        begins = np.flatnonzero(np.diff(episode, prepend=-1))
        lengths = np.diff(begins, append=size)
        start, stop = np.repeat(begins, lengths), np.repeat(begins + lengths, lengths)
        self._windows = tuple(
            bound
            for reach in (NEAR, AROUND)
            for bound in (np.maximum(start, at - reach), np.minimum(stop, at + reach + 1))
        )
        before = np.maximum(start, at - 1)
        self.before = before
        self._order: tuple[Places, Places] | None = None
        if order is not None:
            back = np.empty(size, np.int64)
            back[order] = at
            self._order = order, back
            self.before = order[before][back]

    def _add_windows(self, words: Floats, total: Floats) -> tuple[Floats, Floats]:
        """Return the sums over both windows, and add them, scaled and weighted, to `total`."""
        in_order = words if self._order is None else words[self._order[0]]
        sums = np.zeros(len(words) + 1)
        np.cumsum(in_order, out=sums[1:])
        near_start, near_stop, around_start, around_stop = self._windows
        near = sums[near_stop] - sums[near_start]
        around = sums[around_stop] - sums[around_start]
        if self._order is not None:
            near, around = near[self._order[1]], around[self._order[1]]
        _add_scaled(total, near, self._weights.near)
        _add_scaled(total, around, self._weights.around)
        return near, around

    def _named(self, asked: QuestionWords) -> NDArray[np.bool_] | None:
        """Return which memories are of the one speaker whom the question names, if it is one."""
        codes = self._texts.features.speakers_named([*asked.all_tokens])
        masks = [mask for mask in (self._speaker == code for code in codes) if mask.any()]
        return masks[0] if len(masks) == 1 else None


def _whole(words: Floats) -> Floats:
    """Round word scores to multiples of `QUANTUM`."""
    return np.rint(words / QUANTUM) * QUANTUM


def _add_scaled(total: Floats, values: Floats, weight: float) -> None:
    """Add a column to a sum: scaled to 0..1 up to a constant, which changes no order."""
    spread = scale_of(values, 0.0).spread
    if spread > 0.0:
        total += values * (weight / spread)
