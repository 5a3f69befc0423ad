"""A whole session of play over one ordered stream."""

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc

from npcclient import errors
from npcclient.calls import new_request_id
from npcclient.naming import character_id
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1.character_service_pb2 import Character
from npcserver.v1.mind_pb2 import Attention, AttentionChange
from npcserver.v1.play_service_pb2 import Movement, ObjectChange, Observation, PlayOpened

if TYPE_CHECKING:  # the asynchronous face of a stub exists for type checkers only
    from npcserver.v1.play_service_pb2_grpc import PlayServiceAsyncStub

Call = grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]


class PlaySession:
    """Sends inputs and yields what the server answers, each in order.

    Sending and listening may happen in different tasks. Inputs are durable when an answer with
    their request id came back; after a lost connection open a new session and send again, under the
    same ids, whatever was not answered. When the game leaves the timeline by loading a save, on
    whatever connection, the last answer is `left`: what was not answered was not stored.
    """

    def __init__(self, stub: "PlayServiceAsyncStub", opening: pb.PlayOpen) -> None:
        self._stub = stub
        self._opening = opening
        self._call: Call | None = None
        self.opened = PlayOpened()
        """Where the timeline stood when the session was opened."""

    async def __aenter__(self) -> Self:
        self._call = self._stub.Play()
        await self._write(pb.PlayRequest(open=self._opening))
        first = await self._read()
        if first is None or not first.HasField("opened"):
            await self.aclose()
            raise errors.ServerFailed(grpc.StatusCode.INTERNAL, "the session was not opened")
        self.opened = first.opened
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> pb.PlayResponse:
        response = await self._read()
        if response is None:
            raise StopAsyncIteration
        return response

    async def send(self, request: pb.PlayRequest) -> str:
        """Send an input and return its request id, which is made when there is none."""
        if not request.request_id:
            request.request_id = new_request_id()
        await self._write(request)
        return request.request_id

    async def observe(
        self,
        observations: Sequence[Observation] = (),
        *,
        movements: Sequence[Movement] = (),
        objects: Sequence[ObjectChange] = (),
    ) -> str:
        """Tell characters what happened; return the request id that the answer will carry."""
        observe = pb.ObserveRequest(observations=observations, movements=movements, objects=objects)
        return await self.send(pb.PlayRequest(observe=observe))

    async def set_attention(
        self, attention: Attention.ValueType, *characters: Character | str
    ) -> str:
        """Set how finely characters think; return the request id that the answer will carry."""
        wish = pb.SetAttentionRequest(changes=changes(attention, characters))
        return await self.send(pb.PlayRequest(attention=wish))

    async def done(self) -> None:
        """Say that nothing more will be sent; what was sent is still answered."""
        if self._call is not None:
            await self._call.done_writing()

    async def aclose(self) -> None:
        """Hang up."""
        if self._call is not None:
            self._call.cancel()

    async def _write(self, request: pb.PlayRequest) -> None:
        try:
            await self._stream().write(request)
        except grpc.aio.AioRpcError as error:
            raise errors.from_call(error) from error

    async def _read(self) -> pb.PlayResponse | None:
        try:
            response = await self._stream().read()
        except grpc.aio.AioRpcError as error:
            raise errors.from_call(error) from error
        return response if isinstance(response, pb.PlayResponse) else None

    def _stream(self) -> Call:
        if self._call is None:
            raise RuntimeError("the session is not open; use `async with npc.play.session(…)`")
        return self._call


def changes(
    attention: Attention.ValueType, characters: Sequence[Character | str]
) -> list[AttentionChange]:
    """Return the same tier for each of several characters."""
    return [
        AttentionChange(character_id=character_id(character), attention=attention)
        for character in characters
    ]
