"""Connections over HTTP, which are cut when they stand still, whichever side it is that does.

uvicorn bounds how long a connection may be quiet after an answer, and nothing else. Its class is
extended, since only it hears of a request whose head is not complete, or of who reads nothing.
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
    """How long a connection may take, in seconds, as `HttpOptions` has them."""

    head: float
    body: float
    stalled: float


def connections(bounds: Bounds) -> Any:
    """Return what uvicorn calls to make a connection."""
    return partial(_Connection, bounds=bounds)


class _Connection(HttpToolsProtocol):
    """A connection whose peer has to send what it began to send, and to read what it asked for."""

    def __init__(self, *args: Any, bounds: Bounds, **options: Any) -> None:
        super().__init__(*args, **options)
        self._bounds = bounds
        self._stalled: asyncio.TimerHandle | None = None
        self._late: asyncio.TimerHandle | None = None
        self._late_is_body = False
        self._whole: object = None  # the last request that has arrived, by its scope

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
            self._expect()  # never for a request that comes at once, so it costs nothing there

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._whole = self.scope
        _cancel(self._late)
        self._late = None

    def pause_writing(self) -> None:
        super().pause_writing()
        # Closing it would wait for its reader.
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
        """Whether the head of the request that is arriving is complete."""
        return self.cycle is not None and self.cycle.scope is self.scope

    def _be_quiet(self) -> None:
        """Let a connection wait for a request as long as it may after an answer.

        uvicorn forgets that where it never had one, and when less than a request came.
        """
        is_busy = self.cycle is not None and not self.cycle.response_complete
        if self.timeout_keep_alive_task is None and not is_busy:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _expect(self) -> None:
        """Bound how long the part of a request that is arriving may take."""
        _cancel(self._late)
        self._late_is_body = self._wants_body
        seconds = self._bounds.body if self._late_is_body else self._bounds.head
        self._late = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self.transport.is_closing():
            return
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
        """Say whether an earlier answer is still on its way, which may be a long stream."""
        if self._wants_body:
            return bool(self.pipeline)
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, fault: Fault) -> None:
        """Let the fault arrive in the place of the request, and the answer to it be the last."""
        self.cycle.scope["state"][FLAW] = fault
        self.cycle.keep_alive = False
        self.cycle.message_event.set()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
