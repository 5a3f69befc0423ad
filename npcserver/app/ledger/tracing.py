"""Tracing a memory: the whole path of a fact, back to who witnessed it or brought it up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.app.ledger.naming import memory_named
from npcserver.app.ledger.telling import Telling, is_heard
from npcserver.app.memories import look
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.memory import Memory, memory_id
from npcserver.model.record import Record, Remembered
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

STATIONS = 500
"""Stations that one path shows at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One station of a fact on its way: a memory, as its holder has it.

    `told_by_id`, `turn_id` and `words` say how it was told, empty where nobody did. `from_ids` are
    the memories, among the stations, that it rests on; none where the path begins.
    """

    memory: Memory
    holder_id: CharacterId
    holder_name: str
    told_by_id: str = ""
    told_by_name: str = ""
    turn_id: TurnId | None = None
    words: str = ""
    from_ids: tuple[str, ...] = ()


class Tracing:
    """The use case of `MemoryService.TraceMemory`. It leaves no trace, and asks no model."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def trace(
        self, timeline_id: TimelineId, asked_id: str, seq: int | None = None
    ) -> tuple[Hop, ...]:
        """Return the path of a memory as `seq` sees it, by default the head; itself first.

        Raises `NotFound`, also for a memory that cannot be seen from there.
        """
        async with self._store.read() as reader:
            view = await look(reader, timeline_id, seq)
            asked = await memory_named(reader, view, asked_id)
            return await paths(self._stream, reader, view, asked)


async def paths(stream: MemoryStream, reader: Reader, view: View, asked: Record) -> tuple[Hop, ...]:
    """Return all stations of a memory on its way, each once, the nearest first."""
    stations, sources = await _walked(view, asked)
    memories = await rated(stream, reader, view, stations)
    names = await names_in(reader, view)
    return tuple(
        _hop(record, memories[record.seq], sources[record.seq], names)
        for record in stations
        if record.seq in memories
    )


async def rated(
    stream: MemoryStream, reader: Reader, view: View, records: Sequence[Record]
) -> dict[int, Memory]:
    """Return memories of any minds as a vantage has them, by seq."""
    held: dict[str, list[Record]] = {}
    for record in records:
        held.setdefault(record.subject_id, []).append(record)
    found: dict[int, Memory] = {}
    for mind, own in held.items():
        memories = await stream.as_memories(
            reader, view, view.timeline.world_id, CharacterId(mind), own
        )
        found |= {memory.seq: memory for memory in memories}
    return found


async def names_in(reader: Reader, view: View) -> dict[str, str]:
    """Return the names of all characters of a timeline's world, by id."""
    return {one.id: one.name for one in await reader.roster(view.timeline.world_id)}


async def _walked(view: View, asked: Record) -> tuple[list[Record], dict[int, tuple[Record, ...]]]:
    """Return the stations, the nearest first, and what each rests on among them."""
    telling = Telling(view)
    stations: dict[int, Record] = {asked.seq: asked}
    sources: dict[int, tuple[Record, ...]] = {}
    level = [asked]
    while level:
        found = await telling.sources(level)
        sources |= found
        level = []
        for source in (one for several in found.values() for one in several):
            if source.seq not in stations and len(stations) < STATIONS:
                stations[source.seq] = source
                level.append(source)
    shown = {
        seq: tuple(source for source in several if source.seq in stations)
        for seq, several in sources.items()
    }
    return list(stations.values()), shown


def _hop(
    record: Record, memory: Memory, sources: Sequence[Record], names: Mapping[str, str]
) -> Hop:
    body = record.body
    teller = body.told_by if isinstance(body, Remembered) and is_heard(record) else ""
    return Hop(
        memory=memory,
        holder_id=record.character_id,
        holder_name=names.get(record.subject_id, record.subject_id),
        told_by_id=teller,
        told_by_name=(memory.body.speaker or names.get(teller, teller)) if teller else "",
        turn_id=memory.body.turn_id if teller else None,
        words=record.text if teller else "",
        from_ids=tuple(memory_id(source.timeline_id, source.seq) for source in sources),
    )
