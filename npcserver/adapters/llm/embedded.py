"""A GGUF model on this machine, in a child process so that its crash is not the server's."""

import asyncio
import importlib.util
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from npcserver.adapters.llm.child import ChildServer
from npcserver.adapters.llm.gguf import MAGIC, shape
from npcserver.adapters.llm.memory_use import available_memory, memory_use
from npcserver.adapters.llm.openai import OpenAILanguageModel
from npcserver.adapters.llm.slots import SlotWatch
from npcserver.model.errors import InvalidInput, ModelUnreachable
from npcserver.ports.language_model import JSON, Finished, Request

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
        self, gguf: Path, command: Sequence[str], *, context: int = 0, slots: int = 1
    ) -> None:
        self._name = f"local:{gguf.stem}"
        self.context = context
        self.slots = slots
        self._gguf, self._file = gguf, _file_now(gguf)
        self._child = ChildServer(command)
        self._model: OpenAILanguageModel | None = None
        self._reached = ""
        self._slots = SlotWatch()

    @property
    def name(self) -> str:
        """`local:FILE`, without folder and extension."""
        return self._name

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
            _, _, file = self._name.partition(":")
            self._model = OpenAILanguageModel(
                model=file,
                base_url=f"{address}/v1",
                api_key=self._child.key,
                provider="local",
                for_lines=FOR_LINES,
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
) -> EmbeddedLanguageModel:
    """Return the model of a GGUF file; raises `InvalidInput` if file or library is missing.

    `setting` is what named the file. The model is loaded with `context` tokens; 0 means
    `wanted_context`, limited by its training and the memory. `default_threads` recommends a number
    of `threads`.
    """
    if not is_installed():
        raise InvalidInput(
            "model.name", "a local model needs xllamacpp; run: pip install 'npcserver[local]'"
        )
    if not gguf.is_file():
        raise InvalidInput(setting, f"no file {str(gguf)!r}; run: npcserver models pull")
    with gguf.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise InvalidInput(setting, f"{str(gguf)!r} is no GGUF file; fetch it again")
    module = f"{__package__}.embedded_server"
    found = shape(gguf)
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
    return EmbeddedLanguageModel(gguf, command, context=use.context, slots=use.slots)


def _file_now(gguf: Path) -> tuple[int, int] | None:
    """Return size and modification time of a file, None if it is missing."""
    try:
        found = gguf.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def is_installed() -> bool:
    """Return whether the library for local models is installed, without loading it."""
    return importlib.util.find_spec("xllamacpp") is not None
