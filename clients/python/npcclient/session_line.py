"""The stream that carries a session, and the errors of this package in place of gRPC's."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import grpc

from npcclient import errors
from npcclient.calls import is_cancelling
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.play_service_pb2 import PlayOpened

if TYPE_CHECKING:  # the asynchronous face of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub

Call = grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]
_OPENING_ATTEMPTS = 4


class SessionLine:
    """One connection of a session."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._kept: pb.PlayResponse | None = None
        self.opened: PlayOpened | None = None
        """Where the timeline stands; None where the game left it before the session could resume.

        Then there is something to be read to the end, and nothing is taken.
        """

    @classmethod
    async def open(cls, stub: "PlayServiceAsyncStub", opening: pb.PlayOpen) -> "SessionLine":
        """Open a session. Raises an `NpcError`."""
        attempt = 1
        while True:
            try:
                return await cls._open_once(stub, opening)
            except errors.ServerFailed as error:
                # A write that meets the end of its call overwrites the server's status with one
                # of gRPC's own (grpc/grpc#36066). Asked again, the server says why it refuses.
                if error.reason or attempt == _OPENING_ATTEMPTS:
                    raise
            attempt += 1

    @classmethod
    async def _open_once(cls, stub: "PlayServiceAsyncStub", opening: pb.PlayOpen) -> "SessionLine":
        try:
            line = cls(stub.Play())
        except grpc.aio.AioRpcError as error:  # the transport has no such calls
            raise errors.from_call(error) from error
        try:
            await line.write(pb.PlayRequest(open=opening))
            await line._begin(may_be_left=opening.HasField("resume_after_seq"))
        except BaseException:
            line.cancel()
            raise
        return line

    async def _begin(self, *, may_be_left: bool) -> None:
        first = await self.read()
        if first is not None and first.HasField("opened"):
            self.opened = first.opened
        elif first is not None and may_be_left:
            self._kept = first
        else:
            raise errors.ServerFailed(grpc.StatusCode.INTERNAL, "the session was not opened")

    async def write(self, request: pb.PlayRequest) -> None:
        """Send a message."""
        try:
            await self._call.write(request)
        except grpc.aio.AioRpcError as error:
            raise errors.from_call(error) from error
        except asyncio.InvalidStateError as error:
            raise _over() from error
        except asyncio.CancelledError:
            if is_cancelling():
                raise
            raise _over() from None

    async def read(self) -> pb.PlayResponse | None:
        """Return the next message, None at the end."""
        if self._kept is not None:
            kept, self._kept = self._kept, None
            return kept
        try:
            response = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise errors.from_call(error) from error
        except asyncio.CancelledError:  # of the task, or of the call by whoever hung up
            if is_cancelling():
                raise
            raise _over() from None
        return response if isinstance(response, pb.PlayResponse) else None

    async def done(self) -> None:
        """Say that nothing more will be sent."""
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.done_writing()  # a lost connection shows when it is read from

    def cancel(self) -> None:
        """Hang up."""
        self._call.cancel()


def _over() -> errors.NpcError:
    return errors.Unavailable(
        grpc.StatusCode.UNAVAILABLE, "the session is over; nothing more can be sent or heard"
    )
