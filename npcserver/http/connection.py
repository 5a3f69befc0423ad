"""Connections over HTTP that are cut when either side stalls.

uvicorn limits how long a connection may be idle after an answer, and nothing else. Its protocol
class is extended, since only it sees requests with incomplete heads and readers that read nothing.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from npcserver.http.arriving import FLAW
from npcserver.model.errors import Fault, OverLimit, Reason, Unavailable

_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain\r\nconnection: close\r\n"
    b"content-length: 37\r\n\r\nthe request did not arrive; try again"
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Time limits of a connection, in seconds, as in `HttpOptions`."""

    head: float
    body: float
    stalled: float


def connections(bounds: Bounds) -> Any:
    """Return the factory that uvicorn calls to make a connection."""
    return partial(_Connection, bounds=bounds)


class _Connection(HttpToolsProtocol):
    """A connection whose peer must finish sending its request and read the answer, in time."""

    def __init__(self, *args: Any, bounds: Bounds, **options: Any) -> None:
        super().__init__(*args, **options)
        self._bounds = bounds
        self._stalled: asyncio.TimerHandle | None = None
        self._late: asyncio.TimerHandle | None = None
        self._late_is_body = False
        self._whole: object = None  # the scope of the last request that has arrived whole

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._be_quiet()

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._stalled)
        _cancel(self._late)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.scope is self._whole:
            self._be_quiet()
        elif self._late is None or self._late_is_body != self._wants_body:
            self._expect()  # not reached by a request that comes in one piece

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._whole = self.scope
        _cancel(self._late)
        self._late = None

    def pause_writing(self) -> None:
        super().pause_writing()
        # `close` would wait for the reader.
        self._stalled = self.loop.call_later(self._bounds.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        _cancel(self._stalled)
        super().resume_writing()

    def shutdown(self) -> None:
        super().shutdown()
        if self.scope is not self._whole and self._wants_body and not self.pipeline:
            problem = "the server is shutting down and takes no more; try again once it is back"
            self._refuse(Unavailable(problem, Reason.SHUTTING_DOWN))

    @property
    def _wants_body(self) -> bool:
        """Whether the head of the arriving request is complete."""
        return self.cycle is not None and self.cycle.scope is self.scope

    def _be_quiet(self) -> None:
        """Start the idle timer, as uvicorn does after an answer.

        uvicorn does not start it before the first answer, nor after an incomplete request.
        """
        is_busy = self.cycle is not None and not self.cycle.response_complete
        if self.timeout_keep_alive_task is None and not is_busy:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _expect(self) -> None:
        """Limit the time for the part of a request that is arriving."""
        _cancel(self._late)
        self._late_is_body = self._wants_body
        seconds = self._bounds.body if self._late_is_body else self._bounds.head
        self._late = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self.transport.is_closing():
            return
        # The peer is not late while an earlier answer is being sent to it.
        if self._is_behind_another():
            self._expect()
        elif not self._wants_body:
            self.transport.write(_TOO_LATE)
            self.transport.close()
        elif self.cycle.response_started or FLAW in self.cycle.scope["state"]:
            self.transport.close()
        else:
            seconds = f"{self._bounds.body:g} s"
            problem = f"the request did not arrive within {seconds}; send it in smaller parts"
            self._refuse(OverLimit(problem, Reason.OVER_LIMIT, limit=seconds))
            self._expect()

    def _is_behind_another(self) -> bool:
        """Return whether an earlier answer is still being sent, which may be a long stream."""
        if self._wants_body:
            return bool(self.pipeline)
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, fault: Fault) -> None:
        """Put the fault in the place of the request, and close the connection after its answer."""
        self.cycle.scope["state"][FLAW] = fault
        self.cycle.keep_alive = False
        self.cycle.message_event.set()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
