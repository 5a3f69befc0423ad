"""Choosing the numbers of the profile `default`, on the tuning halves alone. Run by hand.

    python -m tests.benchmarks.tune_default

It prints the goal of each set without each column, and with each number at one step up and down;
then, for each set left out, which of these the other sets would choose, and what the set left out
has with it. A change is kept only if it holds there, and the simpler of two that do.
"""

import asyncio
import statistics
from dataclasses import asdict, replace

from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, ColumnWeights, Profile
from tests.benchmarks.options import quieten_log
from tests.benchmarks.recall_sets import LabelledSet, share_at, tuning_sets

DEPTHS = (5, 8, 10, 12, 15)
"""The goal of a set is the mean of evidence recall at these, which jumps less than that at one."""

STEPS = (0.5, 1.5)
"""What each number is multiplied by."""

_ADDED = 0.25  # the weight that a column without one is tried with


def moved(profile: Profile, **numbers: float) -> Profile:
    """Return a profile with some numbers of its columns, or its own, changed."""
    own = {name: value for name, value in numbers.items() if name.startswith("w_")}
    rest = {name: value for name, value in numbers.items() if name not in own}
    columns = asdict(profile.columns or ColumnWeights()) | rest
    return replace(profile, columns=ColumnWeights(**columns), **own)  # type: ignore[arg-type]


def candidates(profile: Profile) -> dict[str, Profile]:
    """Return the profile as it is, and with one number changed, by what was changed."""
    numbers = {name: float(at) for name, at in asdict(profile.columns or ColumnWeights()).items()}
    del numbers["label"]
    numbers |= {"w_recency": profile.w_recency, "w_importance": profile.w_importance}
    found = {"as it is": profile}
    for name, value in numbers.items():
        tried = [0.0, *(step * value for step in STEPS)] if value else [_ADDED]
        if name == "b":  # a share
            tried = [one for one in tried if one <= 1.0]
        found |= {f"{name} {one:g}": moved(profile, **{name: one}) for one in tried}
    return found


async def goals(sets: list[LabelledSet], profile: Profile) -> list[float]:
    """Return the goal of each set."""
    found = [await one.places(profile, max(DEPTHS)) for one in sets]
    return [statistics.fmean(share_at(each, depth) for depth in DEPTHS) for each in found]


async def _tune() -> None:
    embedder = Usem3Embedder()
    try:
        sets = await tuning_sets(embedder)
        print(" " * 18, *(f"{one.name:>19}" for one in sets), "   mean")
        found: dict[str, list[float]] = {}
        for name, profile in candidates(DEFAULT).items():
            found[name] = await goals(sets, profile)
            shown = " ".join(f"{one:19.3f}" for one in found[name])
            print(f"{name:18} {shown} {statistics.fmean(found[name]):.4f}", flush=True)
    finally:
        await embedder.close()
    print("\nleft out, the others choose, it has, as it is")
    for at, one in enumerate(sets):
        chosen = max(found, key=lambda name: sum(found[name]) - found[name][at])
        print(f"{one.name:20} {chosen:18} {found[chosen][at]:.3f} {found['as it is'][at]:.3f}")


if __name__ == "__main__":
    quieten_log()
    asyncio.run(_tune())
