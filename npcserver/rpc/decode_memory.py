"""Messages of `MemoryService` → use case inputs."""

from dataclasses import dataclass

from npcserver.app.ledger.knowing import WhoKnows
from npcserver.app.ledger.reflection_tree import DEPTH
from npcserver.app.memories import ListMemories, Recall
from npcserver.app.paging import Page
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, TurnId
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
    """Read which memories to list."""
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
    """Which reflection tree to return; with an empty memory id, all trees from their roots."""

    timeline_id: TimelineId
    character_id: CharacterId
    seq: int | None
    memory_id: str
    depth: int


def reflection_tree(request: pb.GetReflectionTreeRequest) -> Tree:
    """Read which reflection tree to return."""
    return Tree(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        memory_id=fields.reference("memory_id", request.memory_id, may_be_empty=True),
        depth=fields.whole("max_depth", request.max_depth or DEPTH, 1, limits.TREE_DEPTH),
    )


def recall(request: pb.RecallRequest) -> Recall:
    """Read what to recall."""
    return Recall(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        text=fields.text("text", request.text, limits.UTTERANCE),
        limit=fields.whole("limit", request.limit or DEFAULT_LIMIT, 1, limits.RECALLED),
        profile=fields.name("profile", request.profile, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Explain:
    """What to explain: a turn, a memory's origin or a position; exactly one of them is set."""

    timeline_id: TimelineId
    turn_id: TurnId
    memory_id: str
    seq: int
    wants_prompt: bool


def explain(request: pb.ExplainRequest) -> Explain:
    """Read what to explain. Raises `InvalidInput` unless one thing is named."""
    turn_id = fields.reference("turn_id", request.turn_id, may_be_empty=True)
    memory_id = fields.reference("memory_id", request.memory_id, may_be_empty=True)
    if [bool(turn_id), bool(memory_id), bool(request.seq)].count(True) != 1:
        raise InvalidInput("turn_id", "name a turn, a memory or a position, and only one of them")
    return Explain(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        turn_id=TurnId(turn_id),
        memory_id=memory_id,
        seq=fields.position("seq", request.seq),
        wants_prompt=request.rendered_prompt,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Which memory to trace, and as of which position; None is the timeline's head."""

    timeline_id: TimelineId
    memory_id: str
    seq: int | None


def trace(request: pb.TraceMemoryRequest) -> Trace:
    """Read which memory to trace."""
    return Trace(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        memory_id=fields.reference("memory_id", request.memory_id),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )


def who_knows(request: pb.WhoKnowsRequest) -> WhoKnows:
    """Read which fact to look for; the use case checks that exactly one is named."""
    return WhoKnows(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        memory_id=fields.reference("memory_id", request.memory_id, may_be_empty=True),
        text=fields.text("text", request.text, limits.UTTERANCE, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )
