"""`TimelineService`: translation only."""

from npcserver.app.branches.diffing import Diffing
from npcserver.app.timelines import Timelines
from npcserver.model.ids import SaveId, TimelineId, WorldId
from npcserver.rpc import decode_timeline, encode_diff, encode_timeline, fields
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.request_key import request_key
from npcserver.v1 import timeline_service_pb2 as pb
from npcserver.v1.timeline_service_pb2_grpc import TimelineServiceServicer


class TimelineServicer(TimelineServiceServicer):
    """Timelines and their saves."""

    def __init__(self, timelines: Timelines, diffing: Diffing, tokens: PageTokens) -> None:
        self._timelines = timelines
        self._diffing = diffing
        self._tokens = tokens

    async def StartTimeline(
        self, request: pb.StartTimelineRequest, context: Context
    ) -> pb.StartTimelineResponse:
        """Start a timeline."""
        started = await self._timelines.start(
            WorldId(fields.reference("world_id", request.world_id)),
            fields.name("label", request.label, may_be_empty=True),
            request_key("StartTimeline", request.world_id, request.request_id, request),
        )
        return pb.StartTimelineResponse(timeline=encode_timeline.timeline(started))

    async def GetTimeline(
        self, request: pb.GetTimelineRequest, context: Context
    ) -> pb.GetTimelineResponse:
        """Return a timeline."""
        timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
        found = await self._timelines.get(timeline_id)
        return pb.GetTimelineResponse(timeline=encode_timeline.timeline(found))

    async def Save(self, request: pb.SaveRequest, context: Context) -> pb.SaveResponse:
        """Save a position of a timeline."""
        saved = await self._timelines.save(decode_timeline.save(request))
        moved = request.HasField("seq") and request.seq != saved.vantage.seq
        return pb.SaveResponse(save=encode_timeline.save(saved), moved=moved)

    async def Load(self, request: pb.LoadRequest, context: Context) -> pb.LoadResponse:
        """Start a timeline from a save."""
        leaving = fields.reference(
            "leaving_timeline_id", request.leaving_timeline_id, may_be_empty=True
        )
        loaded = await self._timelines.load(
            SaveId(fields.reference("save_id", request.save_id)),
            fields.name("label", request.label, may_be_empty=True),
            TimelineId(leaving) if leaving else None,
            request_key("Load", request.save_id, request.request_id, request),
        )
        return pb.LoadResponse(timeline=encode_timeline.timeline(loaded))

    async def ListSaves(
        self, request: pb.ListSavesRequest, context: Context
    ) -> pb.ListSavesResponse:
        """Return a page of a world's saves."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._timelines.saves(world_id, page)
        return pb.ListSavesResponse(
            saves=map(encode_timeline.save, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def ListTimelines(
        self, request: pb.ListTimelinesRequest, context: Context
    ) -> pb.ListTimelinesResponse:
        """Return a page of a world's timelines."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._timelines.list(world_id, page)
        return pb.ListTimelinesResponse(
            timelines=map(encode_timeline.timeline, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Diff(self, request: pb.DiffRequest, context: Context) -> pb.DiffResponse:
        """Compare two moments."""
        found = await self._diffing.diff(decode_timeline.diff(request))
        return encode_diff.difference(found)

    async def DeleteSave(
        self, request: pb.DeleteSaveRequest, context: Context
    ) -> pb.DeleteSaveResponse:
        """Delete a save."""
        await self._timelines.delete_save(
            SaveId(fields.reference("save_id", request.save_id)),
            request_key("DeleteSave", request.save_id, request.request_id, request),
        )
        return pb.DeleteSaveResponse()

    async def DeleteTimeline(
        self, request: pb.DeleteTimelineRequest, context: Context
    ) -> pb.DeleteTimelineResponse:
        """Delete a timeline."""
        timeline_id = fields.reference("timeline_id", request.timeline_id)
        await self._timelines.delete(
            TimelineId(timeline_id),
            saves=request.delete_saves,
            key=request_key("DeleteTimeline", timeline_id, request.request_id, request),
        )
        return pb.DeleteTimelineResponse()
