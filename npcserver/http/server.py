"""The HTTP/1.1 listener: uvicorn, started and stopped by the house."""

import asyncio
import math
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from npcserver.certificates import Certificate
from npcserver.http.application import application
from npcserver.http.endpoints import Handler
from npcserver.sockets import is_loopback, listening

_IDLE_SECONDS = 65  # longer than engines and proxies keep a quiet connection, which is 60
_TOLD_SECONDS = 2  # for what is cut off at the end of the grace to say so
_SEND_BUFFER = 64 * 1024  # a slow reader costs this and what uvicorn holds, not 4 MB
# A peer that vanished is noticed within half a minute, whether we are writing or waiting.
_ALIVE = (
    ("SOL_SOCKET", "SO_KEEPALIVE", 1),
    ("IPPROTO_TCP", "TCP_KEEPIDLE", 10),
    ("IPPROTO_TCP", "TCP_KEEPINTVL", 5),
    ("IPPROTO_TCP", "TCP_KEEPCNT", 3),
    ("IPPROTO_TCP", "TCP_USER_TIMEOUT", 25_000),
    ("SOL_SOCKET", "SO_SNDBUF", _SEND_BUFFER),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpOptions:
    """Where to listen, and whom to answer; sizes in bytes, durations in seconds.

    Pages from `origins` may call, `*` for any. `site` is the folder of the page for playtesters.
    Without `tls` connections are plain text. A connection whose reader takes nothing for `stalled`
    is cut; the handler of the call should have given up before.
    """

    host: str = "127.0.0.1"
    port: int = 50052
    origins: Sequence[str] = ()
    site: Path | None = None
    tls: Certificate | None = None
    largest_request: int = 1024 * 1024
    stalled: float = 10.0


class HttpServer:
    """Serves handlers over HTTP. `run` it in the background, between `start` and `stop`."""

    def __init__(self, handlers: Mapping[str, Handler], options: HttpOptions) -> None:
        self._options = options
        app = application(
            handlers,
            folder=options.site,
            origins=options.origins,
            is_local=is_loopback(options.host),
            largest_request=options.largest_request,
        )
        connection: Any = partial(_Connection, stalled=options.stalled)
        self._server = _Quiet(
            uvicorn.Config(
                app,
                http=connection,
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=_IDLE_SECONDS,
                ssl_certfile=None if options.tls is None else options.tls.chain_file,
                ssl_keyfile=None if options.tls is None else options.tls.key_file,
            )
        )
        self._sockets: list[socket.socket] = []

    def start(self) -> int:
        """Listen, and return the port. Raises `InvalidInput` where that is not possible."""
        bound = listening(self._options.host, self._options.port, "http")
        for level, option, value in _ALIVE:
            if hasattr(socket, option):  # not every platform has all of them
                bound.setsockopt(getattr(socket, level), getattr(socket, option), value)
        self._sockets.append(bound)
        port: int = bound.getsockname()[1]
        return port

    async def run(self) -> None:
        """Serve until stopped."""
        try:
            await self._server.serve(sockets=self._sockets)
        finally:
            self._server.is_over.set()

    async def stop(self, grace: float) -> None:
        """Take no more requests, and let running ones finish within `grace` s.

        Calls are to be cut off by who handles them, who can say why; what is left is cancelled.
        """
        self._server.config.timeout_graceful_shutdown = math.ceil(grace) + _TOLD_SECONDS
        self._server.should_exit = True
        await self._server.is_over.wait()


class _Connection(HttpToolsProtocol):
    """A connection that is cut when its reader stands still: closing it would wait for him."""

    def __init__(self, *args: Any, stalled: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._stalled = stalled
        self._cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cut = self.loop.call_later(self._stalled, self.transport.abort)

    def resume_writing(self) -> None:
        self._leave_alone()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave_alone()
        super().connection_lost(exc)

    def _leave_alone(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


class _Quiet(uvicorn.Server):
    """A server that leaves the signals of the process alone."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_over = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
