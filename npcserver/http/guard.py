"""Requests that are refused before they are read, by the host they name and by their origin.

A page from elsewhere can point its own host name at 127.0.0.1, and its browser then takes our
answers for that page's own. But it cannot make the browser name another host than the page's. Nor
can it hide its origin: a browser sends a preflight before most cross-origin calls, not all.
"""

import re
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.responses import JSONResponse

from npcserver.http.asgi import App, Receive, Scope, Send, headers
from npcserver.sockets import is_loopback

OWN_PAGES = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
"""Pages served by this machine, on any port."""
_ANY = "*"


class Guard:
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
        if not self._is_our_name(_name(host)):
            return _forbidden(
                f"this server is for its own machine and not called {_name(host)[:200]!r}; call it "
                "as 127.0.0.1 or localhost, or name the page in the setting http.origins"
            )
        if scope["method"] == "OPTIONS":  # a preflight, never a call
            return None
        for origin in (one.decode("latin-1") for one in origins):
            if not self._may_call(origin, host):
                return _forbidden(
                    f"pages of {origin[:200]!r} may not call this server; name that origin in the "
                    "setting http.origins"
                )
        return None

    def _is_our_name(self, name: str) -> bool:
        return not self._is_local or self._takes_any or is_loopback(name) or name in self._others

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
