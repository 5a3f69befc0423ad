"""Branches of a run: what else could have come of it, and what made the difference.

A branch leaves its run at a full hour, for which there is a save. With a mind that answers alike
each time a branch without a change lives as its run did, so the first event that differs is the
change itself, or what it led to first.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

from npcclient import NpcClient
from npcclient.v1.play_service_pb2 import ObjectChange

from npctown import run_files
from npctown.paths import Walker
from npctown.run_files import RunHeader
from npctown.simulation import Simulation
from npctown.town_files import TownFolder
from npctown.town_run import RunOptions, TownError, TownRun, open_simulation

BURNING: Final = "burning"
_OWN: Final = ("id", "memory", "turn", "calls", "n", "open")
"""Fields that differ between runs in which the same happens."""
_PASSED_OVER: Final = ("tick", "note")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedChange:
    """What is done at the beginning of a branch: a whisper, or a thing in a new state."""

    who: str = ""
    text: str = ""
    place: str = ""
    thing: str = ""
    state: str = ""

    def as_json(self) -> dict[str, str]:
        """Return what is set."""
        return {name: value for name in self.__slots__ if (value := getattr(self, name))}


@asynccontextmanager
async def branch_off(
    npc: NpcClient,
    run: Path,
    t: float,
    change: PlannedChange,
    town: TownFolder,
    walker: Walker | None,
) -> AsyncIterator[TownRun]:
    """Load the last save of a run at or before a game minute, change one thing, and give the run.

    Raises `TownError` where there is no such save.
    """
    header = run_files.read_header(run)
    saved = [int(one.stem) for one in (run / "saves").glob("*.json") if int(one.stem) <= t]
    if not saved:
        raise TownError(f"{run} has no save before that time; saves are made each game hour")
    state = json.loads((run / "saves" / f"{max(saved)}.json").read_text(encoding="utf-8"))
    folder = _new_folder(run, header, state["t"])
    timeline = await npc.timelines.load(state["saves"][str(max(saved))], folder.name)
    same = _before(run, state)
    state["recorder"]["count"] = len(same)
    made = replace(
        header,
        timeline_id=timeline.timeline_id,
        branch_of=run.name,
        branch_t=state["t"],
        settings={**header.settings, "change": change.as_json(), "same": len(same)},
    )
    folder.mkdir(parents=True)
    (folder / "events.jsonl").write_text("".join(same), encoding="utf-8")
    options = RunOptions(town=header.town, out=folder, tick_minutes=header.tick_minutes)
    async with open_simulation(npc, town, walker, made, options, state) as opened:
        await make_change(opened.simulation, change)
        opened.keep()
        yield opened


async def make_change(simulation: Simulation, change: PlannedChange) -> str:
    """Do what is planned; return the id of the memory that a whisper left."""
    timeline, memory = simulation.header.timeline_id, ""
    if change.who:
        memory = await simulation.npc.characters.whisper(timeline, change.who, change.text)
    if change.thing:
        new = ObjectChange(
            place_id=change.place, object_name=change.thing, state=change.state or BURNING
        )
        await simulation.npc.play.observe(timeline, objects=[new])
    return memory


def _new_folder(run: Path, header: RunHeader, t: float) -> Path:
    at = datetime.fromisoformat(header.started).astimezone(UTC).timestamp() + t * 60
    name = f"{datetime.fromtimestamp(at, UTC):%d-%H%M}"
    folders = (run / "branches" / f"{name}-{number}" for number in range(1, 10_000))
    return next(one for one in folders if not one.exists())


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first event in which two runs differ; one of the two is None where there is none."""

    t: float
    event: Mapping[str, Any] | None
    other: Mapping[str, Any] | None

    def text(self, names: Mapping[str, str]) -> str:
        """Return it in a sentence."""
        if self.event is not None:
            return f"Only in the branch: {_described(self.event, names)}"
        if self.other is not None:
            return f"Only in the run that it left: {_described(self.other, names)}"
        return "Both are the same."


def _before(run: Path, state: Mapping[str, Any]) -> list[str]:
    """Return the events of the moment at which a branch leaves its run that come before it.

    A branch holds them too, so that all from that moment on is in one file.
    """
    with (run / "events.jsonl").open(encoding="utf-8") as lines:
        first = list(islice(lines, state["recorder"]["count"]))
    return [one for one in first if json.loads(one)["t"] >= state["t"]]


def first_difference(run: Path, branch: Path) -> Difference | None:
    """Return what made a branch differ from the run that it left; None while they are the same."""
    header = run_files.read_header(branch)
    saved = run / "saves" / f"{round(header.branch_t)}.json"
    since = json.loads(saved.read_text(encoding="utf-8"))["recorder"]["count"]
    lived = list(run_files.read_events(branch, header.settings.get("same", 0)))
    return compare_events(list(run_files.read_events(run, since)), lived)


def compare_events(
    events: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> Difference | None:
    """Return the first difference of two runs; `others` are those of the branch.

    They are compared as far as both have lived. Of one moment the order does not count. Of several
    events that only one side has, the first is the cause: effects come after it in the log. What
    the branch has is told before what it lacks, since it takes the place of that.
    """
    until = min(_last_tick(events), _last_tick(others))
    left, right = _moments(events, until), _moments(others, until)
    for t in sorted({*left, *right}):
        own, new = left.get(t, ()), right.get(t, ())
        event = _only(new, own)
        other = None if event is not None else _only(own, new)
        if event is not None or other is not None:
            return Difference(t=t, event=event, other=other)
    return None


def _last_tick(events: Sequence[Mapping[str, Any]]) -> float:
    return max((one["t"] for one in events if one["kind"] == "tick"), default=0.0)


def _moments(
    events: Iterable[Mapping[str, Any]], until: float
) -> Mapping[float, list[Mapping[str, Any]]]:
    """Return the events of each moment up to a game minute."""
    found: dict[float, list[Mapping[str, Any]]] = {}
    for one in events:
        if one["kind"] not in _PASSED_OVER and one["t"] <= until:
            found.setdefault(one["t"], []).append(one)
    return found


def _only(
    events: Iterable[Mapping[str, Any]], others: Iterable[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """Return the first event that the others do not have."""
    known = Counter(_plain(one) for one in others)
    for one in events:
        plain = _plain(one)
        if not known[plain]:
            return one
        known[plain] -= 1
    return None


def _plain(event: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in event.items() if name not in _OWN}
    return json.dumps(kept, sort_keys=True)


_PUT: Final = {
    "thought": "{who} thinks: {text}",
    "thing": "{thing} in {place} is {state}.",
    "line": "{who} says: {text}",
    "act": "{who} begins {text}.",
    "act_end": "{who} ends what it did.",
    "knows": "{who} learns of {fact}.",
    "talk": "{who} talk.",
    "walk": "{who} sets out.",
    "plan": "{who} plans the day anew.",
}


def _described(event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    who = event.get("who", "")
    people = [who] if isinstance(who, str) else who
    name = " and ".join(names.get(one, one) for one in people)
    return _PUT.get(event["kind"], "{who}: {kind}.").format(**{**event, "who": name})
