"""The provenance of memories: the graph of their sources, and the path back to the origin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from npcserver.app.context.history import newest_first
from npcserver.app.memories import find_memory, view_at
from npcserver.memory.stream import MemoryStream
from npcserver.model.bounds import Seq
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.memory import Memory, memory_id
from npcserver.model.record import Rated, Record, RecordKind, Remembered
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

_WINDOWS = (8, 64, 1_024)
_RATINGS = 1_000  # ratings read by one query
_LINES_OF_A_CIRCLE = 12  # a speaker says no more in a circle before a line is heard


class ProvenanceGraph:
    """The sources of memories, seen from one vantage. Reads many at once, and each once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._confirmed: dict[str, dict[int, tuple[int, ...]]] = {}
        self._read: dict[int, tuple[Record, ...]] = {}

    async def sources(self, records: Sequence[Record]) -> dict[int, tuple[Record, ...]]:
        """Return, by seq, the sources of memories, oldest first; empty at an origin.

        The line that was heard, what the speaker of a line passed on, or what an inference was
        drawn from and confirmed by. Words of players have no known source.
        """
        unread = [record for record in records if record.seq not in self._read]
        if unread:
            self._read |= await self._sources(unread)
        return {record.seq: self._read[record.seq] for record in records}

    async def read_back(self, records: Sequence[Record]) -> None:
        """Read what several paths have in common, level by level, before each is walked."""
        level, known = list(records), {record.seq for record in records}
        while level and len(known) < _LOOKED_AT:
            found = await self.sources(level)
            level = []
            for source in chain.from_iterable(found.values()):
                if source.seq not in known:
                    known.add(source.seq)
                    level.append(source)

    async def _sources(self, records: Sequence[Record]) -> dict[int, tuple[Record, ...]]:
        lines = await self.lines([record for record in records if is_heard(record)])
        wanted = {record.seq: await self._evidence(record) for record in records}
        seqs = sorted({seq for evidence in wanted.values() for seq in evidence})
        found = {record.seq: record for record in await self._view.get(seqs)}
        return {
            record.seq: tuple(
                source
                for source in (
                    *((lines[record.seq],) if record.seq in lines else ()),
                    *(found[seq] for seq in wanted[record.seq] if seq in found),
                )
                if isinstance(source.body, Remembered)
            )
            for record in records
        }

    async def lines(self, heard: Sequence[Record]) -> dict[int, Record]:
        """Return the lines of heard memories, by the seq of the memory, where characters said them.

        They are in the same append, a little before. Those of a circle or a group chat may be heard
        later than they were said: they are among the last lines of their speaker.
        """
        found: dict[int, Record] = {}
        lacking = [record for record in heard if _is_of_character(record)]
        for window in _WINDOWS:
            if not lacking:
                break
            seqs = {seq for one in lacking for seq in range(one.seq - window, one.seq) if seq > 0}
            near = await self._view.get(sorted(seqs))
            said = {
                utterance_key(record): record for record in near if record.kind is RecordKind.LINE
            }
            of_turn = {record.seq: utterance_key(record)[0] for record in near}
            found |= {
                one.seq: said[utterance_key(one)] for one in lacking if utterance_key(one) in said
            }
            lacking = [
                one
                for one in lacking
                if one.seq not in found and of_turn.get(one.seq - window) == utterance_key(one)[0]
            ]
        for one in heard:
            if one.seq in found or not _is_of_character(one) or not _circle(one):
                continue
            _, speaker = utterance_key(one)
            lines = await self._view.tail(
                speaker, (RecordKind.LINE,), _LINES_OF_A_CIRCLE, before=one.seq
            )
            own = (line for line in lines if utterance_key(line) == utterance_key(one))
            if (line := next(own, None)) is not None:
                found[one.seq] = line
        return found

    async def _evidence(self, record: Record) -> Sequence[int]:
        body = record.body
        if not isinstance(body, Remembered):
            return ()
        if record.kind is not RecordKind.REFLECTION:
            return body.evidence
        confirmed = await self._confirmations(record.subject_id)
        return sorted({*body.evidence, *confirmed.get(record.seq, ())} - {record.seq})

    async def _confirmations(self, mind: str) -> dict[int, tuple[int, ...]]:
        """Return the seqs that have confirmed each inference of a character, by its seq."""
        if mind not in self._confirmed:
            found = self._confirmed[mind] = {}
            rated = newest_first(self._view, mind, (RecordKind.RATING,), at_once=_RATINGS)
            async for record in rated:
                body = record.body
                if isinstance(body, Rated) and body.evidence:
                    for seq, _ in body.ratings:
                        found[seq] = (*found.get(seq, ()), *body.evidence)
        return self._confirmed[mind]


def is_heard(record: Record) -> bool:
    """Return whether a memory is of words that another said."""
    return record.kind is RecordKind.UTTERANCE


def _is_of_character(record: Record) -> bool:
    """Return whether a character said the words, so that there is a line, and not a player."""
    body = record.body
    if not isinstance(body, Remembered) or not body.turn_id or not body.told_by:
        return False
    return body.told_by not in body.players


def _circle(record: Record) -> str:
    return record.body.circle_id if isinstance(record.body, Remembered) else ""


def utterance_key(record: Record) -> tuple[str, str]:
    """Return what identifies words: their turn, and their speaker."""
    body = record.body
    return (body.turn_id or "", body.told_by) if isinstance(body, Remembered) else ("", "")


MOST_HOPS = 12
"""Memories in one path at most."""
_LOOKED_AT = 500
"""Memories among which the nearest origin is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One memory on the path of a fact.

    `told_by_id`, `turn_id` and `words` are how it was heard, empty where it was not. `from_ids` are
    its sources on the path; none where the path begins.
    """

    memory: Memory
    holder_id: CharacterId
    holder_name: str
    told_by_id: str = ""
    told_by_name: str = ""
    turn_id: TurnId | None = None
    words: str = ""
    from_ids: tuple[str, ...] = ()


class MemoryTraces:
    """The use case of `MemoryService.TraceMemory`. It writes nothing, and asks no model."""

    def __init__(self, store: Store, stream: MemoryStream) -> None:
        self._store = store
        self._stream = stream

    async def trace(
        self, timeline_id: TimelineId, asked_id: str, seq: Seq | None = None
    ) -> tuple[Hop, ...]:
        """Return the path of a memory as of `seq`, by default the head; itself first.

        Raises `NotFound`, also for a memory that cannot be seen from there.
        """
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            asked = await find_memory(reader, view, asked_id)
            (path,) = await trace_paths(self._stream, reader, view, (asked,))
            return path


async def trace_paths(
    stream: MemoryStream, reader: Reader, view: View, asked: Sequence[Record]
) -> list[tuple[Hop, ...]]:
    """Return the memories on the path of each of some memories, the nearest first.

    First the path to the nearest origin, then other origins, up to `MOST_HOPS`. What paths share
    is read once.
    """
    telling = ProvenanceGraph(view)
    await telling.read_back(asked)
    paths = [await _walk(telling, one) for one in asked]
    every = {record.seq: record for stations, _ in paths for record in stations}
    memories = await load_rated(stream, reader, view, list(every.values()))
    names = await load_character_names(reader, view)
    return [
        tuple(
            _hop(record, memories[record.seq], sources[record.seq], names)
            for record in stations
            if record.seq in memories
        )
        for stations, sources in paths
    ]


async def load_rated(
    stream: MemoryStream, reader: Reader, view: View, records: Sequence[Record]
) -> dict[int, Memory]:
    """Return memories of several characters as a vantage has them, by seq."""
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


async def load_character_names(reader: Reader, view: View) -> dict[str, str]:
    """Return the names of all characters of a timeline's world, by id."""
    return {one.id: one.name for one in await reader.roster(view.timeline.world_id)}


async def _walk(
    telling: ProvenanceGraph, asked: Record
) -> tuple[list[Record], dict[int, tuple[Record, ...]]]:
    """Return the memories on the path, the nearest first, and the sources of each among them.

    Each line points at all that its speaker knew, so a rumour's whole tree has hundreds of
    memories. It is left where it has reached an origin and fills a path.
    """
    stations: dict[int, Record] = {asked.seq: asked}
    before: dict[int, int] = {}
    sources: dict[int, tuple[Record, ...]] = {}
    level, origin = [asked], 0
    while level and not (origin and len(stations) >= MOST_HOPS):
        found = await telling.sources(level)
        sources |= found
        origin = origin or next((one.seq for one in level if not found[one.seq]), 0)
        level = []
        for seq, several in found.items():
            for source in several:
                if source.seq not in stations and len(stations) < _LOOKED_AT:
                    stations[source.seq], before[source.seq] = source, seq
                    level.append(source)
    path = [origin or asked.seq]  # from the origin to the memory that was asked for
    while path[-1] in before:
        path.append(before[path[-1]])
    nearest = path[-MOST_HOPS:]
    others = [seq for seq in stations if seq not in nearest]
    kept = {*nearest, *others[: MOST_HOPS - len(nearest)]}
    shown = {
        seq: tuple(source for source in sources.get(seq, ()) if source.seq in kept) for seq in kept
    }
    return [station for seq, station in stations.items() if seq in kept], shown


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
