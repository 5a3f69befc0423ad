"""Memories, recollections, reflection trees, reports and traces of facts, from and to messages."""

from collections.abc import Sequence
from dataclasses import dataclass

from google.protobuf.json_format import MessageToJson

from npcserver.app.ledger.explanations import TREE_DEPTH, ReflectionNode
from npcserver.app.ledger.knowledge import WhoKnows
from npcserver.app.ledger.memory_report import MemoryReport, ReportMemories
from npcserver.app.ledger.provenance import Hop
from npcserver.app.memories import ListMemories, PinMemory, Recall
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, TurnId, turn_named
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind
from npcserver.rpc import fields
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.fields import request_key
from npcserver.v1 import memory_pb2, memory_service_pb2
from npcserver.v1 import memory_service_pb2 as pb

DEFAULT_LIMIT = 10

MEMORY_KINDS = fields.members_of(
    (
        RecordKind.OBSERVATION,
        RecordKind.UTTERANCE,
        RecordKind.LINE,
        RecordKind.WHISPER,
        RecordKind.REFLECTION,
        RecordKind.PLAN,
    ),
    memory_pb2.MemoryKind,
)


def decode_list_memories(request: pb.ListMemoriesRequest, page: Page) -> ListMemories:
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
class TreeQuery:
    """Which reflection tree to return; with an empty memory id, all trees from their roots."""

    timeline_id: TimelineId
    character_id: CharacterId
    seq: int | None
    memory_id: str
    depth: int


def decode_reflection_tree(request: pb.GetReflectionTreeRequest) -> TreeQuery:
    """Read which reflection tree to return."""
    return TreeQuery(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        memory_id=fields.reference("memory_id", request.memory_id, may_be_empty=True),
        depth=fields.whole("max_depth", request.max_depth or TREE_DEPTH, 1, limits.TREE_DEPTH),
    )


def decode_recall(request: pb.RecallRequest) -> Recall:
    """Read what to recall."""
    return Recall(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        text=fields.text("text", request.text, limits.UTTERANCE),
        limit=fields.whole("limit", request.limit or DEFAULT_LIMIT, 1, limits.RECALLED),
        profile=fields.name("profile", request.profile, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
        asker_id=fields.reference("asker_id", request.asker_id, may_be_empty=True),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainQuery:
    """What to explain: a turn, a memory's origin or a position; exactly one of them is set."""

    timeline_id: TimelineId
    turn_id: TurnId
    memory_id: str
    seq: int
    wants_prompt: bool


def decode_explain(request: pb.ExplainRequest) -> ExplainQuery:
    """Read what to explain. Raises `InvalidInput` unless one thing is named."""
    turn_id = fields.reference("turn_id", request.turn_id, may_be_empty=True)
    memory_id = fields.reference("memory_id", request.memory_id, may_be_empty=True)
    if [bool(turn_id), bool(memory_id), bool(request.seq)].count(True) != 1:
        raise InvalidInput("turn_id", "name a turn, a memory or a position, and only one of them")
    return ExplainQuery(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        turn_id=TurnId(turn_id),
        memory_id=memory_id,
        seq=fields.position("seq", request.seq),
        wants_prompt=request.rendered_prompt,
    )


def decode_who_knows(request: pb.WhoKnowsRequest) -> WhoKnows:
    """Read which fact to look for; the use case checks that exactly one is named."""
    return WhoKnows(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        memory_id=fields.reference("memory_id", request.memory_id, may_be_empty=True),
        text=fields.text("text", request.text, limits.UTTERANCE, may_be_empty=True),
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )


sources(
    Memory,
    memory_pb2.Memory,
    "body",
    turn_id=lambda memory: turn_named(memory.body.turn_id),
    about_ids="body.about",
)
sources(
    Recollection,
    memory_pb2.Recollection,
    columns=lambda found: [
        memory_pb2.RelevanceColumn(name=name, value=value, weight=weight)
        for name, value, weight in found.columns
    ],
)
sources(Hop, pb.KnowledgeHop, turn_id=lambda hop: turn_named(hop.turn_id))


def encode_tree(roots: Sequence[ReflectionNode]) -> list[memory_service_pb2.ReflectionNode]:
    """Write reflection trees level by level; each memory appears once, at its highest level."""
    found: dict[str, memory_service_pb2.ReflectionNode] = {}
    nodes, level = list(roots), 0
    # Breadth first, so that a memory's first place is its highest.
    while nodes:
        for node in nodes:
            known = found.setdefault(
                node.memory.id,
                memory_service_pb2.ReflectionNode(
                    memory=encode(node.memory, memory_pb2.Memory), level=level
                ),
            )
            if not known.child_ids:  # a repeated node's children are listed at its first place
                known.child_ids.extend(child.memory.id for child in node.children)
        nodes = [child for node in nodes for child in node.children]
        level += 1
    return list(found.values())


def decode_pin(request: pb.PinMemoryRequest) -> PinMemory:
    """Read which memory to pin."""
    return PinMemory(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        memory_id=fields.reference("memory_id", request.memory_id),
        is_pinned=not request.unpin,
        key=request_key("PinMemory", request.timeline_id, request.request_id, request),
    )


def decode_report(request: pb.ReportMemoriesRequest) -> ReportMemories:
    """Read whose memories to report on."""
    character_id = fields.reference("character_id", request.character_id, may_be_empty=True)
    return ReportMemories(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(character_id) if character_id else None,
        seq=fields.position("seq", request.seq) if request.HasField("seq") else None,
    )


def reports_as_json(reports: Sequence[MemoryReport]) -> str:
    """Write reports as JSON on one line."""
    return MessageToJson(
        pb.ReportMemoriesResponse(reports=[encode(one, pb.MemoryReport) for one in reports]),
        always_print_fields_with_no_presence=True,
        ensure_ascii=False,
        indent=None,
    )
