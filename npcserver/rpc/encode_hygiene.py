"""Reports on memories → messages."""

from collections.abc import Sequence

from google.protobuf.json_format import MessageToJson

from npcserver.app.ledger.reporting import FaultyMemory, MemoryReport
from npcserver.model.memory import MemoryFault
from npcserver.rpc import encode_memory
from npcserver.v1 import memory_service_pb2 as pb

_FAULTS = {
    MemoryFault.DUPLICATE: pb.MEMORY_FAULT_DUPLICATE,
    MemoryFault.ECHO: pb.MEMORY_FAULT_ECHO,
    MemoryFault.LEFTOVER: pb.MEMORY_FAULT_LEFTOVER,
    MemoryFault.SUPERSEDED: pb.MEMORY_FAULT_SUPERSEDED,
}


def report(value: MemoryReport) -> pb.MemoryReport:
    """Write how many of a character's memories are useful, and how many are faulty."""
    return pb.MemoryReport(
        character_id=value.character_id,
        name=value.name,
        total=value.total,
        duplicates=value.duplicates,
        echoes=value.echoes,
        leftovers=value.leftovers,
        superseded=value.superseded,
        pinned=value.pinned,
        never_recalled=value.never_recalled,
        junk=value.junk,
        examples=map(_faulty, value.examples),
    )


def as_json(reports: Sequence[MemoryReport]) -> str:
    """Write reports as JSON on one line."""
    return MessageToJson(
        pb.ReportMemoriesResponse(reports=map(report, reports)),
        always_print_fields_with_no_presence=True,
        ensure_ascii=False,
        indent=None,
    )


def _faulty(value: FaultyMemory) -> pb.FaultyMemory:
    return pb.FaultyMemory(
        memory=encode_memory.memory(value.memory), fault=_FAULTS[value.fault], of_id=value.of_id
    )
