"""A server of the town's own: a process with its data in the folder of the run."""

import asyncio
import os
import re
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from npcclient import NpcClient, Patience, connect

PATIENCE: Final = Patience(call=75.0, turn=120.0, attempts=40, away=600.0)
"""A step of the clock waits for 50 seconds; a server that is started again takes some, too."""

SCRIPTED: Final = "scripted:town"
"""The mind of towns that have no language model, of the server's package of models."""

_MODEL: Final = re.compile(r"^Model: (\S+)", re.MULTILINE)
_LISTENING: Final = re.compile(r"Listening on ([\w.:\[\]]+):(\d+)")
_START_SECONDS: Final = 120.0
_STOP_SECONDS: Final = 30.0
_RESTARTS: Final = 5
"""Starts after which a server that ends each time is given up."""


class ServerGoneError(Exception):
    """The server of a town cannot be started; the message has what it said last."""


class TownServer:
    """`npcserver serve` as a process; it is started again where it ends by itself."""

    def __init__(
        self,
        folder: Path,
        model: str,
        settings: Mapping[str, str],
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._folder = folder
        self._settings = settings
        self.tell = tell
        self._log = folder / "server.log"
        self._key = secrets.token_urlsafe(24)
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None
        self.fault: ServerGoneError | None = None
        self.model = model
        """What thinks: as the server says it."""

    @asynccontextmanager
    async def running(self, patience: Patience = PATIENCE) -> AsyncIterator[NpcClient]:
        """Start it, give a client of it, and stop it in the end."""
        await self._start()
        if self.model == "auto":
            await self._without_model()
        watching = asyncio.create_task(self._keep())
        try:
            async with connect(f"127.0.0.1:{self._port}", key=self._key, patience=patience) as npc:
                yield npc
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await self._stop()

    def kill(self) -> None:
        """End the process as a power cut does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def _without_model(self) -> None:
        """Let the scripted mind think where `auto` finds no model."""
        found = _MODEL.search(self._log.read_text(encoding="utf-8", errors="replace"))
        self.model = found[1] if found else self.model
        if self.model.startswith("offline"):
            self.tell(
                "No language model was found: people live by habit, and a scripted mind speaks for"
                f" them ({SCRIPTED}). `npcserver models list` shows models for this machine."
            )
            await self._stop()
            self.model = SCRIPTED
            await self._start()

    async def _start(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._log.touch()
        begins_at = self._log.stat().st_size
        words = (
            *("serve", "--port", str(self._port), "--no-http", "--model", self.model),
            *("--parent-pid", str(os.getpid()), "--data", str(self._folder / "server")),
        )
        self._process = await start_process(words, self._environment(), self._log)
        waited = 0.0
        while not (found := _LISTENING.search(self._said_since(begins_at))):
            if self._process.returncode is not None or waited > _START_SECONDS:
                self.kill()
                last = "\n".join(self._said_since(begins_at).splitlines()[-8:])
                raise ServerGoneError(f"the server did not start ({self._log}):\n{last}")
            await asyncio.sleep(0.1)
            waited += 0.1
        self._port = int(found[2])

    async def _keep(self) -> None:
        for count in range(1, _RESTARTS + 1):
            if self._process is None:
                return
            code = await self._process.wait()
            self.tell(f"The server ended ({code}) and was started again ({count}).")
            try:
                await self._start()
            except ServerGoneError as error:
                self.fault = error
                return
        self.fault = ServerGoneError(f"the server ended {_RESTARTS} times; see {self._log}")

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await stop(process)

    def _said_since(self, offset: int) -> str:
        with self._log.open("rb") as log:
            log.seek(offset)
            return log.read().decode(errors="replace")

    def _environment(self) -> dict[str, str]:
        keys = {"NPCSERVER_SERVER__KEYS": f'["{self._key}"]'}
        return {**os.environ, **keys, **self._settings}


async def start_process(
    words: Sequence[str], environment: Mapping[str, str], log: Path
) -> asyncio.subprocess.Process:
    """Start `npcserver` with some words; what it prints is appended to a file."""
    with log.open("ab") as written:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "npcserver", *words,
            stdout=written, stderr=written, stdin=asyncio.subprocess.DEVNULL, env=environment,
            start_new_session=True,  # Ctrl-C is for the town, which then stops its server
        )  # fmt: skip


async def stop(process: asyncio.subprocess.Process) -> None:
    """End a process, by force if it takes too long."""
    if process.returncode is not None:
        return
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
