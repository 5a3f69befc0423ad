"""The way of a fact, and who knows it → messages."""

from npcserver.app.ledger.knowing import Knower
from npcserver.app.ledger.tracing import Hop
from npcserver.model.ids import turn_named
from npcserver.rpc.encode_memory import memory
from npcserver.v1 import memory_service_pb2 as pb


def hop(value: Hop) -> pb.KnowledgeHop:
    """Write one station of a fact."""
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
    """Write who knows."""
    return pb.Knower(
        character_id=value.character_id,
        name=value.name,
        memories=map(memory, value.memories),
        hops=map(hop, value.hops),
    )
