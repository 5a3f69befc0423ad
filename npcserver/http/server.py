"""The HTTP/1.1 listener: uvicorn, started and stopped by the house."""

import asyncio
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from npcserver.http.application import application
from npcserver.http.endpoints import Handler
from npcserver.sockets import listening

_IDLE_SECONDS = 65  # longer than engines and proxies keep a quiet connection, which is 60


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpOptions:
    """Where to listen, and whom to answer; sizes in bytes.

    Pages from `origins` may call, `*` for any. `site` is the folder of the page for playtesters.
    `certificate` and `private_key` are PEM files; without them connections are plain text.
    """

    host: str = "127.0.0.1"
    port: int = 50052
    origins: Sequence[str] = ()
    site: Path | None = None
    certificate: Path | None = None
    private_key: Path | None = None
    largest_request: int = 1024 * 1024


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
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=_IDLE_SECONDS,
                ssl_certfile=options.certificate,
                ssl_keyfile=options.private_key,
            )
        )
        self._sockets: list[socket.socket] = []

    def start(self) -> int:
        """Listen, and return the port. Raises `InvalidInput` where that is not possible."""
        bound = listening(self._options.host, self._options.port, "http")
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
        """Take no more requests, let running ones finish within `grace` s, cancel the rest."""
        self._server.config.timeout_graceful_shutdown = max(1, round(grace))
        self._server.should_exit = True
        await self._server.is_over.wait()


class _Quiet(uvicorn.Server):
    """A server that leaves the signals of the process alone."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_over = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
