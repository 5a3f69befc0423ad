"""What insights rest on, down to what was lived through (Generative Agents, section 4.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.app.context.history import newest_first
from npcserver.app.ledger.naming import memory_named
from npcserver.app.memories import look
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory
from npcserver.model.record import Rated, Record, RecordKind, Remembered
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

_AT_ONCE = 1_000
DEPTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionNode:
    """A memory and what it rests on, oldest first; what was lived through rests on nothing.

    One that `is_repeated` stands elsewhere in the answer with its children.
    """

    memory: Memory
    children: tuple["ReflectionNode", ...] = ()
    is_repeated: bool = False


class ReflectionTrees:
    """The use case of `MemoryService.GetReflectionTree`. It leaves no trace."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def tree(
        self,
        timeline_id: TimelineId,
        character_id: CharacterId,
        *,
        seq: int | None = None,
        root_memory_id: str = "",
        depth: int = DEPTH,
        limit: int = 50,
    ) -> tuple[ReflectionNode, ...]:
        """Return the reflections that nothing rests on yet, newest first, with all below them.

        With `root_memory_id` that memory alone is the root. At most `depth` levels and `limit`
        roots are shown. Evidence is what an insight was drawn from and what confirmed it since.
        Raises `NotFound`, also for a memory that cannot be seen from there.
        """
        async with self._store.read() as reader:
            view = await look(reader, timeline_id, seq)
            await reader.character(view.timeline.world_id, character_id)
            evidence = await _evidence(view, character_id)
            roots = _roots(evidence)[:limit]
            if root_memory_id:
                roots = [await _named(reader, view, character_id, root_memory_id)]
            shown = _below(roots, evidence, depth)
            memories = await self._stream.as_memories(
                reader,
                view,
                view.timeline.world_id,
                character_id,
                _own(await view.get(sorted(shown)), character_id),
            )
        grown = _Growing(evidence, {memory.seq: memory for memory in memories})
        return tuple(node for root in roots if (node := grown.node(root, depth)) is not None)


class _Growing:
    """Grows trees; a memory gets its children where it comes first, so that it ends."""

    def __init__(
        self, evidence: Mapping[int, Sequence[int]], memories: Mapping[int, Memory]
    ) -> None:
        self._evidence = evidence
        self._memories = memories
        self._seen: set[int] = set()

    def node(self, seq: int, depth: int) -> ReflectionNode | None:
        memory = self._memories.get(seq)
        if memory is None:
            return None
        below = self._evidence.get(seq, ()) if depth > 1 else ()
        if seq in self._seen:
            return ReflectionNode(memory=memory, is_repeated=bool(below))
        self._seen.add(seq)
        nodes = (self.node(child, depth - 1) for child in below)
        return ReflectionNode(
            memory=memory, children=tuple(node for node in nodes if node is not None)
        )


async def _evidence(view: View, character_id: str) -> dict[int, tuple[int, ...]]:
    """Return what each reflection of a mind rests on, by seq."""
    found: dict[int, set[int]] = {}
    kinds = (RecordKind.REFLECTION, RecordKind.RATING)
    read = newest_first(view, character_id, kinds, at_once=_AT_ONCE)
    for record in reversed([record async for record in read]):
        if isinstance(record.body, Remembered):
            found.setdefault(record.seq, set()).update(record.body.evidence)
        elif isinstance(record.body, Rated) and record.body.evidence:
            for seq, _ in record.body.ratings:
                if seq in found:  # what was lived through may be confirmed too, and is a leaf
                    found[seq].update(record.body.evidence)
    return {seq: tuple(sorted(seqs - {seq})) for seq, seqs in found.items()}


def _roots(evidence: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the reflections that no later one rests on, newest first."""
    used = {below for seq, seqs in evidence.items() for below in seqs if below < seq}
    return sorted((seq for seq in evidence if seq not in used), reverse=True)


def _below(roots: Sequence[int], evidence: Mapping[int, Sequence[int]], depth: int) -> set[int]:
    """Return everything that trees of a depth show."""
    shown: set[int] = set()
    level = {*roots}
    for _ in range(depth):
        shown |= level
        level = {child for seq in level for child in evidence.get(seq, ())} - shown
    return shown


def _own(records: Sequence[Record], character_id: str) -> list[Record]:
    return [record for record in records if record.subject_id == character_id]


async def _named(reader: Reader, view: View, character_id: str, memory_id: str) -> int:
    """Return the seq of a memory of this mind that can be seen from here."""
    record = await memory_named(reader, view, memory_id)
    if record.subject_id != character_id:
        raise NotFound("memory", memory_id, "take one that `ListMemories` shows from there")
    return record.seq
