"""Paths of facts, and who knows them → messages."""

from npcserver.app.ledger.knowing import Knower
from npcserver.app.ledger.tracing import Hop
from npcserver.model.ids import turn_named
from npcserver.rpc.encode_memory import memory
from npcserver.v1 import memory_service_pb2 as pb


def hop(value: Hop) -> pb.KnowledgeHop:
    """Write one hop of a fact's path."""
    return pb.KnowledgeHop(
        memory=memory(value.memory),
        holder_id=value.holder_id,
        holder_name=value.holder_name,
        told_by_id=value.told_by_id,
        told_by_name=value.told_by_name,
        turn_id=turn_named(value.turn_id),
        words=value.words,
        from_ids=value.from_ids,
    )


def knower(value: Knower) -> pb.Knower:
    """Write a character that knows a fact, and how it learned it."""
    return pb.Knower(
        character_id=value.character_id,
        name=value.name,
        memories=map(memory, value.memories),
        hops=map(hop, value.hops),
    )
