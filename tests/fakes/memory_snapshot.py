"""The state of the in-memory store, and what its readers answer."""

import hashlib
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from npcserver.model.character import Character, People, PersonaVersion, addressed
from npcserver.model.errors import Conflict, CursorTooNew, InvalidInput, NotFound, Reason
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId, new_id
from npcserver.model.lore import Book, Passage
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind, TurnTaken
from npcserver.model.timeline import Lineage, Save, Segment, Timeline, Vantage, lineage
from npcserver.model.world import Place, World, WorldRevision
from npcserver.model.worldfile import Order
from npcserver.ports.storage import RequestKey
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import BACKGROUND, MemoryRef, MemoryRows, RecordQuery, Resident, TurnStart

K = TypeVar("K")
T = TypeVar("T")
AMENDING_KINDS = (RecordKind.TURN, RecordKind.RATING)


@dataclass(slots=True)
class Entry:
    """A record, the timeline's game time once it is there, and how many came with it after it."""

    record: Record
    clock: datetime
    following: int = 0


@dataclass
class MemoryState:
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

    def copy(self) -> "MemoryState":
        return MemoryState(**{name: dict(value) for name, value in vars(self).items()})

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

    def __init__(self, state: MemoryState, timeline: Timeline, vantage: Vantage) -> None:
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
        self, subject_id: str, kinds: Sequence[RecordKind], limit: int, *, before: int | None = None
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

    async def newest(self, wanted: Sequence[RecordQuery]) -> tuple[dict[str, Record], ...]:
        return tuple([await self._newest(each) for each in wanted])

    async def _newest(self, wanted: RecordQuery) -> dict[str, Record]:
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


class MemoryLibrary:
    """The books of a state; a unit's may be changed."""

    def __init__(self, state: MemoryState) -> None:
        self._state = state

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        own = sorted(key[1] for key in self._state.books if key[0] == world_id)
        found = [self._state.books[world_id, one] for one in own if one > after][:limit]
        return tuple(found if texts else map(_without_texts, found))

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        found = self._state.books.get((world_id, book_id))
        if found is None:
            raise NotFound("book", book_id, "list the books of the world first")
        return found

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        keys = sorted(key for key in self._state.passages if key[0] == world_id)
        return tuple(passage for key in keys for passage in self._state.passages[key])

    async def revision(self, world_id: WorldId) -> str:
        return self._state.revisions.get(world_id, "")

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        own = {
            key[2]: vector
            for key, vector in self._state.passage_vectors.items()
            if key[:2] == (world_id, space)
        }
        ids = tuple(sorted(own))
        if not ids:
            return (), np.zeros((0, 0), np.float32)
        return ids, np.stack([own[one] for one in ids])

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        lacking = (
            passage
            for passage in await self.passages(world_id)
            if (world_id, space, passage.id) not in self._state.passage_vectors
        )
        ordered = sorted((one for one in lacking if one.id > after), key=lambda one: one.id)
        return tuple(ordered[:limit])

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        if book.world_id not in self._state.worlds:
            raise NotFound("world", book.world_id, "create it first")
        before = self._state.books.get((book.world_id, book.id))
        _match("" if before is None else before.etag, if_etag)
        was = self._state.passages.get((book.world_id, book.id), ())
        now = {passage.id: passage.headed for passage in passages}
        self._let_go(book.world_id, {one.id for one in was if now.get(one.id) != one.headed})
        digest = hashlib.sha256(repr(replace(book, etag="")).encode()).hexdigest()[:16]
        stored = replace(book, etag=digest)
        self._state.books[book.world_id, book.id] = stored
        self._state.passages[book.world_id, book.id] = tuple(passages)
        await self.announce(book.world_id)
        return stored

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        _match((await self.book(world_id, book_id)).etag, if_etag)
        del self._state.books[world_id, book_id]
        gone = self._state.passages.pop((world_id, book_id))
        self._let_go(world_id, {passage.id for passage in gone})
        await self.announce(world_id)

    async def add_vectors(
        self, world_id: WorldId, space: str, passages: Sequence[Passage], vectors: Vectors
    ) -> None:
        there = {passage.id: passage.headed for passage in await self.passages(world_id)}
        for passage, vector in zip(passages, vectors, strict=True):
            if there.get(passage.id) == passage.headed:
                self._state.passage_vectors.setdefault((world_id, space, passage.id), vector)

    async def announce(self, world_id: WorldId) -> None:
        self._state.revisions[world_id] = new_id("rev")

    def _let_go(self, world_id: WorldId, passage_ids: set[str]) -> None:
        vectors = self._state.passage_vectors
        for key in [key for key in vectors if key[0] == world_id and key[2] in passage_ids]:
            del vectors[key]


def _without_texts(book: Book) -> Book:
    return replace(book, chapters=tuple(replace(one, text="") for one in book.chapters))


def _match(found: str, wanted: str) -> None:
    if wanted and wanted != found:
        raise Conflict("somebody else was first", Reason.ETAG_MISMATCH)


class MemorySnapshot:
    """A snapshot of a state."""

    def __init__(self, state: MemoryState) -> None:
        self._state = state

    @property
    def library(self) -> MemoryLibrary:
        return MemoryLibrary(self._state)

    async def at(self, vantage: Vantage) -> MemoryView:
        timeline = await self.timeline(vantage.timeline_id)
        if vantage.seq > timeline.head:
            raise CursorTooNew("not there yet", Reason.CURSOR_TOO_NEW)
        return MemoryView(self._state, timeline, vantage)

    async def head(self, timeline_id: TimelineId) -> MemoryView:
        return await self.at((await self.timeline(timeline_id)).vantage)

    async def turn_start(
        self, timeline_id: TimelineId, character_id: CharacterId, key: RequestKey | None
    ) -> TurnStart:
        del character_id
        answer = None if key is None else await self.answer(key)
        view = await self.head(timeline_id)
        books = self._state.revisions.get(view.timeline.world_id, "")
        return TurnStart(view=view, answer=answer, is_begun=True, books=books)

    async def world_revisions(
        self, timeline_ids: Collection[TimelineId]
    ) -> dict[TimelineId, WorldRevision]:
        living = self._living()
        known = [living[one] for one in timeline_ids if one in living]
        return {one.id: self._world_revision(one.world_id) for one in known}

    def _world_revision(self, world_id: WorldId) -> WorldRevision:
        world, cast = self._state.worlds[world_id], self._state.characters.items()
        parts = sorted((who, one.etag, one.version) for (at, who), one in cast if at == world_id)
        return WorldRevision(world_id, world.genesis_id, hash((world.etag, *parts)))

    async def together(self, work: Callable[["MemorySnapshot"], Awaitable[T]]) -> T:
        return await work(self)

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        return look_up(self._living(), "timeline", timeline_id, timeline_id)

    def _living(self) -> dict[str, Timeline]:
        deleted = self._state.deleted
        return {key: one for key, one in self._state.timelines.items() if key not in deleted}

    async def timelines(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Timeline, ...]:
        timelines = self._living()
        return page(
            {key: one for key, one in timelines.items() if one.world_id == world_id}, limit, after
        )

    async def timelines_played_last(self, limit: int) -> tuple[Timeline, ...]:
        def written(timeline: Timeline) -> datetime:
            entries = self._state.log.get(timeline.id)
            return entries[-1].record.written_at if entries else timeline.created_at

        played = [one for one in self._living().values() if one.parent_id is not None]
        return tuple(sorted(played, key=written, reverse=True)[:limit])

    async def saved(self, save_id: SaveId) -> MemoryView:
        vantage = (await self.save(save_id)).vantage
        return MemoryView(self._state, self._state.timelines[vantage.timeline_id], vantage)

    async def save(self, save_id: SaveId) -> Save:
        return look_up(self._state.saves, "save", save_id, save_id)

    async def saves(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Save, ...]:
        saves = self._state.saves
        return page(
            {key: one for key, one in saves.items() if one.world_id == world_id}, limit, after
        )

    async def world(self, world_id: WorldId) -> World:
        return look_up(self._state.worlds, "world", world_id, world_id)

    async def worlds(self, limit: int, after: str = "") -> tuple[World, ...]:
        return page(self._state.worlds, limit, after)

    async def place(self, world_id: WorldId, place_id: PlaceId) -> Place:
        return look_up(self._state.places, "place", place_id, (world_id, place_id))

    async def places(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Place, ...]:
        own = {key: one for (world, key), one in self._state.places.items() if world == world_id}
        return page(own, limit, after)

    async def character(self, world_id: WorldId, character_id: CharacterId) -> Character:
        characters = self._state.characters
        found = look_up(characters, "character", character_id, (world_id, character_id))
        return self._addressed(found)

    async def characters(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Character, ...]:
        characters = self._state.characters
        own = {key: one for (world, key), one in characters.items() if world == world_id}
        return tuple(self._addressed(one) for one in page(own, limit, after))

    def _addressed(self, found: Character) -> Character:
        there = self._state.characters.items()
        people = People({key: one.name for (world, key), one in there if world == found.world_id})
        return replace(found, persona=addressed(found.persona, people))

    async def order(self, world_id: WorldId) -> Order:
        state = self._state
        own = [one for key, one in state.characters.items() if key[0] == world_id]
        there = Order(
            places=tuple(sorted(key for world, key in state.places if world == world_id)),
            characters=tuple(
                one.id for one in sorted(own, key=lambda one: (one.created_at, one.id))
            ),
            books=tuple(sorted(key for world, key in state.books if world == world_id)),
        )
        put = state.orders.get(world_id, Order())
        return Order(
            places=_in(put.places, there.places),
            characters=_in(put.characters, there.characters),
            books=_in(put.books, there.books),
        )

    async def first_character(self, world_id: WorldId) -> CharacterId | None:
        found = (await self.order(world_id)).characters
        return CharacterId(found[0]) if found else None

    async def roster(self, world_id: WorldId) -> tuple[Resident, ...]:
        own = await self.characters(world_id, len(self._state.characters))
        return tuple(
            Resident(
                one.id,
                one.name,
                one.place_id,
                one.persona.is_deaf,
                one.persona.is_blind,
                one.persona.background[:BACKGROUND],
            )
            for one in own
        )

    async def persona_versions(
        self, world_id: WorldId, character_id: CharacterId, limit: int, before: int | None = None
    ) -> tuple[PersonaVersion, ...]:
        versions = self._state.versions.get((world_id, character_id), ())
        newest_first = (one for one in reversed(versions) if before is None or one.version < before)
        return tuple(newest_first)[:limit]

    async def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        own = [
            entry.record
            for entry in self._state.entries(segment)
            if entry.record.subject_id == subject_id
            and entry.record.kind in (*MEMORY_KINDS, *AMENDING_KINDS)
        ]
        for start in range(0, len(own), chunk):
            part = own[start : start + chunk]
            yield MemoryRows(
                tuple(record for record in part if record.kind in MEMORY_KINDS),
                tuple(record for record in part if record.kind in AMENDING_KINDS),
            )

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        found = [self._state.vectors.get((space, ref.timeline_id, ref.seq)) for ref in refs]
        dimension = max((len(one) for one in found if one is not None), default=0)
        values = np.zeros((len(refs), dimension), np.float32)
        for i, one in enumerate(found):
            if one is not None:
                values[i] = one
        return np.array([one is not None for one in found], np.bool_), values

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        own = [
            MemoryRef(entry.record.timeline_id, entry.record.seq)
            for entry in self._state.entries(segment)
            if entry.record.subject_id == subject_id and entry.record.kind in MEMORY_KINDS
        ]
        has, values = await self.vectors(space, own)
        return np.array([ref.seq for ref in own], np.int64)[has], values[has]

    async def lacking_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str, limit: int
    ) -> tuple[Record, ...]:
        timeline = self._state.timelines.get(timeline_id)
        if timeline is None:
            return ()
        lacking = (
            entry.record
            for entry in self._state.log.get(timeline_id, [])[: timeline.head - timeline.forked_at]
            if entry.record.subject_id == subject_id
            and entry.record.kind in MEMORY_KINDS
            and (space, timeline_id, entry.record.seq) not in self._state.vectors
        )
        return tuple(lacking)[:limit]

    async def broken_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str
    ) -> tuple[MemoryRef, ...]:
        return ()

    async def minds(
        self, limit: int, after: tuple[TimelineId, str] | None = None
    ) -> tuple[tuple[TimelineId, str], ...]:
        owners = {
            (TimelineId(timeline_id), entry.record.subject_id)
            for timeline_id, entries in self._state.log.items()
            if timeline_id not in self._state.deleted
            for entry in entries
            if entry.record.kind in MEMORY_KINDS
        }
        return tuple(pair for pair in sorted(owners) if after is None or pair > after)[:limit]

    async def answer(self, key: RequestKey) -> str | None:
        digest, answer, _ = self._state.requests.get((key.scope, key.request_id), ("", None, None))
        if answer is not None and digest != key.digest:
            raise InvalidInput("request_id", "was used before", Reason.REQUEST_ID_REUSED)
        return answer

    async def note(self, name: str) -> str | None:
        return self._state.notes.get(name)


def _in(put: tuple[str, ...], there: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in dict.fromkeys((*put, *there)) if one in there)
