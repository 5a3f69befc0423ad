"""`PlayerService`: what is stored of players."""

import grpc

from npcclient.admin.v1 import player_service_pb2 as pb
from npcclient.admin.v1.player_service_pb2 import ForgetPlayerResponse
from npcclient.admin.v1.player_service_pb2_grpc import PlayerServiceStub
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller
from npcclient.naming import world_id


class Players:
    """Erases what is stored of players."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = PlayerServiceStub(channel)
        self._call = caller.call

    async def forget(self, world: World | str, player_id: str) -> ForgetPlayerResponse:
        """Erase a player from all timelines and saves of a world; say how much was erased."""
        request = pb.ForgetPlayerRequest(world_id=world_id(world), player_id=player_id)
        return await self._call(self._stub.ForgetPlayer, request)
