"""A child server process: started when needed, restarted when it dies, never left behind."""

import asyncio
import contextlib
import secrets
import tempfile
from collections.abc import Sequence
from typing import IO

from npcserver.model.errors import ModelFault, ModelTooSlow, ModelUnreachable

_GREETING = "listening "
_KILL_AFTER = 3.0
_LONGEST_PAUSE = 60.0
_LAST_WORDS = 300


class ChildServer:
    """Runs a command that prints `listening URL`, and starts it again when it has died.

    The command gets a fresh key as the first line of its standard input, and must exit at the end
    of that input; so it ends with this process, however this process ends.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: asyncio.subprocess.Process | None = None
        self._errors: IO[bytes] | None = None
        self._lock = asyncio.Lock()
        self._address = ""
        self._deaths = 0
        self._not_before = 0.0
        self.key = ""

    @property
    def pid(self) -> int | None:
        """The process id while it runs, else None."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def address(self, seconds: float) -> str:
        """Return the address of the server, starting it if needed.

        Raises `ModelUnreachable` if it has died since the last call (and starts it again, with
        growing pauses while it dies early) and `ModelTooSlow` if it is not ready in `seconds`; it
        goes on loading then, and a later call finds it ready.
        """
        try:
            async with asyncio.timeout(seconds), self._lock:
                await self._ensure_started()
                if not self._address:
                    self._address = await self._greeting()
                return self._address
        except TimeoutError:
            raise ModelTooSlow("the local model is still being loaded", retry_after=1.0) from None

    def is_well(self) -> None:
        """Record that the server answered, which ends a row of deaths."""
        self._deaths = 0

    async def close(self) -> None:
        """End the process: first by closing its input, then by force."""
        process, self._process, self._address = self._process, None, ""
        if process is not None and process.returncode is None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                async with asyncio.timeout(_KILL_AFTER):
                    await process.wait()
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    async def _ensure_started(self) -> None:
        process = self._process
        if process is not None and process.returncode is not None:
            fault = await self._bury(process.returncode)
            if self._not_before <= _now():
                await self._start()
            raise fault
        if process is None:
            if self._not_before > _now():
                raise ModelUnreachable(
                    "the local model died several times and rests before it is started again",
                    retry_after=self._not_before - _now(),
                )
            await self._start()

    async def _start(self) -> None:
        if self._errors is not None:  # left by a start that was cancelled half-way
            self._errors.close()
        self.key = secrets.token_hex(16)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._errors,
        )
        if self._process.stdin is not None:
            self._process.stdin.write(f"{self.key}\n".encode())

    async def _greeting(self) -> str:
        """Read until the server prints its address; may be cancelled and called again."""
        process = self._process
        if process is None or process.stdout is None:
            raise ModelUnreachable("the local model is not running")
        while line := await process.stdout.readline():
            text = line.decode(errors="replace").strip()
            if text.startswith(_GREETING):
                return text.removeprefix(_GREETING)
        raise await self._bury(await process.wait())

    async def _bury(self, code: int) -> ModelFault:
        """Forget a dead process and return the fault that says how it ended."""
        self._deaths += 1
        if self._deaths > 1:  # the first restart is immediate
            self._not_before = _now() + min(_LONGEST_PAUSE, 0.5 * 2**self._deaths)
        words = self._last_words()
        await self.close()
        cause = f"by signal {-code}" if code < 0 else f"with status {code}"
        return ModelUnreachable(f"the local model's process ended {cause}{words}")

    def _last_words(self) -> str:
        if self._errors is None:
            return ""
        size = self._errors.seek(0, 2)
        self._errors.seek(max(0, size - _LAST_WORDS))
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""


def _now() -> float:
    return asyncio.get_running_loop().time()
