"""The page for playtesters, served as files."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from npcserver.http.asgi import App, Message, Receive, Scope, Send

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


def site(folder: Path | None) -> App:
    """Return the app that serves a folder's files; without a folder, one line about this port."""
    if folder is None:
        return PlainTextResponse(
            "This is npcserver. It speaks Connect and gRPC-Web here; see docs/engines.md.\n"
        )
    files = StaticFiles(directory=folder, html=True)
    return _WithHeaders(Starlette(routes=[Mount("/", files)]))


class _WithHeaders:
    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with)
