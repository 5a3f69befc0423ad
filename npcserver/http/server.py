"""The HTTP/1.1 listener: the ASGI application, timeouts of connections, and uvicorn around them."""

import asyncio
import math
import socket
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import structlog
import uvicorn
from connectrpc.method import StreamType
from connectrpc.server import ConnectASGIApplication
from starlette.middleware.cors import CORSMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from npcserver.http.codecs import codecs
from npcserver.http.endpoints import Handler, endpoints, health_pages
from npcserver.http.middleware import (
    FLAW,
    App,
    OriginGuard,
    Receive,
    Scope,
    Send,
    limit_request_size,
    misfit,
    no_such_method,
    static_site,
    with_early_head,
)
from npcserver.model.errors import Fault, OverLimit, Reason, Unavailable
from npcserver.sockets import Certificate, is_loopback, listening, require_free

_REPORTED_SECONDS = 60.0
_log = structlog.get_logger(__name__)


def _last_answer(status: HTTPStatus, text: str) -> bytes:
    return (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\n"
        f"connection: close\r\ncontent-length: {len(text)}\r\n\r\n{text}"
    ).encode()


_TOO_LATE = _last_answer(HTTPStatus.REQUEST_TIMEOUT, "the request did not arrive; try again")
_TOO_LARGE = _last_answer(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "path and headers are too large; send less"
)
_TOO_MANY = _last_answer(
    HTTPStatus.SERVICE_UNAVAILABLE, "the server has as many connections as it takes; try again"
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
    the handler of the call should have given up before. Path and headers of a request may have
    `head_bytes`, and one of more than `connections` connections is closed at once.
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
    head_bytes: int = 32 * 1024
    connections: int = 4000


class _Refusals:
    """Logs that connections are refused, once a minute at most."""

    def __init__(self) -> None:
        self._reported_at = -math.inf

    def note(self, limit: int) -> None:
        now = time.monotonic()
        if now - self._reported_at >= _REPORTED_SECONDS:
            self._reported_at = now
            _log.warning("connections_refused", limit=limit)


class _Connection(HttpToolsProtocol):
    """A connection whose peer must finish sending its request and read the answer, in time.

    A head has a size, too: the parser has none, and puts the pieces of a header together anew with
    each that arrives.
    """

    def __init__(
        self, *args: Any, bounds: HttpOptions, refusals: _Refusals, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._bounds = bounds
        self._refusals = refusals
        self._unparsed = 0  # bytes since the last part of the request that was complete
        self._is_too_large = False
        self._stalled: asyncio.TimerHandle | None = None
        self._late: asyncio.TimerHandle | None = None
        self._late_is_body = False
        self._whole: object = None  # the scope of the last request that has arrived whole

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self._bounds.connections:
            self._refusals.note(self._bounds.connections)
            transport.write(_TOO_MANY)
            transport.close()
            return
        self._be_quiet()

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._stalled)
        _cancel(self._late)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unparsed += len(data)
        super().data_received(data)
        if self._unparsed > self._bounds.head_bytes and not self.transport.is_closing():
            self._end(_TOO_LARGE)
        elif self.scope is self._whole:
            self._be_quiet()
        elif self._late is None or self._late_is_body != self._wants_body:
            self._expect()  # not reached by a request that comes in one piece

    def on_message_begin(self) -> None:
        self._unparsed = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._unparsed = 0
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        self._is_too_large = size > self._bounds.head_bytes
        if self._is_too_large:
            raise ValueError("the head is too large")  # ends the parser; see `send_400_response`
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unparsed = 0
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Answer what the parser refused; uvicorn knows one reason only."""
        if self._is_too_large:
            self._end(_TOO_LARGE)
        else:
            super().send_400_response(msg)

    def on_message_complete(self) -> None:
        self._unparsed = 0
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
            self._end(_TOO_LATE)
        elif self.cycle.response_started or FLAW in self.cycle.scope["state"]:
            self.transport.close()
        else:
            seconds = f"{self._bounds.body:g} s"
            problem = f"the request did not arrive within {seconds}; send it in smaller parts"
            self._refuse(OverLimit(problem, Reason.OVER_LIMIT, limit=seconds))
            self._expect()

    def _end(self, answer: bytes) -> None:
        """Close the connection, with an answer unless an earlier one is being sent."""
        if not self._is_behind_another():
            self.transport.write(answer)
        self.transport.close()

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


_TOLD = ("grpc-message", "grpc-status", "grpc-status-details-bin", "npc-server", "x-request-id")
_DAY = 24 * 60 * 60


class _Methods(ConnectASGIApplication[None]):
    """The Connect library's application; one for all services."""

    @property
    def path(self) -> str:
        return "/"


def _application(
    handlers: Mapping[str, Handler], folder: Path | None, *, largest_request: int
) -> App:
    """Return what hands calls of methods to the methods, and all other requests to the site."""
    paths = endpoints(handlers)
    # Uncompressed: a token is smaller than the header of a compressed one, and is sent at once.
    connect = _Methods(  # typed by a package that need not be installed
        service=None,
        endpoints=lambda _: paths,
        read_max_bytes=None,  # the library's own error would not name the limit
        compressions=(),
        codecs=codecs(),
    )
    methods = limit_request_size(with_early_head(cast("App", connect)), largest_request)
    site, health = static_site(folder), health_pages(handlers)

    def app_for(scope: Scope) -> App:
        path = scope["path"]
        if path in health:
            return health[path]
        endpoint = paths.get(path)
        if endpoint is None:
            return no_such_method(scope) if scope["method"] == "POST" else site
        is_stream = endpoint.method.stream_type is not StreamType.UNARY
        return misfit(scope, is_stream=is_stream) or methods

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await app_for(scope)(scope, receive, send)

    return answer


def method_server(handlers: Mapping[str, Handler], options: HttpOptions) -> "HttpServer":
    """Return the server of our methods and of the page for playtesters.

    Pages of `origins` may call it, `*` for any. On the loopback interface pages of this machine may
    call it too, and it accepts only this machine's names as its host: a page from elsewhere cannot
    reach it by pointing its own host name at our address. `OriginGuard` refuses everyone else; whom
    it lets through is told so by CORS, whatever headers and method a preflight asks for: a call of
    a wrong form gets an answer that says what is wrong.
    """
    is_for_all = "*" in options.origins
    app: App = CORSMiddleware(
        _application(handlers, options.site, largest_request=options.largest_request),
        allow_origins=("*",) if is_for_all else (),
        allow_origin_regex=None if is_for_all else ".*",
        allow_methods=("*",),
        allow_headers=("*",),
        allow_private_network=True,  # a page from elsewhere that calls a server in a home network
        expose_headers=_TOLD,
        max_age=_DAY,
    )
    guard = OriginGuard(app, options.origins, is_local=is_loopback(options.host))
    return HttpServer(guard, options)


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


class HttpServer:
    """Serves an application. `run` it in the background, between `start` and `stop`.

    `group` is the group of settings that names its port.
    """

    def __init__(self, app: App, options: HttpOptions, group: str = "http") -> None:
        self._options = options
        self._group = group
        authorities = None if options.tls is None else options.tls.authorities_file
        self._server = _Quiet(
            handshake=options.head,
            config=uvicorn.Config(
                app,
                http=cast("Any", partial(_Connection, bounds=options, refusals=_Refusals())),
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=options.idle,
                ssl_certfile=None if options.tls is None else options.tls.chain_file,
                ssl_keyfile=None if options.tls is None else options.tls.key_file,
                ssl_ca_certs=None if authorities is None else str(authorities),
                ssl_cert_reqs=ssl.CERT_NONE if authorities is None else ssl.CERT_REQUIRED,
            ),
        )
        self._sockets: list[socket.socket] = []

    async def start(self) -> int:
        """Listen, and return the port. Raises `InvalidInput` if the address is not free."""
        await require_free(self._options.host, self._options.port, self._group)
        bound = listening(self._options.host, self._options.port, self._group)
        for level, option, value in _ALIVE:
            # not every platform has all of them, nor does each that has the name
            with suppress(AttributeError, OSError):
                bound.setsockopt(getattr(socket, level), getattr(socket, option), value)
        self._sockets.append(bound)
        port: int = bound.getsockname()[1]
        return port

    def use_certificate(self, tls: Certificate) -> None:
        """Show another certificate to those who connect from now on."""
        renewed = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        renewed.load_cert_chain(tls.chain_file, tls.key_file)

        def show(connection: ssl.SSLSocket | ssl.SSLObject, *_: object) -> None:
            connection.context = renewed

        # Loaded into the context that listens, it would stay beside a former one of another kind.
        if self._server.config.ssl is not None:
            self._server.config.ssl.sni_callback = show

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
        self._server.leave()
        await self._server.is_over.wait()


class _Quiet(uvicorn.Server):
    """A uvicorn server that leaves signal handlers alone, and wakes once a second.

    A TLS handshake may take `handshake` seconds; uvicorn has no setting for that.
    """

    def __init__(self, config: uvicorn.Config, handshake: float) -> None:
        super().__init__(config)
        self._handshake = handshake
        self.is_over = asyncio.Event()
        self._is_leaving = asyncio.Event()

    def leave(self) -> None:
        """End `serve`."""
        self.should_exit = True
        self._is_leaving.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on sockets of ours, as uvicorn does."""
        config, loop = self.config, asyncio.get_running_loop()
        connect = partial(
            cast("Any", config.http_protocol_class),
            config=config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        self.servers = [
            await loop.create_server(
                connect,
                sock=bound,
                ssl=config.ssl,
                backlog=config.backlog,
                ssl_handshake_timeout=None if config.ssl is None else self._handshake,
            )
            for bound in sockets or ()
        ]
        self.started = True

    async def main_loop(self) -> None:
        """Renew the date that answers carry, until the end; uvicorn's own looks every 0.1 s."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._is_leaving.wait()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
