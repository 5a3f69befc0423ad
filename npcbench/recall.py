"""The time of recall, compared with computing the same answer in NumPy from scratch.

All methods run in turn in every round, and a ratio is the median over the rounds of method /
baseline in the same round: absolute times of a shared machine mean little.
"""

import asyncio
import os
import statistics
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from npcbench.harness import machine
from npcbench.recall_log import DIMENSION, SUBJECT, WORLD, BenchEmbedder, BenchLog
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.language.tokens import question_tokens, tokens
from npcserver.memory.embedding_texts import Cue, own_text
from npcserver.memory.row_features import naming_terms
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, ColumnWeights, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId
from npcserver.ports.vectors import Vectors

K = 10
_WARMING = 3  # rounds that are not counted
_NEAR = 3
_FEW, _SHARE = 4, 0.01  # memories that a name of the second step may be in

Numbers = dict[str, float]
Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


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


@dataclass
class _Measured:
    """The seconds of each method, by name, round by round."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    agreed: list[float] = field(default_factory=list)

    def median_ms(self, name: str) -> float:
        return round(1e3 * statistics.median(self.seconds[name]), 4)

    def p95_ms(self, name: str) -> float:
        return round(1e3 * float(np.quantile(self.seconds[name], 0.95)), 4)

    def ratio(self, name: str, baseline: str) -> float:
        pairs = zip(self.seconds[name], self.seconds[baseline], strict=True)
        return round(statistics.median(mine / theirs for mine, theirs in pairs), 3)


def run(
    sizes: Sequence[int] = (1_000, 10_000, 100_000),
    *,
    rounds: int | None = None,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, object]:
    """Measure recall of one character with each number of memories; JSON-able.

    If `rounds` is None it depends on the size. `progress` gets the current step. Set
    OPENBLAS_NUM_THREADS=1 before the process starts to measure as the server runs.
    """
    return asyncio.run(_run(sizes, rounds, seed, progress))


async def _run(
    sizes: Sequence[int], rounds: int | None, seed: int, progress: Callable[[str], None]
) -> dict[str, object]:
    figures: Numbers = {}
    baselines: Numbers = {}
    ratios: Numbers = {}
    for size in sizes:
        progress(f"making up {size:,} memories")
        log = BenchLog(size, seed)
        stream = MemoryStream(FaissIndex, BenchEmbedder(), budget_bytes=1 << 34)
        label = f"{size // 1000}k" if size % 1000 == 0 else str(size)
        began = perf_counter()
        await _recall(stream, log, log.cue(0), PAPER_V2)
        figures[f"first_recall_{label}_ms"] = round(1e3 * (perf_counter() - began), 1)
        figures[f"paper_v2_{label}_bytes_per_row"] = round(stream.stats().bytes_per_row, 1)
        await _recall(stream, log, log.cue(0), DEFAULT)
        progress(f"recalling out of {size:,} memories")
        usual = 200 if size <= 1_000 else 60 if size <= 10_000 else 15
        still = await _compare(stream, log, rounds or usual)
        moving = await _compare_moving(stream, log, min(rounds or 15, 15))
        for name in ("numpy", "numpy_columns"):
            baselines[f"{name}_{label}_ms_median"] = still.median_ms(name)
            baselines[f"{name}_{label}_ms_p95"] = still.p95_ms(name)
        ratios[f"paper_v2_{label}"] = still.ratio("paper_v2", "numpy")
        ratios[f"default_{label}"] = still.ratio("default", "numpy_columns")
        for name in ("paper_v2", "default"):
            figures[f"{name}_{label}_ms_median"] = still.median_ms(name)
            figures[f"{name}_{label}_ms_p95"] = still.p95_ms(name)
            figures[f"{name}_after_a_turn_{label}_ms_median"] = moving.median_ms(name)
            ratios[f"{name}_after_a_turn_{label}"] = moving.ratio(name, f"numpy_{name}")
        figures[f"agreement_{label}"] = round(statistics.mean(still.agreed), 4)
        figures[f"bytes_per_row_{label}"] = round(stream.stats().bytes_per_row, 1)
    progress("recalling for more characters than the budget holds")
    figures |= await _evictions(seed)
    return {
        "name": "recall",
        "machine": _machine(),
        "figures": figures,
        "baselines": baselines,
        "ratios": ratios,
    }


async def _compare(stream: MemoryStream, log: BenchLog, rounds: int) -> _Measured:
    """Time all methods with the same questions, from one vantage."""
    measured = _Measured()
    columns = ColumnBaseline(log)
    for at in range(_WARMING + rounds):
        cue = log.cue(at)
        methods: dict[str, Callable[[], Awaitable[list[int]]]] = {
            "numpy": partial(_baseline, log, cue),
            "paper_v2": partial(_recall, stream, log, cue, PAPER_V2),
            "numpy_columns": partial(_column_baseline, columns, log, cue),
            "default": partial(_recall, stream, log, cue, DEFAULT),
        }
        answers = await _visit(methods, at, measured if at >= _WARMING else _Measured())
        if at >= _WARMING:
            measured.agreed.append(float(answers["numpy"] == answers["paper_v2"]))
            measured.agreed.append(float(answers["numpy_columns"] == answers["default"]))
    return measured


async def _compare_moving(stream: MemoryStream, log: BenchLog, rounds: int) -> _Measured:
    """Time the first recall after each turn, which has to index the new memories."""
    measured = _Measured()
    for at in range(_WARMING + rounds):
        cue = log.cue(at)
        for name, profile in (("paper_v2", PAPER_V2), ("default", DEFAULT)):
            log.live_on(await _recall(stream, log, cue, PAPER_V2))
            methods: dict[str, Callable[[], Awaitable[list[int]]]] = {
                f"numpy_{name}": partial(_baseline, log, cue),
                name: partial(_recall, stream, log, cue, profile),
            }
            await _visit(methods, at, measured if at >= _WARMING else _Measured())
    return measured


async def _visit(
    methods: Mapping[str, Callable[[], Awaitable[list[int]]]], first: int, measured: _Measured
) -> dict[str, list[int]]:
    """Run each method once, starting with another one each time, and record the seconds."""
    names = list(methods)
    first %= len(names)
    answers: dict[str, list[int]] = {}
    for name in names[first:] + names[:first]:
        began = perf_counter()
        answers[name] = await methods[name]()
        measured.seconds.setdefault(name, []).append(perf_counter() - began)
    return answers


async def _baseline(log: BenchLog, cue: Cue) -> list[int]:
    size = log.size
    best = brute_force(
        log.own[:size], log.accessed[:size], log.importance[:size], cue.vector, log.now, K
    )
    found: list[int] = log.seqs[best].tolist()
    return found


async def _column_baseline(columns: ColumnBaseline, log: BenchLog, cue: Cue) -> list[int]:
    found: list[int] = log.seqs[columns.best(cue, K)].tolist()
    return found


async def _recall(
    stream: MemoryStream, log: BenchLog, cue: Cue, profile: Profile, who: CharacterId = SUBJECT
) -> list[int]:
    found = await stream.recall(log, log.view(), WORLD, who, cue, K, profile)
    return [recollection.memory.seq for recollection in found]


async def _evictions(seed: int) -> Numbers:
    """Let twelve characters of a thousand memories share a memory budget that fits four."""
    log = BenchLog(1000, seed)
    probe = MemoryStream(FaissIndex, BenchEmbedder())
    await _recall(probe, log, log.cue(0), PAPER_V2)
    budget = 4 * probe.stats().bytes
    stream = MemoryStream(FaissIndex, BenchEmbedder(), budget_bytes=budget)
    for number in range(12):
        who = CharacterId(f"character-{number}")
        await _recall(stream, log, log.cue(number), PAPER_V2, who)
    stats = stream.stats()
    return {
        "evicted_minds_of_12": stats.evictions,
        "cached_share_of_budget": round(stats.bytes / budget, 3),
    }


def _machine() -> dict[str, str | int]:
    return {
        **machine(),
        "numpy": np.__version__,
        "faiss": version("faiss-cpu"),
        "dimension": DIMENSION,
        "blas_threads": os.environ.get("OPENBLAS_NUM_THREADS", "unset"),
    }
