"""The options that commands share, with their help."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from npcserver.plugins import load

option = partial(typer.Option, show_default=False)
"""An option whose default is told in its help, if at all."""

Data = Annotated[
    Path | None,
    option(
        "--data",
        metavar="DIR",
        help="Folder in which everything is kept. Default: `NPCSERVER_DATA`, or the usual place "
        "for data of programs on this platform.",
    ),
]
Model = Annotated[
    str | None,
    option(
        "--model",
        metavar="NAME",
        help="Who speaks: `auto` (a server on this machine, a model that was pulled, a key in the "
        "environment, else `offline`), `openai:NAME` (any OpenAI-compatible server), "
        "`local:FILE.gguf`, `local` (a model that was pulled), `offline` (no language model). "
        "Default: that of the settings, or `auto`.",
    ),
]
BaseUrl = Annotated[
    str | None,
    option(
        "--base-url",
        metavar="URL",
        help="Address of the model server, such as `http://127.0.0.1:11434/v1`.",
    ),
]
Database = Annotated[
    str | None,
    option(
        "--database",
        metavar="URL",
        help="`sqlite:///FILE` or `postgresql+psycopg://USER:PASSWORD@HOST/NAME`. Default: a file "
        "in the data folder.",
    ),
]
Json = Annotated[
    bool, typer.Option("--json", metavar="", help="Print one JSON object, and nothing else.")
]
Host = Annotated[str | None, option(help="Address to listen on; `0.0.0.0` for all.")]
Port = Annotated[int | None, option(help="Port to listen on; 0 picks a free one.")]
HttpPort = Annotated[
    int | None, option(help="Port for engines and browsers without gRPC; 0 picks a free one.")
]
Http = Annotated[
    bool | None,
    option(
        "--http/--no-http",
        metavar="",
        help="Serve Connect, gRPC-Web and the browser page. Default: where only this machine can "
        "call.",
    ),
]
MetricsPort = Annotated[
    int | None,
    option(help="Port for metrics, such as 9464; 0 picks a free one. Default: none."),
]


Studio = Annotated[
    bool, typer.Option("--studio", metavar="", help="Serve the studio: the pages for designers.")
]
StudioPort = Annotated[
    int | None, option(help="Port of the studio, which it also turns on; 0 picks a free one.")
]


class Format(StrEnum):
    """Formats from which a world can be read."""

    YAML = "yaml"
    SMALLVILLE = "smallville"


def runs(
    target: str, by: str = "npcserver.cli.settings_args:run_with_settings"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function without a body, that has its options and its help.

    The command has `target` run `by` a function, which is loaded then and not before, with the
    options by their names. A number that this returns is the exit code.
    """

    def command(options: Callable[..., None]) -> Callable[..., None]:
        @wraps(options)
        def run(**given: Any) -> None:
            if code := load(by)(target, given):
                raise typer.Exit(code)

        run.runs = target, by  # type: ignore[attr-defined]
        return run

    return command


def runs_on_database(target: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command as `runs` does, with the options that say where the database is."""

    def command(options: Callable[..., None]) -> Callable[..., None]:
        where = {"data": Data, "database": Database}
        named = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)
            for name, kind in where.items()
        ]
        own = signature(options)
        made = runs(target)(options)
        made.__signature__ = own.replace(  # type: ignore[attr-defined]
            parameters=[*own.parameters.values(), *named]
        )
        made.__annotations__ = {**options.__annotations__, **where}
        return made

    return command
