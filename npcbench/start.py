"""How soon `serve` answers after it was started, and what it costs while nothing happens."""

import asyncio
import os
import shutil
import socket
import statistics
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import npcclient

from npcbench.harness import Result, machine
from npcbench.statements import ended_transactions
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.worlds import sample_world
from npcserver.model.errors import Reason, Unavailable

_WORLD, _CHARACTER = "farrowhithe", "hester"
_BARE = """
import asyncio, sys, grpc
async def main():
    server = grpc.aio.server()
    server.add_insecure_port(f"127.0.0.1:{sys.argv[1]}")
    await server.start()
    await server.wait_for_termination()
asyncio.run(main())
"""
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_PATIENCE = 120.0
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(
    (0, 0, 0, 4, 0, 0, 0, 0, 0)
)  # and no settings
_FRAME_HEAD = 9
_MEGABYTE = 1e6


@dataclass(frozen=True, slots=True)
class _Start:
    """Seconds from the start of the process, until each was reached."""

    port: float
    line: float


async def run(
    *,
    rounds: int = 5,
    idle: float = 60.0,
    settling_seconds: float | None = None,
    database: str = "",
    progress: Callable[[str], None],
) -> Result:
    """Start a bare gRPC server and `serve` in turn, and leave `serve` idle at last.

    The `idle` seconds count from `settling_seconds` after it answered, on an SQLite file, or on the
    empty PostgreSQL that `database` names.
    Raises `Unavailable` if a server does not answer.
    """
    if settling_seconds is None:  # PostgreSQL vacuums within a minute what was imported
        settling_seconds = 75.0 if database else 5.0
    bare: list[float] = []
    starts: list[_Start] = []
    with (
        tempfile.TemporaryDirectory(prefix="npcserver-bench-") as name,
        tempfile.TemporaryDirectory(prefix="npcserver-bench-") as unspoken,
    ):
        data = {
            **os.environ,
            "NPCSERVER_DATA": name,
            "NPCSERVER_MODEL__NAME": "offline",
            # Where it is set each start compiles every module, which doubles its imports.
            "PYTHONDONTWRITEBYTECODE": "",
        }
        progress("importing the sample world")
        await import_world(data)
        shutil.copytree(name, unspoken, dirs_exist_ok=True)
        for number in range(rounds + 1):  # the first one compiles modules and is not counted
            progress(f"start {number} of {rounds}")
            took = await _bare()
            start = await _served(data)
            if number:
                bare.append(took)
                starts.append(start)
        # here nobody has said anything that is to be thought over
        data["NPCSERVER_DATA"] = unspoken
        if database:
            data["NPCSERVER_DATABASE__URL"] = database
            await migrate(database)
            await import_world(data)
        progress(f"idle for {idle:g} s")
        async with serving(data):  # which embeds the world
            await asyncio.sleep(settling_seconds)
        async with serving(data) as (pid, _):
            await asyncio.sleep(settling_seconds)
            before = _processor_seconds(pid)
            ended = ended_transactions(database) if database else 0
            await asyncio.sleep(idle)
            busy = (_processor_seconds(pid) - before) / idle
            memory = _resident(pid)
            more = {}
            if database:
                per_second = (ended_transactions(database) - ended) / idle
                more["idle_transactions_per_second"] = round(per_second, 2)
    return _result(bare, starts, busy, memory, more)


async def import_world(environment: Mapping[str, str]) -> None:
    """Import the sample world where the environment says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "npcserver", "import", str(sample_world()),
        env=environment, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    if await process.wait():
        raise _no_answer("the sample world could not be imported")


async def _bare() -> float:
    """Return the seconds until a gRPC server that does nothing accepts a connection."""
    port = _free_port()
    begun = perf_counter()
    async with _process(sys.executable, "-c", _BARE, str(port)):
        await _connected(port)
        return perf_counter() - begun


async def _served(environment: Mapping[str, str]) -> _Start:
    """Start `serve`, and say a line to a character."""
    begun = perf_counter()
    async with serving(environment) as (_, port):
        reached = perf_counter() - begun
        async with npcclient.connect(f"127.0.0.1:{port}") as npc:
            timeline = await npc.timelines.start(_WORLD)
            async with npc.play.say(timeline, _CHARACTER, "Good evening!", speaker="Ann") as turn:
                async for event in turn:
                    if event.HasField("line"):
                        return _Start(reached, perf_counter() - begun)
    raise _no_answer("the character said nothing")


@asynccontextmanager
async def serving(environment: Mapping[str, str]) -> AsyncGenerator[tuple[int, int], None]:
    """Run `serve`; yield its process id and its port once it answers."""
    port = _free_port()
    own = {**environment, "NPCSERVER_SERVER__PORT": str(port), "NPCSERVER_HTTP__PORT": "0"}
    async with _process(sys.executable, "-m", "npcserver", "serve", env=own) as pid:
        await _connected(port)
        yield pid, port


@asynccontextmanager
async def _process(
    *command: str, env: Mapping[str, str] | None = None
) -> AsyncGenerator[int, None]:
    """Run a command while the block runs; yield its process id."""
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, env=env, stdout=quiet)
    try:
        yield process.pid
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _connected(port: int) -> None:
    """Return once a server listens at a port of this machine and greets in HTTP/2."""
    try:
        async with asyncio.timeout(_PATIENCE):
            while not await _greets(port):  # noqa: ASYNC110 - it is in another process
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise _no_answer(f"no server answered in {_PATIENCE:g} s") from None


async def _greets(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    try:
        writer.write(_GREETING)
        return len(await reader.read(_FRAME_HEAD)) == _FRAME_HEAD
    except OSError:
        return False
    finally:
        writer.close()


def _no_answer(problem: str) -> Unavailable:
    return Unavailable(problem, Reason.DEADLINE_EXCEEDED)


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


def _processor_seconds(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / _TICK


def _resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / _MEGABYTE


def _result(
    bare: list[float],
    starts: list[_Start],
    busy: float,
    memory: float,
    more: Mapping[str, float],
) -> Result:
    plain = statistics.median(bare)
    port = statistics.median(one.port for one in starts)
    line = statistics.median(one.line for one in starts)
    return {
        "name": "start",
        "machine": machine(),
        "figures": {
            "starts": len(starts),
            "until_the_port_answers_s": round(port, 3),
            "until_the_first_line_s": round(line, 3),
            "resident_memory_mb": round(memory, 1),
            "idle_processor_percent": round(100 * busy, 2),
            **more,
        },
        "baselines": {"bare_grpc_server_until_the_port_answers_s": round(plain, 3)},
        "ratios": {"port": round(port / plain, 2), "first_line": round(line / plain, 2)},
    }
