"""Channels of gRPC itself for calls without `npcclient`, which say what every call has to say."""

from collections.abc import Callable, Sequence
from typing import Any, Self, cast

import grpc

from npcserver.model.wire import CLIENT_HEADER, WIRE_VERSION

CALLER = {CLIENT_HEADER: f"tests/1 wire/{WIRE_VERSION}"}
"""What a call of gRPC or HTTP says of its client."""


class _Channel:
    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()

    def unary_unary(self, *arguments: Any, **options: Any) -> Callable[..., Any]:
        return _saying(self._channel.unary_unary(*arguments, **options))

    def unary_stream(self, *arguments: Any, **options: Any) -> Callable[..., Any]:
        return _saying(self._channel.unary_stream(*arguments, **options))

    def stream_stream(self, *arguments: Any, **options: Any) -> Callable[..., Any]:
        return _saying(self._channel.stream_stream(*arguments, **options))


def _saying(begin: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, metadata: Any = (), **options: Any) -> Any:
        return begin(*arguments, metadata=(*CALLER.items(), *metadata), **options)

    return call


def insecure_channel(
    target: str, options: Sequence[tuple[str, Any]] | None = None
) -> grpc.aio.Channel:
    return cast("grpc.aio.Channel", _Channel(grpc.aio.insecure_channel(target, options=options)))


def secure_channel(target: str, credentials: grpc.ChannelCredentials) -> grpc.aio.Channel:
    return cast("grpc.aio.Channel", _Channel(grpc.aio.secure_channel(target, credentials)))
