"""`npcserver mcp`."""

import asyncio
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from npcserver.cli.options import option


def mcp(
    server: Annotated[
        str | None,
        option(metavar="HOST:PORT", help="The server. Default: that of the settings."),
    ] = None,
    key: Annotated[
        str,
        option(metavar="KEY", envvar="NPCSERVER_KEY", help="Key of that server, if it has any."),
    ] = "",
    ca: Annotated[
        Path | None, option(metavar="FILE", help="Certificate of the authority of the server.")
    ] = None,
    *,
    tls: Annotated[bool, typer.Option("--tls", metavar="", help="Encrypt the connection.")] = False,
) -> None:
    """Let an author's agent look into the worlds of a running server, over MCP on stdio.

    Its key decides what it may do. It never changes what players play in: it tries changes on
    branches of its own, and people publish them.
    """
    if find_spec("mcp") is None:
        typer.echo("The MCP server needs a library: pip install 'npcserver[mcp]'", err=True)
        raise typer.Exit(1)
    from npcclient.client import connect  # noqa: PLC0415

    from npcserver.cli import settings_args  # noqa: PLC0415
    from npctools.agents.server import agent_server  # noqa: PLC0415

    where = server or f"127.0.0.1:{settings_args.load_settings().server.port}"

    async def run() -> None:
        async with connect(where, key=key, tls=tls, ca=ca) as npc:
            await agent_server(npc).run_stdio_async()

    asyncio.run(run())
