"""Messages of `MemoryService` → what the use cases take."""

from dataclasses import dataclass

from npcserver.app.memories import ListMemories, Recall
from npcserver.app.paging import Page
from npcserver.app.reflection_tree import DEPTH
from npcserver.model import limits
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import RecordKind
from npcserver.rpc import fields
from npcserver.v1 import memory_pb2
from npcserver.v1 import memory_service_pb2 as pb

DEFAULT_LIMIT = 10

MEMORY_KINDS = {
    memory_pb2.MEMORY_KIND_OBSERVATION: RecordKind.OBSERVATION,
    memory_pb2.MEMORY_KIND_UTTERANCE: RecordKind.UTTERANCE,
    memory_pb2.MEMORY_KIND_LINE: RecordKind.LINE,
    memory_pb2.MEMORY_KIND_WHISPER: RecordKind.WHISPER,
    memory_pb2.MEMORY_KIND_REFLECTION: RecordKind.REFLECTION,
    memory_pb2.MEMORY_KIND_PLAN: RecordKind.PLAN,
}


def list_memories(request: pb.ListMemoriesRequest, page: Page) -> ListMemories:
    """Read whose memories are asked for."""
    fields.few("kinds", request.kinds, len(MEMORY_KINDS))
    return ListMemories(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        kinds=tuple(
            fields.choice(f"kinds[{position}]", kind, MEMORY_KINDS)
            for position, kind in enumerate(request.kinds)
        ),
        page=page,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Which reflection tree; an empty memory id means from all that nothing rests on."""

    timeline_id: TimelineId
    character_id: CharacterId
    seq: int | None
    memory_id: str
    depth: int


def reflection_tree(request: pb.GetReflectionTreeRequest) -> Tree:
    """Read which tree is asked for."""
    return Tree(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        memory_id=fields.reference("memory_id", request.memory_id, may_be_empty=True),
        depth=fields.whole("max_depth", request.max_depth or DEPTH, 1, limits.TREE_DEPTH),
    )


def recall(request: pb.RecallRequest) -> Recall:
    """Read what is to come to mind."""
    return Recall(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        text=fields.text("text", request.text, limits.UTTERANCE),
        limit=fields.whole("limit", request.limit or DEFAULT_LIMIT, 1, limits.RECALLED),
        profile=fields.name("profile", request.profile, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )
