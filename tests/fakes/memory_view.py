"""What is kept in the fake store, and what a vantage sees of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from npcserver.model.character import Character, PersonaVersion
from npcserver.model.errors import NotFound
from npcserver.model.ids import TurnId
from npcserver.model.lore import Book, Passage
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind, TurnTaken
from npcserver.model.timeline import Lineage, Save, Segment, Timeline, Vantage, lineage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.embedder import Vectors
from npcserver.ports.view import Wanted

K = TypeVar("K")
T = TypeVar("T")
AMENDING = (RecordKind.TURN, RecordKind.RATING)


@dataclass(slots=True)
class Entry:
    """A record, the timeline's game time once it is there, and how many came with it after it."""

    record: Record
    clock: datetime
    following: int = 0


@dataclass
class State:
    """Everything that is kept. A copy is a snapshot: values are frozen, and logs only grow."""

    worlds: dict[str, World] = field(default_factory=dict)
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
    characters: dict[tuple[str, str], Character] = field(default_factory=dict)
    versions: dict[tuple[str, str], tuple[PersonaVersion, ...]] = field(default_factory=dict)
    timelines: dict[str, Timeline] = field(default_factory=dict)
    saves: dict[str, Save] = field(default_factory=dict)
    vectors: dict[tuple[str, str, int], Vectors] = field(default_factory=dict)
    requests: dict[tuple[str, str], tuple[str, str, str | None]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    books: dict[tuple[str, str], Book] = field(default_factory=dict)
    passages: dict[tuple[str, str], tuple[Passage, ...]] = field(default_factory=dict)
    passage_vectors: dict[tuple[str, str, str], Vectors] = field(default_factory=dict)
    revisions: dict[str, str] = field(default_factory=dict)
    log: dict[str, list[Entry]] = field(default_factory=dict)
    deleted: dict[str, bool] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)

    def copy(self) -> "State":
        return State(**{name: dict(value) for name, value in vars(self).items()})

    def entries(self, segment: Segment) -> list[Entry]:
        fork = self.timelines[segment.timeline_id].forked_at
        entries = self.log.get(segment.timeline_id, [])
        return entries[segment.first - fork - 1 : segment.last - fork]


def look_up(table: Mapping[K, T], kind: str, identifier: str, key: K) -> T:
    try:
        return table[key]
    except KeyError:
        raise NotFound(kind, identifier, "create it first") from None


def page(items: Mapping[str, T], limit: int, after: str) -> tuple[T, ...]:
    return tuple(items[key] for key in sorted(items) if key > after)[:limit]


class MemoryView:
    """Play state as one vantage sees it."""

    def __init__(self, state: State, timeline: Timeline, vantage: Vantage) -> None:
        self._state = state
        self.timeline = timeline
        self.vantage = vantage
        self.lineage: Lineage = lineage(vantage, lambda known: state.timelines[known])

    def _entries(self) -> Iterator[Entry]:
        for segment in self.lineage:
            yield from self._state.entries(segment)

    def _records(self) -> list[Record]:
        return [entry.record for entry in self._entries()]

    async def game_time(self) -> datetime:
        if self.vantage.seq == self.timeline.head:
            return self.timeline.game_time
        clocks = [entry.clock for entry in self._entries()]
        return clocks[-1] if clocks else self._state.worlds[self.timeline.world_id].start_time

    async def tail(
        self,
        subject_id: str,
        kinds: Sequence[RecordKind],
        limit: int,
        *,
        before: int | None = None,
    ) -> tuple[Record, ...]:
        matching = [
            record
            for record in reversed(self._records())
            if record.subject_id == subject_id
            and record.kind in kinds
            and (before is None or record.seq < before)
        ]
        return tuple(matching[:limit])

    async def latest(self, kind: RecordKind, subject_id: str) -> Record | None:
        return next(iter(await self.tail(subject_id, (kind,), 1)), None)

    async def latest_by_subject(self, kind: RecordKind, prefix: str = "") -> dict[str, Record]:
        return {
            record.subject_id: record
            for record in self._records()
            if record.kind == kind and record.subject_id.startswith(prefix)
        }

    async def newest(self, wanted: Sequence[Wanted]) -> tuple[dict[str, Record], ...]:
        return tuple([await self._newest(each) for each in wanted])

    async def _newest(self, wanted: Wanted) -> dict[str, Record]:
        records = await self.latest_by_subject(wanted.kind, wanted.subject_id)
        found = {w: r for w, r in records.items() if wanted.is_prefix or w == wanted.subject_id}
        latest = sorted(found, key=lambda who: found[who].seq, reverse=True)
        return {who: found[who] for who in latest[: wanted.most or len(found)]}

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        wanted = kinds or tuple(RecordKind)
        later = (each for each in self._records() if each.seq > seq and each.kind in wanted)
        return tuple(later)[:limit]

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        later = (each for each in self._records() if each.seq > seq and each.kind in kinds)
        return dict(Counter(record.subject_id for record in later))

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        return tuple(record for record in self._records() if record.seq in set(seqs))

    async def turn(self, turn_id: TurnId) -> Record | None:
        for record in self._records():
            if isinstance(record.body, TurnTaken) and record.body.turn_id == turn_id:
                return record
        return None

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        own = [record for record in self._records() if record.subject_id == subject_id]
        bodies = [record.body for record in own if isinstance(record.body, Rated)]
        rated = {seq for body in bodies for seq, _ in body.ratings}
        lacking = (
            record
            for record in own
            if record.kind in MEMORY_KINDS and record.importance is None and record.seq not in rated
        )
        return tuple(lacking)[:limit]
