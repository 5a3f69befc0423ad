"""Messages of `TimelineService` → use case inputs."""

from npcserver.app.branches.diffing import MEMORIES, Diff, Moment
from npcserver.app.timelines import SaveMoment
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, SaveId, TimelineId
from npcserver.rpc import fields
from npcserver.rpc.request_key import request_key
from npcserver.v1 import timeline_service_pb2 as pb


def save(request: pb.SaveRequest) -> SaveMoment:
    """Read the position to save."""
    return SaveMoment(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        name=fields.name("name", request.name, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        key=request_key("Save", request.timeline_id, request.request_id, request),
    )


def diff(request: pb.DiffRequest) -> Diff:
    """Read the two moments to compare, and the characters."""
    fields.few("character_ids", request.character_ids, limits.BATCH)
    limit = fields.whole("memory_limit", request.memory_limit, 0, limits.PAGE)
    characters = fields.each("character_ids", _character, request.character_ids)
    return Diff(
        a=_moment("a", request.a),
        b=_moment("b", request.b),
        character_ids=characters,
        memories=limit or MEMORIES,
    )


def _moment(path: str, message: pb.Moment) -> Moment:
    if bool(message.save_id) == bool(message.timeline_id):
        raise InvalidInput(f"{path}.save_id", "name a save or a timeline, and not both")
    if not message.save_id:
        return Moment(
            timeline_id=TimelineId(fields.reference(f"{path}.timeline_id", message.timeline_id)),
            seq=fields.position(f"{path}.seq", message.seq) if message.HasField("seq") else None,
        )
    if message.HasField("seq"):
        raise InvalidInput(
            f"{path}.seq", "is for timelines, a save has a position of its own; leave it out"
        )
    return Moment(save_id=SaveId(fields.reference(f"{path}.save_id", message.save_id)))


def _character(value: str) -> CharacterId:
    return CharacterId(fields.reference("", value))
