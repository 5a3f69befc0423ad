"""The folder of a recorded run: what was lived, and what evaluations write beside it."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from json import dumps
from pathlib import Path
from typing import Any

from npceval.kept_answers import KeptAnswers, write_whole
from npceval.page import ReportPage
from npctown.run_files import RunHeader, RunPerson, read_events, read_header

Event = dict[str, Any]
MINUTES_A_DAY = 1_440


@dataclass(frozen=True)
class RunFolder:
    """A run; results and answers are in its folder `eval`. Raises `RunFileError`."""

    path: Path

    @cached_property
    def header(self) -> RunHeader:
        """What was played."""
        return read_header(self.path)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(read_events(self.path))

    def of(self, *kinds: str) -> Iterator[Event]:
        """Yield the events of some kinds."""
        return (event for event in self.events if event["kind"] in kinds)

    @cached_property
    def of_person(self) -> dict[tuple[str, str], list[Event]]:
        """Events by kind and person."""
        found: dict[tuple[str, str], list[Event]] = defaultdict(list)
        for event in self.events:
            if isinstance(who := event.get("who"), str):
                found[event["kind"], who].append(event)
        return found

    @property
    def minds(self) -> tuple[RunPerson, ...]:
        """The people who think, without the crowd."""
        return tuple(person for person in self.header.people if not person.is_crowd)

    @property
    def names(self) -> dict[str, str]:
        """Names of all people by id."""
        return {person.id: person.name for person in self.header.people}

    @property
    def days(self) -> float:
        """Game days that were lived, up to the last event."""
        return max((event["t"] for event in self.events), default=0.0) / MINUTES_A_DAY

    @property
    def started(self) -> datetime:
        """Game time at which the run began, without a zone."""
        return datetime.fromisoformat(self.header.started).replace(tzinfo=None)

    @property
    def started_minute(self) -> int:
        """Minute of the day at which the run began."""
        return self.started.hour * 60 + self.started.minute

    def day_of(self, t: float) -> int:
        """Return the number of a calendar day of the game, from 1, by minutes since the start."""
        return int((self.started_minute + t) // MINUTES_A_DAY) + 1

    @property
    def results(self) -> Path:
        """The folder of results."""
        return self.path / "eval"

    def answers(self, name: str) -> KeptAnswers:
        """Open the answers of an evaluation."""
        return KeptAnswers(self.results / f"{name}.jsonl")


def write_result(
    folder: Path, name: str, result: dict[str, Any], page: ReportPage
) -> tuple[Path, Path]:
    """Write `NAME.json` and `NAME.html`; return their paths."""
    written = folder / f"{name}.json", folder / f"{name}.html"
    write_whole(written[0], dumps(result, ensure_ascii=False, indent=1) + "\n")
    write_whole(written[1], page.html())
    return written
