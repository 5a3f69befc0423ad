"""An in-memory `Store` with its `Jobs`. Passes the same contract suite as the real ones."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from npcserver.model.character import Character, Persona, PersonaVersion
from npcserver.model.errors import (
    AlreadyExists,
    Conflict,
    NotPossibleNow,
    Reason,
)
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId, WorldId
from npcserver.model.job import JobDraft
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import MemoryRef
from npcserver.ports.storage import Append, Appended, RequestKey
from tests.fakes.memory_branches import MemoryBranches
from tests.fakes.memory_jobs import MemoryJobs
from tests.fakes.memory_reader import MemoryReader
from tests.fakes.memory_turns import MemoryTurns
from tests.fakes.memory_view import Entry, State

T = TypeVar("T")


class MemoryStore:
    """Keeps everything in dicts; a write that fails leaves the state as it was."""

    def __init__(self) -> None:
        self._state = State()
        self._jobs = MemoryJobs(asyncio.Event())
        self._turns = MemoryTurns()

    @property
    def jobs(self) -> MemoryJobs:
        return self._jobs

    @property
    def turns(self) -> MemoryTurns:
        return self._turns

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[MemoryReader, None]:
        yield MemoryReader(self._state.copy())

    async def write(self, work: Callable[["MemoryUnit"], Awaitable[T]]) -> T:
        before = self._state.timelines
        unit = MemoryUnit(self._state.copy(), self._turns)
        result = await work(unit)
        self._state = unit.state
        self._turns.forget(unit.ended, set(unit.state.timelines) - set(unit.state.deleted))
        self._jobs.forget(set(before) - set(self._state.timelines))
        self._jobs.drop(unit.dropped)
        self._jobs.want(unit.wishes())
        return result

    async def append(self, append: Append) -> Appended:
        return await self.write(lambda unit: unit.append(append))

    async def run(self) -> None:
        """Nothing has to run."""

    async def close(self) -> None:
        """Nothing is held."""


class MemoryUnit(MemoryBranches):
    """Changes to a copy of the state."""

    def __init__(self, state: State, turns: MemoryTurns) -> None:
        super().__init__(state)
        self._begun_turns = turns
        self.ended: set[str] = set()

    async def end_turn(self, turn_id: TurnId) -> bool:
        self.ended.add(turn_id)
        return turn_id in self._begun_turns.begun

    async def append_end(self, vantage: Vantage) -> int:
        timeline = await self.timeline(vantage.timeline_id)
        for segment in (await self.at(timeline.vantage)).lineage:
            if segment.first <= vantage.seq <= segment.last:
                entries = self.state.entries(segment)
                following = entries[vantage.seq - segment.first].following
                return min(vantage.seq + following, segment.last)
        return vantage.seq

    async def keep_answer(
        self, key: RequestKey, answer: str, began: TimelineId | None = None
    ) -> None:
        self.state.requests[(key.scope, key.request_id)] = (key.digest, answer, began)

    async def append(self, append: Append) -> Appended:
        timeline = await self.timeline(append.timeline_id)
        if append.key is not None:
            answer = await self.answer(append.key)
            if answer is not None:
                first, last = map(int, answer.split(":"))
                return Appended(timeline.id, first, last, is_replay=True)
        if append.expected_head is not None and append.expected_head != timeline.head:
            raise Conflict("the timeline moved", Reason.TIMELINE_MOVED)
        await self._require_fences(append, timeline)
        entries: list[Entry] = []
        clock = timeline.game_time
        for seq, draft in enumerate(append.drafts, timeline.head + 1):
            game_time = draft.game_time or clock
            if draft.kind is RecordKind.CLOCK and game_time < clock:
                raise NotPossibleNow("time runs forward", Reason.CLOCK_MOVED_BACKWARDS)
            clock = max(clock, game_time)
            record = Record(
                timeline_id=timeline.id,
                seq=seq,
                kind=draft.kind,
                body=draft.body,
                subject_id=draft.subject_id,
                text=draft.text,
                game_time=game_time,
                importance=draft.importance,
                written_at=datetime.now(UTC),
            )
            entries.append(Entry(record, clock, len(append.drafts) - 1 - len(entries)))
        head = timeline.head + len(entries)
        self.state.log[timeline.id] = self.state.log.get(timeline.id, []) + entries
        self.state.timelines[timeline.id] = replace(timeline, head=head, game_time=clock)
        if append.key is not None:
            await self.keep_answer(append.key, f"{timeline.head + 1}:{head}")
        await self.want(append.jobs)
        return Appended(timeline.id, timeline.head + 1, head)

    async def _require_fences(self, append: Append, timeline: Timeline) -> None:
        view = await self.at(timeline.vantage)
        for fence in append.fences:
            newest = await view.tail(fence.subject_id, fence.kinds, 1)
            if newest and newest[0].seq > fence.seq:
                if fence.kinds == (RecordKind.LEFT,):
                    raise Conflict("it was left", Reason.TIMELINE_LEFT, timelineId=timeline.id)
                raise Conflict(
                    "the mind moved",
                    Reason.MIND_MOVED,
                    timelineId=timeline.id,
                    subjectId=fence.subject_id,
                )

    async def add_world(self, world: World) -> None:
        _free(self.state.worlds, world.id, "world", world.id)
        self.state.worlds[world.id] = _stamped(world)

    async def put_world(self, world: World, *, if_etag: str = "") -> None:
        found = await self.world(world.id)
        _match(found.etag, if_etag)
        genesis_id = world.genesis_id or found.genesis_id
        self.state.worlds[world.id] = _stamped(
            replace(world, genesis_id=genesis_id, created_at=found.created_at)
        )

    async def delete_world(self, world_id: WorldId, *, if_etag: str = "") -> None:
        _match((await self.world(world_id)).etag, if_etag)
        state = self.state
        gone = {key for key, one in state.timelines.items() if one.world_id == world_id}
        for timeline_id in gone:
            self.forget(timeline_id)
        del state.worlds[world_id]
        _drop(state.places, lambda key: key[0] == world_id)
        _drop(state.characters, lambda key: key[0] == world_id)
        _drop(state.versions, lambda key: key[0] == world_id)
        _drop(state.books, lambda key: key[0] == world_id)
        _drop(state.passages, lambda key: key[0] == world_id)
        _drop(state.passage_vectors, lambda key: key[0] == world_id)
        _drop(state.revisions, lambda key: key == world_id)
        _drop(state.orders, lambda key: key == world_id)
        _drop(state.saves, lambda key: state.saves[key].world_id == world_id)
        _drop(state.vectors, lambda key: key[1] in gone)
        _drop(state.timelines, lambda key: key in gone)
        _drop(state.deleted, lambda key: key in gone)
        _drop(state.log, lambda key: key in gone)

    async def add_place(self, place: Place) -> None:
        await self.world(place.world_id)
        await self._require_place(place.world_id, place.parent_id)
        _free(self.state.places, (place.world_id, place.id), "place", place.id)
        self.state.places[(place.world_id, place.id)] = _stamped(place)

    async def put_place(self, place: Place, *, if_etag: str = "") -> None:
        _match((await self.place(place.world_id, place.id)).etag, if_etag)
        await self._require_place(place.world_id, place.parent_id)
        self.state.places[(place.world_id, place.id)] = _stamped(place)

    async def delete_place(
        self, world_id: WorldId, place_id: PlaceId, *, if_etag: str = ""
    ) -> None:
        _match((await self.place(world_id, place_id)).etag, if_etag)
        parts = (one.parent_id for one in await self.places(world_id, 10**9))
        residents = (one.place_id for one in await self.characters(world_id, 10**9))
        if place_id in (*parts, *residents):
            raise NotPossibleNow("somebody lives there", Reason.STILL_IN_USE)
        del self.state.places[(world_id, place_id)]

    async def add_character(self, character: Character) -> None:
        await self.world(character.world_id)
        await self._require_place(character.world_id, character.place_id)
        key = (character.world_id, character.id)
        _free(self.state.characters, key, "character", character.id)
        self.state.characters[key] = _stamped(character)
        self._adopt(*key, character.persona, character.created_at)

    async def put_character(self, character: Character, *, if_etag: str = "") -> Character:
        found = await self.character(character.world_id, character.id)
        _match(found.etag, if_etag)
        await self._require_place(character.world_id, character.place_id)
        key = (character.world_id, character.id)
        self.state.characters[key] = _stamped(replace(character, created_at=found.created_at))
        self._adopt(*key, character.persona, character.updated_at)
        return self.state.characters[key]

    async def adopt(self, world_id: WorldId, character_id: CharacterId, persona: Persona) -> int:
        await self.character(world_id, character_id)
        return self._adopt(world_id, character_id, persona, datetime.now(UTC))

    async def delete_character(
        self, world_id: WorldId, character_id: CharacterId, *, if_etag: str = ""
    ) -> None:
        _match((await self.character(world_id, character_id)).etag, if_etag)
        del self.state.characters[(world_id, character_id)]
        self.state.versions.pop((world_id, character_id), None)

    async def arrange(self, world_id: WorldId, order: Order) -> None:
        self.state.orders[world_id] = order

    async def add_vectors(self, space: str, refs: Sequence[MemoryRef], vectors: Vectors) -> None:
        for ref, vector in zip(refs, vectors, strict=True):
            if not self._is_there(ref):
                continue
            self.state.vectors.setdefault((space, ref.timeline_id, ref.seq), vector.copy())

    def _is_there(self, ref: MemoryRef) -> bool:
        entries = self.state.log.get(ref.timeline_id, [])
        return any(entry.record.seq == ref.seq for entry in entries)

    async def want(self, jobs: Sequence[JobDraft]) -> None:
        self.wanted += jobs

    async def keep_note(self, name: str, value: str) -> None:
        self.state.notes[name] = value

    async def _require_place(self, world_id: WorldId, place_id: PlaceId | None) -> None:
        if place_id is not None:
            await self.place(world_id, place_id)

    def _adopt(
        self, world_id: WorldId, character_id: CharacterId, persona: Persona, now: datetime
    ) -> int:
        key = (world_id, character_id)
        versions = self.state.versions.get(key, ())
        if not versions or versions[-1].persona != persona:
            version = PersonaVersion(
                character_id=character_id,
                version=len(versions) + 1,
                persona=persona,
                created_at=now,
            )
            versions = (*versions, version)
        self.state.versions[key] = versions
        if self.state.characters[key].persona == persona:
            self.state.characters[key] = replace(self.state.characters[key], version=len(versions))
        return len(versions)


V = TypeVar("V")
S = TypeVar("S", World, Place, Character)


def _stamped(thing: S) -> S:
    """Give an etag that depends on the content alone."""
    content = replace(thing, etag="")
    if isinstance(content, Character):
        content = replace(content, version=0, updated_at=content.created_at)
    if isinstance(content, World):
        content = replace(content, updated_at=content.created_at)
    return replace(thing, etag=hashlib.sha256(repr(content).encode()).hexdigest()[:16])


def _drop(table: dict[T, V], is_gone: Callable[[T], bool]) -> None:
    for key in [key for key in table if is_gone(key)]:
        del table[key]


def _free(table: Mapping[T, object], key: T, kind: str, identifier: str) -> None:
    if key in table:
        raise AlreadyExists(kind, identifier, "choose another id")


def _match(found: str, wanted: str) -> None:
    if wanted and wanted != found:
        raise Conflict("somebody changed it", Reason.ETAG_MISMATCH)
