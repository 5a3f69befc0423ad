"""`npcserver town`: a town that lives, on its page, in the terminal, or unseen."""

import asyncio
import signal
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from npctown.control import LiveTown
from npctown.terminal import TownView
from npctown.town_files import shipped_towns
from npctown.town_run import (
    DAY_MINUTES,
    RunOptions,
    Tell,
    TownError,
    TownRun,
    new_run,
    resumed_run,
)
from npctown.web import serving

_FOREVER: Final = 1e9
_WATCHED_SPEED: Final = 60.0
"""Game seconds a second for those who watch: an hour passes in a minute."""
_TICK, _WATCHED_TICK = 15, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveOptions:
    """The options of the command."""

    town: str
    world: Path | None
    maze: Path | None
    people: int | None
    days: float | None
    model: str
    seed: int
    tick: int | None
    out: Path | None
    page: bool
    open_: bool | None
    terminal: bool
    speed: float | None
    resume: bool
    foreground: bool
    server: str | None
    key: str | None


def live(**options: Any) -> None:
    """Let a town live; the options are `LiveOptions`."""
    asyncio.run(_live(LiveOptions(**options), Console(highlight=False)))


async def _live(options: LiveOptions, console: Console) -> None:
    town = str(options.world or "") or options.town or next(iter(shipped_towns()), "")
    if not town:
        raise TownError("no town comes with this package; name a folder with --town")
    out = options.out or _new_folder(town)
    is_watched = options.days is None
    tick = options.tick or (0 if options.resume else _WATCHED_TICK if is_watched else _TICK)
    chosen = RunOptions(
        town=town, out=out, people=options.people or 0, model=options.model, seed=options.seed,
        tick_minutes=tick, maze=options.maze, server=options.server or "", key=options.key or "",
        foreground=options.foreground,
    )  # fmt: skip

    def tell(text: str) -> None:
        console.print(text, markup=False)

    opened = resumed_run(out, chosen, tell) if options.resume else new_run(chosen, tell)
    async with opened as run:
        pace = run.simulation.pace
        usual = _WATCHED_SPEED if is_watched else 0.0
        pace.speed = usual if options.speed is None else options.speed
        pace.is_paused = options.speed == 0
        until = _FOREVER if options.days is None else options.days * DAY_MINUTES
        async with AsyncExitStack() as views:
            live = LiveTown(run, tell)
            views.push_async_callback(live.close)
            if options.page:
                address = await views.enter_async_context(serving(live))
                console.print(f"Watch it on {address}", style="bold")
                if options.open_ or (options.open_ is None and is_watched):
                    webbrowser.open(address)
            ticked = views.enter_context(_shown(options, run, until, console))
            stop = views.enter_context(_stopped(tell))
            with suppress(asyncio.CancelledError):  # pressed twice
                await run.live(until, ticked, stop)
    tell(f"Recorded in {out}. Look at it again with `npcserver town replay {out}`.")


def _new_folder(town: str) -> Path:
    name = Path(town).stem
    taken = [int(one.name.rpartition("-")[2]) for one in Path("runs").glob(f"{name}-[0-9]*")]
    return Path("runs") / f"{name}-{max(taken, default=0) + 1}"


@contextmanager
def _shown(
    options: LiveOptions, run: TownRun, until: float, console: Console
) -> Iterator[Callable[[], None]]:
    """Give what shows the town after each tick: people and lines, or how far it is."""
    if options.terminal:
        with TownView(run.header, console) as view:
            yield lambda: view.read(run.folder)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        total = None if until >= _FOREVER else until
        task = progress.add_task("", total=total)

        def ticked() -> None:
            now = f"{run.simulation.now:%a %H:%M}, {run.simulation.recorder.calls} calls"
            progress.update(task, description=now, completed=run.simulation.t)

        yield ticked


@contextmanager
def _stopped(tell: Tell) -> Iterator[asyncio.Event]:
    """Give an event that Ctrl-C sets: the tick under way ends, and the run can be gone on with.

    Pressed again, it cancels the task that is here: with a slow model a tick takes minutes.
    """
    stop, loop, task = asyncio.Event(), asyncio.get_running_loop(), asyncio.current_task()

    def asked() -> None:
        if stop.is_set() and task is not None:
            task.cancel()
            return
        stop.set()
        tell("The tick under way ends first; press Ctrl-C again to stop at once.")

    # Windows has no such handlers: there Ctrl-C ends the tick under way as well
    with suppress(NotImplementedError):
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, asked)
    try:
        yield stop
    finally:
        with suppress(NotImplementedError):
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(name)
