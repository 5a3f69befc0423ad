"""A GGUF model on this machine, in a child process so that its abort does not end the server."""

import asyncio
import contextlib
import secrets
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import IO

import httpx2

from npcmodels.gguf import MAGIC, available_memory, memory_use, read_shape
from npcmodels.openai import OpenAILanguageModel
from npcmodels.own_fields import OwnFields
from npcmodels.runtime import has_runtime
from npcserver.model.errors import InvalidInput, ModelFault, ModelTooSlow, ModelUnreachable
from npcserver.model.model_use import ModelUse
from npcserver.ports.language_model import JSON, Finished, Request

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


_LONGEST = 5.0  # seconds; reading a batch takes less
_LOOK_SECONDS = 0.03


class SlotWatch:
    """Counts the calls to one server, and waits for the slots of cancelled ones.

    `longest` is the most seconds that a slot is waited for.
    """

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._calls = 0
        self._left_at = float("-inf")

    @asynccontextmanager
    async def calling(self) -> AsyncGenerator[None, None]:
        """Count a call while the block runs; one that ends with an error was cancelled."""
        self._calls += 1
        is_over = False
        try:
            yield
            is_over = True
        finally:
            self._calls -= 1
            if not is_over:
                self._left_at = asyncio.get_running_loop().time()

    async def freed(self, address: str, key: str, seconds: float) -> None:
        """Return once the slots in use are no more than the running calls.

        Asks nothing if no call was cancelled recently, and does not wait if the server does not
        report its slots. Returns at the latest `longest` seconds after the last cancellation, or
        after `seconds`.
        """
        loop = asyncio.get_running_loop()
        until = min(self._left_at + self._longest, loop.time() + seconds)
        if until <= loop.time():
            return
        with suppress(TimeoutError):  # llama.cpp answers only between two batches
            async with (
                asyncio.timeout_at(until),
                httpx2.AsyncClient(timeout=None, trust_env=False) as client,
            ):
                while True:
                    busy = await _busy(client, address, key)
                    if busy is None or busy <= self._calls:
                        return
                    await asyncio.sleep(_LOOK_SECONDS)


async def _busy(client: httpx2.AsyncClient, address: str, key: str) -> int | None:
    """Return how many slots are in use, None if the server does not report it."""
    try:
        response = await client.get(f"{address}/slots", headers={"Authorization": f"Bearer {key}"})
        told = response.raise_for_status().json()
    except (httpx2.HTTPError, ValueError):
        return None
    if not isinstance(told, list):
        return None
    return sum(isinstance(slot, dict) and slot.get("is_processing") is True for slot in told)


FOR_LINES: Mapping[str, JSON] = MappingProxyType(
    {
        "repeat_penalty": 1.1,
        "repeat_last_n": 64,
        "dry_multiplier": 0.8,
        "dry_base": 1.75,
        "dry_allowed_length": 5,
        "dry_penalty_last_n": 1024,
    }
)
"""Sampling options that llama.cpp gets for a line.

Without them a model of 1.5 billion weights repeats what it has just heard, or its own last line, in
one turn of six. The repeat penalty covers the latest words and little more: over 256 tokens it also
covered the memories, and numbers and names came out wrong. Runs of more than five tokens of the
conversation cost more the longer they are (DRY).
"""


class EmbeddedLanguageModel:
    """Serves a GGUF file through llama.cpp; loads it at the first call, or at `start`.

    A call that meets a dead process raises `ModelUnreachable`; the process is started again.
    `context` is the tokens of each of its `slots`, 0 if unknown.
    """

    def __init__(
        self,
        gguf: Path,
        command: Sequence[str],
        *,
        context: int = 0,
        slots: int = 1,
        own_fields: Mapping[ModelUse, OwnFields] | None = None,
    ) -> None:
        self._own_fields = own_fields
        self.name = f"local:{gguf.stem}"
        self.context = context
        self.slots = slots
        self._gguf, self._file = gguf, _file_now(gguf)
        self._child = ChildServer(command)
        self._model: OpenAILanguageModel | None = None
        self._reached = ""
        self._slots = SlotWatch()

    @property
    def pid(self) -> int | None:
        """The process id of the model while it runs, else None."""
        return self._child.pid

    async def start(self, seconds: float = 60.0) -> None:
        """Load the model now; raises a `ModelFault` if it is not ready in `seconds`."""
        await self._ready(seconds)

    async def close(self) -> None:
        """End the process."""
        model, self._model, self._reached = self._model, None, ""
        if model is not None:
            await model.close()
        await self._child.close()

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the model's answer; the time to load the model counts against the patience."""
        loop = asyncio.get_running_loop()
        patience = request.patience
        begun = loop.time()
        patient = min(patience.first_word, patience.total)
        model = await self._ready(patient)
        # With a single slot, a repeated call cannot get one with another cache.
        if self.slots > 1:
            address, _, key = self._reached.partition(" ")
            await self._slots.freed(address, key, begun + patient - loop.time())
        waited = loop.time() - begun
        rest = replace(
            patience, first_word=patience.first_word - waited, total=patience.total - waited
        )
        asked = replace(request, patience=rest)
        async with self._slots.calling(), aclosing(model.generate(asked)) as answer:
            async for item in answer:
                yield item
        self._child.is_well()

    async def _ready(self, seconds: float) -> OpenAILanguageModel:
        """Return a client of the running process; a new process has a new address and key."""
        if self.pid is None and self._file is not None and _file_now(self._gguf) != self._file:
            how = "replaced" if self._gguf.is_file() else "removed"
            raise ModelUnreachable(
                f"the file {str(self._gguf)!r} of the local model was {how} while it served; put "
                "it back (npcserver models pull), or start the server again with another"
            )
        address = await self._child.address(seconds)
        reached = f"{address} {self._child.key}"
        if self._model is None or self._reached != reached:
            stale, self._model, self._reached = self._model, None, ""
            if stale is not None:
                await stale.close()
            _, _, file = self.name.partition(":")
            self._model = OpenAILanguageModel(
                model=file,
                base_url=f"{address}/v1",
                api_key=self._child.key,
                provider="local",
                for_lines=FOR_LINES,
                own_fields=self._own_fields,
            )
            self._reached = reached
        return self._model


def embedded_model(
    gguf: Path,
    *,
    setting: str = "model.gguf",
    threads: int = 1,
    context: int = 0,
    wanted_context: int = 4096,
    own_fields: Mapping[ModelUse, OwnFields] | None = None,
) -> EmbeddedLanguageModel:
    """Return the model of a GGUF file; raises `InvalidInput` if file or library is missing.

    `setting` is what named the file. The model is loaded with `context` tokens; 0 means
    `wanted_context`, limited by its training and the memory. `default_threads` recommends a number
    of `threads`.
    """
    if not has_runtime():
        raise InvalidInput(
            "model.name", "a local model needs xllamacpp; run: pip install 'npcserver[local]'"
        )
    if not gguf.is_file():
        raise InvalidInput(setting, f"no file {str(gguf)!r}; run: npcserver models pull")
    with gguf.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise InvalidInput(setting, f"{str(gguf)!r} is no GGUF file; fetch it again")
    module = f"{__package__}.embedded_server"
    found = read_shape(gguf)
    trained = found.context if found is not None and found.context else wanted_context
    size = gguf.stat().st_size
    use = memory_use(found, size, context or min(trained, wanted_context), available_memory())
    use = replace(use, context=context or use.context)  # the operator's setting takes precedence
    numbers = {
        "--threads": threads,
        "--context": use.context,
        "--slots": use.slots,
        "--cache-mib": use.cache_mib,
    }
    options = (word for name, number in numbers.items() for word in (name, str(number)))
    command = (sys.executable, "-m", module, "--model", str(gguf), "--port", "0", *options)
    return EmbeddedLanguageModel(
        gguf, command, context=use.context, slots=use.slots, own_fields=own_fields
    )


def _file_now(gguf: Path) -> tuple[int, int] | None:
    """Return size and modification time of a file, None if it is missing."""
    try:
        found = gguf.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns
