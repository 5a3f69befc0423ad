"""A session as a snapshot, for use cases that read from a store.

The cast is separate from the log: the same log can be read with the personas of then, and with
those of today.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from npcserver.memory.source import LexicalBooks, NoVectors
from npcserver.model.character import Character, People, Persona, addressed
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.lore import Book
from npcserver.model.record import MEMORY_KINDS, Record, RecordKind
from npcserver.model.timeline import Segment, Timeline, Vantage
from npcserver.model.world import DEFAULT_START, Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import Append, Appended, Books, Reader, RequestKey, Work
from npcserver.ports.view import BACKGROUND, MemoryRef, MemoryRows, Resident, TurnStart, View
from npctools.replay.session_log import SessionLog, SessionView

T = TypeVar("T")

_AMENDING = (RecordKind.TURN, RecordKind.RATING, RecordKind.CORRECTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Everything authored, as a reader of a session sees it."""

    world: World
    places: Mapping[PlaceId, Place]
    characters: Mapping[CharacterId, Character]
    books: tuple[Book, ...] = ()

    @classmethod
    def of(cls, file: WorldFile) -> "Cast":
        """Return the cast in a world file."""
        return cls(
            world=file.world,
            places={place.id: replace(place, world_id=file.world.id) for place in file.places},
            characters={role.id: _character(role, file.world.id) for role in file.characters},
            books=tuple(replace(book, world_id=file.world.id) for book in file.books),
        )

    def playing(self, character_id: CharacterId, persona: Persona, version: int) -> "Cast":
        """Return the cast with one character in some version of its persona."""
        known = self.characters.get(character_id)
        if known is None or (known.persona, known.version) == (persona, version):
            return self
        people = People({one.id: one.name for one in self.characters.values()})
        changed = replace(known, persona=addressed(persona, people), version=version)
        return replace(self, characters={**self.characters, character_id: changed})


class MomentUnit:
    """What is the same for all who read and write in memory alone.

    No request is repeated, nothing is embedded, no persona is edited, and no jobs are run.
    """

    head: Callable[[TimelineId], Awaitable[View]]
    library: Books

    async def turn_start(
        self, timeline_id: TimelineId, character_id: CharacterId, key: RequestKey | None
    ) -> TurnStart:
        """Return the start of a turn at a timeline's end."""
        del character_id, key
        view = await self.head(timeline_id)
        books = await self.library.revision(view.timeline.world_id)
        return TurnStart(view=view, answer=None, is_begun=False, books=books)

    async def lacking_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str, limit: int
    ) -> tuple[Record, ...]:
        """Return nothing."""
        del space, timeline_id, subject_id, limit
        return ()

    async def broken_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str
    ) -> tuple[MemoryRef, ...]:
        """Return nothing."""
        del space, timeline_id, subject_id
        return ()

    async def adopt(self, world_id: str, character_id: str, persona: Persona) -> int:
        """Return 0."""
        del world_id, character_id, persona
        return 0

    async def want(self, jobs: object) -> None:
        """Do nothing."""
        del jobs


class SessionReader(MomentUnit, NoVectors):
    """A reader of one session: its log, with a cast. Its memories have no vectors.

    It has those methods of a `UnitOfWork` that replays and previews call. With a `vantage` every
    timeline ends there. `keep` takes what use cases append.
    """

    def __init__(
        self,
        log: SessionLog,
        cast: Cast,
        vantage: Vantage | None = None,
        keep: Callable[[Append], Appended] | None = None,
    ) -> None:
        self._log = log
        self._cast = cast
        self._vantage = vantage
        self.library = LexicalBooks(cast.books)
        self.keep = keep or _refuse

    async def at(self, vantage: Vantage) -> SessionView:
        """Return the view of a vantage."""
        return self._log.at(vantage)

    async def head(self, timeline_id: TimelineId) -> SessionView:
        """Return the view of a timeline's end, as far as the session has it."""
        if self._vantage is not None:
            return self._log.at(self._vantage)
        return self._log.at((await self.timeline(timeline_id)).vantage)

    async def together(self, work: "Callable[[SessionReader], Awaitable[T]]") -> T:
        """Run `work` with this reader."""
        return await work(self)

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline of the lineage."""
        if self._vantage is not None:
            return self._log.at(self._vantage).timeline
        for place, branch in enumerate(self._log.branches):
            if branch.id == timeline_id:
                later = self._log.branches[place + 1 :]
                head = min([self._log.last, *(one.forked_at for one in later)])
                return self._log.at(Vantage(timeline_id, head)).timeline
        raise NotFound("timeline", timeline_id, "the session was recorded on another one")

    async def world(self, world_id: WorldId) -> World:
        """Return the world."""
        if world_id != self._cast.world.id:
            raise NotFound("world", world_id, f"the session is of {self._cast.world.id!r}")
        return self._cast.world

    async def places(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Place, ...]:
        """Return places, by id."""
        del world_id
        found = (self._cast.places[key] for key in sorted(self._cast.places) if key > after)
        return tuple(found)[:limit]

    async def character(self, world_id: WorldId, character_id: CharacterId) -> Character:
        """Return a character as it is cast."""
        del world_id
        found = self._cast.characters.get(character_id)
        if found is None:
            raise NotFound("character", character_id, "the world of the session no longer has it")
        return found

    async def roster(self, world_id: WorldId) -> tuple[Resident, ...]:
        """Return all characters as residents, by id."""
        del world_id
        cast = self._cast.characters
        return tuple(
            Resident(
                id=one.id,
                name=one.name,
                place_id=one.place_id,
                is_deaf=one.persona.is_deaf,
                is_blind=one.persona.is_blind,
                background=one.persona.background[:BACKGROUND],
            )
            for one in (cast[key] for key in sorted(cast))
        )

    async def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield the memories of a subject in a segment, and the records that amend them."""
        del chunk
        yield rows_of(self._log.between(segment.first, segment.last), subject_id)

    async def append(self, append: Append) -> Appended:
        """Append records to the timeline."""
        return self.keep(append)


def rows_of(records: Sequence[Record], subject_id: str) -> MemoryRows:
    """Return the memories of a subject among records, and what amends them."""
    own = [record for record in records if record.subject_id == subject_id]
    return MemoryRows(
        memories=tuple(record for record in own if record.kind in MEMORY_KINDS),
        amendments=tuple(record for record in own if record.kind in _AMENDING),
    )


def _character(role: Role, world_id: WorldId) -> Character:
    return Character(
        id=role.id,
        world_id=world_id,
        persona=role.persona,
        place_id=role.place_id,
        knows=role.knows,
        created_at=DEFAULT_START,
        updated_at=DEFAULT_START,
    )


class SessionStore:
    """A `Store` of one session, with a cast; what is appended is left to `keep`.

    With a `vantage` every timeline ends there.
    """

    def __init__(
        self,
        log: SessionLog,
        cast: Cast,
        vantage: Vantage | None = None,
        keep: Callable[[Append], Appended] | None = None,
    ) -> None:
        self._unit = SessionReader(log, cast, vantage, keep)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        """Open the session."""
        yield cast("Reader", self._unit)

    async def write(self, work: Work[T]) -> T:
        """Run `work`."""
        return await work(self._unit)  # type: ignore[arg-type]  # all of a unit that it asks for

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline."""
        return self._unit.keep(append)


def _refuse(append: Append) -> Appended:
    """Raise `NotPossibleNow`: a recorded session cannot be changed."""
    del append
    raise NotPossibleNow("a recorded session is over; play on the timeline", Reason.STILL_IN_USE)
