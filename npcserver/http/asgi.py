"""Types and header access of ASGI, the interface between a server and an application."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

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
