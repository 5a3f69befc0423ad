"""A store as one vantage sees it: read-only, with the persona that a character had then."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from npcserver.model.budget import Budget
from npcserver.model.character import Character
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.people import People, addressed
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.world import World
from npcserver.ports.storage import Append, Appended, Reader, Store, Work
from npcserver.ports.view import View

T = TypeVar("T")

Versions = Mapping[CharacterId, int]


class _VantageReader:
    """A reader whose timeline ends at the vantage. All that is not named here is as it is now."""

    def __init__(self, reader: Reader, vantage: Vantage, versions: Versions) -> None:
        self._reader = reader
        self._vantage = vantage
        self._versions = versions

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    async def head(self, timeline_id: TimelineId) -> View:
        if timeline_id != self._vantage.timeline_id:
            return await self._reader.head(timeline_id)
        return await self._reader.at(self._vantage)

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        return (await self.head(timeline_id)).timeline

    async def together(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        return await self._reader.together(partial(_within, self._vantage, self._versions, work))

    async def world(self, world_id: WorldId) -> World:
        """Return the world without limits: nothing is asked on its account."""
        return replace(await self._reader.world(world_id), budget=Budget())

    async def character(self, world_id: WorldId, character_id: CharacterId) -> Character:
        now = await self._reader.character(world_id, character_id)
        version = self._versions.get(character_id)
        if version is None or version == now.version:
            return now
        found = await self._reader.persona_versions(world_id, character_id, 1, version + 1)
        if not found or found[0].version != version:
            raise NotFound("persona", f"{character_id} {version}", "that version is not kept")
        names: dict[str, str] = {one.id: one.name for one in await self._reader.roster(world_id)}
        persona = addressed(found[0].persona, People(names))
        return replace(now, persona=persona, version=version)

    async def lacking_vectors(self, *_: object) -> tuple[()]:
        """Return nothing: nobody is to embed what is only looked at."""
        return ()


async def _within(
    vantage: Vantage, versions: Versions, work: Callable[[Reader], Awaitable[T]], reader: Reader
) -> T:
    return await work(cast("Reader", _VantageReader(reader, vantage, versions)))


class VantageStore:
    """A `Store` in which a timeline ends at a vantage. What is written to it is let go."""

    def __init__(self, store: Store, vantage: Vantage, versions: Versions | None = None) -> None:
        self._store = store
        self._vantage = vantage
        self._versions = versions or {}

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        """Open a snapshot that ends at the vantage."""
        async with self._store.read() as reader:
            yield cast("Reader", _VantageReader(reader, self._vantage, self._versions))

    async def write(self, work: Work[T]) -> T:
        """Answer as if nothing had been appended; `work` is not run."""
        del work
        return cast("T", self._nothing())

    async def append(self, append: Append) -> Appended:
        """Answer as if nothing had been appended."""
        del append
        return self._nothing()

    def _nothing(self) -> Appended:
        end = self._vantage.seq
        return Appended(self._vantage.timeline_id, end + 1, end)
