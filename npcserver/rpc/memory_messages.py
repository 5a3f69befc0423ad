"""Memories, recollections, reflection trees, reports and traces of facts, from and to messages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from google.protobuf.json_format import MessageToJson

from npcserver.admin.v1 import memory_service_pb2 as pb
from npcserver.admin.v1 import recollection_pb2 as recollections
from npcserver.app.ledger.explanations import ReflectionNode
from npcserver.app.ledger.memory_report import MemoryReport
from npcserver.app.ledger.provenance import Hop
from npcserver.model.ids import turn_named
from npcserver.model.memory import Memory, Recollection
from npcserver.model.secret import Secret, key_for
from npcserver.rpc import fields
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import encode, sources
from npcserver.v1 import memory_pb2, secret_pb2

reads(
    Secret,
    secret_pb2.Secret,
    key=lambda message: fields.name("key", message.key, may_be_empty=True),
)


def read_secret(message: Any) -> Secret | None:
    """Read the secret of a message with a text; without a key it gets one derived from the text."""
    if not message.HasField("secret"):
        return None
    secret = fields.within_path("secret", partial(decode, Secret), message.secret)
    return secret if secret.key else replace(secret, key=key_for(message.text.strip()))


sources(
    Memory,
    memory_pb2.Memory,
    "body",
    turn_id=lambda memory: turn_named(memory.body.turn_id),
    is_distorted=lambda memory: bool(memory.body.distorted),
)
sources(
    Recollection,
    recollections.Recollection,
    columns=lambda found: [
        recollections.RelevanceColumn(name=name, value=value, weight=weight)
        for name, value, weight in found.columns
    ],
)
sources(Hop, pb.KnowledgeHop, turn_id=lambda hop: turn_named(hop.turn_id))


def encode_tree(roots: Sequence[ReflectionNode]) -> list[pb.ReflectionNode]:
    """Write reflection trees level by level; each memory appears once, at its highest level."""
    found: dict[str, pb.ReflectionNode] = {}
    nodes, level = list(roots), 0
    # Breadth first, so that a memory's first place is its highest.
    while nodes:
        for node in nodes:
            known = found.setdefault(
                node.memory.id,
                pb.ReflectionNode(memory=encode(node.memory, memory_pb2.Memory), level=level),
            )
            if not known.child_ids:  # a repeated node's children are listed at its first place
                known.child_ids.extend(child.memory.id for child in node.children)
        nodes = [child for node in nodes for child in node.children]
        level += 1
    return list(found.values())


def reports_as_json(reports: Sequence[MemoryReport]) -> str:
    """Write reports as JSON on one line."""
    return MessageToJson(
        pb.ReportMemoriesResponse(reports=[encode(one, pb.MemoryReport) for one in reports]),
        always_print_fields_with_no_presence=True,
        ensure_ascii=False,
        indent=None,
    )
