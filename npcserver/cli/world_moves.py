"""`npcserver move-world`."""

import asyncio
import os
import socket
import sys
from pathlib import Path
from urllib.parse import quote

from rich.console import Console

from npcserver.adapters.store.row_copy import drafted
from npcserver.adapters.store.world_move import MoveStep, WorldMove
from npcserver.adapters.store.world_rows import HOLD_SECONDS, open_shard
from npcserver.bootstrap.databases import make_current
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput

_ROUTE_SECONDS = 5.0
_TOLD = {
    MoveStep.ANNOUNCED: "Both databases know of the move.",
    MoveStep.COPIED: "Copied",
    MoveStep.VERIFIED: "Compared every row:",
    MoveStep.LEFT: "Writes were refused for",
    MoveStep.FORGOTTEN: "Deleted what was left in the former database.",
}


async def move_world(
    settings: Settings,
    world: str,
    *,
    to: str,
    shard: str,
    from_shard: str,
    map_file: Path | None,
    haproxy: Path | None,
    hold: float | None,
    undo: bool,
) -> None:
    """Move a world, and print each step."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    require_routes(shard, map_file, haproxy)
    for url in (settings.database_url, to):
        await make_current(url)

    def whole() -> None:
        with (
            open_shard(settings.database_url, from_shard) as here,
            open_shard(to, shard) as there,
        ):

            def report(step: MoveStep, text: str) -> None:
                if step in _TOLD:
                    console.print(f"{_TOLD[step]} {text}".rstrip())
                if step is MoveStep.SERVED:
                    console.print(f"It is served by {there.shard}; for balancers: ", end="")
                    console.print(map_line(world, there.shard))
                    if map_file is not None:
                        route(world, there.shard, map_file, haproxy)

            move = WorldMove(here, there, world, report, hold_seconds=hold or HOLD_SECONDS)
            if undo:
                move.undo()
                console.print(f"World {world} stays where it is; nothing is left of the move.")
            else:
                move.run()

    await asyncio.to_thread(whole)


def require_routes(shard: str, map_file: Path | None, haproxy: Path | None) -> None:
    """Raise `InvalidInput` for a map that could not be brought up to date once a world has left."""
    if map_file is not None and not os.access(map_file.absolute().parent, os.W_OK):
        problem = f"{map_file.absolute().parent} is no folder in which this user may write"
        raise InvalidInput("--map", f"{problem}; run this where the map is, as its owner")
    if haproxy is None:
        return
    if map_file is None:
        raise InvalidInput("--haproxy", "needs --map as well: the file that HAProxy has read")
    if "unknown" in (answer := _ask(haproxy, f"show map {map_file}")).lower():
        raise InvalidInput("--map", f"HAProxy has not read {map_file}: {answer.strip()}")
    if shard and not any(
        name.startswith(f"{shard}-") for name in _ask(haproxy, "show backend").split()
    ):
        raise InvalidInput("--shard", f"HAProxy has no backends {shard}-grpc and {shard}-http")


def map_line(world_id: str, shard: str) -> str:
    """Return the line of a balancer's map for a world, as clients write it in a header."""
    return f"{quote(world_id, safe='')} {shard}"


def route(world_id: str, shard: str, map_file: Path, haproxy: Path | None) -> None:
    """Enter where a world is in a map file, and in a running HAProxy that has read it."""
    name = quote(world_id, safe="")
    lines = map_file.read_text(encoding="utf-8").splitlines() if map_file.exists() else []
    others = [line for line in lines if line.split(None, 1)[:1] != [name]]
    with drafted(map_file) as draft:
        text = "".join(f"{line}\n" for line in (*others, map_line(world_id, shard)))
        draft.write_text(text, encoding="utf-8")
    if haproxy is not None:
        answer = _ask(haproxy, f"set map {map_file} {name} {shard}")
        if "not found" in answer.lower():
            answer = _ask(haproxy, f"add map {map_file} {name} {shard}")
        if answer.strip():
            raise InvalidInput("--haproxy", f"HAProxy does not take it: {answer.strip()}")


def _ask(path: Path, command: str) -> str:
    if sys.platform == "win32":
        raise InvalidInput("--haproxy", "is a socket of Unix; run this where HAProxy runs")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_ROUTE_SECONDS)
        try:
            connection.connect(str(path))
        except OSError as error:
            raise InvalidInput(
                "--haproxy", f"{path} cannot be reached: {error.strerror}"
            ) from error
        connection.sendall(f"{command}\n".encode())
        parts = []
        while part := connection.recv(4096):
            parts.append(part)
    return b"".join(parts).decode()
