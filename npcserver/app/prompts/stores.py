"""Stores to render prompts from: over a session in memory, and read-only at a vantage."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, cast

from npcserver.app.replay.session_log import SessionLog
from npcserver.app.replay.session_reader import Cast, SessionReader
from npcserver.memory.source import StoredVectors
from npcserver.model.character import Character, People, Persona, addressed
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.model_use import Budget
from npcserver.model.record import Draft, Record
from npcserver.model.session import RecordedSession
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.world import World
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.storage import Append, Appended, Reader, RequestKey, Store, UnitOfWork, Work
from npcserver.ports.view import TurnStart, View

T = TypeVar("T")


class ScratchStore:
    """A `Store` over a session, never persisted. Vectors of memories are read from `kept`."""

    def __init__(self, session: RecordedSession, kept: Store, now: datetime) -> None:
        world = replace(session.world.world, budget=Budget())  # previews are not limited by it
        self.cast = Cast.of(replace(session.world, world=world))
        self.log = SessionLog(world, session.records, session.branches)
        self.timeline_id: TimelineId = session.vantage.timeline_id
        self.broadcast = Broadcast()  # which nobody listens to
        self._kept = kept
        self._now = now

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        """Open a reader of the present content."""
        yield cast("Reader", _Unit(self, self._kept))

    async def write(self, work: Work[T]) -> T:
        """Run `work`; what it appends exists in this store alone."""
        return await work(cast("UnitOfWork", _Unit(self, self._kept)))

    async def append(self, append: Append) -> Appended:
        """Append records to the timeline."""
        return self.add(append.drafts)

    def add(self, drafts: Sequence[Draft]) -> Appended:
        """Append records to the timeline."""
        first, last = self.log.last + 1, self.log.last + len(drafts)
        clock = self.log.clock(self.log.last)
        fresh = tuple(
            Record(
                timeline_id=self.timeline_id,
                seq=seq,
                kind=draft.kind,
                body=draft.body,
                subject_id=draft.subject_id,
                text=draft.text,
                game_time=draft.game_time or clock,
                importance=draft.importance,
                written_at=self._now,
            )
            for seq, draft in enumerate(drafts, first)
        )
        self.log = SessionLog(self.log.world, (*self.log.records, *fresh), self.log.branches)
        return Appended(self.timeline_id, first, last)

    def hide(self, seqs: Sequence[int]) -> None:
        """Remove records from all later reads."""
        self.log = SessionLog(self.log.world, self.log.records, self.log.branches, seqs)


class _Unit(StoredVectors, SessionReader):
    """A reader and writer, with the few write methods that previewed use cases call."""

    def __init__(self, scratch: ScratchStore, kept: Store) -> None:
        SessionReader.__init__(self, scratch.log, scratch.cast)
        StoredVectors.__init__(self, kept)
        self._scratch = scratch

    async def append(self, append: Append) -> Appended:
        """Append records to the timeline."""
        return self._scratch.add(append.drafts)

    async def adopt(self, world_id: str, character_id: str, persona: Persona) -> int:
        """Do nothing and return 0: personas are not edited here."""
        del world_id, character_id, persona
        return 0

    async def want(self, jobs: object) -> None:
        """Do nothing: no jobs are run here."""
        del jobs


Versions = Mapping[CharacterId, int]


class _VantageReader:
    """A reader whose timeline ends at the vantage.

    All that is not overridden here is present state.
    """

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

    async def turn_start(
        self, timeline_id: TimelineId, character_id: CharacterId, key: RequestKey | None
    ) -> TurnStart:
        start = await self._reader.turn_start(timeline_id, character_id, key)
        return replace(start, view=await self.head(timeline_id))

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        return (await self.head(timeline_id)).timeline

    async def together(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        return await self._reader.together(partial(_within, self._vantage, self._versions, work))

    async def world(self, world_id: WorldId) -> World:
        """Return the world without a budget, which does not limit previews."""
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
        """Return nothing: a preview embeds nothing."""
        return ()


async def _within(
    vantage: Vantage, versions: Versions, work: Callable[[Reader], Awaitable[T]], reader: Reader
) -> T:
    return await work(cast("Reader", _VantageReader(reader, vantage, versions)))


class VantageStore:
    """A `Store` in which a timeline ends at a vantage. Writes to it are dropped."""

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
