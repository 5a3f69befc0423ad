"""The options that commands share, with their help."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="Folder in which everything is kept. Default: `NPCSERVER_DATA`, or the usual place "
        "for data of programs on this platform.",
        show_default=False,
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="Who speaks: `auto` (a server on this machine, a model that was pulled, a key in the "
        "environment, else `offline`), `openai:NAME` (any OpenAI-compatible server), "
        "`local:FILE.gguf`, `local` (a model that was pulled), `offline` (no language model). "
        "Default: that of the settings, or `auto`.",
        show_default=False,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help="Address of the model server, such as `http://127.0.0.1:11434/v1`.",
        show_default=False,
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="`sqlite:///FILE` or `postgresql+psycopg://USER:PASSWORD@HOST/NAME`. Default: a file "
        "in the data folder.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else.")]
Host = Annotated[
    str | None,
    typer.Option(help="Address to listen on; `0.0.0.0` for all.", show_default=False),
]
Port = Annotated[
    int | None,
    typer.Option(help="Port to listen on; 0 picks a free one.", show_default=False),
]
HttpPort = Annotated[
    int | None,
    typer.Option(
        help="Port for engines and browsers without gRPC; 0 picks a free one.", show_default=False
    ),
]
Http = Annotated[
    bool | None,
    typer.Option(
        "--http/--no-http",
        help="Serve Connect, gRPC-Web and the browser page. Default: where only this machine can "
        "call.",
        show_default=False,
    ),
]
WorldToPlay = Annotated[
    str | None,
    typer.Option(
        metavar="FILE-or-ID",
        help="A world file, or the id of a world that was imported. Default: the last one, or "
        "the sample world.",
        show_default=False,
    ),
]
WorldToCheck = Annotated[
    str | None,
    typer.Argument(
        metavar="[WORLD]",
        help="A world file, or the id of a world in the database: look at it alone. Default: try "
        "every part of the server.",
        show_default=False,
    ),
]
As = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Who you are.", show_default=False),
]
With = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="CHARACTER",
        help="Whom you talk with; a first name will do.",
        show_default=False,
    ),
]
Say = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TEXT",
        help="Say this, show the answer, and leave. May be given several times, and may be a "
        "command such as `/explain`. The exit code is 0 when all went well.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File to write; one that ends in `.gz` is compressed. Default: a file of that name "
        "in this folder.",
        show_default=False,
    ),
]
Transcript = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write what was replayed as text: always the same.", show_default=False
    ),
]
Persona = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="World file, or file of one character: ask each turn again of who they are there.",
        show_default=False,
    ),
]
OnlyOf = Annotated[
    str | None,
    typer.Option(metavar="ID", help="Only the turns of this character.", show_default=False),
]
Expect = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Expectations to hold the session against.", show_default=False
    ),
]
JUnit = Annotated[
    Path | None,
    typer.Option(
        "--junit",
        metavar="FILE",
        help="Write how the expectations did, as CI systems read it.",
        show_default=False,
    ),
]


class Format(StrEnum):
    """Formats from which a world can be read."""

    YAML = "yaml"
    SMALLVILLE = "smallville"
