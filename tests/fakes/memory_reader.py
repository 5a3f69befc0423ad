"""What a fake snapshot answers: plain loops over dicts and lists."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from npcserver.model.character import Character, PersonaVersion
from npcserver.model.errors import CursorTooNew, InvalidInput, Reason
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, WorldId
from npcserver.model.people import People, addressed
from npcserver.model.record import MEMORY_KINDS, Record
from npcserver.model.timeline import Save, Segment, Timeline, Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import BACKGROUND, MemoryRef, MemoryRows, Resident
from npcserver.ports.storage import RequestKey
from tests.fakes.memory_library import MemoryLibrary
from tests.fakes.memory_view import AMENDING, MemoryView, State, look_up, page

T = TypeVar("T")


class MemoryReader:
    """A snapshot of a state."""

    def __init__(self, state: State) -> None:
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

    async def together(self, work: Callable[["MemoryReader"], Awaitable[T]]) -> T:
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
            and entry.record.kind in (*MEMORY_KINDS, *AMENDING)
        ]
        for start in range(0, len(own), chunk):
            part = own[start : start + chunk]
            yield MemoryRows(
                tuple(record for record in part if record.kind in MEMORY_KINDS),
                tuple(record for record in part if record.kind in AMENDING),
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
