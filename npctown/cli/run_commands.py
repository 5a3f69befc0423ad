"""What is done with a run: shown again, written as one page, and branched off from."""

import asyncio
import time
import webbrowser
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.console import Console

from npctown import run_files
from npctown.branches import PlannedChange, branch_off, first_difference
from npctown.export import write_page
from npctown.maps import read_tiled
from npctown.paths import Walker
from npctown.run_files import RunHeader
from npctown.terminal import TownView
from npctown.town_files import read_town
from npctown.town_run import RunOptions, TownError, run_client
from npctown.web import RecordedRun, serving

_PAUSE: Final = 0.05
"""Seconds between two pictures in the terminal."""
_USUAL_SPEED: Final = 600.0  # game seconds a second


def replay(run: Path, *, open_: bool | None, terminal: bool, speed: float | None) -> None:
    """Show a run on its page until Ctrl-C, or in the terminal at a speed."""
    console = Console(highlight=False)
    header = run_files.read_header(run)
    if terminal:
        _replay_in_terminal(run, header, console, speed or _USUAL_SPEED)
        return
    try:
        asyncio.run(_serve(run, console, opens=open_ is not False))
    except KeyboardInterrupt:
        console.print("Stopped.")


async def _serve(run: Path, console: Console, *, opens: bool) -> None:
    async with serving(RecordedRun(run)) as address:
        console.print(f"Watch it on {address}, and stop with Ctrl-C.", style="bold")
        if opens:
            webbrowser.open(address)
        await asyncio.Event().wait()


def _replay_in_terminal(run: Path, header: RunHeader, console: Console, speed: float) -> None:
    shown = 0.0
    with TownView(header, console) as view:
        for event in run_files.read_events(run):
            while event["t"] > shown:
                view.draw()
                time.sleep(_PAUSE)
                shown += speed * _PAUSE / 60
            view.take(event)
        view.draw()


def export(run: Path, file: Path) -> None:
    """Write a run as one page."""
    size = write_page(run, file)
    Console(highlight=False).print(f"Wrote {file} ({size / 1e6:.1f} MB).")


def branch(
    run: Path, at: str, *, whisper: str | None, fire: str | None, hours: float | None
) -> None:
    """Let a branch live, and print the first difference."""
    who, _, text = (whisper or "").partition(":")
    place, _, thing = (fire or "").partition(":")
    change = PlannedChange(who=who, text=text.strip(), place=place, thing=thing)
    if (whisper and not text) or (fire and not thing):
        raise TownError("write --whisper as WHO:TEXT, and --fire as PLACE:THING")
    asyncio.run(_branch(run, at, change, hours, Console(highlight=False)))


async def _branch(
    run: Path, at: str, change: PlannedChange, hours: float | None, console: Console
) -> None:
    header = run_files.read_header(run)
    t = _minutes(header, at)
    ends = t + hours * 60 if hours else _last(run)
    town = read_town(run / "town", len(header.people))
    walker = Walker(read_tiled(run / header.map)) if header.map else None
    options = RunOptions(town=header.town, out=run)
    tell = console.print
    async with (
        run_client(options, header.model, tell) as (npc, _, _),
        branch_off(npc, run, t, change, town, walker) as made,
    ):
        await made.live(ends)
    found = first_difference(run, made.folder)
    names = {one.id: one.name for one in header.people}
    told = (
        "Nothing differs." if found is None else f"{_clock(header, found.t)}: {found.text(names)}"
    )
    console.print(f"Branched off into {made.folder}. First difference: {told}", markup=False)


def _minutes(header: RunHeader, at: str) -> float:
    started = datetime.fromisoformat(header.started)
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        raise TownError(f"{at!r} is no time; write it as 1904-06-08T14:00") from None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return (moment - started).total_seconds() / 60


def _clock(header: RunHeader, t: float) -> str:
    started = datetime.fromisoformat(header.started).timestamp()
    return f"{datetime.fromtimestamp(started + t * 60, UTC):%a %H:%M}"


def _last(run: Path) -> float:
    last = 0.0
    for event in run_files.read_events(run):
        if event["kind"] == "tick":
            last = event["t"]
    return last
