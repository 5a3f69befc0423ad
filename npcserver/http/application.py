"""The ASGI application: the methods, and the page for playtesters."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from connectrpc.method import StreamType
from connectrpc.server import ConnectASGIApplication
from starlette.middleware.cors import CORSMiddleware

from npcserver.http.arriving import Arriving
from npcserver.http.asgi import App, Receive, Scope, Send
from npcserver.http.codecs import codecs
from npcserver.http.early import EarlyHead
from npcserver.http.endpoints import Handler, endpoints
from npcserver.http.forms import misfit, no_such_method
from npcserver.http.guard import OWN_PAGES, Guard
from npcserver.http.site import site

_ASKED = (
    "authorization",
    "connect-protocol-version",
    "connect-timeout-ms",
    "content-type",
    "grpc-timeout",
    "x-grpc-web",
    "x-request-id",
    "x-user-agent",
)
_TOLD = ("grpc-message", "grpc-status", "grpc-status-details-bin", "x-request-id")
_DAY = 24 * 60 * 60


class _Methods(ConnectASGIApplication[None]):
    """The Connect library's application; one for all services."""

    @property
    def path(self) -> str:
        return "/"


class Application:
    """Hands calls of methods to the methods, and all other requests to the site."""

    def __init__(
        self, handlers: Mapping[str, Handler], folder: Path | None, *, largest_request: int
    ) -> None:
        self._paths = endpoints(handlers)
        # Uncompressed: a token is smaller than the header of a compressed one, and is sent at once.
        methods: App = _Methods(  # type: ignore[assignment]  # the same ASGI, typed differently
            service=None,
            endpoints=lambda _: self._paths,
            read_max_bytes=None,  # the library's own error would not name the limit
            compressions=(),
            codecs=codecs(),
        )
        self._methods: App = Arriving(EarlyHead(methods), largest_request)
        self._site = site(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        await self._answering(scope)(scope, receive, send)

    def _answering(self, scope: Scope) -> App:
        path = scope["path"]
        endpoint = self._paths.get(path)
        if endpoint is None:
            return no_such_method(path) if scope["method"] == "POST" else self._site
        is_stream = endpoint.method.stream_type is not StreamType.UNARY
        return misfit(scope, is_stream=is_stream) or self._methods


def application(
    handlers: Mapping[str, Handler],
    *,
    folder: Path | None,
    origins: Sequence[str],
    is_local: bool,
    largest_request: int,
) -> App:
    """Return the whole application.

    Pages of `origins` may call it, `*` for any. With `is_local`, for a listener on the loopback
    interface, pages of this machine may call it too, and it accepts only this machine's names as
    its host: a page from elsewhere cannot reach it by pointing its own host name at our address.
    Browsers are told the rules by CORS, and `Guard` refuses what breaks them.
    """
    app: App = CORSMiddleware(
        Application(handlers, folder, largest_request=largest_request),
        allow_origins=tuple(origins),
        allow_origin_regex=OWN_PAGES if is_local else None,
        allow_methods=("GET", "POST"),
        allow_headers=_ASKED,
        expose_headers=_TOLD,
        max_age=_DAY,
    )
    return Guard(app, origins, is_local=is_local)
