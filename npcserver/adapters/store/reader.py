"""Reads of a snapshot, and play state as one vantage sees it."""

from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Coroutine,
    Hashable,
    Iterator,
    Sequence,
)
from functools import lru_cache
from threading import get_ident
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from npcserver.adapters.store import (
    authored,
    branches,
    dialect,
    library,
    log,
    memories,
    requests,
)
from npcserver.adapters.store.author_changes import authors_of, change_of, changes_of
from npcserver.adapters.store.library import SqlBooks
from npcserver.adapters.store.log_cache import LogCache, TimelineHead
from npcserver.adapters.store.reader_pool import run_to_end
from npcserver.adapters.store.requests import TurnStartRow
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.timelines import lineage_of
from npcserver.adapters.store.transactions import QueryRunner, as_method, read_note, read_notes
from npcserver.adapters.store.view import SqlView
from npcserver.model.errors import CursorTooNew, NotFound, Reason, Unavailable
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.record import Record
from npcserver.model.timeline import Lineage, Segment, Timeline, Vantage
from npcserver.model.world import Place, WorldRevision, is_rooted
from npcserver.ports.storage import RequestKey
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import BrokenCell, MemoryRef, MemoryRows, TurnStart

_ALL = 1_000_000_000
_MOST_REVISIONS = 32
_MOST_AUTHORED = 4096  # results at one revision


def broken_cells(connection: Connection) -> tuple[BrokenCell, ...]:
    """Return all columns that are unreadable or name a missing place, by world."""
    found: list[BrokenCell] = []
    for world in authored.list_worlds(connection, _ALL, "", tell=found.append):
        places = authored.list_places(connection, world.id, _ALL, "", tell=found.append)
        found += _misplaced(places)
        there = {place.id for place in places}
        for one in authored.list_characters(connection, world.id, _ALL, "", tell=found.append):
            if one.place_id is not None and one.place_id not in there:
                cell = "character", world.id, one.id, "place_id", f"no place {one.place_id!r}"
                found.append(BrokenCell(*cell, "the id of a place, or NULL", "it is nowhere"))
        library.list_books(connection, world.id, _ALL, "", texts=True, tell=found.append)
    return tuple(found)


def _misplaced(places: Sequence[Place]) -> Iterator[BrokenCell]:
    by_id: dict[PlaceId, Place] = {place.id: place for place in places}
    for place in places:
        if is_rooted(place, by_id):
            continue
        is_there = place.parent_id in by_id
        problem = "it would lie within itself" if is_there else f"no place {place.parent_id!r}"
        cell = "place", place.world_id, place.id, "parent_id", problem
        yield BrokenCell(*cell, "the id of another place, or NULL", "it is part of no other place")


P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class AuthoredRead:
    """Results of queries over one world at one revision.

    Triggers of the database raise the revision with every change, also with those made without a
    server, so nothing here is outdated for a snapshot that has the revision.
    """

    def __init__(self, revision: WorldRevision) -> None:
        self.world_id = revision.world_id
        self._results: dict[Hashable, object] = {}

    def of(
        self,
        connection: Connection,
        query: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of a query; the connection must see this revision."""
        key = (query, args)
        if key not in self._results:
            if len(self._results) >= _MOST_AUTHORED:
                self._results = {}
            self._results[key] = query(connection, *args, **kwargs)
        return self._results[key]  # type: ignore[return-value]


class TurnCaches:
    """What the turns of a process share: answers at heads, and worlds at their revisions."""

    def __init__(self) -> None:
        self.log = LogCache()
        self.authored = lru_cache(_MOST_REVISIONS)(AuthoredRead)


def _of_world(
    query: Callable[Concatenate[Connection, WorldId, P], R],
) -> Callable[Concatenate[Any, WorldId, P], Coroutine[Any, Any, R]]:
    """Return a query over one world as a method that reads it once at each revision of the world.

    Where no turn was opened the revision is not known, and it is always read.
    """

    async def method(self: Any, world_id: WorldId, /, *args: P.args, **kwargs: P.kwargs) -> R:
        known: AuthoredRead | None = self._authored
        run: QueryRunner = self._run
        if known is None or known.world_id != world_id:
            return await run(query, world_id, *args, **kwargs)
        return await run(known.of, query, world_id, *args, **kwargs)

    return method


class SqlReader:
    """A consistent snapshot of everything.

    With `caches` a turn that was opened here reads only what has changed since an earlier one.
    """

    def __init__(self, run: QueryRunner, facts: RowCache, caches: TurnCaches | None = None) -> None:
        self._run = run
        self._facts = facts
        self._caches = caches
        self._authored: AuthoredRead | None = None

    @property
    def library(self) -> SqlBooks:
        """The books of all worlds."""
        return SqlBooks(self._run)

    async def at(self, vantage: Vantage) -> SqlView:
        """Return the view from a vantage. Raises `NotFound` or `CursorTooNew`."""
        return await self._looked(vantage.timeline_id, vantage.seq)

    async def head(self, timeline_id: TimelineId) -> SqlView:
        """Return the view from the newest record of a timeline. Raises `NotFound`."""
        return await self._looked(timeline_id)

    async def _looked(self, timeline_id: TimelineId, seq: int | None = None) -> SqlView:
        looked = await self._run(_look, self._facts, self._caches, timeline_id, seq)
        revision, timeline, vantage, lineage, head = looked
        if self._caches is not None and revision is not None:
            self._authored = self._caches.authored(revision)
        return SqlView(self._run, self._facts, timeline, vantage, lineage, head)

    async def together(self, work: Callable[["SqlReader"], Awaitable[T]]) -> T:
        """Run several reads in one hop to the thread of this snapshot."""
        return await self._run(_inline, self._run, self._facts, self._caches, work)

    world_revisions = as_method(requests.world_revisions)

    async def turn_start(
        self, timeline_id: TimelineId, character_id: CharacterId, key: RequestKey | None
    ) -> TurnStart:
        """Return what a turn begins with, by one query. Raises `NotFound`."""
        if self._caches is None:
            raise RuntimeError("a unit of work opens no turn; load first, then write")
        try:
            start, timeline, lineage, head = await self._run(
                _look_with, self._facts, self._caches, timeline_id, character_id, key
            )
        except NotFound:
            self._caches.log.drop(timeline_id)
            raise
        self._authored = self._caches.authored(start.revision)
        return TurnStart(
            view=SqlView(self._run, self._facts, timeline, timeline.vantage, lineage, head),
            answer=start.answer,
            is_begun=start.is_begun,
            books=start.books,
        )

    timeline = as_method(authored.read_timeline)
    timelines = as_method(authored.list_timelines)
    timelines_played_last = as_method(authored.list_timelines_played_last)
    turns_of_world = as_method(log.turns_of_world)
    scenes_of_world = as_method(log.scenes_of_world)
    branch_drafts = as_method(branches.list_branch_drafts)
    people_of_world = as_method(branches.list_people)

    async def saved(self, save_id: SaveId) -> SqlView:
        """Return the view from a save, even if its timeline was deleted."""
        looked = await self._run(_look_from_save, self._facts, save_id)
        return SqlView(self._run, self._facts, *looked)

    save = as_method(authored.read_save)
    saves = as_method(authored.list_saves)
    world = _of_world(authored.read_world)
    worlds = as_method(authored.list_worlds)
    place = _of_world(authored.read_place)
    places = _of_world(authored.list_places)
    character = _of_world(authored.read_character)
    characters = as_method(authored.list_characters)
    order = as_method(authored.read_order)
    first_character = as_method(authored.read_first_character)
    roster = _of_world(authored.read_roster)
    persona_versions = as_method(authored.list_persona_versions)
    portrait = as_method(authored.read_portrait)
    portraits = as_method(authored.list_portraits)

    async def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 10_000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield all memories and amendments of a subject in a segment, in chunks by seq."""
        recent = None
        if self._caches is not None:
            recent = self._caches.log.recent(segment, subject_id, memories.ROW_KINDS)
        if recent is not None:
            yield memories.sorted_out(recent)
            return
        rest: Segment | None = segment
        while rest is not None:
            rows, rest = await self._run(memories.memory_rows, rest, subject_id, chunk)
            if rows.memories or rows.amendments:
                yield rows

    vectors = as_method(memories.vectors)
    vector_rows = as_method(memories.vector_rows)

    async def lacking_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str, limit: int
    ) -> tuple[Record, ...]:
        """Return the oldest memories on the timeline itself without a vector."""
        return await self._run(
            memories.lacking_vectors, self._facts, space, timeline_id, subject_id, limit
        )

    async def broken_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str
    ) -> tuple[MemoryRef, ...]:
        """Return a subject's memories on the timeline itself whose vectors cannot be read."""
        return await self._run(memories.broken_vectors, self._facts, space, timeline_id, subject_id)

    minds = as_method(memories.minds)

    async def answer(self, key: RequestKey) -> str | None:
        """Return the stored answer of a repeated request, None for a new one."""
        return requests.answer_to(key, await self._run(requests.known, (key,)))

    broken_cells = as_method(broken_cells)

    note = as_method(read_note)
    probe = as_method(dialect.probe)
    notes = as_method(read_notes)
    author_changes = as_method(changes_of)
    author_change = as_method(change_of)
    authors = as_method(authors_of)


def _inline(
    connection: Connection,
    elsewhere: QueryRunner,
    facts: RowCache,
    caches: TurnCaches | None,
    work: Callable[[SqlReader], Awaitable[T]],
) -> T:
    here = get_ident()

    async def run(
        query: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        if get_ident() == here:
            return query(connection, *args, **kwargs)
        return await elsewhere(query, *args, **kwargs)  # a view that is used after `work` has ended

    return run_to_end(work(SqlReader(run, facts, caches)))


def _look_with(
    connection: Connection,
    facts: RowCache,
    caches: TurnCaches,
    timeline_id: TimelineId,
    character_id: CharacterId,
    key: RequestKey | None,
) -> tuple[TurnStartRow, Timeline, Lineage, TimelineHead | None]:
    start = requests.read_turn_start(connection, timeline_id, character_id, key)
    timeline = start.timeline
    lineage = lineage_of(connection, facts, timeline.vantage, timeline)
    head = caches.log.head(connection, lineage) if lineage else None
    caches.log.keep_start(start, lineage)
    return start, timeline, lineage, head


def _look_from_save(
    connection: Connection, facts: RowCache, save_id: SaveId
) -> tuple[Timeline, Vantage, Lineage]:
    vantage = authored.read_save(connection, save_id).vantage
    timeline = authored.read_kept_timeline(connection, vantage.timeline_id)
    return timeline, vantage, lineage_of(connection, facts, vantage, timeline)


def _look(
    connection: Connection,
    facts: RowCache,
    caches: TurnCaches | None,
    timeline_id: TimelineId,
    seq: int | None = None,
) -> tuple[WorldRevision | None, Timeline, Vantage, Lineage, TimelineHead | None]:
    """Return what is seen from a seq of a timeline, or from its head.

    With `caches` also the world's revision, and for the head the answers that are kept of it.
    """
    timeline = authored.read_timeline(connection, timeline_id)
    vantage = timeline.vantage if seq is None else Vantage(timeline_id, seq)
    if vantage.seq > timeline.head:
        raise CursorTooNew(
            f"timeline {timeline.id!r} ends at {timeline.head} and has no record "
            f"{vantage.seq} yet; resume at its end",
            Reason.CURSOR_TOO_NEW,
            timelineId=timeline.id,
            head=str(timeline.head),
        )
    lineage = lineage_of(connection, facts, vantage, timeline)
    if caches is None:
        return None, timeline, vantage, lineage, None
    revision = requests.world_revisions(connection, (timeline_id,)).get(timeline_id)
    if revision is None or not lineage or seq is not None:
        return revision, timeline, vantage, lineage, None
    head = caches.log.head(connection, lineage)
    caches.log.move_start(timeline, revision, lineage)
    return revision, timeline, vantage, lineage, head


def _not_in_memory() -> Unavailable:
    return Unavailable(
        "the database does not answer, and what is asked for is not in memory; try again",
        Reason.STORAGE_UNAVAILABLE,
    )


class _NoConnection:
    """In place of a connection; whatever is wanted of it raises `Unavailable`."""

    def __getattr__(self, name: str) -> Any:
        raise _not_in_memory()


_AWAY = cast("Connection", _NoConnection())


async def _run(
    query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    return query(_AWAY, *args, **kwargs)


class _CachedView(SqlView):
    """Play state at the newest head of a timeline that a turn has read."""

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return those of the records that are in memory, in order of seq."""
        return () if self._head is None else await self._current(self._head.held(seqs))


class CachedReader(SqlReader):
    """Runs the queries of a turn on what earlier turns have read, without a database.

    Raises `Unavailable` (STORAGE_UNAVAILABLE) for what none has read. Only memories are different:
    those that are not in memory are left out of recall, and those without a vector count as such.
    """

    def __init__(self, facts: RowCache, caches: TurnCaches) -> None:
        super().__init__(_run, facts, caches)
        self._known = caches

    async def together(self, work: Callable[[SqlReader], Awaitable[T]]) -> T:
        """Run several reads."""
        return await work(self)

    async def turn_start(
        self,
        timeline_id: TimelineId,
        character_id: CharacterId,  # noqa: ARG002 - the journal is not in memory
        key: RequestKey | None,  # noqa: ARG002 - nor are answers
    ) -> TurnStart:
        """Return what the last turn in a timeline began with."""
        known = self._known.log.last_start(timeline_id)
        if known is None:
            raise _not_in_memory()
        start, head = known
        self._authored = self._known.authored(start.revision)
        timeline = start.timeline
        return TurnStart(
            view=_CachedView(_run, self._facts, timeline, timeline.vantage, head.lineage, head),
            answer=None,
            is_begun=False,
            books=start.books,
        )

    async def vectors(
        self,
        space: str,  # noqa: ARG002 - the same for all
        refs: Sequence[MemoryRef],
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return that no ref has a vector."""
        return np.zeros(len(refs), np.bool_), np.zeros((len(refs), 0), np.float32)

    async def vector_rows(
        self,
        space: str,  # noqa: ARG002 - the same for all
        segment: Segment,  # noqa: ARG002
        subject_id: str,  # noqa: ARG002
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return no vectors."""
        return np.zeros(0, np.int64), np.zeros((0, 0), np.float32)
