"""The server of a run: one that is there, or one started over a copy of the run's data.

A copy, since a server goes on with the thoughts that its log still asks for: an evaluation must not
change what it measures. All that is asked is asked at one position of the log.
"""

import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from npcclient import NpcClient, Patience, connect

from npceval.kept_answers import EvaluationError
from npceval.run_folder import RunFolder

_LISTENING = re.compile(r"Listening on (\S+:\d+)")
_START = 120.0
"""Seconds until a server listens: embedder and weights are loaded first."""
_STOP = 20.0
_LOOK = 0.2
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
    async with (
        _server(run, options, model) as address,
        connect(address, key=options.key, patience=PATIENCE) as npc,
    ):
        head = (await npc.timelines.get(header.timeline_id)).head_seq
        yield Session(npc, header.timeline_id, header.world_id, head, model)


@asynccontextmanager
async def open_timelines(
    data: Path, timelines: Sequence[str], options: SessionOptions
) -> AsyncGenerator[list[Session], None]:
    """Yield a session for each of some timelines of a data folder, over a copy of it."""
    with tempfile.TemporaryDirectory(prefix="npceval-") as folder:
        copy = Path(folder) / "data"
        await asyncio.to_thread(shutil.copytree, data, copy)
        model = options.model or "offline"
        async with (
            started_server(copy, model, base_url=options.base_url) as address,
            connect(address, key=options.key, patience=PATIENCE) as npc,
        ):
            found = [await npc.timelines.get(one) for one in timelines]
            yield [
                Session(npc, one.timeline_id, one.world_id, one.head_seq, model) for one in found
            ]


@asynccontextmanager
async def _server(run: RunFolder, options: SessionOptions, model: str) -> AsyncGenerator[str, None]:
    if options.address:
        yield options.address
        return
    data = run.path / "server"
    if not data.is_dir():
        raise EvaluationError(
            f"{run.path} has no data of a server: its town was played on one that was there."
            " Name it: --server HOST:PORT."
        )
    with tempfile.TemporaryDirectory(prefix="npceval-") as folder:
        copy = Path(folder) / "data"
        await asyncio.to_thread(shutil.copytree, data, copy)
        async with started_server(copy, model, base_url=options.base_url) as address:
            yield address


@asynccontextmanager
async def started_server(
    data: Path, model: str, *, base_url: str = ""
) -> AsyncGenerator[str, None]:
    """Yield the address of `npcserver serve` over a data folder; it ends with the block."""
    words = ["serve", "--data", str(data), "--port", "0", "--no-http", "--model", model]
    words += ["--base-url", base_url] if base_url else []
    with tempfile.NamedTemporaryFile("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "npcserver", *words,
            stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output,
        )  # fmt: skip
        try:
            yield await _address(process, Path(output.name))
        finally:
            await stop(process)


async def _address(process: asyncio.subprocess.Process, output: Path) -> str:
    for _ in range(round(_START / _LOOK)):
        said = (await asyncio.to_thread(output.read_bytes)).decode("utf-8", "replace")
        if found := _LISTENING.search(said):
            return found[1]
        if process.returncode is not None:
            raise EvaluationError(f"The server ended: {said[-1000:].strip()}")
        await asyncio.sleep(_LOOK)
    raise EvaluationError(f"The server did not listen in {_START:.0f} s: {said[-500:].strip()}")


async def stop(process: asyncio.subprocess.Process) -> None:
    """End a process, by force if it takes too long."""
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(_STOP):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
