"""Calls over Connect that behave like those of `grpc.aio`."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Generator
from contextlib import aclosing
from functools import partial
from typing import Any, Generic, TypeVar, cast

import grpc
from connectrpc.client import ResponseMetadata
from connectrpc.errors import ConnectError
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import status_pb2
from grpc_status import rpc_status

Answered = TypeVar("Answered")
_MOST_WAITING = 16  # messages buffered for the reader; then the server waits
_Waiting = asyncio.Queue[bytes | BaseException | None]
Headers = tuple[tuple[str, str], ...]


class AnswerCall(Generic[Answered]):
    """A call with one answer, which runs from the moment it is made."""

    def __init__(self, task: asyncio.Task[Answered], head: ResponseMetadata) -> None:
        self._task = task
        self._head = head

    def __await__(self) -> Generator[Any, None, Answered]:
        return self._answer().__await__()

    def cancel(self) -> bool:
        """Cancel it; return False when it was over."""
        return self._task.cancel()

    async def trailing_metadata(self) -> Headers:
        """Return the headers of the answer, among which Connect has the trailers."""
        return tuple(self._head.headers.allitems())

    async def _answer(self) -> Answered:
        try:
            return await self._task
        except ConnectError as error:
            if isinstance(error.__cause__, asyncio.CancelledError):
                raise asyncio.CancelledError from None
            raise translated(error, await self.trailing_metadata()) from error
        except asyncio.CancelledError:
            self._task.cancel()
            raise


class StreamCall(Generic[Answered]):
    """A call that answers with a stream, which runs from the moment it is made."""

    def __init__(
        self,
        answers: AsyncIterator[bytes],
        decode: Callable[[bytes], Answered],
        start: "Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]",
    ) -> None:
        self._decode = decode
        self._head = ResponseMetadata()
        self._waiting: _Waiting = asyncio.Queue(_MOST_WAITING)
        self._end: BaseException | None = None
        self._is_over = False
        # The task refers to the queue and not to this object, so dropping a call ends it.
        generator = cast("AsyncGenerator[bytes, None]", answers)
        self._task = start(_read(generator, self._waiting, self._head))
        self._task.add_done_callback(partial(_never_begun, self._waiting))

    def __del__(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, and the call with it
            self._task.cancel()

    def __aiter__(self) -> AsyncIterator[Answered]:
        return self._all()

    async def read(self) -> object:
        """Return the next message, or `grpc.aio.EOF`. Raises as a call of gRPC does."""
        if self._is_over:
            if self._end is not None:
                raise self._end
            return grpc.aio.EOF
        message = await self._waiting.get()
        if isinstance(message, bytes):
            return self._decode(message)
        self._is_over = True
        self._end = message
        return await self.read()

    async def initial_metadata(self) -> Headers:
        """Return the headers of the answer; none before its first message."""
        return tuple(self._head.headers.allitems())

    def cancel(self) -> bool:
        """Cancel it; a waiting reader gets `CancelledError`. Return False when it was over."""
        if self._is_over or self._task.done():
            return False
        return self._task.cancel()

    async def _all(self) -> AsyncGenerator[Answered, None]:
        while True:
            message = await self.read()
            if message is grpc.aio.EOF:
                return
            yield cast("Answered", message)


async def _read(
    answers: AsyncGenerator[bytes, None], waiting: _Waiting, head: ResponseMetadata
) -> None:
    """Put messages in the queue until there are no more, and then the reason of the end."""
    end: BaseException | None = None
    try:
        with head:
            async with aclosing(answers):
                async for message in answers:
                    await waiting.put(message)
    except asyncio.CancelledError as error:
        end = error
    except ConnectError as error:
        is_cancelled = isinstance(error.__cause__, asyncio.CancelledError)
        end = asyncio.CancelledError() if is_cancelled else translated(error)
    if isinstance(end, asyncio.CancelledError):
        while not waiting.empty():  # unread messages are dropped
            waiting.get_nowait()
        waiting.put_nowait(end)
        return
    await waiting.put(end)


def _never_begun(waiting: _Waiting, task: asyncio.Task[None]) -> None:
    """Notify the reader of a call that was cancelled before its first step."""
    if task.cancelled():
        waiting.put_nowait(asyncio.CancelledError())


def translated(error: ConnectError, head: Headers = ()) -> grpc.aio.AioRpcError:
    """Return an error of Connect as one of gRPC, with its details and the headers of the answer."""
    code = grpc.StatusCode["CANCELLED" if error.code.value == "canceled" else error.code.name]
    status = status_pb2.Status(code=code.value[0], message=error.message)
    for detail in error.details:
        url = f"type.googleapis.com/{detail.type_name}"
        status.details.append(AnyMessage(type_url=url, value=detail.message_bytes))
    return raised(code, error.message, status, head)


def raised(
    code: grpc.StatusCode,
    message: str,
    status: status_pb2.Status | None = None,
    head: Headers = (),
) -> grpc.aio.AioRpcError:
    """Return the error that a call of gRPC would have raised."""
    trailing = () if status is None else rpc_status.to_status(status).trailing_metadata
    return grpc.aio.AioRpcError(
        code, grpc.aio.Metadata(*head), grpc.aio.Metadata(*trailing), details=message
    )
