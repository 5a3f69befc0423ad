"""Reading from a snapshot."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from threading import get_ident
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from npcserver.adapters.store import authored, inspection, memories, ordering, requests
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.inline import run_to_end
from npcserver.adapters.store.lanes import Run
from npcserver.adapters.store.library import SqlBooks
from npcserver.adapters.store.lineages import lineage_of
from npcserver.adapters.store.view import SqlView
from npcserver.model.character import Character, PersonaVersion
from npcserver.model.errors import CursorTooNew, Reason
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.record import Record
from npcserver.model.timeline import Lineage, Save, Segment, Timeline, Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import BrokenCell, MemoryRef, MemoryRows, Resident
from npcserver.ports.storage import RequestKey

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class SqlReader:
    """A consistent snapshot of everything."""

    def __init__(self, run: Run, facts: Facts) -> None:
        self._run = run
        self._facts = facts

    @property
    def library(self) -> SqlBooks:
        """The books of all worlds."""
        return SqlBooks(self._run)

    async def at(self, vantage: Vantage) -> SqlView:
        """Return the view from a vantage. Raises `NotFound` or `CursorTooNew`."""
        timeline, lineage = await self._run(_look, self._facts, vantage)
        return SqlView(self._run, self._facts, timeline, vantage, lineage)

    async def head(self, timeline_id: TimelineId) -> SqlView:
        """Return the view from the newest record of a timeline. Raises `NotFound`."""
        timeline, lineage = await self._run(_look_from_head, self._facts, timeline_id)
        return SqlView(self._run, self._facts, timeline, timeline.vantage, lineage)

    async def together(self, work: Callable[["SqlReader"], Awaitable[T]]) -> T:
        """Run several reads in one hop to the thread of this snapshot."""
        return await self._run(_inline, self._run, self._facts, work)

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline with its present head."""
        return await self._run(authored.timeline, timeline_id)

    async def timelines(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Timeline, ...]:
        """Return timelines of a world."""
        return await self._run(authored.timelines, world_id, limit, after)

    async def saved(self, save_id: SaveId) -> SqlView:
        """Return the view from a save, even if its timeline was deleted."""
        timeline, vantage, lineage = await self._run(_look_from_save, self._facts, save_id)
        return SqlView(self._run, self._facts, timeline, vantage, lineage)

    async def save(self, save_id: SaveId) -> Save:
        """Return a save."""
        return await self._run(authored.save, save_id)

    async def saves(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Save, ...]:
        """Return saves of a world."""
        return await self._run(authored.saves, world_id, limit, after)

    async def world(self, world_id: WorldId) -> World:
        """Return a world."""
        return await self._run(authored.world, world_id)

    async def worlds(self, limit: int, after: str = "") -> tuple[World, ...]:
        """Return worlds."""
        return await self._run(authored.worlds, limit, after)

    async def place(self, world_id: WorldId, place_id: PlaceId) -> Place:
        """Return a place."""
        return await self._run(authored.place, world_id, place_id)

    async def places(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Place, ...]:
        """Return places of a world."""
        return await self._run(authored.places, world_id, limit, after)

    async def character(self, world_id: WorldId, character_id: CharacterId) -> Character:
        """Return a character with the persona that is in the database now."""
        return await self._run(authored.character, world_id, character_id)

    async def characters(
        self, world_id: WorldId, limit: int, after: str = ""
    ) -> tuple[Character, ...]:
        """Return characters of a world."""
        return await self._run(authored.characters, world_id, limit, after)

    async def order(self, world_id: WorldId) -> Order:
        """Return the order of authored data."""
        return await self._run(ordering.order, world_id)

    async def first_character(self, world_id: WorldId) -> CharacterId | None:
        """Return the first character of a world, or None."""
        return await self._run(ordering.first_character, world_id)

    async def roster(self, world_id: WorldId) -> tuple[Resident, ...]:
        """Return all characters of a world in brief, by id."""
        return await self._run(authored.roster, world_id)

    async def persona_versions(
        self, world_id: WorldId, character_id: CharacterId, limit: int, before: int | None = None
    ) -> tuple[PersonaVersion, ...]:
        """Return versions with a number below `before`, newest first."""
        return await self._run(authored.persona_versions, world_id, character_id, limit, before)

    async def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        """Yield all memories and amendments of a subject in a segment, in chunks by seq."""
        rest: Segment | None = segment
        while rest is not None:
            rows, rest = await self._run(memories.memory_rows, rest, subject_id, chunk)
            if rows.memories or rows.amendments:
                yield rows

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return which refs have a vector in this space, and the vectors."""
        return await self._run(memories.vectors, space, refs)

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return all vectors of a subject's memories in a segment."""
        return await self._run(memories.vector_rows, space, segment, subject_id)

    async def lacking_vectors(
        self, space: str, timeline_id: TimelineId, subject_id: str, limit: int
    ) -> tuple[Record, ...]:
        """Return the oldest memories on the timeline itself without a vector."""
        return await self._run(
            memories.lacking_vectors, self._facts, space, timeline_id, subject_id, limit
        )

    async def minds(
        self, limit: int, after: tuple[TimelineId, str] | None = None
    ) -> tuple[tuple[TimelineId, str], ...]:
        """Return the (timeline, subject) pairs that own memories, in order, after a pair."""
        return await self._run(memories.minds, limit, after)

    async def answer(self, key: RequestKey) -> str | None:
        """Return the stored answer of a repeated request, None for a new one."""
        return requests.answer_to(key, await self._run(requests.known, (key,)))

    async def broken_cells(self) -> tuple[BrokenCell, ...]:
        """Return what manual edits made unreadable in authored data of all worlds."""
        return await self._run(inspection.broken_cells)

    async def note(self, name: str) -> str | None:
        """Return a fact the server keeps about its own database, or None."""
        return await self._run(authored.note, name)


def _inline(
    connection: Connection,
    elsewhere: Run,
    facts: Facts,
    work: Callable[[SqlReader], Awaitable[T]],
) -> T:
    here = get_ident()

    async def run(
        query: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        if get_ident() == here:
            return query(connection, *args, **kwargs)
        return await elsewhere(query, *args, **kwargs)  # a view that is used after `work` has ended

    return run_to_end(work(SqlReader(run, facts)))


def _look_from_head(
    connection: Connection, facts: Facts, timeline_id: TimelineId
) -> tuple[Timeline, Lineage]:
    timeline = authored.timeline(connection, timeline_id)
    return timeline, lineage_of(connection, facts, timeline.vantage, timeline)


def _look_from_save(
    connection: Connection, facts: Facts, save_id: SaveId
) -> tuple[Timeline, Vantage, Lineage]:
    vantage = authored.save(connection, save_id).vantage
    timeline = authored.kept_timeline(connection, vantage.timeline_id)
    return timeline, vantage, lineage_of(connection, facts, vantage, timeline)


def _look(connection: Connection, facts: Facts, vantage: Vantage) -> tuple[Timeline, Lineage]:
    timeline = authored.timeline(connection, vantage.timeline_id)
    if vantage.seq > timeline.head:
        raise CursorTooNew(
            f"timeline {timeline.id!r} ends at {timeline.head} and has no record "
            f"{vantage.seq} yet; resume at its end",
            Reason.CURSOR_TOO_NEW,
            timelineId=timeline.id,
            head=str(timeline.head),
        )
    return timeline, lineage_of(connection, facts, vantage, timeline)
