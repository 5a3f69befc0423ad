"""Request bodies: complete and within the limit, or with a fault in their place.

The fault of a request as a whole is raised by the handler of its method, as all other faults are:
after it has checked the key and counted the call, and with every detail.
"""

from contextvars import ContextVar

from npcserver.http.asgi import App, Message, Receive, Scope, Send, content_type
from npcserver.model.errors import Fault, OverLimit, Reason

FLAW = "npcserver.flaw"
"""Key in the ASGI state under which the connection stores a request's fault."""
_BODY = "http.request"
_ENVELOPED = (b"application/connect+", b"application/grpc-web")
_ENVELOPE = bytes(5)  # an empty one: flags, and a length of zero


class Arriving:
    """Wraps an application so that no request of more than `largest` bytes reaches it."""

    def __init__(self, app: App, largest: int) -> None:
        self._app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        request = _Request(scope, receive, self._largest)
        token = _CURRENT.set(request)
        try:
            await self._app(scope, request.receive, send)
        finally:
            _CURRENT.reset(token)


def flaw() -> Fault | None:
    """Return the fault of the current request as a whole, or None."""
    request = _CURRENT.get(None)
    return None if request is None else request.flaw


class _Request:
    def __init__(self, scope: Scope, receive: Receive, largest: int) -> None:
        self._receive = receive
        self._largest = largest
        self._told = scope["state"]
        is_enveloped = content_type(scope).lower().startswith(_ENVELOPED)
        self._around = _ENVELOPE if is_enveloped else b""
        self._most = largest + len(self._around)
        self._is_read = False
        self.flaw: Fault | None = None

    async def receive(self) -> Message:
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
        self.flaw = self._told.get(FLAW) or OverLimit(
            f"the request is larger than {self._largest} bytes; send it in smaller parts",
            Reason.OVER_LIMIT,
            limit=str(self._largest),
        )
        return {"type": _BODY, "body": self._around, "more_body": False}


_CURRENT: "ContextVar[_Request]" = ContextVar("request_as_it_arrived")
