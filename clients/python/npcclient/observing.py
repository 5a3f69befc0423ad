"""A queue for frequent observations: sent in batches, and kept while the server is away."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc

from npcclient import errors
from npcclient.calls import Caller, new_request_id
from npcclient.resuming import Absence, is_lost
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.play_service_pb2 import Movement, ObjectChange, Observation, StoryFlag

if TYPE_CHECKING:  # the asynchronous class of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub

_LARGEST_BATCH = 100
_MOST_BYTES = 512 * 1024  # half of the server's limit
_FIELDS: Sequence[tuple[type[object], str]] = (
    # In the order in which the server applies the fields of a batch.
    (StoryFlag, "flags"),
    (Movement, "movements"),
    (ObjectChange, "objects"),
    (Observation, "observations"),
)
Happening = Observation | Movement | ObjectChange | StoryFlag


class ObservationQueue:
    """Accepts events without waiting, and sends them to the server in batches, in order.

    Use it as an `async with` block; leaving it sends what is left. A batch that did not reach the
    server is sent again under the same request id until it is stored. When `most` are waiting, the
    oldest observation is dropped, or the oldest event of any kind where there is none, and
    `dropped` counts it. For a batch that the server refuses `refused` is called with the error, and
    the queue goes on; `failures` counts it.
    """

    def __init__(
        self,
        stub: "PlayServiceAsyncStub",
        caller: Caller,
        timeline_id: str,
        *,
        interval: float,
        most: int,
        refused: Callable[[errors.NpcError, pb.ObserveRequest], None] | None,
    ) -> None:
        self._stub = stub
        self._caller = caller
        self._timeline_id = timeline_id
        self._interval = interval
        self._most = max(1, most)
        self._refused = refused
        self._waiting: deque[Happening] = deque()
        self._batch: pb.ObserveRequest | None = None
        self._news = asyncio.Event()
        self._stored = asyncio.Event()
        self._stored.set()
        self._hurry = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self.dropped = 0
        """How many events were dropped because too many were waiting."""
        self.failures = 0
        """How many batches the server refused."""

    def __len__(self) -> int:
        """Return how many events are not stored yet."""
        sent = self._batch
        under_way = 0 if sent is None else sum(len(getattr(sent, name)) for _, name in _FIELDS)
        return len(self._waiting) + under_way

    def put(self, *happenings: Happening) -> None:
        """Add events; returns at once. Raises `RuntimeError` outside of the block."""
        if self._sender is None:
            raise RuntimeError("the queue is not open; use `async with npc.play.observing(…)`")
        for happening in happenings:
            if len(self._waiting) >= self._most:
                self._drop_oldest()
            self._waiting.append(happening)
        if happenings:
            self._stored.clear()
            self._news.set()

    async def flush(self, seconds: float | None = None) -> None:
        """Wait until all events are stored. Raises `Unavailable` after `seconds`.

        The default is the deadline of a call.
        """
        patience = self._caller.patience.call if seconds is None else seconds
        if not self._stored.is_set():
            self._hurry.set()
        try:
            async with asyncio.timeout(patience):
                await self._stored.wait()
        except TimeoutError:
            raise errors.Unavailable(
                grpc.StatusCode.UNAVAILABLE,
                f"{len(self)} observations were not stored within {patience:g} seconds, for the "
                "server did not answer; they are lost when the queue is closed",
            ) from None

    async def __aenter__(self) -> Self:
        self._sender = asyncio.create_task(self._send())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sender, self._sender = self._sender, None
        if sender is None:
            return
        try:
            if kind is None or issubclass(kind, Exception):
                await self._last_flush(is_told=kind is None)
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _last_flush(self, *, is_told: bool) -> None:
        try:
            await self.flush()
        except errors.NpcError:
            if is_told:  # another error is raised already
                raise

    async def _send(self) -> None:
        while True:
            await self._news.wait()
            self._batch = self._next_batch()
            await self._store(self._batch)
            self._batch = None
            if self._waiting:
                continue
            self._news.clear()
            self._stored.set()
            self._hurry.clear()
            await self._pause()

    async def _pause(self) -> None:
        """Wait for the interval, so that events gather, or until `flush` is called."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._interval):
                await self._hurry.wait()

    async def _store(self, batch: pb.ObserveRequest) -> None:
        """Send a batch until it is stored or refused."""
        absence = Absence(self._caller.patience)
        while True:
            try:
                await self._caller.call(self._stub.Observe, batch)
            except errors.NpcError as error:
                if is_lost(error) or isinstance(error, errors.TimedOut):
                    await absence.wait(error)
                    continue
                self.failures += 1
                if self._refused is not None:
                    # apart from this task: its errors go to the loop's handler, and the queue goes
                    # on
                    asyncio.get_running_loop().call_soon(self._refused, error, batch)
            return

    def _next_batch(self) -> pb.ObserveRequest:
        """Return the next batch, ended where its field order would change the order of events."""
        batch = pb.ObserveRequest(request_id=new_request_id(), timeline_id=self._timeline_id)
        reached, bytes_left = 0, _MOST_BYTES
        for _ in range(min(_LARGEST_BATCH, len(self._waiting))):
            rank = _rank(self._waiting[0])
            if rank < reached:  # the server would apply it before earlier events
                break
            bytes_left -= self._waiting[0].ByteSize()
            if bytes_left < 0 and any(getattr(batch, name) for _, name in _FIELDS):
                break
            reached = rank
            getattr(batch, _FIELDS[rank][1]).append(self._waiting.popleft())
        return batch

    def _drop_oldest(self) -> None:
        """Drop the oldest observation: positions and object states matter longer."""
        self.dropped += 1
        for index, happening in enumerate(self._waiting):
            if isinstance(happening, Observation):
                del self._waiting[index]
                return
        self._waiting.popleft()


def _rank(happening: Happening) -> int:
    return next(i for i, (kind, _) in enumerate(_FIELDS) if isinstance(happening, kind))
