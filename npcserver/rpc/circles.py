"""Circles in `PlayService`: translates only."""

from collections.abc import AsyncGenerator

from npcserver.rpc.interceptor import Context
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1.play_service_pb2_grpc import PlayServiceServicer


class CircleCalls(PlayServiceServicer):
    """The calls of `PlayService` about circles."""

    async def OpenCircle(
        self, request: pb.OpenCircleRequest, context: Context
    ) -> pb.OpenCircleResponse:
        """Bring people together."""
        raise NotImplementedError

    async def GetCircle(
        self, request: pb.GetCircleRequest, context: Context
    ) -> pb.GetCircleResponse:
        """Return a circle."""
        raise NotImplementedError

    async def JoinCircle(
        self, request: pb.JoinCircleRequest, context: Context
    ) -> pb.JoinCircleResponse:
        """Let somebody join."""
        raise NotImplementedError

    async def LeaveCircle(
        self, request: pb.LeaveCircleRequest, context: Context
    ) -> pb.LeaveCircleResponse:
        """Let somebody leave."""
        raise NotImplementedError

    async def SayInCircle(
        self, request: pb.SayInCircleRequest, context: Context
    ) -> AsyncGenerator[pb.SayInCircleResponse, None]:
        """Stream what is said."""
        raise NotImplementedError
        yield
