"""Units of work: reads and writes that commit together, on the writer's thread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from npcserver.adapters.store import (
    answered_requests,
    authored,
    authored_edits,
    dialect,
    job_queue,
    log_append,
    memories,
    timelines,
    turn_journal,
)
from npcserver.adapters.store.dialect import from_moment
from npcserver.adapters.store.faults import translated
from npcserver.adapters.store.library import SqlLibrary
from npcserver.adapters.store.reader import SqlReader
from npcserver.adapters.store.row_cache import RowCache
from npcserver.model.character import Character, Persona
from npcserver.model.errors import Fault
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId
from npcserver.model.job import JobDraft
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.storage import Append, Appended, RequestKey
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Transaction:
    """An open transaction of the writer; `now` in microseconds since 1970.

    `facts` come from committed reads. `has_jobs` is set if workers should look for jobs after the
    commit, `has_freed` if all that a deletion left has been freed.
    """

    connection: Connection
    now: int
    facts: RowCache
    has_jobs: bool = False
    has_freed: bool = False


class SqlUnit(SqlReader):
    """Changes that commit together; its methods never wait, so `run_to_end` can drive it."""

    def __init__(self, transaction: Transaction) -> None:
        # Facts of its own, since what this unit sees may be rolled back.
        super().__init__(self.run, RowCache(transaction.facts))
        self._transaction = transaction

    async def run(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in the unit's transaction."""
        with translated():
            return query(self._transaction.connection, *args, **kwargs)

    @property
    def library(self) -> SqlLibrary:
        """The books of all worlds, for changes."""
        return SqlLibrary(self.run)

    @property
    def now(self) -> int:
        """Start of this transaction, in microseconds since 1970."""
        return self._transaction.now

    def announce_jobs(self) -> None:
        """Wake waiting workers after the commit."""
        self._transaction.has_jobs = True

    async def answer(self, key: RequestKey) -> str | None:
        """Return the stored answer of a repeated request, None for a new one."""
        await self.run(dialect.hold, "request", key.scope, key.request_id)
        return answered_requests.answer_to(key, await self.run(answered_requests.known, (key,)))

    async def keep_answer(
        self, key: RequestKey, answer: str, began: TimelineId | None = None
    ) -> None:
        """Store the answer of a request; it is deleted with the timeline that it `began`."""
        await self.run(
            answered_requests.keep, (answered_requests.row(key, answer, self.now, began),)
        )

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline as part of this unit."""
        (result,) = await self.run(log_append.append_all, (append,), self.now)
        if isinstance(result, Fault):
            raise result
        if append.jobs:
            self.announce_jobs()
        return result

    async def add_world(self, world: World) -> None:
        """Add a world."""
        await self.run(authored_edits.add_world, world)

    async def put_world(self, world: World, *, if_etag: str = "") -> None:
        """Overwrite a world."""
        await self.run(authored_edits.put_world, world, if_etag)

    async def delete_world(self, world_id: WorldId, *, if_etag: str = "") -> None:
        """Delete a world with everything in it."""
        await self.run(authored_edits.delete_world, world_id, if_etag)
        self._transaction.has_freed = True

    async def add_place(self, place: Place) -> None:
        """Add a place."""
        await self.run(authored_edits.add_place, place)

    async def put_place(self, place: Place, *, if_etag: str = "") -> None:
        """Overwrite a place."""
        await self.run(authored_edits.put_place, place, if_etag)

    async def delete_place(
        self, world_id: WorldId, place_id: PlaceId, *, if_etag: str = ""
    ) -> None:
        """Delete a place."""
        await self.run(authored_edits.delete_place, world_id, place_id, if_etag)

    async def add_character(self, character: Character) -> None:
        """Add a character and version 1 of its persona."""
        await self.run(authored_edits.add_character, character)

    async def put_character(self, character: Character, *, if_etag: str = "") -> Character:
        """Store a character and return it; a changed persona becomes a new version."""
        return await self.run(authored_edits.put_character, character, if_etag)

    async def adopt(self, world_id: WorldId, character_id: CharacterId, persona: Persona) -> int:
        """Store a persona found in the database as a version if it is new; return its number."""
        now = from_moment(self.now)
        return await self.run(authored_edits.adopt, world_id, character_id, persona, now)

    async def delete_character(
        self, world_id: WorldId, character_id: CharacterId, *, if_etag: str = ""
    ) -> None:
        """Delete a character."""
        await self.run(authored_edits.delete_character, world_id, character_id, if_etag)

    async def arrange(self, world_id: WorldId, order: Order) -> None:
        """Store the order of authored data."""
        await self.run(authored.store_order, world_id, order)

    async def add_timeline(self, timeline: Timeline) -> None:
        """Add a timeline; a fork's parent is the ancestor that owns its last record."""
        await self.run(timelines.add_timeline, timeline)

    async def add_save(self, save: Save) -> None:
        """Add a save."""
        await self.run(timelines.add_save, save)

    async def delete_save(self, save_id: SaveId) -> None:
        """Delete a save; rows only it needs are freed later."""
        await self.run(timelines.delete_save, save_id, self.now)
        self.announce_jobs()

    async def delete_timeline(self, timeline_id: TimelineId, *, saves: bool) -> None:
        """Delete a timeline, with `saves` also those made on it."""
        await self.run(timelines.delete_timeline, timeline_id, self.now, saves=saves)
        self.announce_jobs()

    async def free(self, timeline_id: TimelineId, most: int) -> bool:
        """Delete up to `most` unneeded rows of a deleted timeline; return whether none is left."""
        is_done = await self.run(timelines.free_rows, timeline_id, most, self.now)
        self._transaction.has_freed |= is_done
        self.announce_jobs()
        return is_done

    async def rest(self, timeline_id: TimelineId) -> None:
        """Drop all jobs of a timeline."""
        await self.run(job_queue.drop, timeline_id)

    async def count_late_result(self, timeline_id: TimelineId) -> None:
        """Count a thought that finished after its timeline was left."""
        await self.run(timelines.count_late_result, timeline_id)

    async def add_vectors(self, space: str, refs: Sequence[MemoryRef], vectors: Vectors) -> None:
        """Store vectors of existing records; an existing vector is kept."""
        await self.run(memories.add_vectors, space, refs, vectors)

    async def want(self, jobs: Sequence[JobDraft]) -> None:
        """Request jobs."""
        await self.run(job_queue.want, jobs, self.now)
        self.announce_jobs()

    async def end_turn(self, turn_id: TurnId) -> bool:
        """Remove a turn from the journal; return whether it was there."""
        return await self.run(turn_journal.end, turn_id)

    async def append_end(self, vantage: Vantage) -> int:
        """Return the last seq of the append that wrote the vantage's last record."""
        return await self.run(timelines.append_end, self._facts, vantage)

    async def keep_note(self, name: str, value: str) -> None:
        """Store a fact about the database."""
        await self.run(authored_edits.keep_note, name, value)
