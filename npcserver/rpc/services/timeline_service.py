"""`TimelineService`, and the translation of its messages: timelines, saves and differences."""

from google.protobuf.json_format import MessageToJson

from npcserver.app.thoughts.lateness import ThoughtLateness
from npcserver.app.timeline_diff import (
    MEMORIES_SHOWN,
    DiffRequest,
    DiffSide,
    MindDiff,
    MomentRef,
    TimelineComparer,
    TimelineDiff,
)
from npcserver.app.timelines import SaveMoment, Timelines
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, SaveId, TimelineId, WorldId
from npcserver.model.timeline import Lineage, Save, Timeline, Vantage
from npcserver.rpc import fields, memory_messages, mind_messages
from npcserver.rpc.fields import request_key, stamp
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
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


def encode_timeline(value: Timeline) -> pb.Timeline:
    """Write a timeline."""
    return pb.Timeline(
        timeline_id=value.id,
        world_id=value.world_id,
        parent_id=value.parent_id or "",
        forked_at=value.forked_at,
        head_seq=value.head,
        world_time=stamp(value.game_time),
        label=value.label,
        create_time=stamp(value.created_at),
        late_results=value.late_results,
    )


def encode_save(value: Save) -> pb.SaveSlot:
    """Write a save."""
    return pb.SaveSlot(
        save_id=value.id,
        world_id=value.world_id,
        timeline_id=value.vantage.timeline_id,
        seq=value.vantage.seq,
        name=value.name,
        world_time=stamp(value.game_time),
        create_time=stamp(value.created_at),
    )


_NOWHERE = Vantage(TimelineId(""), 0)


def encode_difference(value: TimelineDiff) -> pb.DiffResponse:
    """Write a difference."""
    shared = value.shared or _NOWHERE
    return pb.DiffResponse(
        common_timeline_id=shared.timeline_id,
        common_seq=shared.seq,
        world_time_a=stamp(value.time_a),
        world_time_b=stamp(value.time_b),
        minds=[_mind(one, value) for one in value.minds],
        objects_a=map(mind_messages.encode_object_state, value.objects_a),
        objects_b=map(mind_messages.encode_object_state, value.objects_b),
        flags_a=value.flags_a,
        flags_b=value.flags_b,
    )


def diff_as_json(value: TimelineDiff) -> str:
    """Write a difference as a JSON object with the field names of the proto."""
    return MessageToJson(encode_difference(value), preserving_proto_field_name=True, indent=None)


def _mind(value: MindDiff, of: TimelineDiff) -> pb.MindDiff:
    return pb.MindDiff(
        character_id=value.character_id,
        name=value.name,
        a=_side(value.a, of.lineage_a),
        b=_side(value.b, of.lineage_b),
    )


def _side(value: DiffSide, lineage: Lineage) -> pb.MindSide:
    return pb.MindSide(
        memories=map(memory_messages.encode_memory, value.memories),
        memory_count=value.memory_count,
        beliefs=[mind_messages.encode_belief(one, lineage) for one in value.beliefs],
        relations=[mind_messages.encode_standing(one, lineage) for one in value.standings],
        mood=None if value.mood is None else mind_messages.encode_mood(value.mood),
        day_plan=None if value.day is None else mind_messages.encode_day_plan(value.day),
        act=None if value.act is None else mind_messages.encode_act(value.act, lineage),
        place_id=value.place_id or "",
        commitments=map(mind_messages.encode_commitment, value.commitments),
    )


class TimelineServicer(TimelineServiceServicer):
    """Timelines and their saves."""

    def __init__(
        self,
        timelines: Timelines,
        diffing: TimelineComparer,
        lateness: ThoughtLateness,
        tokens: PageTokens,
    ) -> None:
        self._timelines = timelines
        self._diffing = diffing
        self._lateness = lateness
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
        return pb.StartTimelineResponse(timeline=encode_timeline(started))

    async def GetTimeline(
        self, request: pb.GetTimelineRequest, context: Context
    ) -> pb.GetTimelineResponse:
        """Return a timeline."""
        timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
        found = encode_timeline(await self._timelines.get(timeline_id))
        late = await self._lateness.of(timeline_id)
        if late.by_purpose:
            found.lateness.CopyFrom(mind_messages.encode_lateness(late))
        return pb.GetTimelineResponse(timeline=found)

    async def Save(self, request: pb.SaveRequest, context: Context) -> pb.SaveResponse:
        """Save a position of a timeline."""
        saved = await self._timelines.save(decode_save(request))
        moved = request.HasField("seq") and request.seq != saved.vantage.seq
        return pb.SaveResponse(save=encode_save(saved), moved=moved)

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
        return pb.LoadResponse(timeline=encode_timeline(loaded))

    async def ListSaves(
        self, request: pb.ListSavesRequest, context: Context
    ) -> pb.ListSavesResponse:
        """Return a page of a world's saves."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._timelines.saves(world_id, page)
        return pb.ListSavesResponse(
            saves=map(encode_save, found.items),
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
            timelines=map(encode_timeline, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Diff(self, request: pb.DiffRequest, context: Context) -> pb.DiffResponse:
        """Compare two moments."""
        found = await self._diffing.diff(decode_diff(request))
        return encode_difference(found)

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
