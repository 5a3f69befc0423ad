"""Where memories come from, which characters know a fact, and how far it has spread."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from npcserver.app.context.history import newest_first
from npcserver.app.memories import find_memory, view_at
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.provenance import SHARE, retelling, stated
from npcserver.model import limits
from npcserver.model.bounds import Seq, Words
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.memory import Memory, memory_id
from npcserver.model.record import Rated, Record, RecordKind, Remembered, Source
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
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    seen: dict[tuple[object, ...], tuple[int, str]] = field(default_factory=dict)

    def begin(self, record: Record, words: str) -> None:
        """Add a memory with the part of the fact that it is known to hold."""
        self.held[record.seq] = words
        if is_heard(record):
            self.said[utterance_key(record)] = words
        if record.kind is RecordKind.OBSERVATION:
            self.seen[_sight(record)] = (record.seq, words)

    def by(self, record: Record) -> bool:
        """Add a memory, in order of seq; return whether the fact has reached it."""
        words = self.held.get(record.seq) or self._words(record)
        if not words:
            return False
        self.held[record.seq] = words
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
        parts = (self.held[seq] for seq in body.evidence if seq in self.held)
        return " ".join(filter(None, (retelling(record.text, part) for part in parts)))


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
                part = words if is_heard(record) else retelling(source.text, words)
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
    """A character who knows: its memories of the fact, oldest first, and the path of the oldest."""

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
        paths = await trace_paths(self._stream, reader, view, oldest)
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
        found: list[Record] = []
        for resident in await reader.roster(world_id):
            recalled = await self._stream.recall(
                reader, view, world_id, resident.id, cue, _RECALLED, self._profile
            )
            alike = await self._stream.alike(reader, view, world_id, resident.id, cue, COSINE)
            memories = (one.memory for one in recalled)
            said = {one.seq for one in memories if stated(cue.text, one.text) >= SHARE}
            found += [
                record
                for record in await view.get(sorted(said.union(alike)))
                if not (isinstance(record.body, Remembered) and record.body.is_half_heard)
            ]
        return found
