"""Stream heads that are sent before the first message.

The Connect library sends the head of an answer together with its first message. A client that
watches a quiet timeline would wait minutes to learn whether the server accepted its call.
"""

from collections.abc import Iterable
from contextvars import ContextVar

from npcserver.http.asgi import App, Message, Receive, Scope, Send, content_type

_START = "http.response.start"


class EarlyHead:
    """Wraps an application so that a handler may send the head of its stream at any time."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        head = _Head(content_type(scope), send)
        token = _CURRENT.set(head)
        try:
            await self._app(scope, receive, head.send)
        finally:
            _CURRENT.reset(token)


async def open_stream(headers: Iterable[tuple[str, str]]) -> None:
    """Send the head of the current request's answer, unless it has been sent."""
    head = _CURRENT.get(None)
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


_CURRENT: "ContextVar[_Head]" = ContextVar("head_of_the_answer")
