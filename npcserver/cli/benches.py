"""How a benchmark's result is shown, and what machine it was measured on."""

import json
import os
import platform
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from npcserver.cli.logs import logging_to
from npcserver.config import DatabaseSettings, LogSettings, ModelSettings, ServerSettings, Settings

Numbers = Mapping[str, float | int | str]
Result = Mapping[str, object]


def machine() -> dict[str, str | int]:
    """Return what this machine is, as far as it matters to a measurement."""
    return {
        "system": platform.system(),
        "processor": _processor(),
        "cpus": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0,
        "python": platform.python_version(),
    }


@contextmanager
def settings_of_its_own() -> Generator[Settings, None, None]:
    """Yield settings for a measurement: defaults, but for a passing folder and a free port."""
    with tempfile.TemporaryDirectory(prefix="npcserver-bench-") as name:
        folder = Path(name)
        with logging_to(folder / "npcserver.log", LogSettings(level="warning")):
            yield Settings(
                data=folder,
                database=DatabaseSettings(),
                server=ServerSettings(port=0),
                model=ModelSettings(name="offline"),
            )


@contextmanager
def busy() -> Generator[Callable[[str], None], None, None]:
    """Show on standard error that something is going on; yields what tells what it is."""
    with Console(stderr=True).status("Measuring") as status:
        yield lambda doing: status.update(f"Measuring {doing}")


def show(result: Result, *, is_json: bool) -> None:
    """Print a result: as one object, or for people."""
    if is_json:
        print(json.dumps(result))
        return
    console = Console(highlight=False)
    console.print(f"{result['name']}", style="bold")
    for part, numbers in result.items():
        if not isinstance(numbers, Mapping):
            continue
        title = part.replace("_", " ")
        table = Table(box=None, padding=(0, 2, 0, 0), title=title, title_justify="left")
        table.add_column("what", no_wrap=True)
        table.add_column("value", justify="right")
        for name, value in numbers.items():
            shown = f"{value:,.3f}" if isinstance(value, float) else str(value)
            table.add_row(name.replace("_", " "), shown)
        console.print(table)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - a pseudo-file
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
