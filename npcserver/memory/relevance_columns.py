"""Relevance as a weighted sum of columns: those that the texts of the visible memories give.

All of it is counted over visible memories only. What a word adds is a whole multiple of `QUANTUM`,
so that sums over words and windows are exact in whatever order they are added.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from npcserver import language
from npcserver.language.tokens import question_tokens, telling_characters, tokens
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lexical import Postings, VisibleTerms, WordMatches, summed
from npcserver.memory.mind_rows import MindRows, seconds
from npcserver.memory.relevance import Places, TextScores, rounding_error
from npcserver.memory.row_features import RowFeatures, asks_when
from npcserver.memory.score_profiles import ColumnWeights, Floats, Scale, scale_of

QUANTUM = 2.0**-30
"""What a word adds is rounded to multiples of this; millions of them add up without a rounding."""

NEAR = 3
"""Memories before and after in the same episode that the column `near` sums up."""

LIFTS = ("asker", "then")
"""Columns that do not compare texts."""

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
    tokens: frozenset[str]


def question_words(text: str, weights: ColumnWeights) -> QuestionWords:
    """Return what the columns compare of a question."""
    return QuestionWords(
        words={term: weights.talk if term in _TALK else 1.0 for term in question_tokens(text)},
        characters=dict.fromkeys(telling_characters(text), weights.character),
        asks_when=asks_when(text),
        tokens=frozenset(tokens(text)),
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
    """The columns of one question that vary with it.

    `matched` has `words` and `near` by name, not scaled; `scores` has all columns that texts give,
    weighted.
    """

    question: QuestionWords
    matched: Mapping[str, Floats]
    greatest_reply: float
    scores: TextScores


class VisibleColumns:
    """The columns of the memories one vantage sees, numbered 0..size-1 in order of seq.

    `before` is the place of the memory before each in its episode, or its own.
    """

    def __init__(self, texts: MindTexts, rows: Places, weights: ColumnWeights) -> None:
        self._texts = texts
        self._rows = rows
        self._weights = weights
        self._words = VisibleTerms(texts.words, texts.mind, rows)
        has_characters = texts.characters.lengths[rows].any()
        self._characters = (
            VisibleTerms(texts.characters, texts.mind, rows) if has_characters else None
        )
        self._slots, self.before = _episode_slots(texts.mind.episode[rows])
        self._laid = int(self._slots.max()) + 2 * NEAR + 1
        features = texts.features
        self._asks = features.asks[rows]
        self._tells_when = features.tells_when[rows]
        self._speaker = features.speaker[rows]
        self._partner = features.partner[rows]
        self._created = texts.mind.created[rows]
        is_reply = self._asks[self.before] & (self.before != np.arange(len(rows)))
        self._replies = np.flatnonzero(is_reply)
        length = np.log1p(texts.words.lengths[rows].astype(np.float64))
        self._length = scale_of(length, 0.0).apply(length)
        self._fixed = self._own_shape(np.arange(len(rows))).astype(np.float32)
        self._prepared: dict[str, TextColumns] = {}

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        columns = (
            self.before, self._slots, self._asks, self._tells_when, self._speaker, self._partner,
            self._created, self._replies, self._length, self._fixed,
        )  # fmt: skip
        characters = 0 if self._characters is None else self._characters.nbytes
        held = int(sum(column.nbytes for column in columns))
        return held + self._words.nbytes + characters

    def prepare(self, text: str) -> None:
        """Make the columns of a question that `ask` will return once."""
        self._prepared = {text: self._asked(text)}

    def ask(self, text: str) -> TextColumns:
        """Return the columns of a question."""
        return self._prepared.pop(text, None) or self._asked(text)

    def _asked(self, text: str) -> TextColumns:
        weights = self._weights
        asked = question_words(text, weights)
        words = self._matched(asked)
        matched = {"words": words, "near": self._near(words)}
        replying = words[self.before[self._replies]]
        # the first of an episode is no reply, so the least value is 0
        reply = scale_of(np.append(replying, 0.0), 0.0)

        rough = self._fixed.copy()
        size = weights.length + abs(weights.question)
        parts: list[tuple[Floats, float]] = []
        for name, values in matched.items():
            scale = scale_of(values, 0.0)
            if scale.spread > 0.0:
                factor = getattr(weights, name) / scale.spread
                rough += np.multiply(values, factor, dtype=np.float32, casting="same_kind")
                size += factor * scale.greatest
                parts.append((values, factor))
        w_reply = weights.reply / reply.spread if reply.spread > 0.0 else 0.0
        if len(replying):
            rough[self._replies] += (w_reply * replying).astype(np.float32)
        if asked.asks_when:
            rough += np.float32(weights.when) * self._tells_when
        size += weights.reply + weights.when

        def exactly(places: Places) -> Floats:
            total = self._own_shape(places)
            for values, factor in parts:
                total += factor * values[places]
            total += w_reply * self._replied(words, places)
            if asked.asks_when:
                total += weights.when * self._tells_when[places]
            return total

        scores = TextScores(exactly, rough, size, rounding_error(12, size))
        return TextColumns(asked, matched, reply.greatest, scores)

    def lifted(self, cue: Cue) -> dict[str, NDArray[np.bool_]]:
        """Return which memories a cue asks for otherwise than by its words, by column.

        `asker` are those told by or to who asks about themselves, `then` those of a time it names.
        """
        found: dict[str, NDArray[np.bool_]] = {}
        code = self._texts.features.partner_code(cue.asker) if cue.asker else None
        if code is not None and self._weights.asker:
            found["asker"] = self._partner == code
        if cue.times and self._weights.then:
            spans = [(seconds(one.start), seconds(one.end)) for one in cue.times]
            within = [(start <= self._created) & (self._created < end) for start, end in spans]
            found["then"] = np.logical_or.reduce(within)
        return found

    def second_step(self, asked: QuestionWords, place: int) -> tuple[Places, Floats] | None:
        """Return which match the names in the memory at a place, and how well; None if none does.

        Names that the question has, that no other memory has or that too many have do not count.
        """
        naming = self._texts.features.naming(int(self._rows[place]))
        held = self._words.holders([term for term in naming if term not in asked.tokens])
        most = max(RARE, int(RARE_SHARE * len(self._rows)))
        terms = {term: 1.0 for term, count in held.items() if 1 < count <= most}
        if not terms:
            return None
        matched = self._words.matches(terms, self._weights.k1, self._weights.b)
        places, which = np.unique(matched.places, return_inverse=True)
        found = summed(which, _whole(matched.added), len(places))
        is_lacking = len(places) < len(self._rows)
        scale = scale_of(np.append(found, 0.0) if is_lacking else found, 0.0)
        return (places, scale.apply(found)) if scale.spread else None

    def explain(self, columns: TextColumns, places: Places) -> dict[str, Floats]:
        """Return the columns of some places by name, each scaled to 0..1, before its weight."""
        found: dict[str, Floats] = {
            name: scale_of(values, 0.0).apply(values[places])
            for name, values in columns.matched.items()
        }
        reply = Scale(0.0, columns.greatest_reply, 0.0)
        found["reply"] = reply.apply(self._replied(columns.matched["words"], places))
        found["length"] = self._length[places]
        found["question"] = self._asks[places].astype(np.float64)
        found["when"] = np.zeros(len(places))
        if columns.question.asks_when:
            found["when"] += self._tells_when[places]
        return found

    def _own_shape(self, places: Places) -> Floats:
        asks = self._weights.question * self._asks[places]
        return self._weights.length * self._length[places] + asks

    def _matched(self, asked: QuestionWords) -> Floats:
        weights = self._weights
        found = self._words.matches(asked.words, weights.k1, weights.b)
        added = _whole(found.added) * ~self._labels(asked, found)
        words = summed(found.places, added, len(self._rows))
        if asked.characters and self._characters is not None:
            found = self._characters.matches(asked.characters, weights.k1, weights.b)
            words += summed(found.places, _whole(found.added), len(self._rows))
        return words

    def _labels(self, asked: QuestionWords, found: WordMatches) -> NDArray[np.bool_]:
        """Return which matches are of the name that stands before what its bearer says."""
        labels = np.zeros(len(found.places), np.bool_)
        known = (term for term in asked.words if self._texts.words.held(term))
        for number, term in enumerate(known):
            codes = [*self._texts.features.speakers_named([term])]
            if codes:
                here = np.flatnonzero(found.term == number)
                places = found.places[here]
                labels[here] = np.isin(self._speaker[places], codes)
        return labels

    def _near(self, words: Floats) -> Floats:
        sums = np.zeros(self._laid + 1)
        laid = sums[1:]
        laid[NEAR:][self._slots] = words
        np.cumsum(laid, out=laid)
        return (sums[2 * NEAR + 1 :] - sums[: -2 * NEAR - 1]).take(self._slots)

    def _replied(self, words: Floats, places: Places) -> Floats:
        """Return the word scores of the questions that some places reply to, or 0."""
        before = self.before[places]
        replied: Floats = words[before] * (self._asks[before] & (before != places))
        return replied


def _episode_slots(episode: Places) -> tuple[Places, Places]:
    """Return where each memory is laid, episode by episode, and the place of the one before it.

    Between two episodes as many slots are free as a window reaches. The first of an episode has
    itself before it.
    """
    order = np.argsort(episode, kind="stable")
    begins = np.diff(episode[order], prepend=-1) != 0
    at = np.arange(len(episode))
    slots = np.empty(len(episode), np.int64)
    slots[order] = at + NEAR * (np.cumsum(begins) - 1)
    before = np.empty(len(episode), np.int64)
    before[order] = order[np.where(begins, at, at - 1)]
    return slots, before


def _whole(words: Floats) -> Floats:
    """Round word scores to multiples of `QUANTUM`."""
    return np.rint(words / QUANTUM) * QUANTUM
