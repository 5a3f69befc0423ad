"""What recall is compared with: the same answers in NumPy, with nothing cached between calls."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from npcbench.recall_log import BenchLog
from npcserver.language.tokens import question_tokens, tokens
from npcserver.memory.embedding_texts import Cue, own_text
from npcserver.memory.row_features import naming_terms
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, ColumnWeights
from npcserver.ports.vectors import Vectors

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

_NEAR = 3
_FEW, _SHARE = 4, 0.01  # memories that a name of the second step may be in


def brute_force(
    vectors: Vectors, accessed: Floats, importance: Floats, query: Vectors, now: float, k: int
) -> Rows:
    """Return the best k rows under `paper_v2`."""
    score = np.zeros(len(vectors))
    recency = PAPER_V2.decay ** ((now - accessed) / 3600.0)
    for column in (recency, importance, vectors @ query):
        low = column.min()
        score += (column - low) / (column.max() - low)
    return _best(score, k)


class ColumnBaseline:
    """The rows of a log as they are now, for computing `default` plainly.

    What does not depend on a question is at hand: which rows have a word and how often, lengths,
    question marks, names, and where each row stands in its episode. The log is one long talk and
    one long watch at a place, so that its rows take turns in two episodes. No question of the
    benchmark asks for a time or names the speaker.
    """

    def __init__(self, log: BenchLog) -> None:
        self._log = log
        records = [log.records[seq - 1] for seq in log.seqs[: log.size].tolist()]
        bags = [Counter(tokens(own_text(record))) for record in records]
        held: dict[str, list[tuple[int, int]]] = {}
        for row, bag in enumerate(bags):
            for term, count in bag.items():
                held.setdefault(term, []).append((row, count))
        self._held = {term: np.array(rows, np.int64).T for term, rows in held.items()}
        self._lengths = np.array([bag.total() for bag in bags], np.float64)
        self._asks = np.array([record.text.endswith("?") for record in records], np.float64)
        self._names = [naming_terms(record.text) for record in records]
        rows = np.arange(log.size)
        self._order = np.concatenate((rows[::2], rows[1::2]))
        self._back = np.argsort(self._order)
        half = len(rows[::2])
        self._start = np.where(rows < half, 0, half)
        self._stop = np.where(rows < half, half, log.size)
        self._before = np.maximum(rows - 2, rows % 2)

    def best(self, cue: Cue, k: int) -> Rows:
        """Return the best k rows under `default`."""
        size, log = len(self._lengths), self._log
        weights = DEFAULT.columns or ColumnWeights()
        own = _scaled((log.own[:size] @ cue.vector).astype(np.float64))
        words = self._bm25(question_tokens(cue.text), weights)
        replied = np.where(self._before != np.arange(size), self._asks[self._before], 0.0)
        relevance = weights.own * own + weights.before * own[self._before]
        relevance += weights.words * _scaled(words)
        relevance += weights.near * _scaled(self._window(words, _NEAR))
        relevance += weights.length * _scaled(np.log1p(self._lengths))
        relevance += weights.reply * _scaled(replied * words[self._before])
        relevance += weights.question * self._asks
        asked = set(tokens(cue.text))
        names = [name for name in self._names[int(relevance.argmax())] if name not in asked]
        most = max(_FEW, int(_SHARE * size))
        rare = [name for name in names if 1 < self._held[name].shape[1] <= most]
        if rare:
            relevance += weights.second_step * _scaled(self._bm25(rare, weights))
        recency = DEFAULT.decay ** ((log.now - log.accessed[:size]) / 3600.0)
        score = DEFAULT.w_recency * _scaled(recency) + _scaled(relevance)
        score += DEFAULT.w_importance * _scaled(log.importance[:size])
        return _best(score, k)

    def _bm25(self, terms: list[str], weights: ColumnWeights) -> Floats:
        size = len(self._lengths)
        scores = np.zeros(size)
        norm = weights.k1 * (1.0 - weights.b + weights.b * self._lengths / self._lengths.mean())
        for term in dict.fromkeys(terms):
            rows, counts = self._held.get(term, np.empty((2, 0), np.int64))
            rarity = np.log1p((size - len(rows) + 0.5) / (len(rows) + 0.5)) * (weights.k1 + 1.0)
            scores[rows] += rarity * counts / (counts + norm[rows])
        return scores

    def _window(self, words: Floats, reach: int) -> Floats:
        rows = np.arange(len(words))
        sums = np.concatenate(([0.0], np.cumsum(words[self._order])))
        start = np.maximum(self._start, rows - reach)
        stop = np.minimum(self._stop, rows + reach + 1)
        found: Floats = (sums[stop] - sums[start])[self._back]
        return found


def _scaled(column: Floats) -> Floats:
    low, high = float(column.min()), float(column.max())
    return (column - low) / (high - low) if high > low else np.zeros(len(column))


def _best(score: Floats, k: int) -> Rows:
    best = np.argpartition(score, len(score) - k)[-k:]
    found: Rows = best[np.argsort(-score[best])]
    return found
