"""`PlayerService`: what is stored of players."""

import grpc

from npcclient.admin.v1 import player_service_pb2 as pb
from npcclient.admin.v1.player_service_pb2 import ForgetPlayerResponse
from npcclient.admin.v1.player_service_pb2_grpc import PlayerServiceStub
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller, new_request_id
from npcclient.naming import timeline_id, world_id
from npcclient.v1.timeline_service_pb2 import Timeline


class Players:
    """Erases, exports and imports what is stored of players."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = PlayerServiceStub(channel)
        self._call = caller.call

    async def forget(self, world: World | str, player_id: str) -> ForgetPlayerResponse:
        """Erase a player from all timelines and saves of a world; say how much was erased."""
        request = pb.ForgetPlayerRequest(world_id=world_id(world), player_id=player_id)
        return await self._call(self._stub.ForgetPlayer, request)

    async def export(self, world: World | str, player_id: str) -> str:
        """Return what the log of a world holds of a player, as lines of JSON."""
        text, line = "", 0
        while True:
            request = pb.ExportPlayerRequest(
                world_id=world_id(world), player_id=player_id, first_line=line
            )
            part = await self._call(self._stub.ExportPlayer, request)
            text, line = text + part.lines, part.next_line
            if not line:
                return text

    async def import_lines(
        self, timeline: Timeline | str, lines: str, *, request_id: str = ""
    ) -> int:
        """Let the characters of a timeline know the player of an export, up to 1,000,000 letters.

        Returns how many records were added.
        """
        request = pb.ImportPlayerRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            lines=lines,
        )
        return (await self._call(self._stub.ImportPlayer, request)).records
