"""The arguments of `npcserver town`; what it does is loaded later."""

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from npcserver.cli.options import option, runs

_MAPPED = ("live", "branch")
"""Commands that find ways on the map."""

town = typer.Typer(
    help="A town on a map whose people think with your models: watch it, steer it, record it.",
    invoke_without_command=True,
)

Town = Annotated[
    str,
    option(
        "--town",
        metavar="NAME-or-FOLDER",
        help="A town that comes along, or a folder with a world.yaml. Default: the first of those "
        "that come along.",
    ),
]
World = Annotated[
    Path | None,
    option(metavar="FILE", help="Personas of Smallville, in place of a town; needs `--maze`."),
]
Maze = Annotated[
    Path | None, option(metavar="FOLDER", help="The maze of Smallville, as CSV files.")
]
People = Annotated[
    int | None, option(min=1, help="Only so many of its people. Default: all of them.")
]
Days = Annotated[
    float | None,
    option(
        min=0.01,
        help="Live so many days, as fast as thoughts allow, and end. Default: live until Ctrl-C.",
    ),
]
Model = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Who thinks: `scripted` (at once, without a model), or any model of "
        "`npcserver serve`. `auto` takes the scripted mind where there is no model.",
    ),
]
Seed = Annotated[int, typer.Option(help="Makes whatever is left to chance repeatable.")]
Tick = Annotated[
    int | None,
    option(min=1, max=120, help="Game minutes of a step. Default: 15, and 5 with a page."),
]
Out = Annotated[
    Path | None, option(metavar="RUN", help="Folder of the run. Default: a new one in `runs`.")
]
Page = Annotated[
    bool, typer.Option("--page/--no-page", metavar="", help="Serve the page for your browser.")
]
Open = Annotated[
    bool | None,
    option("--open/--no-open", metavar="", help="Open the page. Default: without `--days`."),
]
Terminal = Annotated[
    bool, typer.Option("--terminal", metavar="", help="Show the town in the terminal.")
]
Speed = Annotated[
    float | None,
    option(min=0, max=600, help="Game seconds a second, 0 to 600. Default: 60 without `--days`."),
]
Resume = Annotated[
    bool, typer.Option("--resume", metavar="", help="Go on with the run in `--out`.")
]
Foreground = Annotated[
    bool,
    typer.Option(
        "--foreground", metavar="", help="Let all plan by minutes, for about a third more calls."
    ),
]
Server = Annotated[
    str | None,
    option(metavar="ADDRESS", help="A server that runs already. Default: one of the town's own."),
]
Key = Annotated[
    str | None,
    option(metavar="KEY", envvar="NPCSERVER_KEY", help="Key of that server, if it has any."),
]
Run = Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")]
At = Annotated[str, typer.Option(metavar="TIME", help="Game time, such as `1904-06-08T14:00`.")]
Whisper = Annotated[
    str | None, option(metavar="WHO:TEXT", help="Give a person a thought, as its own.")
]
Fire = Annotated[str | None, option(metavar="PLACE:THING", help="Set a thing on fire.")]
Hours = Annotated[
    float | None,
    option(min=0.1, help="How long to let it live. Default: as long as the run that it leaves."),
]


_runs = partial(runs, by="npctown.cli:act")


def act(name: str, given: dict[str, Any]) -> None:
    """Carry out a command of `npctown.cli.run_commands`, or let a town live without one."""
    context = given.pop("context", None)
    if context is not None and context.invoked_subcommand is not None:
        return
    if name in _MAPPED and find_spec("tcod") is None:
        typer.echo("A town needs a library for its map: pip install 'npcserver[town]'", err=True)
        raise typer.Exit(1)
    from npctown.cli import live_command, run_commands  # noqa: PLC0415

    getattr(live_command if name == "live" else run_commands, name)(**given)


@town.callback()
@_runs("live")
def live(
    context: typer.Context,
    town: Town = "",
    world: World = None,
    maze: Maze = None,
    people: People = None,
    days: Days = None,
    model: Model = "auto",
    seed: Seed = 1,
    tick: Tick = None,
    out: Out = None,
    page: Page = True,
    open_: Open = None,
    terminal: Terminal = False,
    speed: Speed = None,
    resume: Resume = False,
    foreground: Foreground = False,
    server: Server = None,
    key: Key = None,
) -> None:
    """Let a town live.

    It starts a server of its own, and records all that happens in a folder: `replay` shows it
    again, `export` makes one page of it, `branch` tries what else could have come of it.
    """


@town.command()
@_runs("replay")
def replay(run: Run, open_: Open = None, terminal: Terminal = False, speed: Speed = None) -> None:
    """Show a recorded run on its page, or in the terminal."""


@town.command()
@_runs("export")
def export(
    run: Run, file: Annotated[Path, typer.Argument(metavar="FILE", help="Page to write.")]
) -> None:
    """Write a run as one page that opens without a server."""


@town.command()
@_runs("branch")
def branch(
    run: Run,
    at: At,
    whisper: Whisper = None,
    fire: Fire = None,
    hours: Hours = None,
) -> None:
    """Leave a run at a moment, change one thing, and say what differs first."""
