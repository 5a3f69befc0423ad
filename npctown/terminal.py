"""A town in the terminal: who is where and does what, and what was said last."""

from collections import deque
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from npctown import run_files
from npctown.run_files import RunHeader

_LINES: Final = 8
_PEOPLE: Final = 40
"""Rows that fit a terminal; the others are counted."""


class TownView:
    """A table that is drawn again for each batch of events."""

    def __init__(self, header: RunHeader, console: Console) -> None:
        self._header = header
        self._names = {one.id: one.name for one in header.people}
        self._doing: dict[str, dict[str, Any]] = {}
        self._said: deque[tuple[float, str]] = deque(maxlen=_LINES)
        self._read = 0
        self._t = 0.0
        self._calls = 0
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def read(self, folder: Path) -> None:
        """Show what has been written to a run since the last time."""
        for event in run_files.read_events(folder, self._read):
            self._read += 1
            self.take(event)
        self.draw()

    def take(self, event: dict[str, Any]) -> None:
        """Take one event of a run."""
        self._t = max(self._t, event["t"])
        who = event.get("who")
        match event["kind"]:
            case "act":
                self._doing[event["who"]] = event
            case "line":
                name = self._names.get(str(who), str(who))
                self._said.append((event["t"], f"{name}: {event['text']}"))
            case "note":
                self._said.append((event["t"], event["text"]))
            case "tick":
                self._calls = event["calls"]

    def draw(self) -> None:
        """Draw it."""
        self._live.update(self._drawn(), refresh=True)

    def _drawn(self) -> Group:
        started = datetime.fromisoformat(self._header.started)
        now = started + timedelta(minutes=self._t)
        table = Table(
            title=f"{self._header.town}, {now:%A %d %B, %H:%M} · {self._calls} calls",
            expand=True,
        )
        for column in ("who", "", "does", "where"):
            table.add_column(column, no_wrap=True, overflow="ellipsis")
        shown = self._header.people[:_PEOPLE]
        for one in shown:
            act = self._doing.get(one.id, {})
            table.add_row(
                one.name, act.get("emoji", ""), act.get("text", ""), act.get("place", one.home)
            )
        left = len(self._header.people) - len(shown)
        more = [Text(f"and {left} more", style="dim")] if left else []
        said = [
            Text(
                f"{started + timedelta(minutes=t):%H:%M} {text}", overflow="ellipsis", no_wrap=True
            )
            for t, text in self._said
        ]
        return Group(table, *more, *said)
