"""Messages of `TimelineService` → what the use cases take."""

from npcserver.app.timelines import SaveMoment
from npcserver.model.ids import TimelineId
from npcserver.rpc import fields
from npcserver.rpc.request_key import request_key
from npcserver.v1 import timeline_service_pb2 as pb


def save(request: pb.SaveRequest) -> SaveMoment:
    """Read which moment to save."""
    return SaveMoment(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        name=fields.name("name", request.name, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        key=request_key("Save", request.timeline_id, request.request_id, request),
    )
