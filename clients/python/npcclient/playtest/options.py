"""The options that all commands take."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Transport(StrEnum):
    """The transport to the server."""

    GRPC = "grpc"
    CONNECT = "connect"


ServerArgument = Annotated[
    str,
    typer.Argument(metavar="[SERVER]", help="The same as --server.", show_default=False),
]
ServerOption = Annotated[
    str,
    typer.Option(
        "--server",
        envvar="NPC_SERVER",
        metavar="ADDRESS",
        help="`host:port` for gRPC, `http://host:port` for HTTP. Default: this machine.",
        show_default=False,
    ),
]
TransportOption = Annotated[
    Transport | None,
    typer.Option(
        "--transport",
        help="How to speak with the server. Default: as the address says.",
        show_default=False,
    ),
]
Key = Annotated[
    str,
    typer.Option(
        "--key",
        envvar="NPC_KEY",
        metavar="KEY",
        help="One of the server's keys, where it has any. The variable keeps it out of histories.",
        show_default=False,
    ),
]
Tls = Annotated[bool, typer.Option("--tls", metavar="", help="The connection is encrypted.")]
Ca = Annotated[
    Path | None,
    typer.Option(
        "--ca",
        metavar="FILE",
        help="Certificate (PEM) of who vouches for the server, where this machine does not know "
        "them. Includes --tls.",
        show_default=False,
    ),
]
NoColor = Annotated[bool, typer.Option("--no-color", metavar="", help="Print plain text.")]
World = Annotated[
    str,
    typer.Option(
        metavar="ID", help="World on the server. Default: its only one.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON, and nothing else.")]
