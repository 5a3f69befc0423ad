"""The arguments of the commands about single lines: incidents, and what is expected."""

from pathlib import Path
from typing import Annotated

import typer

from npcserver.cli.options import BaseUrl, Data, Database, Json, Model, option, runs
from npctools.cli import Output

incident = typer.Typer(
    help="One turn as a file: why it was said, to be opened and tested on any machine.",
    no_args_is_help=True,
)
IncidentPath = Annotated[
    Path, typer.Argument(metavar="FILE", help="What `make` or the studio wrote.")
]


@incident.command("make")
@runs("npctools.cli.incidents:make")
def make_incident(
    timeline: Annotated[
        str, typer.Argument(metavar="TIMELINE|SAVE", help="`last` is what was played last.")
    ],
    turn: Annotated[
        str, typer.Argument(metavar="[TURN]", help="Id of a turn. Default: the last one.")
    ] = "last",
    output: Output = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write one turn to a file: receipt, prompt, answer, and the records that it is made from.

    Words and names of other players are redacted.
    """


@incident.command("open")
@runs("npctools.cli.incidents:show")
def open_incident(
    file: IncidentPath,
    *,
    asks: Annotated[
        bool, typer.Option("--ask", metavar="", help="Ask the model of this machine, too.")
    ] = False,
    model: Model = None,
    base_url: BaseUrl = None,
    is_json: Json = False,
    data: Data = None,
) -> None:
    """Show why a line was said, and whether it would come out the same here.

    It is replayed from the recorded answer; nothing is stored.
    """


@incident.command("check")
@runs("npctools.cli.incidents:check")
def check_incidents(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Incidents to replay.")],
    data: Data = None,
) -> None:
    """Replay incidents from their recorded answers, as a test.

    Exit code 1 if a line, its intents or its prompt would come out otherwise, and what changed.
    """


expect = typer.Typer(
    help="What authors expect of lines that were flagged in the studio.", no_args_is_help=True
)


@expect.callback()
def _expect() -> None:
    """Keep `run` a command of its own, beside what may come."""


@expect.command("run")
@runs("npctools.cli.suites:run")
def run_expectations(
    world: Annotated[str, typer.Argument(metavar="WORLD", help="Id of a world.")],
    draft: Annotated[str, option(metavar="TIMELINE", help="With what is drafted there.")] = "",
    model: Model = None,
    base_url: BaseUrl = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Say flagged lines again with the characters of now, and hold them to what is expected.

    Each is said on a throw-away branch just before it. Exit code 1 if one does not hold.
    """
