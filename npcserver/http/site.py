"""The page for playtesters, as files."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from npcserver.http.asgi import App, Message, Receive, Scope, Send

_HEADERS = {
    # Everything comes from us, nothing is inline, and nobody frames it.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self' http: https:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    # A page of an older server beside a new one would be a riddle.
    "cache-control": "no-cache",
}


def site(folder: Path | None) -> App:
    """Return what serves the files of a folder; without one, a line that says what is here."""
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
