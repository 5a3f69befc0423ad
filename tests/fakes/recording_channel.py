"""A channel that notes which methods were called on it."""

from collections.abc import Callable
from typing import Any, cast

import grpc


class RecordingChannel:
    """Passes everything on to another channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self.called: set[str] = set()

    def unary_unary(self, method: str, **options: Any) -> Callable[..., Any]:
        return self._noted(method, self._channel.unary_unary(method, **options))

    def unary_stream(self, method: str, **options: Any) -> Callable[..., Any]:
        return self._noted(method, self._channel.unary_stream(method, **options))

    def stream_stream(self, method: str, **options: Any) -> Callable[..., Any]:
        return self._noted(method, self._channel.stream_stream(method, **options))

    async def close(self) -> None:
        await self._channel.close()

    def as_channel(self) -> grpc.aio.Channel:
        return cast("grpc.aio.Channel", self)

    def _noted(self, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*arguments: Any, **options: Any) -> Any:
            self.called.add(method.removeprefix("/"))
            return call(*arguments, **options)

        return noting
