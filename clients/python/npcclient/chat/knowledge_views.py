"""Tables of who knows something, and how it spread."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.console import RenderableType
from rich.text import Text

from npcclient.admin.v1.memory_service_pb2 import Knower, KnowledgeHop
from npcclient.chat.flow import printable
from npcclient.chat.views import moment, titled
from npcclient.v1.memory_pb2 import Memory, MemoryKind, MemorySource

_HOW: Mapping["MemorySource.ValueType", str] = MappingProxyType(
    {
        MemorySource.MEMORY_SOURCE_WITNESSED: "saw it",
        MemorySource.MEMORY_SOURCE_READ: "read it",
        MemorySource.MEMORY_SOURCE_INNER_VOICE: "an inner voice said it",
        MemorySource.MEMORY_SOURCE_AUTHORED: "knew it from the start",
        MemorySource.MEMORY_SOURCE_INFERRED: "came to think it",
        MemorySource.MEMORY_SOURCE_OWN: "did it",
    }
)


def path(hops: Sequence[KnowledgeHop], title: str) -> RenderableType:
    """Return the path of a fact as a table, nearest first."""
    return _stations(hops, title, "when")


def knowers(found: Sequence[Knower], title: str) -> RenderableType:
    """Return who knows, since when and from whom, as a table."""
    return _stations([one.hops[0] for one in found if one.hops], title, "since")


def _stations(hops: Sequence[KnowledgeHop], title: str, when: str) -> RenderableType:
    made = titled(title)
    made.add_column("", justify="right", style="dim")
    made.add_column(when, no_wrap=True)
    made.add_column("who", style="bold", no_wrap=True)
    made.add_column("how", no_wrap=True)
    made.add_column("what")
    for number, hop in enumerate(hops, 1):
        made.add_row(str(number), *_station(hop))
    return made


def _station(hop: KnowledgeHop) -> tuple[str, Text, str, Text]:
    return (
        moment(hop.memory.world_create_time.ToDatetime()),
        Text(printable(hop.holder_name)),
        printable(_how(hop)),
        Text(printable(hop.memory.text)),
    )


def _how(hop: KnowledgeHop) -> str:
    memory: Memory = hop.memory
    if memory.source == MemorySource.MEMORY_SOURCE_OVERHEARD:
        return f"overheard {hop.told_by_name}"
    if hop.told_by_id:
        return f"was told by {hop.told_by_name}"
    if memory.kind == MemoryKind.MEMORY_KIND_LINE:
        return "said it"
    return _HOW.get(memory.source, "has it")
