"""Differences between two moments → messages."""

from google.protobuf.json_format import MessageToJson

from npcserver.app.branches.diffing import Difference, MindDiff
from npcserver.app.branches.mind_sides import MindSide
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage, Vantage
from npcserver.rpc import encode_memory, encode_mind
from npcserver.rpc.stamps import stamp
from npcserver.v1 import timeline_service_pb2 as pb

_NOWHERE = Vantage(TimelineId(""), 0)


def difference(value: Difference) -> pb.DiffResponse:
    """Write a difference."""
    shared = value.shared or _NOWHERE
    return pb.DiffResponse(
        common_timeline_id=shared.timeline_id,
        common_seq=shared.seq,
        world_time_a=stamp(value.time_a),
        world_time_b=stamp(value.time_b),
        minds=[_mind(one, value) for one in value.minds],
        objects_a=map(encode_mind.object_state, value.objects_a),
        objects_b=map(encode_mind.object_state, value.objects_b),
        flags_a=value.flags_a,
        flags_b=value.flags_b,
    )


def as_json(value: Difference) -> str:
    """Write a difference as a JSON object with the field names of the proto."""
    return MessageToJson(difference(value), preserving_proto_field_name=True, indent=None)


def _mind(value: MindDiff, of: Difference) -> pb.MindDiff:
    return pb.MindDiff(
        character_id=value.character_id,
        name=value.name,
        a=_side(value.a, of.lineage_a),
        b=_side(value.b, of.lineage_b),
    )


def _side(value: MindSide, lineage: Lineage) -> pb.MindSide:
    return pb.MindSide(
        memories=map(encode_memory.memory, value.memories),
        memory_count=value.memory_count,
        beliefs=[encode_mind.belief(one, lineage) for one in value.beliefs],
        relations=[encode_mind.standing(one, lineage) for one in value.standings],
        mood=None if value.mood is None else encode_mind.mood(value.mood),
        day_plan=None if value.day is None else encode_mind.day_plan(value.day),
        act=None if value.act is None else encode_mind.act(value.act, lineage),
        place_id=value.place_id or "",
        commitments=map(encode_mind.commitment, value.commitments),
    )
