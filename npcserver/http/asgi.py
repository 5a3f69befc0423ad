"""The words of ASGI, by which a server and an application talk."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

Message: TypeAlias = MutableMapping[str, Any]
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


def headers(scope: Scope, name: bytes) -> list[bytes]:
    """Return all headers of a name in lower case, as they came."""
    return [value for key, value in scope["headers"] if key == name]


def header(scope: Scope, name: bytes) -> bytes:
    """Return the first header of a name in lower case; nothing where there is none."""
    return next(iter(headers(scope, name)), b"")


def content_type(scope: Scope) -> bytes:
    """Return in which form a request says that it is."""
    return header(scope, b"content-type")
