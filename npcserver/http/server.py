"""The HTTP/1.1 listener: uvicorn, started and stopped by the server."""

import asyncio
import math
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from npcserver.certificates import Certificate
from npcserver.http.application import application
from npcserver.http.connection import Bounds, connections
from npcserver.http.endpoints import Handler
from npcserver.sockets import is_loopback, listening, require_free

_TOLD_SECONDS = 2  # time after the grace for calls that are cut off to send their error
_SEND_BUFFER = 64 * 1024  # a slow reader costs this and uvicorn's own buffer, not 4 MB
# A peer that vanished is noticed within half a minute, whether we write or wait.
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
    """Where to listen and which limits apply; sizes in bytes, durations in seconds.

    Pages from `origins` may call, `*` for any. `site` is the folder of the page for playtesters.
    Without `tls` connections are plain text.

    A connection without requests is kept for `idle`, longer than the 60 s for which engines and
    proxies keep it. A request is given up if its head is incomplete `head` after its first byte, or
    its body `body` after its head: with these, a link may lose packets for a while, and the largest
    request may arrive at 70 kbit/s. A connection whose reader takes nothing for `stalled` is cut;
    the handler of the call should have given up before.
    """

    host: str = "127.0.0.1"
    port: int = 50052
    origins: Sequence[str] = ()
    site: Path | None = None
    tls: Certificate | None = None
    largest_request: int = 1024 * 1024
    idle: int = 65
    head: float = 30.0
    body: float = 120.0
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
        self._server = _Quiet(
            uvicorn.Config(
                app,
                http=connections(Bounds(options.head, options.body, options.stalled)),
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=options.idle,
                ssl_certfile=None if options.tls is None else options.tls.chain_file,
                ssl_keyfile=None if options.tls is None else options.tls.key_file,
            )
        )
        self._sockets: list[socket.socket] = []

    async def start(self) -> int:
        """Listen, and return the port. Raises `InvalidInput` if the address is not free."""
        await require_free(self._options.host, self._options.port, "http")
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
        """Take no more requests, and let running ones finish within `grace` seconds.

        The handlers should cut off late calls themselves, since they can send the reason; what is
        left after that is cancelled.
        """
        self._server.config.timeout_graceful_shutdown = math.ceil(grace) + _TOLD_SECONDS
        self._server.should_exit = True
        await self._server.is_over.wait()


class _Quiet(uvicorn.Server):
    """A uvicorn server that leaves the process's signal handlers alone."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_over = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
