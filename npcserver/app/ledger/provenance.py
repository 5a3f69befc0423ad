"""Where memories come from, which characters know a fact, and how far it has spread."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from npcserver.app.authored import roster_at
from npcserver.app.ledger.provenance_graph import (
    LOOKED_AT,
    ProvenanceGraph,
    distorted_by,
    is_heard,
    utterance_key,
)
from npcserver.app.memories import find_memory, view_at
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.provenance import SHARE, retelling, retells, stated, told_part
from npcserver.model import limits
from npcserver.model.bounds import Seq, Words
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.memory import Memory, memory_id
from npcserver.model.record import (
    Record,
    RecordKind,
    Remembered,
    Source,
)
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

MOST_HOPS = 12
"""Memories in one path at most."""
_FURTHER = 3
"""Steps beyond the first origin in which one is looked for that says the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One memory on the path of a fact.

    `told_by_id`, `turn_id` and `words` are how it was heard, empty where it was not. `from_ids` are
    its sources on the path; none where the path begins. `distorted_ids` are those among them that
    it tells otherwise.
    """

    memory: Memory
    holder_id: CharacterId
    holder_name: str
    told_by_id: str = ""
    told_by_name: str = ""
    turn_id: TurnId | None = None
    words: str = ""
    from_ids: tuple[str, ...] = ()
    distorted_ids: tuple[str, ...] = ()


async def trace_paths(
    stream: MemoryStream,
    reader: Reader,
    view: View,
    asked: Sequence[Record],
    *,
    most: int = MOST_HOPS,
) -> list[tuple[Hop, ...]]:
    """Return the memories on the path of each of some memories, the nearest first.

    First the shortest path to an origin, then other origins, up to `most`. What paths share is read
    once.
    """
    telling = ProvenanceGraph(view)
    await telling.read_back(asked)
    paths = [await _walk(telling, one, most) for one in asked]
    every = {record.seq: record for stations, _ in paths for record in stations}
    memories = await load_rated(stream, reader, view, list(every.values()))
    names = await load_character_names(reader, view)
    distorted = await distorted_by(view, every.values())
    return [
        tuple(
            _hop(record, memories[record.seq], sources[record.seq], names, distorted)
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
    return {one.id: one.name for one in await roster_at(reader, view)}


async def _walk(
    telling: ProvenanceGraph, asked: Record, most: int
) -> tuple[list[Record], dict[int, tuple[Record, ...]]]:
    """Return the memories on the path, the nearest first, and the sources of each among them.

    Each line points at all that its speaker knew, so a rumour's whole tree has hundreds of
    memories. It is left where it has reached an origin and fills a path.
    """
    stations: dict[int, Record] = {asked.seq: asked}
    before: dict[int, int] = {}
    sources: dict[int, tuple[Record, ...]] = {}
    level, origin, is_sure, further = [asked], 0, False, _FURTHER
    while level and not (is_sure and len(stations) >= most) and further:
        found = await telling.sources(level)
        sources |= found
        origins = [one for one in level if not found[one.seq]]
        if origins and not is_sure:
            same = next((one for one in origins if retells(one.text, asked.text)), None)
            is_sure = same is not None
            origin = same.seq if same is not None else origin or origins[0].seq
        further -= bool(origin)
        level = []
        for seq, several in found.items():
            for source in several:
                if source.seq not in stations and len(stations) < LOOKED_AT:
                    stations[source.seq], before[source.seq] = source, seq
                    level.append(source)
    path = [origin or asked.seq]  # from the origin to the memory that was asked for
    while path[-1] in before:
        path.append(before[path[-1]])
    nearest = path[-MOST_HOPS:]
    others = [seq for seq in stations if seq not in nearest]
    kept = {*nearest, *others[: max(0, most - len(nearest))]}
    shown = {
        seq: tuple(source for source in sources.get(seq, ()) if source.seq in kept) for seq in kept
    }
    return [station for seq, station in stations.items() if seq in kept], shown


def _hop(
    record: Record,
    memory: Memory,
    sources: Sequence[Record],
    names: Mapping[str, str],
    distorted: Container[tuple[int, int]],
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
        distorted_ids=tuple(
            memory_id(source.timeline_id, source.seq)
            for source in sources
            if (record.seq, source.seq) in distorted
        ),
    )


_KINDS = (
    RecordKind.OBSERVATION,
    RecordKind.WHISPER,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.REFLECTION,
    RecordKind.PLAN,
)
_PASSED_ON = (RecordKind.UTTERANCE, RecordKind.LINE)
_AT_ONCE = 2_000
_NEAR = limits.WITNESSES + 1  # memories of one event by several witnesses are neighbours


async def find_spread(view: View, asked: Record) -> tuple[Record, ...]:
    """Return all memories, of all characters, that hold what a memory says, by seq.

    Those that it stems from, those of other witnesses of the same, and those of what was told
    since, as far as the words show. What was half heard says nothing, and nobody knows it.
    """
    if isinstance(asked.body, Remembered) and asked.body.is_half_heard:
        return ()
    known = await _stemming_from(view, asked)
    reached = _SpreadState()
    for record, words in known:
        reached.begin(record, words)
    # the first memory of the fact may be as old as its author, or a neighbour of another witness
    after = min(
        0 if isinstance(one.body, Remembered) and one.body.source is Source.AUTHORED
        else max(0, one.seq - _NEAR)
        for one, _ in known
    )  # fmt: skip
    found: list[Record] = []
    while records := await view.after(after, _AT_ONCE, _KINDS):
        found += [record for record in records if reached.by(record)]
        after = records[-1].seq
    return tuple(found)


@dataclass(slots=True)
class _SpreadState:
    """The part of the fact that each memory holds so far, in its own words, by seq."""

    held: dict[int, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    seen: dict[tuple[object, ...], tuple[int, str]] = field(default_factory=dict)

    def begin(self, record: Record, words: str) -> None:
        """Add a memory with the part of the fact that it is known to hold."""
        self.held[record.seq], self.texts[record.seq] = words, record.text
        if is_heard(record):
            self.said[utterance_key(record)] = words
        if record.kind is RecordKind.OBSERVATION:
            self.seen[_sight(record)] = (record.seq, words)

    def by(self, record: Record) -> bool:
        """Add a memory, in order of seq; return whether the fact has reached it."""
        words = self.held.get(record.seq) or self._words(record)
        if not words:
            return False
        self.held[record.seq], self.texts[record.seq] = words, record.text
        if record.kind is RecordKind.LINE:
            self.said[utterance_key(record)] = words
        return True

    def _words(self, record: Record) -> str:
        body = record.body
        if not isinstance(body, Remembered):
            return ""
        if is_heard(record):
            return self.said.get(utterance_key(record), "")
        if record.kind is RecordKind.OBSERVATION:
            seq, words = self.seen.get(_sight(record), (record.seq, ""))
            is_same = body.source is Source.AUTHORED or abs(record.seq - seq) < _NEAR
            return words if is_same else ""
        known = dict.fromkeys(
            (self.texts[seq], self.held[seq]) for seq in body.evidence if seq in self.held
        )
        is_line = record.kind is RecordKind.LINE
        told = (
            told_part(record.text, text, part) if is_line else retelling(record.text, part)
            for text, part in known
        )
        return " ".join(filter(None, dict.fromkeys(told)))


async def _stemming_from(view: View, asked: Record) -> list[tuple[Record, str]]:
    """Return a memory and its sources, each with the part of its words that it holds.

    An inference is its own origin, and not traced further.
    """
    telling = ProvenanceGraph(view)
    found = {asked.seq: (asked, asked.text)}
    level = [found[asked.seq]]
    while level:
        told = [record for record, _ in level if record.kind in _PASSED_ON]
        sources = await telling.sources(told)
        following: list[tuple[Record, str]] = []
        for record, words in level:
            for source in sources.get(record.seq, ()):
                part = words
                if not is_heard(record):
                    part = told_part(source.text, record.text, words)
                if part and source.seq not in found:
                    found[source.seq] = (source, part)
                    following.append(found[source.seq])
        level = following
    return list(found.values())


def _sight(record: Record) -> tuple[object, ...]:
    """Return a key that is the same for all witnesses of an event."""
    source = record.body.source if isinstance(record.body, Remembered) else None
    when = None if source is Source.AUTHORED else record.game_time
    return (record.text, source, when)


MEMORIES_PER_KNOWER = 20
"""Memories returned for each character."""
COSINE = 0.7
"""Cosine from which on a memory states a fact in other words.

Of 40 pairs, English and Chinese, none that says something else reaches 0.65.
"""
_RECALLED = 40  # memories of a character among which those that state a fact are


@dataclass(frozen=True, slots=True, kw_only=True)
class Knower:
    """A character who knows: its memories of the fact, oldest first.

    `hops` are the shortest path of the oldest.
    """

    character_id: CharacterId
    name: str
    memories: tuple[Memory, ...]
    hops: tuple[Hop, ...]


class FactKnowledge:
    """The use cases of `MemoryService.WhoKnows` and `TraceMemory`. They write nothing."""

    def __init__(self, store: Store, stream: MemoryStream, profile: Profile) -> None:
        self._store = store
        self._stream = stream
        self._profile = profile

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

    async def who_knows(
        self,
        *,
        timeline_id: TimelineId,
        memory_id: str = "",
        text: Words = "",
        seq: Seq | None = None,
    ) -> tuple[Knower, ...]:
        """Return the characters who know a fact, in the order in which they learned it.

        The fact is what a memory states, or a text.
        Raises `NotFound` for a memory that cannot be seen from there, and `InvalidInput` for
        neither a memory nor a text, or both.
        """
        if bool(memory_id) == bool(text.strip()):
            raise InvalidInput("text", "name a memory or give a text, and not both")
        cue = await self._stream.cue(text) if text.strip() else None
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            if cue is None:
                held = await find_spread(view, await find_memory(reader, view, memory_id))
            else:
                held = tuple(await self._stating(reader, view, cue))
            return await self._knowers(reader, view, held)

    async def _knowers(
        self, reader: Reader, view: View, held: Iterable[Record]
    ) -> tuple[Knower, ...]:
        names = await load_character_names(reader, view)
        minds: dict[str, list[Record]] = {}
        for record in sorted(held, key=lambda one: one.seq):
            if record.subject_id in names:
                minds.setdefault(record.subject_id, []).append(record)
        shown = {mind: records[:MEMORIES_PER_KNOWER] for mind, records in minds.items()}
        memories = await load_rated(self._stream, reader, view, list(chain(*shown.values())))
        oldest = [records[0] for records in minds.values()]
        paths = await trace_paths(self._stream, reader, view, oldest, most=0)
        return tuple(
            Knower(
                character_id=CharacterId(mind),
                name=names[mind],
                memories=tuple(memories[one.seq] for one in records if one.seq in memories),
                hops=hops,
            )
            for (mind, records), hops in zip(shown.items(), paths, strict=True)
        )

    async def _stating(self, reader: Reader, view: View, cue: Cue) -> list[Record]:
        world_id = view.timeline.world_id
        found = set[int]()
        for resident in await reader.roster(world_id):
            recalled = await self._stream.recall(
                reader, view, world_id, resident.id, cue, _RECALLED, self._profile
            )
            alike = await self._stream.alike(reader, view, world_id, resident.id, cue, COSINE)
            memories = (one.memory for one in recalled)
            said = {one.seq for one in memories if stated(cue.text, one.text) >= SHARE}
            found |= said.union(alike)
        return [
            record
            for record in await view.get(sorted(found))
            if not (isinstance(record.body, Remembered) and record.body.is_half_heard)
        ]
