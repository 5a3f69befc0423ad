"""Differences between two moments, as messages."""

from google.protobuf.json_format import MessageToJson

from npcserver.admin.v1 import memory_service_pb2 as pb
from npcserver.app.timeline_diff import DiffRequest, DiffSide, MindDiff, MomentRef, TimelineDiff
from npcserver.model.errors import InvalidInput
from npcserver.model.timeline import Lineage
from npcserver.rpc import mind_messages
from npcserver.rpc.decoder import reads
from npcserver.rpc.encoder import encode, sources


def _check_moment(message: pb.Moment) -> None:
    if not (message.save_id or message.timeline_id):
        raise InvalidInput("save_id", "name a save or a timeline")
    if message.save_id and message.HasField("seq"):
        raise InvalidInput(
            "seq", "is for timelines, a save has a position of its own; leave it out"
        )


reads(MomentRef, pb.Moment, _check_moment)
reads(DiffRequest, pb.DiffRequest, memories="memory_limit")
sources(
    TimelineDiff,
    pb.DiffResponse,
    common_timeline_id=lambda found: found.shared and found.shared.timeline_id,
    common_seq=lambda found: found.shared and found.shared.seq,
    world_time_a="time_a",
    world_time_b="time_b",
    next_page_token=None,
    minds=lambda found: [
        encode(
            one,
            pb.MindDiff,
            a=_side(one.a, found.lineage_a),
            b=_side(one.b, found.lineage_b),
        )
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
