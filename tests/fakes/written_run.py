"""Runs whose events are written by hand, for what evaluations count."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from npceval.run_folder import RunFolder
from npceval.run_log import RunLog
from npctown.run_files import RunFact, RunHeader, RunPerson, RunWriter

FEAST = RunFact(
    id="feast",
    text="Ann gives a feast at the barn on Friday at six.",
    question="Do you know of a feast on Friday?",
    about="feast",
    place="barn",
    starts=600,
    ends=720,
    asked=("ann", "ben", "cora", "dan", "eve", "finn"),
)
NAMES = ("Ann Ash", "Ben Birch", "Cora Cedar", "Dan Dale", "Eve Elm", "Finn Fir")


def write_run(
    folder: Path,
    events: Sequence[tuple[float, str, Mapping[str, Any]]] = (),
    *,
    facts: Sequence[RunFact] = (FEAST,),
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> RunFolder:
    """Write a run of six people that began at eight in the morning."""
    people = tuple(
        RunPerson(id=name.split()[0].lower(), name=name, home=f"home-{name.split()[0].lower()}")
        for name in NAMES
    )
    header = RunHeader(
        town="Barnham", world_id="barnham", timeline_id="t1", map="", model="scripted:echo",
        seed=seed, started="1904-06-10T08:00:00", tick_minutes=15, people=people,
        facts=tuple(facts), settings=dict(settings or {}),
    )  # fmt: skip
    writer = RunWriter(folder, header)
    for t, kind, fields in events:
        writer.write(t, kind, **fields)
    writer.close()
    return RunFolder(folder)


def made_log(uses: Sequence[Mapping[str, Any]] = (), **memories: Sequence[str]) -> RunLog:
    """Return a log with these memories, all of minute 5, and these uses of models."""
    return RunLog(
        memories={
            name.split()[0].lower(): [
                {"id": f"{name}{at}", "t": 5.0, "of": "observation", "source": "witnessed",
                 "text": text, "about": [], "by": "", "importance": None, "evidence": []}
                for at, text in enumerate(memories.get(name.split()[0].lower(), ()))
            ]
            for name in NAMES
        },
        uses=[use_of(**one) for one in uses],
    )  # fmt: skip


def use_of(**fields: Any) -> dict[str, Any]:
    """Return a use of a model with these fields."""
    return {
        "who": "ann", "t": 0.0, "purpose": "converse", "calls": 1, "prompt_tokens": 1_000,
        "completion_tokens": 100, "cached_tokens": 0, "seconds": 0.0, "model": "m",
        "is_default": False,
    } | fields  # fmt: skip
