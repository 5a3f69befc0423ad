"""`TimelineService`: timelines, saves and the states of things."""

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Save, Timeline
from npcserver.rpc import fields
from npcserver.rpc.decoder import call
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.v1 import mind_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from npcserver.v1.timeline_service_pb2_grpc import TimelineServiceServicer

sources(Timeline, pb.Timeline, head_seq="head", lateness=None)
sources(Save, pb.SaveSlot, "vantage")


class TimelineServicer(UseCaseServicer, TimelineServiceServicer):
    """Timelines, their saves and their things."""

    StartTimeline = unary(
        pb.StartTimelineRequest, lambda services: services.timelines.start, "timeline"
    )
    ListSaves = paged(pb.ListSavesRequest, lambda services: services.timelines.saves, "saves")
    ListTimelines = paged(
        pb.ListTimelinesRequest, lambda services: services.timelines.list, "timelines"
    )
    Load = unary(
        pb.LoadRequest,
        lambda services: services.timelines.load,
        "timeline",
        leaving="leaving_timeline_id",
    )
    SetAvailability = unary(
        pb.SetAvailabilityRequest, lambda services: services.availability.set, "seq"
    )
    ListObjectStates = paged(
        pb.ListObjectStatesRequest, lambda services: services.surroundings.list, "object_states"
    )
    DeleteSave = unary(pb.DeleteSaveRequest, lambda services: services.timelines.delete_save)
    DeleteTimeline = unary(
        pb.DeleteTimelineRequest, lambda services: services.timelines.delete, saves="delete_saves"
    )

    async def GetTimeline(
        self, request: pb.GetTimelineRequest, context: Context
    ) -> pb.GetTimelineResponse:
        """Return a timeline."""
        timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
        found = await self.services.timelines.get(timeline_id)
        response = enclose(found, pb.GetTimelineResponse, "timeline")
        late = await self.services.lateness.of(timeline_id)
        if late.by_purpose:
            response.timeline.lateness.CopyFrom(encode(late, mind_pb2.Lateness))
        return response

    async def Save(self, request: pb.SaveRequest, context: Context) -> pb.SaveResponse:
        """Save a position of a timeline."""
        saved = await call(self.services.timelines.save, request)
        moved = request.HasField("seq") and request.seq != saved.vantage.seq
        return enclose(saved, pb.SaveResponse, "save", moved=moved)
