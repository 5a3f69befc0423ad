"""`TimelineService`, and the translation of its messages: timelines, saves and differences."""

from google.protobuf.json_format import MessageToJson

from npcserver.app.timeline_diff import (
    DiffRequest,
    DiffSide,
    MindDiff,
    MomentRef,
    TimelineDiff,
)
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage, Save, Timeline
from npcserver.rpc import fields, mind_messages
from npcserver.rpc.decoder import call, reads
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.v1 import mind_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from npcserver.v1.timeline_service_pb2_grpc import TimelineServiceServicer


def _check_moment(message: pb.Moment) -> None:
    if bool(message.save_id) == bool(message.timeline_id):
        raise InvalidInput("save_id", "name a save or a timeline, and not both")
    if message.save_id and message.HasField("seq"):
        raise InvalidInput(
            "seq", "is for timelines, a save has a position of its own; leave it out"
        )


reads(MomentRef, pb.Moment, _check_moment)
reads(DiffRequest, pb.DiffRequest, memories="memory_limit")
sources(Timeline, pb.Timeline, head_seq="head", lateness=None)
sources(Save, pb.SaveSlot, "vantage")
sources(
    TimelineDiff,
    pb.DiffResponse,
    common_timeline_id=lambda found: found.shared and found.shared.timeline_id,
    common_seq=lambda found: found.shared and found.shared.seq,
    world_time_a="time_a",
    world_time_b="time_b",
    minds=lambda found: [
        encode(one, pb.MindDiff, a=_side(one.a, found.lineage_a), b=_side(one.b, found.lineage_b))
        for one in found.minds
    ],
)
sources(MindDiff, pb.MindDiff, a=None, b=None)
sources(DiffSide, pb.MindSide, day_plan="day", beliefs=None, relations=None, act=None)


def _side(value: DiffSide, lineage: Lineage) -> pb.MindSide:
    return encode(
        value,
        pb.MindSide,
        beliefs=[mind_messages.encode_belief(one, lineage) for one in value.beliefs],
        relations=[mind_messages.encode_standing(one, lineage) for one in value.standings],
        act=None if value.act is None else mind_messages.encode_act(value.act, lineage),
    )


def encode_difference(value: TimelineDiff) -> pb.DiffResponse:
    """Write a difference."""
    return encode(value, pb.DiffResponse)


def diff_as_json(value: TimelineDiff) -> str:
    """Write a difference as a JSON object with the field names of the proto."""
    return MessageToJson(encode_difference(value), preserving_proto_field_name=True, indent=None)


class TimelineServicer(UseCaseServicer, TimelineServiceServicer):
    """Timelines and their saves."""

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
    Diff = unary(pb.DiffRequest, lambda services: services.diffing.diff)
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
