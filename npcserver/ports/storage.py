"""The log and the authored world, as the use cases need them.

Reads open a `Reader`, a consistent snapshot. Play state is reached through `Reader.at(vantage)`
and in no other way. Writes are of two kinds: `Store.append` puts records on a timeline and
`Store.write` runs a unit of work. Both return after the commit is durable, which many may share.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from npcserver.model.character import Character, Persona, PersonaVersion
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId
from npcserver.model.job import JobDraft
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.timeline import Save, Segment, Timeline, Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.embedder import Vectors
from npcserver.ports.library import Books, Library
from npcserver.ports.rows import MemoryRef, MemoryRows, Resident
from npcserver.ports.view import View

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RequestKey:
    """Makes a write happen once: the same id with another digest is refused.

    `scope` keeps the ids of different timelines or worlds apart; `digest` is over the request.
    """

    scope: str
    request_id: str
    digest: str


@dataclass(frozen=True, slots=True)
class Fence:
    """What a thought rests on: the subject has no record of these kinds with a greater seq.

    `seq` is where the thought was thought from, on the timeline it is appended to.
    """

    subject_id: str
    kinds: tuple[RecordKind, ...]
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """Records to put at the end of one timeline, in order, all or none.

    With a `key` a repeat changes nothing and gets the first answer. With `expected_head` the
    append is refused (`Conflict`, TIMELINE_MOVED) unless the timeline still ends there. It is
    refused (`Conflict`, MIND_MOVED) when a fence does not hold any more; where that fence is of
    LEFT alone, the timeline was left (TIMELINE_LEFT).
    """

    timeline_id: TimelineId
    drafts: tuple[Draft, ...]
    jobs: tuple[JobDraft, ...] = ()
    key: RequestKey | None = None
    expected_head: int | None = None
    fences: tuple[Fence, ...] = ()


@dataclass(frozen=True, slots=True)
class Appended:
    """Where the records stand: `first ..= last`; `is_replay` when a repeat got the old answer.

    For no drafts, `first` is one more than `last`.
    """

    timeline_id: TimelineId
    first: int
    last: int
    is_replay: bool = False


class Reader(Protocol):
    """A consistent snapshot of everything. Lists are ordered by id and start after `after`."""

    @property
    def library(self) -> Books: ...
    async def at(self, vantage: Vantage) -> View:
        """Look from a vantage. Raises `NotFound`, or `CursorTooNew` beyond the head."""
        ...

    async def head(self, timeline_id: TimelineId) -> View:
        """Look from the newest record of a timeline. Raises `NotFound`."""
        ...

    async def together(self, work: "Callable[[Reader], Awaitable[T]]") -> T:
        """Run several reads of this snapshot in one go, which saves their waits.

        `work` awaits nothing but the reader it is given. Views it returns belong to this snapshot
        and can be looked at afterwards, one by one.
        """
        ...

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline with its present head. Raises `NotFound`."""
        ...

    async def timelines(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Timeline, ...]: ...
    async def save(self, save_id: SaveId) -> Save: ...
    async def saves(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Save, ...]: ...
    async def saved(self, save_id: SaveId) -> View:
        """Look from a save, also where its timeline was deleted since. Raises `NotFound`."""
        ...

    async def world(self, world_id: WorldId) -> World: ...
    async def worlds(self, limit: int, after: str = "") -> tuple[World, ...]: ...
    async def place(self, world_id: WorldId, place_id: PlaceId) -> Place: ...
    async def places(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Place, ...]: ...
    async def character(self, world_id: WorldId, character_id: CharacterId) -> Character:
        """Return a character with the persona as it stands in the database now.

        `version` is the number this persona has, or will have once `UnitOfWork.adopt` has run.
        """
        ...

    async def characters(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Character, ...]: ...
    async def order(self, world_id: WorldId) -> Order:
        """Return the order of all that was authored: as `arrange` had it, then what came since.

        What came since goes by id, characters by when they were created.
        """
        ...

    async def first_character(self, world_id: WorldId) -> CharacterId | None:
        """Return the first character of that order, None in a world without any."""
        ...

    async def roster(self, world_id: WorldId) -> tuple[Resident, ...]:
        """Return all characters of a world in short, ordered by id; cheap, for every turn."""
        ...

    async def persona_versions(
        self, world_id: WorldId, character_id: CharacterId, limit: int, before: int | None = None
    ) -> tuple[PersonaVersion, ...]:
        """Return versions newest first, with a number below `before`."""
        ...

    def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield all memories and amendments of a subject in a segment, in chunks by seq."""
        ...

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return which refs have a vector in this space, and the vectors (zeros where not).

        Shapes (n,) and (n, dimension); dimension 0 when none has one.
        """
        ...

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return all vectors of a subject's memories in a segment: seqs ascending, and rows."""
        ...

    async def lacking_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str, limit: int
    ) -> tuple[Record, ...]:
        """Return the oldest memories of a subject on that timeline itself without a vector."""
        ...

    async def minds(
        self, limit: int, after: tuple[TimelineId, str] | None = None
    ) -> tuple[tuple[TimelineId, str], ...]:
        """Return the (timeline, subject) pairs that own memories, in order, after a pair."""
        ...

    async def answer(self, key: RequestKey) -> str | None:
        """Return the stored answer of a repeated request, None for a new one.

        An append with this key stores `first:last`. Raises `InvalidInput` (REQUEST_ID_REUSED)
        when the digest differs.
        """
        ...

    async def note(self, name: str) -> str | None:
        """Return a fact the server keeps about its own database, such as the embedder last used."""
        ...


class UnitOfWork(Reader, Protocol):
    """Changes that commit together. Leaving the work function by an exception undoes them."""

    @property
    def library(self) -> Library: ...
    async def keep_answer(
        self, key: RequestKey, answer: str, began: TimelineId | None = None
    ) -> None:
        """Store the answer of a request for at least 24 hours.

        It is freed sooner with the timeline that is the key's scope, or that the request `began`.
        """
        ...

    async def append(self, append: Append) -> Appended:
        """Put records on a timeline as part of this unit."""
        ...

    async def add_world(self, world: World) -> None:
        """Add a world. Raises `AlreadyExists`."""
        ...

    async def put_world(self, world: World, *, if_etag: str = "") -> None:
        """Store a world. Raises `NotFound`, or `Conflict` for an `if_etag` that does not match."""
        ...

    async def delete_world(self, world_id: WorldId, *, if_etag: str = "") -> None:
        """Delete a world with everything in it, timelines and saves included."""
        ...

    async def add_place(self, place: Place) -> None: ...
    async def put_place(self, place: Place, *, if_etag: str = "") -> None: ...
    async def delete_place(
        self, world_id: WorldId, place_id: PlaceId, *, if_etag: str = ""
    ) -> None:
        """Raise `NotPossibleNow` (STILL_IN_USE) while it has parts or residents."""
        ...

    async def add_character(self, character: Character) -> None:
        """Add a character and version 1 of its persona."""
        ...

    async def put_character(self, character: Character, *, if_etag: str = "") -> Character:
        """Store a character; a changed persona becomes a new version. Returns it as stored."""
        ...

    async def adopt(self, world_id: WorldId, character_id: CharacterId, persona: Persona) -> int:
        """Record a persona found in the database as a version if it is new; return its number."""
        ...

    async def delete_character(
        self, world_id: WorldId, character_id: CharacterId, *, if_etag: str = ""
    ) -> None: ...
    async def arrange(self, world_id: WorldId, order: Order) -> None:
        """Keep an order of what was authored; ids that the world does not have are left out."""
        ...

    async def add_timeline(self, timeline: Timeline) -> None: ...
    async def add_save(self, save: Save) -> None: ...
    async def delete_save(self, save_id: SaveId) -> None:
        """Delete a save; what nobody else needs is freed by and by. Raises `NotFound`."""
        ...

    async def delete_timeline(self, timeline_id: TimelineId, *, saves: bool) -> None:
        """Delete a timeline, with `saves` also those made on it; wishes for FREE.

        Saves that are kept, and timelines that forked from it, keep what they see of it. Raises
        `NotFound`, or `NotPossibleNow` (STILL_IN_USE) for the genesis of a world.
        """
        ...

    async def free(self, timeline_id: TimelineId, most: int) -> bool:
        """Free up to `most` rows of a deleted timeline that nobody sees; say whether all are gone.

        Once nothing of it is needed the timeline itself goes, and what only it needed is freed.
        """
        ...

    async def rest(self, timeline_id: TimelineId) -> None:
        """Let go of all work that a timeline waits for: the game has left it."""
        ...

    async def count_late_result(self, timeline_id: TimelineId) -> None:
        """Count a thought that came too late, after its timeline was left."""
        ...

    async def add_vectors(self, space: str, refs: Sequence[MemoryRef], vectors: Vectors) -> None:
        """Store vectors; one that is there already stays."""
        ...

    async def want(self, jobs: Sequence[JobDraft]) -> None:
        """Wish for work."""
        ...

    async def keep_note(self, name: str, value: str) -> None: ...
    async def end_turn(self, turn_id: TurnId) -> bool:
        """Remove a turn from the journal; say whether it was there."""
        ...

    async def append_end(self, vantage: Vantage) -> int:
        """Return the seq of the last record of the append that a vantage's last one came with.

        As far as the timeline sees it; the vantage's own seq where there is no such record.
        """
        ...


Work = Callable[[UnitOfWork], Awaitable[T]]


class Store(Protocol):
    """The one door to what is kept."""

    def read(self) -> AbstractAsyncContextManager[Reader]:
        """Open a snapshot to read from; it holds no lock that a writer waits for."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and return its result after the commit is durable.

        `work` awaits nothing but the unit. It may share its transaction with others; its failure
        undoes only its own changes. Raises `Unavailable`, or `OverLimit` when the disk is full.
        """
        ...

    async def append(self, append: Append) -> Appended:
        """Put records on a timeline; durable when this returns. The fast road of play."""
        ...
