"""The client without `async`, for plain scripts, notebooks and editors: same nouns, same methods.

    with npcclient.sync.connect("127.0.0.1:50051") as npc:
        timeline = npc.timelines.start("harbour")
        for event in npc.play.say(timeline, "mira", "Hello!", speaker="Ann"):
            print(event.line.text)

What is awaited there returns here, and what is iterated over with `async for` there is iterated
over with `for` here. The asynchronous client does the work, on an event loop in a thread of its
own; callbacks are called in that thread, and cannot use the client.
"""

import asyncio
import atexit
import inspect
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from npcclient import client
from npcclient.calls import Patience
from npcclient.listing import Listing

T = TypeVar("T")
_END = object()


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="npcclient", daemon=True
        )
        self._thread.start()

    @property
    def is_open(self) -> bool:
        return not self._loop.is_closed()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns; an interruption of this thread cancels it."""
        if not self.is_open or threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError(
                "the client cannot be used in a callback"
                if self.is_open
                else "the client is closed"
            )
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        finally:
            future.cancel()

    def call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Call a function or method in the thread of the loop and return its result."""

        async def work() -> Any:
            answer = function(*args, **options)
            # `aclose` of a generator returns no coroutine; a list is not awaited here
            if inspect.isawaitable(answer) and not isinstance(answer, Listing):
                return await answer
            return answer

        return self.wrapped(self.run(work()))

    def wrapped(self, value: object) -> Any:
        """Return streams, lists and methods in their synchronous form, all else unchanged."""
        if isinstance(value, AsyncIterator | Listing | AbstractAsyncContextManager):
            return Stream(self, value)
        if inspect.ismethod(value):
            return lambda *args, **options: self.call(value, *args, **options)
        return value

    def close(self) -> None:
        """Stop the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Stream:
    """A turn, a watch, a list or a queue, with the methods of its asynchronous form.

    Leaving a `for` loop over it early ends the call, and so does `close()`. In a `with` block it
    ends with the block.
    """

    def __init__(self, loop: _Loop, source: Any) -> None:
        self._loop = loop
        self._source = source
        self._events: Any = None
        self._is_entered = False

    def __getattr__(self, name: str) -> Any:
        return self._loop.wrapped(getattr(self._source, name))

    def __len__(self) -> int:
        return len(self._source)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        if isinstance(self._source, Listing):  # a list starts again each time
            self._events = None
        try:
            while (event := self._next()) is not _END:
                yield event
        finally:
            if not self._is_entered:
                self.close()

    def __next__(self) -> Any:
        event = self._next()
        if event is _END:
            raise StopIteration
        return event

    def _next(self) -> Any:
        async def work() -> object:
            if self._events is None:
                self._events = aiter(self._source)
            return await anext(self._events, _END)

        return self._loop.run(work())

    def close(self) -> None:
        """End the call, which interrupts a turn."""
        hang_up = getattr(self._events or self._source, "aclose", None)
        if hang_up and self._loop.is_open:
            self._loop.call(hang_up)

    def __enter__(self) -> Self:
        if hasattr(self._source, "__aenter__"):
            self._loop.call(self._source.__aenter__)
        self._is_entered = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_entered = False
        if hasattr(self._source, "__aexit__"):
            self._loop.call(self._source.__aexit__, kind, error, trace)
        else:
            self.close()


class _Namespace:
    """A service: the methods of its asynchronous form."""

    def __init__(self, loop: _Loop, service: object) -> None:
        self._loop = loop
        self._service = service

    def __getattr__(self, name: str) -> Any:
        return self._loop.wrapped(getattr(self._service, name))

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._service) if not name.startswith("_")]


class NpcClient:
    """A connection to one server. Close it, or use it as a `with` block."""

    def __init__(self, make: Callable[[], client.NpcClient]) -> None:
        self._loop = _Loop()
        try:
            self._client = self._loop.run(_made(make))
        except BaseException:
            self._loop.close()
            raise
        atexit.register(self.close)  # a thread of gRPC must not outlive the interpreter

    def __getattr__(self, name: str) -> Any:
        """Return a service: `worlds`, `characters`, `timelines`, `play` and so on."""
        if name.startswith("_"):
            raise AttributeError(name)
        return _Namespace(self._loop, getattr(self._client, name))

    def __dir__(self) -> list[str]:
        return ["close", *(name for name in vars(self._client) if not name.startswith("_"))]

    def close(self) -> None:
        """Close the connection. Turns still being spoken are interrupted."""
        if self._loop.is_open:
            atexit.unregister(self.close)
            try:
                self._loop.call(self._client.close)
            finally:
                self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


async def _made(make: Callable[[], client.NpcClient]) -> client.NpcClient:
    """Create a client where an event loop runs, which gRPC then uses."""
    return make()


def connect(
    target: str,
    *,
    key: str = "",
    token: Callable[[], str] | None = None,
    tls: bool = False,
    ca: Path | bytes | None = None,
    credentials: grpc.ChannelCredentials | None = None,
    patience: Patience | None = None,
) -> NpcClient:
    """Return a client of the server at `target`; arguments are those of `npcclient.connect`."""

    def make() -> client.NpcClient:
        return client.connect(
            target,
            key=key,
            token=token,
            tls=tls,
            ca=ca,
            credentials=credentials,
            patience=patience,
        )

    return NpcClient(make)
