"""The stores of a server: log, authored data, lore, jobs, and prompts.

Reads open a `Reader`, a consistent snapshot. Play state is reached through `Reader.at(vantage)`
and in no other way. Writes are of two kinds: `Store.append` puts records on a timeline and
`Store.write` runs a unit of work. Both return after the commit is durable, which many may share.
"""

import asyncio
import weakref
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from npcserver.model.character import Character, Persona, PersonaVersion
from npcserver.model.errors import InvalidInput, Reason
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId
from npcserver.model.job import Job, JobDraft
from npcserver.model.lore import Book, Passage
from npcserver.model.portrait import Portrait
from npcserver.model.prompt import PromptBounds
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.timeline import Save, Segment, Timeline, Vantage
from npcserver.model.world import Place, World, WorldRevision
from npcserver.model.worldfile import Order
from npcserver.ports.author_changes import ChangeNotes, ChangeReader
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.language_model import Message
from npcserver.ports.turn_leases import TurnLease
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import (
    MemoryRef,
    MemoryRows,
    Resident,
    TurnStart,
    View,
    WorldPlay,
)

_Limit = tuple[weakref.ref[asyncio.Task[Any]], frozenset[str] | None]
_LIMIT: ContextVar[_Limit | None] = ContextVar("limit_to_worlds", default=None)


def limit_to_worlds(worlds: frozenset[str] | None) -> None:
    """Have the present task read and write rows of these worlds alone, on PostgreSQL; None for all.

    What tasks that it starts write is limited too; what they read is not, as it may be for others.
    """
    task = asyncio.current_task()
    _LIMIT.set(None if task is None else (weakref.ref(task), worlds))


def visible_worlds() -> frozenset[str] | None:
    """Return the worlds that snapshots of the present task show; None for all."""
    limit = _LIMIT.get()
    return limit[1] if limit is not None and limit[0]() is asyncio.current_task() else None


def writable_worlds() -> frozenset[str] | None:
    """Return the worlds in which the present task may write; None for all."""
    limit = _LIMIT.get()
    return None if limit is None else limit[1]


class Books(Protocol):
    """The books of all worlds with their passages and vectors, in one snapshot."""

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        """Return up to `limit` books with ids after `after`; without `texts` chapters are empty."""

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        """Return all passages of a world, in order of book, chapter and position."""

    async def revision(self, world_id: WorldId) -> str:
        """Return a value that changes whenever a book does; empty for a world without books."""

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        """Return the ids of passages that have a vector in a space, and the vectors, by id.

        Shape (n, dimension); (0, 0) if there is none.
        """

    async def drafted_vectors(self, space: str, draft: MemoryRef, count: int) -> Vectors:
        """Return the vectors of a drafted book's passages, which its record has as one."""

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        """Return the first passages, by id after `after`, without a vector in a space."""


class Library(Books, Protocol):
    """Books within a unit of work, which can change them."""

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        """Store a book with its passages, replacing what has its id.

        Vectors of passages with unchanged text stay. Raises `Conflict` (ETAG_MISMATCH) if `if_etag`
        does not match, `NotFound` for an unknown world.
        """

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        """Delete a book with its passages. Raises `NotFound`, or `Conflict` (ETAG_MISMATCH)."""

    async def add_vectors(
        self, world_id: WorldId, space: str, passages: Sequence[Passage], vectors: Vectors
    ) -> None:
        """Store vectors of passages, except of those that have changed meanwhile."""

    async def announce(self, world_id: WorldId) -> None:
        """Change the revision, so that caches notice added vectors."""


class PromptArchive(Protocol):
    """Keeps the prompts behind receipts, each with the record that it led to."""

    def note(self, messages: Sequence[Message]) -> None:
        """Have a prompt stored by the append of the record whose receipt has its digest."""

    async def get(self, timeline_id: TimelineId, seq: int) -> tuple[Message, ...] | None:
        """Return the prompt behind a record of a timeline's own, or None if none is stored."""

    async def bounds(self) -> PromptBounds:
        """Return from when on prompts were stored, and up to when they were dropped since."""

    async def drop_expired(self, before: datetime, most_bytes: int) -> None:
        """Drop prompts written before a time, and the oldest beyond so many bytes."""


T = TypeVar("T")


def flags_of(world_id: WorldId) -> str:
    """Return how the names of notes begin that are flags on turns of a world."""
    return f"flag:{world_id}:"


@dataclass(frozen=True, slots=True)
class RequestKey:
    """Makes a write idempotent: the same id with another digest is refused.

    `scope` separates the ids of different timelines or worlds; `digest` is over the request.
    """

    scope: str
    request_id: str
    digest: str

    def check(self, digest: str) -> None:
        """Raise `InvalidInput` (REQUEST_ID_REUSED) if the id stands for a request of `digest`."""
        if digest != self.digest:
            raise InvalidInput(
                "request_id",
                f"{self.request_id!r} was used for another request; make a new id for each request",
                Reason.REQUEST_ID_REUSED,
                requestId=self.request_id,
            )


@dataclass(frozen=True, slots=True)
class Fence:
    """A condition of a thought: the subject has no newer record of these kinds.

    Newer means a seq greater than `seq`, at which the thought was made, on the timeline it is
    appended to. The thought of a `job` also requires that its worker still holds that.
    """

    subject_id: str
    kinds: tuple[RecordKind, ...]
    seq: int
    job: Job | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """Records to append to one timeline, in order, all or none.

    With a `key` a repeat changes nothing and gets the first answer. With `expected_head` the append
    is refused (`Conflict`, TIMELINE_MOVED) unless the timeline still ends there. It is refused
    (`Conflict`, MIND_MOVED) if a fence no longer holds; if that fence is of LEFT alone, the
    timeline was left (TIMELINE_LEFT).
    """

    timeline_id: TimelineId
    drafts: tuple[Draft, ...]
    _: KW_ONLY
    jobs: tuple[JobDraft, ...] = ()
    key: RequestKey | None = None
    expected_head: int | None = None
    fences: tuple[Fence, ...] = ()


@dataclass(frozen=True, slots=True)
class Appended:
    """Seqs of the appended records: `first ..= last`; `is_replay` if a repeat got the old answer.

    Without drafts, `first` is one more than `last`.
    """

    timeline_id: TimelineId
    first: int
    last: int
    is_replay: bool = False


class MemorySource(Protocol):
    """Source from which an index catches up; every `Reader` is one.

    It is a snapshot: the same query always has the same answer.
    """

    def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 10_000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield all memories and amendments of a subject in a segment, in chunks by seq."""

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return which refs have a vector in this space, and the vectors (zeros if none).

        Shapes (n,) and (n, dimension); dimension 0 if no ref has one.
        """

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return the seqs (ascending) and vectors of a subject's memories in a segment."""


class Reader(MemorySource, WorldPlay, ChangeReader, Protocol):
    """A consistent snapshot of everything; lists are ordered by id and start after `after`."""

    @property
    def library(self) -> Books: ...
    async def at(self, vantage: Vantage) -> View:
        """Return the view from a vantage. Raises `NotFound`, or `CursorTooNew` beyond the head."""

    async def head(self, timeline_id: TimelineId) -> View:
        """Return the view from the newest record of a timeline. Raises `NotFound`."""

    async def turn_start(
        self, timeline_id: TimelineId, character_id: CharacterId, key: RequestKey | None
    ) -> TurnStart:
        """Return what a turn of a character begins with. Raises what `head` and `answer` do.

        What this reader is asked of that world and that view afterwards may come from memory,
        where nothing has changed since.
        """

    async def world_revisions(
        self, timeline_ids: Collection[TimelineId]
    ) -> dict[TimelineId, WorldRevision]:
        """Return the worlds of timelines, as they are now, by one query; without unknown ones."""

    async def together(self, work: "Callable[[Reader], Awaitable[T]]") -> T:
        """Run several reads of this snapshot in one go, which saves waiting for each.

        `work` awaits nothing but the reader it is given. Views it returns belong to this snapshot
        and can be used afterwards, one at a time.
        """

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline with its present head. Raises `NotFound`."""

    async def timelines(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Timeline, ...]: ...
    async def timelines_played_last(
        self, limit: int, world_id: WorldId | None = None
    ) -> tuple[Timeline, ...]:
        """Return the timelines of play whose newest records were written last, latest first."""

    async def save(self, save_id: SaveId) -> Save: ...
    async def saves(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Save, ...]: ...
    async def saved(self, save_id: SaveId) -> View:
        """Return the view from a save, even if its timeline was deleted. Raises `NotFound`."""

    async def world(self, world_id: WorldId) -> World: ...
    async def worlds(self, limit: int, after: str = "") -> tuple[World, ...]: ...
    async def place(self, world_id: WorldId, place_id: PlaceId) -> Place: ...
    async def places(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Place, ...]: ...
    async def character(self, world_id: WorldId, character_id: CharacterId) -> Character:
        """Return a character with the persona that is in the database now.

        `version` is the number this persona has, or will have once `UnitOfWork.adopt` has run.
        """

    async def characters(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Character, ...]: ...
    async def order(self, world_id: WorldId) -> Order:
        """Return the order of all that was authored: that of `arrange`, then what was added since.

        What was added since is ordered by id, characters by creation time.
        """

    async def first_character(self, world_id: WorldId) -> CharacterId | None:
        """Return the first character of that order, None in a world without characters."""

    async def roster(self, world_id: WorldId) -> tuple[Resident, ...]:
        """Return all characters of a world in brief, ordered by id; cheap enough for every turn."""

    async def portrait(self, world_id: WorldId, character_id: CharacterId) -> Portrait | None: ...
    async def portraits(self, world_id: WorldId) -> Mapping[str, str]: ...
    async def persona_versions(
        self, world_id: WorldId, character_id: CharacterId, limit: int, before: int | None = None
    ) -> tuple[PersonaVersion, ...]:
        """Return versions with a number below `before`, newest first."""

    async def lacking_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str, limit: int
    ) -> tuple[Record, ...]:
        """Return a subject's oldest memories on the timeline itself that lack a vector."""

    async def broken_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str
    ) -> tuple[MemoryRef, ...]:
        """Return a subject's memories on the timeline itself whose vectors cannot be read.

        They have another length, or numbers that are not finite, and count as missing elsewhere.
        """

    async def minds(
        self, limit: int, after: tuple[TimelineId, str] | None = None
    ) -> tuple[tuple[TimelineId, str], ...]:
        """Return the (timeline, subject) pairs that own memories, in order, after a pair."""

    async def answer(self, key: RequestKey) -> str | None:
        """Return the stored answer of a repeated request, None for a new one.

        An append with this key stores `first:last`. Raises `InvalidInput` (REQUEST_ID_REUSED) if
        the digest differs.
        """

    async def note(self, name: str) -> str | None:
        """Return a fact the server keeps about its database, such as the last embedder; or None."""

    async def probe(self) -> None:
        """Raise `Unavailable` unless the database answers."""

    async def notes(self, prefix: str) -> dict[str, str]:
        """Return the notes whose names begin with a prefix, by name."""


class UnitOfWork(Reader, ChangeNotes, Protocol):
    """Changes that commit together; an exception from the work function undoes them."""

    @property
    def library(self) -> Library: ...
    async def keep_answer(
        self, key: RequestKey, answer: str, began: TimelineId | None = None
    ) -> None:
        """Store the answer of a request for at least 24 hours.

        It is deleted sooner with the timeline that is the key's scope, or that the request `began`.
        """

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline as part of this unit."""

    async def add_world(self, world: World) -> None:
        """Add a world. Raises `AlreadyExists`."""

    async def put_world(self, world: World, *, if_etag: str = "") -> None:
        """Store a world. Raises `NotFound`, or `Conflict` if `if_etag` does not match."""

    async def delete_world(self, world_id: WorldId, *, if_etag: str = "") -> None:
        """Delete a world with everything in it, including timelines and saves."""

    async def add_place(self, place: Place) -> None: ...
    async def put_place(self, place: Place, *, if_etag: str = "") -> None: ...
    async def delete_place(
        self, world_id: WorldId, place_id: PlaceId, *, if_etag: str = ""
    ) -> None:
        """Delete a place. Raises `NotPossibleNow` (STILL_IN_USE) if it has parts or residents."""

    async def add_character(self, character: Character) -> None:
        """Add a character and version 1 of its persona."""

    async def put_character(self, character: Character, *, if_etag: str = "") -> Character:
        """Store a character and return it; a changed persona becomes a new version."""

    async def put_portrait(self, world_id: WorldId, portrait: Portrait) -> None: ...
    async def adopt(self, world_id: WorldId, character_id: CharacterId, persona: Persona) -> int:
        """Record a persona found in the database as a version if it is new; return its number."""

    async def delete_character(
        self, world_id: WorldId, character_id: CharacterId, *, if_etag: str = ""
    ) -> None: ...
    async def arrange(self, world_id: WorldId, order: Order) -> None:
        """Store the order of what was authored; unknown ids are left out."""

    async def add_timeline(self, timeline: Timeline) -> None: ...
    async def add_save(self, save: Save) -> None: ...
    async def saves_in_playthrough(self, timeline_id: TimelineId, name: str) -> tuple[SaveId, ...]:
        """Return the saves of a name whose timelines began as this one: see `first_played`."""

    async def delete_save(self, save_id: SaveId) -> None:
        """Delete a save; rows only it needs are freed later. Raises `NotFound`."""

    async def delete_timeline(self, timeline_id: TimelineId, *, saves: bool) -> None:
        """Delete a timeline, with `saves` also those made on it; requests a FREE job.

        Saves that are kept, and timelines that forked from it, keep what they see of it. Raises
        `NotFound`, or `NotPossibleNow` (STILL_IN_USE) for the genesis of a world.
        """

    async def free(self, timeline_id: TimelineId, most: int) -> bool:
        """Delete up to `most` unneeded rows of a deleted timeline; return whether all are gone.

        Once nothing of it is needed, the timeline itself is deleted, and what only it needed is
        freed.
        """

    async def rest(self, timeline_id: TimelineId) -> None:
        """Drop all jobs of a timeline, since the game has left it."""

    async def count_late_result(self, timeline_id: TimelineId) -> None:
        """Count a thought that finished after its timeline was left."""

    async def add_vectors(self, space: str, refs: Sequence[MemoryRef], vectors: Vectors) -> None:
        """Store vectors; an existing one is kept."""

    async def drop_vectors(self, space: str, refs: Sequence[MemoryRef]) -> None: ...
    async def want(self, jobs: Sequence[JobDraft]) -> None:
        """Request jobs."""

    async def keep_note(self, name: str, value: str) -> None: ...
    async def first_note(self, name: str, value: str) -> str:
        """Store a note unless there is one; return what is stored, the same to all servers."""

    async def end_turn(self, turn_id: TurnId, owner: str | None) -> bool:
        """Remove a turn from the journal; return whether it was there and this owner's.

        None as the owner stands for anybody.
        """

    async def end_lease(self, lease: TurnLease | None) -> bool:
        """End the lease of a turn; return whether it was still held, or none is needed."""

    async def append_end(self, vantage: Vantage) -> int:
        """Return the last seq of the append that wrote the vantage's last record.

        Limited to what the timeline sees; the vantage's own seq if there is no such record.
        """


Work = Callable[[UnitOfWork], Awaitable[T]]


class Store(Protocol):
    """Access to all stored data."""

    def read(self) -> AbstractAsyncContextManager[Reader]:
        """Open a read snapshot; it holds no lock that a writer waits for."""

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and return its result after the commit is durable.

        `work` awaits nothing but the unit. It may share its transaction with others; its failure
        undoes only its own changes. Raises `Unavailable`, or `OverLimit` if the disk is full.
        """

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline; durable on return. The fast path of play."""


class FollowedStore(Store, Protocol):
    """A store that tells when timelines grow."""

    @property
    def broadcast(self) -> Broadcast:
        """Wakes those who follow timelines, after each commit that changes one."""
