"""A real server for the cases, in a process of its own: `python -m tests.conformance.server`.

SQLite in an empty folder, a hashing embedder, no work in the background, the world of `world.yaml`,
and the slow model whose calls can be watched. Prints one line of JSON when it is up: `grpc`
(`HOST:PORT`), `http` (URL), `proxies` and `grpcProxies` (addresses by name, of those that break off
or are old), `key`, `modelLog` and `arrivalLog` (files). Ends when its standard input does.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.cli.event_log import logging_to
from npcserver.config import Settings
from tests.conformance import arrivals
from tests.conformance.dropping import DroppingProxy
from tests.conformance.dropping_grpc import GrpcDroppingProxy
from tests.conformance.model import WAITING_SECONDS, SlowThinker
from tests.processes import ForkedProcess

KEY = "key-of-the-conformance-tests"
_TOLD = ("guest-1", "guest-2", "ann")
"""Players who were told before that a model speaks; others are by the first words of one."""
_WORLD = Path(__file__).with_name("world.yaml")
_SECONDS_TO_SETTLE = 20.0  # longer than an endless answer that nobody stops


@dataclass(frozen=True, slots=True)
class Served:
    """Where the server is, and where its model writes what it was asked."""

    grpc: str
    http: str
    proxies: Mapping[str, str]
    grpc_proxies: Mapping[str, str]
    key: str
    model_log: Path
    arrival_log: Path

    def calls(self) -> list[dict[str, Any]]:
        """Return what the model wrote so far, oldest first."""
        if not self.model_log.is_file():
            return []
        lines = self.model_log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def arrivals(self) -> list[arrivals.Arrival]:
        """Return the requests that arrived so far, oldest first."""
        return arrivals.read(self.arrival_log)

    def settled_calls(self) -> list[dict[str, Any]]:
        """Return the same once every call has ended: who hangs up last does not wait for that."""
        last = time.monotonic() + _SECONDS_TO_SETTLE
        while True:
            calls = self.calls()
            running = {call["call"] for call in calls if call["event"] == "begin"}
            running -= {call["call"] for call in calls if call["event"] != "begin"}
            if not running or time.monotonic() > last:
                return calls
            time.sleep(0.05)


@contextmanager
def served() -> Iterator[Served]:
    """Run a server of its own while the block runs."""
    with tempfile.TemporaryDirectory(prefix="npc-conformance-") as place:
        told, complaints = Path(place, "told"), Path(place, "complaints")
        process = ForkedProcess(
            _serve_until_killed, place, environment=os.environ, output=told, errors=complaints
        )
        try:
            yield _served(told, complaints, process)
        finally:
            process.kill()
            process.wait()


def _served(told: Path, complaints: Path, process: ForkedProcess) -> Served:
    """Wait until it is up."""
    while not told.exists() or not (line := told.read_text(encoding="utf-8")).endswith("\n"):
        if process.poll() is not None:
            text = complaints.read_text(encoding="utf-8")
            raise RuntimeError(f"the conformance server did not start:\n{text}")
        time.sleep(0.05)
    found: Mapping[str, Any] = json.loads(line)
    return Served(
        grpc=found["grpc"],
        http=found["http"],
        proxies=found["proxies"],
        grpc_proxies=found["grpcProxies"],
        key=found["key"],
        model_log=Path(found["modelLog"]),
        arrival_log=Path(found["arrivalLog"]),
    )


def _serve_until_killed(folder: str) -> None:
    asyncio.run(_serve(Path(folder), until=asyncio.Event().wait))


async def _serve(folder: Path, *, until: Callable[[], Awaitable[object]]) -> None:
    settings = _settings(folder)
    with logging_to(folder / "server.log", settings.log):
        await _run(settings, folder, until)


async def _run(settings: Settings, folder: Path, until: Callable[[], Awaitable[object]]) -> None:
    log, arrived = folder / "model.jsonl", folder / "arrivals.jsonl"
    arrivals.ArrivalLog(arrived).listen()
    thinker = SlowThinker(log)
    async with bootstrap.running(settings, model=thinker) as here:
        thinker.model.sent = here.store.prompts.note
        await here.importing.put(file := load_world(_WORLD))
        async with here.store.read() as reader:
            world = await reader.world(file.world.id)
        for player_id in _TOLD:
            await here.store.disclosures.add(world.genesis_id, player_id)
        assert here.http_port is not None
        proxies = {
            "cuts_turns": DroppingProxy(here.http_port, "Say", 0),
            "cuts_words": DroppingProxy(here.http_port, "Say", 3),
            "cuts_watches": DroppingProxy(here.http_port, "Watch", 3),
            "is_old": DroppingProxy(here.http_port, "-", 0, is_old=True),
        }
        of_grpc = {
            "cuts_turns": GrpcDroppingProxy(here.port, "Say", 0),
            "cuts_words": GrpcDroppingProxy(here.port, "Say", 3),
            "cuts_watches": GrpcDroppingProxy(here.port, "Watch", 3),
        }
        listening = [await proxy.begin() for proxy in proxies.values()]
        listening += [await proxy.begin() for proxy in of_grpc.values()]
        told = {
            "grpc": f"127.0.0.1:{here.port}",
            "http": f"http://127.0.0.1:{here.http_port}",
            "proxies": {name: proxy.url for name, proxy in proxies.items()},
            "grpcProxies": {name: proxy.url for name, proxy in of_grpc.items()},
            "key": KEY,
            "modelLog": str(log),
            "arrivalLog": str(arrived),
        }
        print(json.dumps(told), flush=True)
        try:
            await until()
        finally:
            for proxy in listening:
                proxy.close()


def _settings(folder: Path) -> Settings:
    """Return settings that nothing outside can change: values given so come before all others."""
    return Settings.model_validate(
        {
            "data": folder,
            "server": {"host": "127.0.0.1", "port": 0, "keys": [KEY], "grace_seconds": 0.5},
            "http": {"enabled": "on", "port": 0, "origins": ["*"]},
            "model": {"rescue": "none"},
            "embedder": {"name": "hashing"},
            "dialogue": {
                "first_word_seconds": 30,
                "between_words_seconds": 30,
                "total_seconds": 60,
                "waiting_seconds": WAITING_SECONDS,
            },
            "cognition": {"workers": 0},
            "log": {"level": "warning"},
        }
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="npc-conformance-") as place:
        asyncio.run(_serve(Path(place), until=partial(asyncio.to_thread, sys.stdin.read)))
