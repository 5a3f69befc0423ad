"""Memories, recollections and reflection trees → messages."""

from collections.abc import Sequence

from npcserver.app.ledger.reflection_tree import ReflectionNode
from npcserver.model.ids import turn_named
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Source
from npcserver.rpc import secrets
from npcserver.rpc.decode_memory import MEMORY_KINDS
from npcserver.rpc.stamps import stamp
from npcserver.v1 import memory_pb2 as pb
from npcserver.v1 import memory_service_pb2

_KINDS = {kind: number for number, kind in MEMORY_KINDS.items()}
SOURCES = {
    Source.WITNESSED: pb.MEMORY_SOURCE_WITNESSED,
    Source.TOLD: pb.MEMORY_SOURCE_TOLD,
    Source.OVERHEARD: pb.MEMORY_SOURCE_OVERHEARD,
    Source.READ: pb.MEMORY_SOURCE_READ,
    Source.INNER_VOICE: pb.MEMORY_SOURCE_INNER_VOICE,
    Source.AUTHORED: pb.MEMORY_SOURCE_AUTHORED,
    Source.INFERRED: pb.MEMORY_SOURCE_INFERRED,
    Source.OWN: pb.MEMORY_SOURCE_OWN,
}


def memory(value: Memory) -> pb.Memory:
    """Write a memory."""
    return pb.Memory(
        memory_id=value.id,
        seq=value.seq,
        kind=_KINDS[value.kind],
        text=value.text,
        create_time=stamp(value.created_at),
        last_access_time=stamp(value.last_accessed_at),
        importance=value.importance,
        is_rated=value.is_rated,
        source=SOURCES[value.source],
        told_by=value.body.told_by,
        speaker=value.body.speaker,
        turn_id=turn_named(value.body.turn_id),
        place_id=value.body.place_id or "",
        evidence_ids=value.evidence_ids,
        trust=value.body.trust,
        depth=value.body.depth,
        player_ids=value.body.players,
        is_standing=value.body.is_standing,
        about_ids=value.body.about,
        secrets=[secrets.encode(secret) for secret in value.body.secrets],
    )


def recollection(value: Recollection) -> pb.Recollection:
    """Write a recalled memory with its scores."""
    return pb.Recollection(
        memory=memory(value.memory),
        score=value.score,
        recency=value.recency,
        importance=value.importance,
        relevance=value.relevance,
        times=value.times,
        superseded=[memory(older) for older in value.superseded],
        is_pinned=value.is_pinned,
    )


def tree(roots: Sequence[ReflectionNode]) -> list[memory_service_pb2.ReflectionNode]:
    """Write reflection trees level by level; each memory appears once, at its highest level."""
    found: dict[str, memory_service_pb2.ReflectionNode] = {}
    nodes, level = list(roots), 0
    # Breadth first, so that a memory's first place is its highest.
    while nodes:
        for node in nodes:
            known = found.setdefault(
                node.memory.id,
                memory_service_pb2.ReflectionNode(memory=memory(node.memory), level=level),
            )
            if not known.child_ids:  # a repeated node's children are listed at its first place
                known.child_ids.extend(child.memory.id for child in node.children)
        nodes = [child for node in nodes for child in node.children]
        level += 1
    return list(found.values())
