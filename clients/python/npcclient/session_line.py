"""The stream of a session, with the errors of this package instead of gRPC's."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import grpc

from npcclient import errors
from npcclient.calls import is_cancelling
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.play_service_pb2 import PlayOpened

if TYPE_CHECKING:  # the asynchronous class of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub

Call = grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]
_OPENING_ATTEMPTS = 4


class SessionLine:
    """One connection of a session."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._kept: pb.PlayResponse | None = None
        self.opened: PlayOpened | None = None
        """The state of the timeline; None where the game left it before the session could resume.

        Then the remaining messages can be read, and inputs are not accepted.
        """

    @classmethod
    async def open(cls, stub: "PlayServiceAsyncStub", opening: pb.PlayOpen) -> "SessionLine":
        """Open a session. Raises an `NpcError`."""
        attempt = 1
        while True:
            try:
                return await cls._open_once(stub, opening)
            except errors.ServerFailed as error:
                # A write that meets the end of its call overwrites the server's status with one of
                # gRPC's own (grpc/grpc#36066). When called again, the server gives its reason.
                if error.reason or attempt == _OPENING_ATTEMPTS:
                    raise
            attempt += 1

    @classmethod
    async def _open_once(cls, stub: "PlayServiceAsyncStub", opening: pb.PlayOpen) -> "SessionLine":
        try:
            line = cls(stub.Play())
        except grpc.aio.AioRpcError as error:  # this transport has no such calls
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
        except asyncio.CancelledError:  # of the task, or of the call by `cancel`
            if is_cancelling():
                raise
            raise _over() from None
        return response if isinstance(response, pb.PlayResponse) else None

    async def done(self) -> None:
        """End sending."""
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.done_writing()  # a lost connection shows at the next read

    def cancel(self) -> None:
        """Cancel the call."""
        self._call.cancel()


def _over() -> errors.NpcError:
    return errors.Unavailable(
        grpc.StatusCode.UNAVAILABLE, "the session is over; nothing more can be sent or heard"
    )
