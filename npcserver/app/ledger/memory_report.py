"""Memory hygiene: how much of what characters remember is useful. Writes nothing."""

from contextlib import aclosing
from dataclasses import dataclass
from functools import partial

from npcserver.app.authored import character_at
from npcserver.app.context.recall import pinned_seqs
from npcserver.app.memories import view_at
from npcserver.memory import retention
from npcserver.memory.arrays import in_thread
from npcserver.memory.stats import FaultyEntry, MemoryStats
from npcserver.memory.stream import MemoryStream
from npcserver.model.bounds import Seq
from npcserver.model.character import Character
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory, MemoryFault
from npcserver.model.record import Record, RecordKind
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View
from npcserver.prompts.garbage import is_garbage

EXAMPLES = 20
_HEAVY = 64
_CHARACTERS_AT_ONCE = 100
_MADE_UP = (RecordKind.LINE, RecordKind.REFLECTION, RecordKind.PLAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyMemory:
    """A memory with a fault; `of_id` is the memory it repeats or is superseded by, or empty."""

    memory: Memory
    fault: MemoryFault
    of_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryReport:
    """How much of what one character remembers is useful.

    `junk` is the share, 0 to 1, of duplicates, echoes and leftovers. Superseded memories are kept
    with their date and are not junk. `never_recalled` were not recalled in any turn.
    """

    character_id: CharacterId
    name: str
    total: int
    duplicates: int
    echoes: int
    leftovers: int
    superseded: int
    pinned: int
    never_recalled: int
    junk: float
    examples: tuple[FaultyMemory, ...]


class MemoryReports:
    """The use case of `MemoryService.ReportMemories`."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def report(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId | None = None,
        seq: Seq | None = None,
    ) -> tuple[MemoryReport, ...]:
        """Return a report on a character, or on each of the world, by id. Raises `NotFound`."""
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            if character_id is not None:
                character = await character_at(reader, view, character_id)
                return (await self._one(reader, view, character),)
            reports: list[MemoryReport] = []
            after = ""
            while True:
                page = await reader.characters(view.timeline.world_id, _CHARACTERS_AT_ONCE, after)
                for character in page:
                    reports.append(await self._one(reader, view, character))  # noqa: PERF401
                if len(page) < _CHARACTERS_AT_ONCE:
                    return tuple(reports)
                after = page[-1].id

    async def _one(self, reader: Reader, view: View, character: Character) -> MemoryReport:
        tally = await _tallied(reader, view, character.id)
        return MemoryReport(
            character_id=character.id,
            name=character.name,
            total=tally.total,
            duplicates=tally.count(MemoryFault.DUPLICATE),
            echoes=tally.count(MemoryFault.ECHO),
            leftovers=tally.count(MemoryFault.LEFTOVER),
            superseded=tally.count(MemoryFault.SUPERSEDED),
            pinned=len(await pinned_seqs(view, character.id)),
            never_recalled=tally.never_recalled,
            junk=tally.junk,
            examples=await self._examples(reader, view, character.id, tally.examples(EXAMPLES)),
        )

    async def _examples(
        self, reader: Reader, view: View, who: CharacterId, found: tuple[FaultyEntry, ...]
    ) -> tuple[FaultyMemory, ...]:
        """Return examples with their memories, and the ids of those that they repeat."""
        seqs = {one.seq for one in found} | {one.of for one in found if one.of}
        records = await view.get(sorted(seqs)) if seqs else ()
        memories = await self._stream.as_memories(
            reader, view, view.timeline.world_id, who, records
        )
        known = {memory.seq: memory for memory in memories}
        return tuple(
            FaultyMemory(
                memory=known[one.seq],
                fault=one.fault,
                of_id=known[one.of].id if one.of in known else "",
            )
            for one in found
            if one.seq in known
        )


async def _tallied(reader: Reader, view: View, who: CharacterId) -> MemoryStats:
    """Count all memories of a character; large chunks are counted in a thread."""
    tally = MemoryStats(is_leftover=_is_leftover)
    for segment in view.lineage:
        async with aclosing(reader.memory_rows(segment, who)) as chunks:
            async for chunk in chunks:
                work = partial(tally.add, chunk.memories, chunk.amendments)
                if len(chunk.memories) > _HEAVY:
                    await in_thread(work)
                else:
                    work()
    return tally


def _is_leftover(record: Record) -> bool:
    """Return whether a memory has no content; heard words count as content, however odd."""
    is_made_up = record.kind in _MADE_UP
    return retention.is_leftover(record.text) or (is_made_up and is_garbage(record.text))
