"""`TimelineService`: lines of play, saves and loads."""

from collections.abc import Awaitable

import grpc

from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import save_id, timeline_id, world_id
from npcserver.v1 import timeline_service_pb2 as pb
from npcserver.v1.timeline_service_pb2 import SaveSlot, Timeline
from npcserver.v1.timeline_service_pb2_grpc import TimelineServiceStub
from npcserver.v1.world_service_pb2 import World


class Timelines:
    """Starts lines of play, saves and loads them."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = TimelineServiceStub(channel)
        self._call = caller.call

    async def start(self, world: World | str, label: str = "", *, request_id: str = "") -> Timeline:
        """Start a new line of play; its characters begin with their seed memories."""
        request = pb.StartTimelineRequest(
            request_id=request_id or new_request_id(), world_id=world_id(world), label=label
        )
        return (await self._call(self._stub.StartTimeline, request)).timeline

    async def get(self, timeline: Timeline | str) -> Timeline:
        """Return a timeline with its present head and game time."""
        request = pb.GetTimelineRequest(timeline_id=timeline_id(timeline))
        return (await self._call(self._stub.GetTimeline, request)).timeline

    async def save(
        self,
        timeline: Timeline | str,
        name: str = "",
        *,
        seq: int | None = None,
        request_id: str = "",
    ) -> SaveSlot:
        """Give a name to a moment of a timeline: its head, or position `seq`."""
        request = pb.SaveRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            name=name,
            seq=seq,
        )
        return (await self._call(self._stub.Save, request)).save

    async def load(
        self, save: SaveSlot | str, label: str = "", *, request_id: str = ""
    ) -> Timeline:
        """Start a timeline that sees everything up to a save and nothing after it."""
        request = pb.LoadRequest(
            request_id=request_id or new_request_id(), save_id=save_id(save), label=label
        )
        return (await self._call(self._stub.Load, request)).timeline

    def saves(self, world: World | str) -> Listing[SaveSlot]:
        """Return the saves of a world."""

        def fetch(token: str) -> Awaitable[pb.ListSavesResponse]:
            request = pb.ListSavesRequest(world_id=world_id(world), page_token=token)
            return self._call(self._stub.ListSaves, request)

        return listing(fetch, lambda page: page.saves)
