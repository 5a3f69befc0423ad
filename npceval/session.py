"""The server of a run: one that is there, or one started over a copy of the run's data.

A copy, since a server goes on with the thoughts that its log still asks for: an evaluation must not
change what it measures. All that is asked is asked at one position of the log.
"""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from npcclient import NpcClient, Patience, connect

from npceval.kept_answers import EvaluationError
from npceval.run_folder import RunFolder
from npctown.server import TownServer

PATIENCE = Patience(call=60.0, turn=600.0)
"""A small model on a processor takes minutes for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """Which server answers: `address` of one that is there, or `model` for one to start."""

    address: str = ""
    key: str = ""
    model: str = ""
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A server, and the timeline and position at which a run is asked."""

    npc: NpcClient
    timeline: str
    world: str
    seq: int
    model: str


@asynccontextmanager
async def open_session(run: RunFolder, options: SessionOptions) -> AsyncGenerator[Session, None]:
    """Yield the server of a run at the head of its timeline. Raises `EvaluationError`."""
    header = run.header
    model = options.model or header.model
    async with _server_of(run, options, model) as npc:
        head = (await npc.timelines.get(header.timeline_id)).head_seq
        yield Session(npc, header.timeline_id, header.world_id, head, model)


@asynccontextmanager
async def open_timelines(
    data: Path, timelines: Sequence[str], options: SessionOptions
) -> AsyncGenerator[list[Session], None]:
    """Yield a session for each of some timelines of a data folder, over a copy of it."""
    model = options.model or "offline"
    async with new_server(model, options.base_url, data) as npc:
        found = [await npc.timelines.get(one) for one in timelines]
        yield [Session(npc, one.timeline_id, one.world_id, one.head_seq, model) for one in found]


@asynccontextmanager
async def _server_of(
    run: RunFolder, options: SessionOptions, model: str
) -> AsyncGenerator[NpcClient, None]:
    if options.address:
        async with connect(options.address, key=options.key, patience=PATIENCE) as npc:
            yield npc
        return
    data = run.path / "server"
    if not data.is_dir():
        raise EvaluationError(
            f"{run.path} has no data of a server: its town was played on one that was there."
            " Name it: --server HOST:PORT."
        )
    async with new_server(model, options.base_url, data) as npc:
        yield npc


@asynccontextmanager
async def new_server(
    model: str, base_url: str = "", data: Path | None = None
) -> AsyncGenerator[NpcClient, None]:
    """Yield a server that ends with the block, over a copy of a data folder, if one is named."""
    settings = {"NPCSERVER_MODEL__BASE_URL": base_url} if base_url else {}
    with tempfile.TemporaryDirectory(prefix="npceval-") as folder:
        if data is not None:
            await asyncio.to_thread(shutil.copytree, data, Path(folder) / "server")
        async with TownServer(Path(folder), model, settings).running(PATIENCE) as npc:
            yield npc
