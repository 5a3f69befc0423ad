"""Heads of streams that leave before the first message.

The Connect library sends the head of an answer together with its first message. Somebody who
watches a quiet place would not know for minutes whether the server heard.
"""

from collections.abc import Iterable
from contextvars import ContextVar

from npcserver.http.asgi import App, Message, Receive, Scope, Send, content_type

_START = "http.response.start"


class EarlyHead:
    """Wraps an application so that what it calls may open the stream of its answer at any time."""

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
    """Send the head of the answer to the request that is being handled, unless it has been."""
    head = _CURRENT.get(None)
    if head is not None:
        await head.open(headers)


class _Head:
    def __init__(self, content_type: bytes, send: Send) -> None:
        self._content_type = content_type
        self._send = send
        self._is_sent = False

    async def open(self, headers: Iterable[tuple[str, str]]) -> None:
        # A stream is answered in the form in which it was asked for, and never compressed.
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
