"""ASGI types and the middleware around each request.

Size limits, early heads of streams, allowed hosts and origins, content types, static pages.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextvars import ContextVar
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from npcserver.model.errors import Fault, NotPossibleNow, OverLimit, Reason
from npcserver.model.wire import (
    CLIENT_HEADER,
    SERVER_HEADER,
    WIRE_VERSION,
    require_served,
    unknown_method,
)
from npcserver.sockets import is_loopback

Message: TypeAlias = MutableMapping[str, Any]
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


def headers(scope: Scope, name: bytes) -> list[bytes]:
    """Return the values of a header, its name in lower case, in order of arrival."""
    return [value for key, value in scope["headers"] if key == name]


def header(scope: Scope, name: bytes) -> bytes:
    """Return the first value of a header, its name in lower case; empty if there is none."""
    return next(iter(headers(scope, name)), b"")


def content_type(scope: Scope) -> bytes:
    """Return a request's content type; empty if there is none."""
    return header(scope, b"content-type")


FLAW = "npcserver.flaw"
"""Key in the ASGI state under which the connection stores a request's fault."""
_BODY = "http.request"
_LARGE_WORLD = (
    "import the file beside the server with `npcserver import FILE`, or leave its books out and "
    "store each with LoreService.PutBook"
)
_ENVELOPED = (b"application/connect+", b"application/grpc-web")
_ENVELOPE = bytes(5)  # an empty one: flags, and a length of zero


def limit_request_size(app: App, largest: int) -> App:
    """Wrap an application so that no request of more than `largest` bytes reaches it."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        request = _Request(scope, receive, largest)
        token = _CURRENT_REQUEST.set(request)
        try:
            await app(scope, request.receive, send)
        finally:
            _CURRENT_REQUEST.reset(token)

    return limited


def flaw() -> Fault | None:
    """Return the fault of the current request as a whole, or None."""
    request = _CURRENT_REQUEST.get(None)
    return None if request is None else request.flaw


class _Request:
    def __init__(self, scope: Scope, receive: Receive, largest: int) -> None:
        self._receive = receive
        self._largest = largest
        self._told = scope["state"]
        length = header(scope, b"content-length")
        self._declared = int(length) if length.isdigit() else 0
        is_enveloped = content_type(scope).lower().startswith(_ENVELOPED)
        self._around = _ENVELOPE if is_enveloped else b""
        self._most = largest + len(self._around)
        self._is_read = False
        is_world = scope["path"].endswith("/ImportWorld")
        self._advice = _LARGE_WORLD if is_world else "send it in smaller parts"
        self.flaw: Fault | None = None

    async def receive(self) -> Message:
        if self._declared > self._most and not self._is_read:
            self._is_read = True  # nothing of it is waited for
            return self._refused()
        message = await self._receive()
        if self._is_read or message["type"] != _BODY:
            return message
        if message["more_body"] or len(message["body"]) > self._most:
            message = await self._whole(message)
        self._is_read = True
        return message

    async def _whole(self, message: Message) -> Message:
        """Return the whole body as one message; an empty one, and `flaw` set, if it has a fault."""
        body = bytearray(message["body"])
        while len(body) <= self._most and FLAW not in self._told:
            if not message["more_body"]:
                return {"type": _BODY, "body": bytes(body), "more_body": False}
            message = await self._receive()
            if message["type"] != _BODY:
                return message
            body += message["body"]
        return self._refused()

    def _refused(self) -> Message:
        self.flaw = self._told.get(FLAW) or OverLimit(
            f"the request is larger than {self._largest} bytes; {self._advice}",
            Reason.OVER_LIMIT,
            limit=str(self._largest),
        )
        return {"type": _BODY, "body": self._around, "more_body": False}


_CURRENT_REQUEST: "ContextVar[_Request]" = ContextVar("request_as_it_arrived")


_START = "http.response.start"


def with_early_head(app: App) -> App:
    """Wrap an application so that a handler may send the head of its stream at any time."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        head = _Head(content_type(scope), send)
        token = _CURRENT_HEAD.set(head)
        try:
            await app(scope, receive, head.send)
        finally:
            _CURRENT_HEAD.reset(token)

    return handle


async def open_stream(headers: Iterable[tuple[str, str]]) -> None:
    """Send the head of the current request's answer, unless it has been sent."""
    head = _CURRENT_HEAD.get(None)
    if head is not None:
        await head.open(headers)


class _Head:
    def __init__(self, content_type: bytes, send: Send) -> None:
        self._content_type = content_type
        self._send = send
        self._is_sent = False

    async def open(self, headers: Iterable[tuple[str, str]]) -> None:
        # A stream's answer has the content type of its request, and is never compressed.
        told = [(b"content-type", self._content_type)]
        told += [(key.encode(), value.encode()) for key, value in headers]
        await self.send({"type": _START, "status": 200, "headers": told, "trailers": False})

    async def send(self, message: Message) -> None:
        if message["type"] == _START:
            if self._is_sent:
                return
            self._is_sent = True
        await self._send(message)


_CURRENT_HEAD: "ContextVar[_Head]" = ContextVar("head_of_the_answer")


OWN_PAGES = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
"""Pages served by this machine, on any port."""
_ANY = "*"


class OriginGuard:
    """Wraps an application; pages of `origins` may call it, `*` for any, and its own page.

    With `is_local`, for callers on this machine only, its pages may call too, and the host has to
    be a name of this machine or a host of `origins`, for a proxy in front of it.
    """

    def __init__(self, app: App, origins: Iterable[str], *, is_local: bool) -> None:
        self._app = app
        self._is_local = is_local
        self._origins = frozenset(origins)
        self._takes_any = _ANY in self._origins
        self._others = frozenset(urlsplit(origin).hostname for origin in self._origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        refused = self._refusal(scope)
        if refused is None:
            await self._app(scope, receive, send)
            return
        status, code, problem = refused
        await JSONResponse({"code": code, "message": problem}, status)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[HTTPStatus, str, str] | None:
        hosts, origins = headers(scope, b"host"), headers(scope, b"origin")
        if len(hosts) > 1:
            problem = "the request has more than one Host header; send one"
            return HTTPStatus.BAD_REQUEST, "invalid_argument", problem
        host = hosts[0].decode("latin-1").lower() if hosts else ""
        name = _name(host)
        is_ours = not self._is_local or self._takes_any or is_loopback(name)
        if not is_ours and name not in self._others:
            return _forbidden(
                f"this server is for its own machine and not called {name[:200]!r}; call it "
                "as 127.0.0.1 or localhost, or name the page in the setting http.origins"
            )
        for origin in (one.decode("latin-1") for one in origins):
            if not self._may_call(origin, host):
                return _forbidden(
                    f"pages of {origin[:200]!r} may not call this server; name that origin in the "
                    "setting http.origins"
                )
        return None

    def _may_call(self, origin: str, host: str) -> bool:
        if self._takes_any or origin in self._origins:
            return True
        if self._is_local and re.fullmatch(OWN_PAGES, origin):
            return True
        # The page served by us; a proxy may have changed the scheme on the way.
        _, separator, authority = origin.partition("://")
        return bool(separator) and bool(host) and authority.lower() == host


def _forbidden(problem: str) -> tuple[HTTPStatus, str, str]:
    return HTTPStatus.FORBIDDEN, "permission_denied", problem


def _name(host: str) -> str:
    """Return a host without its port; empty for what is not a host."""
    found = re.fullmatch(r"(\[(?P<six>[^\]]*)\]|(?P<name>[^:@]*))(:\d*)?", host)
    return host if found is None else found["six"] or found["name"] or ""


_WEB = ("application/grpc-web", "application/grpc-web+proto", "application/grpc-web+json")
_ONE = ("application/json", "application/proto")
_MANY = ("application/connect+json", "application/connect+proto")


def misfit(scope: Scope, *, is_stream: bool) -> App | None:
    """Return the application that refuses a request of a wrong form; None for a right one."""
    if scope["method"] != "POST":
        return None  # the Connect library answers with the allowed methods
    if not _are_text(value for _, value in scope["headers"]):
        problem = "a header is no UTF-8; encode what is not ASCII"
        return _refusal(HTTPStatus.BAD_REQUEST, "invalid_argument", problem)
    form = content_type(scope).partition(b";")[0].strip().lower().decode()
    fitting = _MANY if is_stream else _ONE
    if form in fitting or form in _WEB:
        return None
    problem = (
        "this port speaks Connect and gRPC-Web; native gRPC is on the other one, `server.port`"
        if form.startswith("application/grpc")
        else _other(form, fitting)
    )
    return _refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "invalid_argument", problem)


def no_such_method(scope: Scope) -> App:
    """Return the application that refuses a call of an unknown method."""
    try:
        require_served(header(scope, CLIENT_HEADER.encode()).decode("latin-1"))
    except NotPossibleNow as fault:
        return _refusal(HTTPStatus.BAD_REQUEST, "failed_precondition", fault.message)
    return _refusal(HTTPStatus.NOT_FOUND, "unimplemented", unknown_method(scope["path"]))


def _are_text(values: Iterable[bytes]) -> bool:
    try:
        b"\n".join(values).decode()
    except UnicodeDecodeError:
        return False
    return True


def _other(form: str, fitting: tuple[str, str]) -> str:
    what = "a stream" if fitting is _MANY else "a single answer"
    return (
        f"this method gives {what}: call it with the content-type {fitting[0]} or {fitting[1]}, or "
        f"in gRPC-Web with application/grpc-web+proto, and not with {form[:100] or 'none'}"
    )


def _refusal(status: HTTPStatus, code: str, problem: str) -> App:
    says = {SERVER_HEADER: f"wire/{WIRE_VERSION}"}
    return JSONResponse({"code": code, "message": problem}, status, says)


_HEADERS = {
    # All resources are ours, nothing is inline, and no other page may frame it.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self' http: https:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    # A cached page of an older server would not fit a new one.
    "cache-control": "no-cache",
}


def static_site(folder: Path | None) -> App:
    """Return the app that serves a folder's files; without a folder, one line about this port."""
    if folder is None:
        return PlainTextResponse(
            "This is npcserver. It speaks Connect and gRPC-Web here; see docs/engines.md.\n"
        )
    files = StaticFiles(directory=folder, html=True)
    site = Starlette(routes=[Mount("/", files)])

    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await site(scope, receive, send_with)

    return with_headers


PATH = "/metrics"
Exposition = Callable[[str], Awaitable[tuple[bytes, str]]]
"""Returns the page in the format that an `Accept` header asks for, and its content type."""


def metrics_page(exposition: Exposition, *, is_local: bool) -> App:
    """Return the application; with `is_local` only this machine's names are accepted as host."""

    async def page(request: Request) -> Response:
        content, content_type = await exposition(request.headers.get("accept", ""))
        return Response(content, headers={"content-type": content_type})

    async def home(request: Request) -> Response:
        del request
        return RedirectResponse(PATH)

    routes = [Route(PATH, page), Route("/", home)]
    return OriginGuard(Starlette(routes=routes), (), is_local=is_local)
