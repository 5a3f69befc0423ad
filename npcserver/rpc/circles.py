"""The circle calls of `PlayService`: translation only."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from npcserver.app.services import Services
from npcserver.rpc import decode_circle, encode_circle
from npcserver.rpc.interceptor import Context
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1.play_service_pb2_grpc import PlayServiceServicer


class CircleCalls(PlayServiceServicer):
    """The calls of `PlayService` about circles."""

    _services: Services

    async def OpenCircle(
        self, request: pb.OpenCircleRequest, context: Context
    ) -> pb.OpenCircleResponse:
        """Open a circle."""
        stands = await self._services.circles.open(decode_circle.open_circle(request))
        return encode_circle.opened(stands)

    async def GetCircle(
        self, request: pb.GetCircleRequest, context: Context
    ) -> pb.GetCircleResponse:
        """Return a circle."""
        found = await self._services.circles.get(*decode_circle.get_circle(request))
        return pb.GetCircleResponse(circle=encode_circle.circle(found))

    async def JoinCircle(
        self, request: pb.JoinCircleRequest, context: Context
    ) -> pb.JoinCircleResponse:
        """Add a member to a circle."""
        stands = await self._services.circles.join(decode_circle.join_circle(request))
        return encode_circle.joined(stands)

    async def LeaveCircle(
        self, request: pb.LeaveCircleRequest, context: Context
    ) -> pb.LeaveCircleResponse:
        """Take a member out of a circle."""
        stands = await self._services.circles.leave(decode_circle.leave_circle(request))
        return encode_circle.left(stands)

    async def SayInCircle(
        self, request: pb.SayInCircleRequest, context: Context
    ) -> AsyncGenerator[pb.SayInCircleResponse, None]:
        """Stream the events of a circle's conversation."""
        say = decode_circle.say_in_circle(request)
        talk = encode_circle.TalkEncoder()
        async with aclosing(self._services.circles.say(say)) as events:
            async for event in events:
                yield talk.event(event)
