"""Streams, and resuming them after a lost connection, without gaps or repeats."""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable
from typing import Protocol, TypeVar

import grpc

from npcclient import errors
from npcclient.calls import Patience

NO_RECORDS = ("checkpoint", "lateness")
"""Events of a watch that are not in the log: they come at a position that was told before."""

Event = TypeVar("Event")
Event_co = TypeVar("Event_co", covariant=True)

LONGEST_PAUSE = 5.0
LOST = (
    grpc.StatusCode.UNAVAILABLE,
    # sent by a server that is being stopped, and by proxies that cut a stream
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.INTERNAL,
)


class Stream(Protocol[Event_co]):
    """A call that answers with a stream."""

    async def read(self) -> object:
        """Return the next message, or `grpc.aio.EOF`."""

    def cancel(self) -> bool:
        """Cancel the call."""


class Absence:
    """How long the server has been away, and the pause before the next attempt."""

    def __init__(self, patience: Patience, most: float = math.inf) -> None:
        self._pause = patience.pause
        self._most = most
        self._attempts = 0
        self._since: float | None = None

    def over(self) -> None:
        """Note that the server answers."""
        self._attempts, self._since = 0, None

    async def wait(self, error: errors.NpcError) -> None:
        """Wait before the next attempt; raises the error once the server was away for too long."""
        now = asyncio.get_running_loop().time()
        self._since = now if self._since is None else self._since
        if now - self._since > self._most:
            raise error
        pause = min(LONGEST_PAUSE, self._pause * 2.0 ** min(self._attempts, 16))
        self._attempts += 1
        await asyncio.sleep(pause if error.retry_after is None else error.retry_after)


def is_lost(error: errors.NpcError) -> bool:
    """Return whether the connection failed, so that a retry makes sense."""
    if isinstance(error, errors.OverLimit):
        return True  # the reader was too slow, or there are too many: both are temporary
    return error.code in LOST and (not error.reason or isinstance(error, errors.Unavailable))


async def read_once(call: Stream[Event], kind: type[Event]) -> AsyncGenerator[Event, None]:
    """Yield the events of a stream to its end; cancels the call. Raises an `NpcError`."""
    try:
        while isinstance(event := await call.read(), kind):
            yield event
    except grpc.aio.AioRpcError as error:
        raise errors.from_call(error) from error
    finally:
        call.cancel()


async def read_on(
    begin: Callable[[], Stream[Event]],
    kind: type[Event],
    took: Callable[[Event], bool],
    patience: Patience,
    lost: Callable[[errors.NpcError], None] = lambda _: None,
    renew: Callable[[], bool] = lambda: False,
) -> AsyncGenerator[Event, None]:
    """Yield the events of a stream, begun again whenever the connection was lost.

    `begin` calls with the position reached; `took` advances it and returns False for an event that
    came before; `lost` is called for each lost connection, and `renew` gets another
    token where one was refused. Raises errors of the server, and
    `Unavailable` when it stays away for longer than `patience.away`.
    """
    absence = Absence(patience, patience.away)
    while True:
        call = begin()
        try:
            while isinstance(event := await call.read(), kind):
                absence.over()
                if took(event):
                    yield event
        except grpc.aio.AioRpcError as error:
            cause = errors.from_call(error)
        else:
            return
        finally:
            call.cancel()
        if cause.code is grpc.StatusCode.UNAUTHENTICATED and renew():
            continue
        if not is_lost(cause):
            raise cause
        lost(cause)
        await absence.wait(cause)
