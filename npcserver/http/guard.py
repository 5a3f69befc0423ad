"""Who is asked: a listener for this machine alone answers to this machine's names only.

A page from elsewhere can make its own name point at 127.0.0.1, and its browser then takes our
answers for that page's own. But it cannot make the browser name another host than the page's.
"""

from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.responses import JSONResponse

from npcserver.http.asgi import App, Receive, Scope, Send, header
from npcserver.sockets import is_loopback

ANY = "*"


class OwnNames:
    """Wraps an application that is for callers on this machine.

    The hosts of `origins` may be named too, for a proxy on this machine that hands them on.
    """

    def __init__(self, app: App, origins: Iterable[str]) -> None:
        self._app = app
        self._takes_any = ANY in origins
        self._others = frozenset(urlsplit(origin).hostname for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        host = _host(scope)
        if self._takes_any or is_loopback(host) or host in self._others:
            await self._app(scope, receive, send)
            return
        problem = (
            f"this server is for its own machine and not called {host[:200]!r}; call it as "
            "127.0.0.1 or localhost, or name the page in the setting http.origins"
        )
        refusal = {"code": "permission_denied", "message": problem}
        await JSONResponse(refusal, HTTPStatus.FORBIDDEN)(scope, receive, send)


def _host(scope: Scope) -> str:
    """Return the name by which we are called, without the port."""
    host = header(scope, b"host").decode("latin-1").lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
