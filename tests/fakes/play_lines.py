"""Connections of a session of the Python client, to no server: each does as the test says."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import grpc
import npcclient
from npcclient.connect_calls import raised
from npcclient.session import PlaySession

from npcserver.v1 import play_service_pb2 as pb

if TYPE_CHECKING:  # the asynchronous face of a stub exists for type checkers only
    from npcserver.v1.play_service_pb2_grpc import PlayServiceAsyncStub

HASTE = npcclient.Patience(pause=0.001, away=30.0)
GONE = raised(grpc.StatusCode.UNAVAILABLE, "going away")
OPENED = pb.PlayResponse(opened=pb.PlayOpened(head_seq=7))
LEFT = pb.PlayResponse(left=pb.TimelineLeft(save_id="sv_1", to_timeline_id="tl_2"))


@dataclass
class Line:
    """A connection that answers every observation, until it is lost or hung up.

    `to_opening` is what it answers when it is opened; an error is raised, and is the end.
    """

    to_opening: tuple[object, ...] = (OPENED,)
    opening: pb.PlayOpen = field(default_factory=pb.PlayOpen)
    sent: list[str] = field(default_factory=list)
    answers: "asyncio.Queue[object]" = field(default_factory=asyncio.Queue)
    is_lost: asyncio.Event = field(default_factory=asyncio.Event)
    is_hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    may_write: asyncio.Event = field(default_factory=asyncio.Event)
    is_writing: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, request: pb.PlayRequest) -> None:
        if self.is_lost.is_set():
            raise GONE
        if request.HasField("open"):
            self.opening.CopyFrom(request.open)
            for answer in self.to_opening:
                self.answers.put_nowait(answer)
            return
        self.is_writing.set()
        await self.may_write.wait()
        self.sent.append(request.request_id)
        await self.answers.put(
            pb.PlayResponse(request_id=request.request_id, observed=pb.ObserveResponse())
        )

    async def read(self) -> object:
        ends = [asyncio.ensure_future(end.wait()) for end in (self.is_lost, self.is_hung_up)]
        coming = asyncio.ensure_future(self.answers.get())
        try:
            await asyncio.wait((coming, *ends), return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                return _given(coming.result())
        finally:
            for waiting in (coming, *ends):
                waiting.cancel()
        if self.is_hung_up.is_set():
            raise asyncio.CancelledError  # as gRPC does to everybody who waits for this call
        raise GONE

    async def done_writing(self) -> None:
        return

    def cancel(self) -> bool:
        self.is_hung_up.set()
        return True


def _given(answer: object) -> object:
    if isinstance(answer, Exception):
        raise answer
    return answer


def session(*lines: Line, resume: bool = True, patience: npcclient.Patience = HASTE) -> PlaySession:
    """Return a session that is connected by these, one after the other."""
    left = list(lines)

    class Stub:
        def Play(self) -> Line:  # noqa: N802 - the method's name on the wire
            return left.pop(0)

    stub = cast("PlayServiceAsyncStub", Stub())
    return PlaySession(stub, pb.PlayOpen(timeline_id="tl_1"), patience, resume=resume)
