"""A game's end of a `Play` stream."""

from collections.abc import Callable
from typing import Any, Self

import grpc

from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.refusals import ending
from tests.fakes.tavern import Tavern

PLAYER = pb.Speaker(id="p1", name="Ada")


class Session:
    """A game's end of the stream."""

    def __init__(self, tavern: Tavern) -> None:
        self._call: Any = tavern.play.Play()

    async def open(self, timeline_id: str, **fields: int) -> Self:
        await self.send(open=pb.PlayOpen(timeline_id=timeline_id, **fields))
        return self

    async def send(self, request_id: str = "", **fields: Any) -> None:
        await self._call.write(pb.PlayRequest(request_id=request_id, **fields))

    async def say(self, request_id: str, character_id: str = "mira", text: str = "Hi") -> None:
        say = pb.SayRequest(character_id=character_id, speaker=PLAYER, text=text)
        await self.send(request_id, say=say)

    async def observe(self, request_id: str, *texts: str) -> None:
        seen = [pb.Observation(text=text, witness_ids=["mira"]) for text in texts]
        await self.send(request_id, observe=pb.ObserveRequest(observations=seen))

    async def read(self) -> pb.PlayResponse:
        response = await self._call.read()
        assert isinstance(response, pb.PlayResponse), "the session ended"
        return response

    async def until(self, done: Callable[[pb.PlayResponse], bool]) -> list[pb.PlayResponse]:
        """Read until a response of that kind, which is the last of the list."""
        seen = [await self.read()]
        while not done(seen[-1]):
            seen.append(await self.read())
        return seen

    async def rest(self) -> list[pb.PlayResponse]:
        """Half-close and read to the end."""
        await self._call.done_writing()
        seen = []
        while (response := await self._call.read()) is not grpc.aio.EOF:
            seen.append(response)
        return seen

    async def ending(self) -> grpc.StatusCode:
        return await ending(self._call)

    def hang_up(self) -> None:
        self._call.cancel()


def kinds(responses: list[pb.PlayResponse]) -> list[tuple[str, str | None]]:
    return [(response.request_id, response.WhichOneof("output")) for response in responses]
