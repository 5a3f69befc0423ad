"""Two days of a town of 25 with the scripted mind, seed by seed, against what they may come to.

    python -m tests.benchmarks.town [--seeds 5] [--first 1] [--days 2] [--people 25] [--town NAME]
        [--minutes 15] [--foreground 0] [--keep FOLDER] [--json]

Each seed is a run of `npcserver town` on a server of its own. Printed for each: wall time and
processor time of the server for a day, calls for a person and day, talks, density of who has whom
in memory (both ways), who knows the facts that the town follows, acts begun where a place was
closed or beyond its capacity, errors in the server's log, and by `WhoKnows` from how many people,
one after another, news came to who knows it (`hops`; `rows` are all its records).
"""

import asyncio
import json
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from npctown import run_files
from npctown.people import Places
from npctown.run_files import RunHeader
from npctown.town_files import read_town
from npctown.town_run import DAY_MINUTES, RunOptions, TownRun, new_run
from tests.benchmarks.options import read_options

BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    "seconds_a_day": (0, 240),
    "calls_day_1": (0, 40),
    "calls_day_2": (0, 40),
    "growth": (0, 1.1),
    "talks": (100, 160),
    "density": (0.5, 0.8),
    "election": (0.30, 0.70),
    "feast": (0.35, 0.70),
    "norms_broken": (0, 0),
    "errors": (0, 0),
    "hops_p95": (0, 6),
}
"""What each figure may be, least and most, with 25 people and two days."""
_ERROR = re.compile(r"\[(?:error|critical)|Traceback")


async def lived(folder: Path, options: RunOptions, days: float) -> dict[str, float]:
    """Live some days, and return the figures."""
    begun = time.monotonic()
    async with new_run(options, lambda _: None) as run:
        await run.live(days * DAY_MINUTES)
        seconds = time.monotonic() - begun
        figures = await _asked(run)
        calls = run.simulation.recorder.purposes
        figures |= {f"calls_{name}": each for name, each in sorted(calls.items()) if each}
    events = list(run_files.read_events(folder))
    header = run_files.read_header(folder)
    log = (folder / "server.log").read_text(encoding="utf-8")
    return {
        "seconds_a_day": seconds / days,
        **_counted(events, header, days),
        **figures,
        "norms_broken": norms_broken(folder, events, header),
        "errors": len(_ERROR.findall(log)) + sum(one["kind"] == "note" for one in events),
    }


def _counted(
    events: Sequence[Mapping[str, Any]], header: RunHeader, days: float
) -> dict[str, float]:
    people = len(header.people)
    ends = dict.fromkeys(range(1, int(days) + 1), 0)
    for one in events:
        if one["kind"] == "tick":
            for day in ends:
                if one["t"] <= day * DAY_MINUTES:
                    ends[day] = one["calls"]
    calls = [(ends[day] - ends.get(day - 1, 0)) / people for day in ends]
    knows = Counter(one["fact"] for one in events if one["kind"] == "knows")
    talks = [one for one in events if one["kind"] == "talk" and one["is_over"] and one["lines"]]
    return {
        **{f"calls_day_{day}": each for day, each in enumerate(calls, 1)},
        "growth": calls[-1] / calls[0] if calls and calls[0] else 0.0,
        "talks": len(talks),
        "pairs": len({tuple(one["who"]) for one in talks}),
        "lines": sum(one["kind"] == "line" for one in events),
        **{one.id: knows[one.id] / people for one in header.facts},
        "open": max((one["open"] for one in events if one["kind"] == "tick"), default=0),
    }


async def _asked(run: TownRun) -> dict[str, float]:
    """Return what only the server knows: density by memories, and the paths of facts."""
    npc, header = run.simulation.npc, run.header
    texts = {}
    for one in header.people:
        found = npc.memories.list(header.timeline_id, one.id, page_size=500)
        texts[one.id] = " ".join([memory.text async for memory in found])
    first = {one.id: re.compile(rf"\b{re.escape(one.name.split()[0])}\b") for one in header.people}
    pairs = list(combinations(first, 2))
    known = sum(bool(first[b].search(texts[a]) and first[a].search(texts[b])) for a, b in pairs)
    rows, hops, seconds = list[int](), list[int](), list[float]()
    for fact in header.facts:
        begun = time.monotonic()
        knowers = await npc.memories.who_knows(header.timeline_id, text=fact.text)
        seconds.append(time.monotonic() - begun)
        rows += [len(one.hops) for one in knowers]
        hops += [len({hop.holder_id for hop in one.hops}) - 1 for one in knowers]
    return {
        "density": known / len(pairs),
        "hops_p95": _p95(hops),
        "hops_most": max(hops, default=0),
        "rows_p95": _p95(rows),
        "who_knows_ms": 1000 * max(seconds, default=0.0),
    }


def _p95(counts: Sequence[int]) -> float:
    return statistics.quantiles(counts, n=20)[-1] if len(counts) > 1 else float(sum(counts))


def norms_broken(folder: Path, events: Sequence[Mapping[str, Any]], header: RunHeader) -> int:
    """Return how many acts by plan were begun where a place was closed or full at that tick."""
    town = read_town(folder / "town", len(header.people))
    places = Places(town.world["places"])
    started = datetime.fromisoformat(header.started)
    at = {one.id: one.home for one in header.people}
    broken = 0
    for one in events:
        if one["kind"] == "walk":
            at[one["who"]] = ""
        if one["kind"] != "act" or not one["place"]:
            continue
        before, at[one["who"]] = at[one["who"]], one["place"]
        tick = one["t"] // header.tick_minutes * header.tick_minutes
        now = (started + timedelta(minutes=tick)).time()
        around = places.around(one["place"])
        if one["cause"] == "plan":
            broken += any(not each.is_open(now) for each in around)
        if before != one["place"]:
            here = Counter(each.id for where in at.values() for each in places.around(where))
            broken += any(
                each.capacity is not None and here[each.id] > each.capacity for each in around
            )
    return broken


def main() -> None:
    """Print a row for each seed, and what is outside its bounds."""
    options = read_options(
        __doc__, seeds=5, first=1, days=2.0, people=25, town="withymouth", minutes=15, foreground=0,
        keep="", model="scripted",
    )  # fmt: skip
    rows: dict[int, dict[str, float]] = {}
    for seed in range(options.first, options.first + options.seeds):
        with tempfile.TemporaryDirectory(prefix="npcserver-town-") as made:
            folder = (Path(options.keep) if options.keep else Path(made)) / f"seed-{seed}"
            chosen = RunOptions(
                town=options.town, out=folder, people=options.people, model=options.model,
                seed=seed, tick_minutes=options.minutes, foreground=bool(options.foreground),
            )  # fmt: skip
            rows[seed] = asyncio.run(lived(folder, chosen, options.days))
        if not options.json:
            print(seed, {key: round(value, 2) for key, value in rows[seed].items()}, flush=True)
    outside = {
        seed: [
            name for name, (low, high) in BOUNDS.items() if not low <= row.get(name, low) <= high
        ]
        for seed, row in rows.items()
    }
    print(json.dumps({"seeds": rows, "outside": outside} if options.json else outside))


if __name__ == "__main__":
    main()
