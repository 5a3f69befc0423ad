"""The time of recall, compared with computing the same answer in NumPy from scratch.

All methods run in turn in every round, and a ratio is the median over the rounds of method /
baseline in the same round: absolute times of a shared machine mean little.
"""

import asyncio
import os
import statistics
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from time import perf_counter

import numpy as np

from npcbench.harness import machine
from npcbench.recall_baselines import ColumnBaseline, brute_force
from npcbench.recall_log import DIMENSION, SUBJECT, WORLD, BenchEmbedder, BenchLog
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId

K = 10
_WARMING = 3  # rounds that are not counted
Numbers = dict[str, float]


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
