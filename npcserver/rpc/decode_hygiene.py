"""Messages of `PinMemory` and `ReportMemories` → use case inputs."""

from npcserver.app.ledger.reporting import ReportMemories
from npcserver.app.pinning import PinMemory
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.rpc import fields
from npcserver.rpc.request_key import request_key
from npcserver.v1 import memory_service_pb2 as pb


def pin(request: pb.PinMemoryRequest) -> PinMemory:
    """Read which memory to pin."""
    return PinMemory(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        memory_id=fields.reference("memory_id", request.memory_id),
        is_pinned=not request.unpin,
        key=request_key("PinMemory", request.timeline_id, request.request_id, request),
    )


def report(request: pb.ReportMemoriesRequest) -> ReportMemories:
    """Read whose memories to report on."""
    character_id = fields.reference("character_id", request.character_id, may_be_empty=True)
    return ReportMemories(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(character_id) if character_id else None,
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )
