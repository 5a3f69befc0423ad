"""`TimelineService`, and the translation of its messages: timelines, saves and differences."""

from google.protobuf.json_format import MessageToJson

from npcserver.app.timeline_diff import (
    MEMORIES_SHOWN,
    DiffRequest,
    DiffSide,
    MindDiff,
    MomentRef,
    TimelineDiff,
)
from npcserver.app.timelines import SaveMoment
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, SaveId, TimelineId
from npcserver.model.timeline import Lineage, Save, Timeline
from npcserver.rpc import fields, mind_messages
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.fields import request_key
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.v1 import mind_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from npcserver.v1.timeline_service_pb2_grpc import TimelineServiceServicer


def decode_save(request: pb.SaveRequest) -> SaveMoment:
    """Read the position to save."""
    return SaveMoment(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        name=fields.name("name", request.name, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        key=request_key("Save", request.timeline_id, request.request_id, request),
    )


def decode_diff(request: pb.DiffRequest) -> DiffRequest:
    """Read the two moments to compare, and the characters."""
    fields.few("character_ids", request.character_ids, limits.BATCH)
    limit = fields.whole("memory_limit", request.memory_limit, 0, limits.PAGE)
    characters = fields.each("character_ids", _character, request.character_ids)
    return DiffRequest(
        a=_moment("a", request.a),
        b=_moment("b", request.b),
        character_ids=characters,
        memories=limit or MEMORIES_SHOWN,
    )


def _moment(path: str, message: pb.Moment) -> MomentRef:
    if bool(message.save_id) == bool(message.timeline_id):
        raise InvalidInput(f"{path}.save_id", "name a save or a timeline, and not both")
    if not message.save_id:
        return MomentRef(
            timeline_id=TimelineId(fields.reference(f"{path}.timeline_id", message.timeline_id)),
            seq=fields.position(f"{path}.seq", message.seq) if message.HasField("seq") else None,
        )
    if message.HasField("seq"):
        raise InvalidInput(
            f"{path}.seq", "is for timelines, a save has a position of its own; leave it out"
        )
    return MomentRef(save_id=SaveId(fields.reference(f"{path}.save_id", message.save_id)))


def _character(value: str) -> CharacterId:
    return CharacterId(fields.reference("", value))


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
        pb.StartTimelineRequest,
        lambda services, request: services.timelines.start(
            fields.world_of(request),
            fields.name("label", request.label, may_be_empty=True),
            request_key("StartTimeline", request.world_id, request.request_id, request),
        ),
        "timeline",
    )
    ListSaves = paged(
        pb.ListSavesRequest,
        lambda services, request, page: services.timelines.saves(fields.world_of(request), page()),
        "saves",
    )
    ListTimelines = paged(
        pb.ListTimelinesRequest,
        lambda services, request, page: services.timelines.list(fields.world_of(request), page()),
        "timelines",
    )
    Diff = unary(
        pb.DiffRequest,
        lambda services, request: services.diffing.diff(decode_diff(request)),
    )
    DeleteSave = unary(
        pb.DeleteSaveRequest,
        lambda services, request: services.timelines.delete_save(
            SaveId(fields.reference("save_id", request.save_id)),
            request_key("DeleteSave", request.save_id, request.request_id, request),
        ),
    )
    DeleteTimeline = unary(
        pb.DeleteTimelineRequest,
        lambda services, request: services.timelines.delete(
            TimelineId(fields.reference("timeline_id", request.timeline_id)),
            saves=request.delete_saves,
            key=request_key("DeleteTimeline", request.timeline_id, request.request_id, request),
        ),
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
        saved = await self.services.timelines.save(decode_save(request))
        moved = request.HasField("seq") and request.seq != saved.vantage.seq
        return enclose(saved, pb.SaveResponse, "save", moved=moved)

    async def Load(self, request: pb.LoadRequest, context: Context) -> pb.LoadResponse:
        """Start a timeline from a save."""
        leaving = fields.reference(
            "leaving_timeline_id", request.leaving_timeline_id, may_be_empty=True
        )
        loaded = await self.services.timelines.load(
            SaveId(fields.reference("save_id", request.save_id)),
            fields.name("label", request.label, may_be_empty=True),
            TimelineId(leaving) if leaving else None,
            request_key("Load", request.save_id, request.request_id, request),
        )
        return enclose(loaded, pb.LoadResponse, "timeline")
