"""The characters who know a fact, and how far it has spread."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from npcserver.app.ledger.provenance import (
    Hop,
    ProvenanceGraph,
    is_heard,
    load_character_names,
    load_rated,
    trace_paths,
    utterance_key,
)
from npcserver.app.memories import find_memory, view_at
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.provenance import SHARE, retelling, stated
from npcserver.model import limits
from npcserver.model.bounds import Seq, Words
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

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
    since, as far as the words show.
    """
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
_LOOKED_AT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Knower:
    """A character who knows: its memories of the fact, oldest first, and the path of the oldest."""

    character_id: CharacterId
    name: str
    memories: tuple[Memory, ...]
    hops: tuple[Hop, ...]


class FactKnowledge:
    """The use case of `MemoryService.WhoKnows`. It writes nothing."""

    def __init__(self, store: Store, stream: MemoryStream, profile: Profile) -> None:
        self._store = store
        self._stream = stream
        self._profile = profile

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
                reader, view, world_id, resident.id, cue, _LOOKED_AT, self._profile
            )
            alike = await self._stream.alike(reader, view, world_id, resident.id, cue, COSINE)
            memories = (one.memory for one in recalled)
            said = {one.seq for one in memories if stated(cue.text, one.text) >= SHARE}
            found += await view.get(sorted(said.union(alike)))
        return found
