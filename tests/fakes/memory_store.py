"""In-memory store, jobs, journal of turns, template archive, vector index; faulty queues."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import numpy as np

from npcserver.adapters.store import vector_format
from npcserver.aio import Signal
from npcserver.model.character import Character, Persona, PersonaVersion
from npcserver.model.errors import (
    AlreadyExists,
    Conflict,
    CursorTooNew,
    InvalidInput,
    NotPossibleNow,
    Reason,
)
from npcserver.model.ids import CharacterId, PlaceId, SaveId, TimelineId, TurnId, WorldId
from npcserver.model.job import (
    FailedJob,
    Job,
    JobDraft,
    JobKind,
    OverdueJob,
    Urgency,
    precedence,
    urgency_of,
)
from npcserver.model.prompt import PromptBounds
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Save, Timeline, Vantage, first_played, rooted
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Order
from npcserver.ports.broadcast import Broadcast, TimelineChanges
from npcserver.ports.language_model import Message
from npcserver.ports.storage import Append, Appended, RequestKey
from npcserver.ports.turn_journal import BegunTurn
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef
from tests.fakes.memory_snapshot import Entry, MemorySnapshot, MemoryState, look_up


class MemoryBranches(MemorySnapshot):
    """Changes to a copy of the state; `wanted` and `dropped` are for the jobs."""

    def __init__(self, state: MemoryState) -> None:
        super().__init__(state)
        self.state = state
        self.wanted: list[JobDraft] = []
        self.dropped: set[str] = set()
        self.changes = TimelineChanges()

    async def add_timeline(self, timeline: Timeline) -> None:
        await self.world(timeline.world_id)
        if timeline.parent_id is not None:
            fork = Vantage(timeline.parent_id, timeline.forked_at)
            parent = await self._to_fork(fork)
            if timeline.forked_at > parent.head:
                raise CursorTooNew("not there yet", Reason.CURSOR_TOO_NEW)
            root = rooted(fork, lambda known: self.state.timelines[known])
            timeline = replace(timeline, parent_id=root.timeline_id)
        if timeline.head != timeline.forked_at:
            raise InvalidInput("timeline.head", "a new timeline has no records of its own")
        if timeline.id in self.state.timelines:
            raise AlreadyExists("timeline", timeline.id, "choose another id")
        self.state.timelines[timeline.id] = timeline

    async def _to_fork(self, vantage: Vantage) -> Timeline:
        is_saved = any(save.vantage == vantage for save in self.state.saves.values())
        if is_saved and vantage.timeline_id in self.state.deleted:
            return self.state.timelines[vantage.timeline_id]
        return await self.timeline(vantage.timeline_id)

    async def add_save(self, save: Save) -> None:
        timeline = await self.timeline(save.vantage.timeline_id)
        if save.vantage.seq > timeline.head:
            raise CursorTooNew("not there yet", Reason.CURSOR_TOO_NEW)
        if save.id in self.state.saves:
            raise AlreadyExists("save", save.id, "choose another id")
        self.state.saves[save.id] = save

    async def saves_in_playthrough(self, timeline_id: TimelineId, name: str) -> tuple[SaveId, ...]:
        own = await self.timeline(timeline_id)
        parents = {str(key): one.parent_id for key, one in self.state.timelines.items()}
        began = first_played(timeline_id, parents)
        return tuple(
            save.id
            for save in self.state.saves.values()
            if (save.world_id, save.name) == (own.world_id, name)
            and first_played(save.vantage.timeline_id, parents) == began
        )

    async def delete_save(self, save_id: SaveId) -> None:
        save = look_up(self.state.saves, "save", save_id, save_id)
        del self.state.saves[save_id]
        self._release(save.vantage.timeline_id)

    async def delete_timeline(self, timeline_id: TimelineId, *, saves: bool) -> None:
        timeline = await self.timeline(timeline_id)
        if (await self.world(timeline.world_id)).genesis_id == timeline_id:
            raise NotPossibleNow("everything begins there", Reason.STILL_IN_USE)
        self.state.deleted[timeline_id] = True
        self.changes.ended.add(timeline_id)
        self.state.timelines[timeline_id] = replace(timeline, label="")
        if saves:
            on_it = [
                s.id for s in self.state.saves.values() if s.vantage.timeline_id == timeline_id
            ]
            for save_id in on_it:
                del self.state.saves[save_id]
        await self.rest(timeline_id)
        self._release(timeline_id)

    async def free(self, timeline_id: TimelineId, most: int) -> bool:
        if timeline_id not in self.state.deleted:
            return True
        self.forget(timeline_id)
        timeline = self.state.timelines[timeline_id]
        needed = [one.forked_at for one in self._children(timeline_id)]
        needed += [
            save.vantage.seq
            for save in self.state.saves.values()
            if save.vantage.timeline_id == timeline_id
        ]
        entries = self.state.log.get(timeline_id, [])
        kept = max(0, max(needed, default=0) - timeline.forked_at, len(entries) - most)
        gone = {entry.record.seq for entry in entries[kept:]}
        self.state.log[timeline_id] = entries[:kept]
        for key in [key for key in self.state.vectors if key[1] == timeline_id and key[2] in gone]:
            del self.state.vectors[key]
        if len(gone) == most:
            return False
        if not needed:
            del self.state.timelines[timeline_id]
            del self.state.deleted[timeline_id]
            self.state.log.pop(timeline_id, None)
            self._release(timeline.parent_id)
        return True

    def forget(self, timeline_id: str) -> None:
        """Drop what requests about a timeline were answered, but for mere `true`."""
        kept = self.state.requests
        for key, (_, answer, began) in [*kept.items()]:
            if timeline_id in (key[0], began) and answer != "true":
                del kept[key]

    async def rest(self, timeline_id: TimelineId) -> None:
        self.wanted = [
            each
            for each in self.wanted
            if each.timeline_id != timeline_id or each.kind is JobKind.FREE
        ]
        self.dropped.add(timeline_id)

    async def count_late_result(self, timeline_id: TimelineId) -> None:
        timeline = self.state.timelines.get(timeline_id)
        if timeline is not None:
            late = timeline.late_results + 1
            self.state.timelines[timeline_id] = replace(timeline, late_results=late)

    def wishes(self) -> list[JobDraft]:
        """Return the wishes for timelines that are still there, or have to be freed."""
        return [
            each
            for each in self.wanted
            if each.timeline_id in self.state.timelines
            and (each.kind is JobKind.FREE or each.timeline_id not in self.state.deleted)
        ]

    def _children(self, timeline_id: str) -> list[Timeline]:
        return [one for one in self.state.timelines.values() if one.parent_id == timeline_id]

    def _release(self, timeline_id: TimelineId | None) -> None:
        if timeline_id is not None and timeline_id in self.state.deleted:
            self.wanted.append(JobDraft(JobKind.FREE, timeline_id, ""))


class MemoryTurns:
    """Keeps turns by id. Those of owners in `gone` are left, as if their server had died.

    Writes wait for `gate`, and fail with `fault` while there is one.
    """

    def __init__(self) -> None:
        self.begun: dict[str, BegunTurn] = {}
        self.gone: set[str] = set()
        self.fault: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def begin(self, turn: BegunTurn) -> None:
        await self._written()
        self.begun.setdefault(turn.turn.turn_id, turn)

    async def note(self, turn: BegunTurn) -> bool:
        await self._written()
        known = self.begun.get(turn.turn.turn_id)
        if known is None or known.owner != turn.owner:
            return False
        self.begun[turn.turn.turn_id] = replace(known, delivered=turn.delivered)
        return True

    async def take_over(self, turn: BegunTurn, owner: str) -> bool:
        known = self.begun.get(turn.turn.turn_id)
        if known is None or known.owner != turn.owner:
            return False
        self.begun[turn.turn.turn_id] = replace(known, owner=owner)
        return True

    async def drop(self, turn: BegunTurn) -> None:
        known = self.begun.get(turn.turn.turn_id)
        if known is not None and known.owner == turn.owner:
            del self.begun[turn.turn.turn_id]

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId, owner: str
    ) -> tuple[BegunTurn, ...]:
        where = (timeline_id, character_id)
        left = self._left(owner)
        return tuple(one for one in left if (one.timeline_id, one.character_id) == where)

    async def left_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        return tuple(
            one
            for one in self._left(owner)
            if one.key is not None
            and (one.key.scope, one.key.request_id) == (key.scope, key.request_id)
        )

    async def held_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        return tuple(
            one
            for one in self.begun.values()
            if one.owner not in {owner, *self.gone}
            and one.key is not None
            and (one.key.scope, one.key.request_id) == (key.scope, key.request_id)
        )

    async def abandoned(self) -> tuple[BegunTurn, ...]:
        return tuple(one for one in self.begun.values() if one.owner in self.gone)

    def forget(self, ended: Collection[str], living: Collection[str]) -> None:
        """Let go of turns that were stored, and of those whose timeline is gone."""
        self.begun = {
            name: one
            for name, one in self.begun.items()
            if name not in ended and one.timeline_id in living
        }

    async def _written(self) -> None:
        await self.gate.wait()
        if self.fault is not None:
            raise self.fault

    def _left(self, owner: str) -> list[BegunTurn]:
        return [one for one in self.begun.values() if one.owner in {owner, *self.gone}]


@dataclass
class Row:
    id: int
    draft: JobDraft
    due_at: datetime | None
    first_due_at: datetime
    lease: str = ""
    lease_until: datetime = datetime(1, 1, 1, tzinfo=UTC)
    is_wanted_again: bool = False
    attempts: int = 0
    error: str = ""


class MemoryJobs:
    """Gives out one job per (timeline, subject) at a time."""

    def __init__(self, wake: Signal) -> None:
        self._wake = wake
        self._rows: dict[tuple[str, str, JobKind], Row] = {}
        self._made = 0

    def want(self, drafts: Sequence[JobDraft]) -> None:
        for draft in drafts:
            due_at = draft.due_at or datetime.now(UTC)
            key = (draft.timeline_id, draft.subject_id, draft.kind)
            row = self._rows.get(key)
            if row is None:
                self._made += 1
                self._rows[key] = Row(self._made, draft, due_at, due_at)
                continue
            row.is_wanted_again = bool(row.lease)
            if row.due_at is None:
                row.due_at, row.first_due_at, row.attempts = due_at, due_at, 0
            row.due_at = min(row.due_at, due_at)
            row.first_due_at = min(row.first_due_at, due_at)
        if drafts:
            self._wake.send()

    @property
    def open(self) -> tuple[tuple[str, str, JobKind], ...]:
        """Timeline, subject and kind of all that is open."""
        return tuple(self._rows)

    def take(self, job: tuple[str, str, JobKind]) -> None:
        """Remove a job as if it were done, if it is open."""
        self._rows.pop(job, None)

    def forget(self, timelines: set[str]) -> None:
        self._rows = {key: row for key, row in self._rows.items() if key[0] not in timelines}

    def drop(self, timelines: set[str]) -> None:
        self._rows = {
            key: row
            for key, row in self._rows.items()
            if key[0] not in timelines or key[2] is JobKind.FREE
        }

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        busy = {
            (row.draft.timeline_id, row.draft.subject_id)
            for row in self._rows.values()
            if row.lease and row.lease_until > now
        }
        due = [
            (-_precedence(row, now), row.due_at, row.id, row)
            for row in self._rows.values()
            if row.due_at is not None
            and row.due_at <= now
            and only in (None, urgency_of(row.draft.kind))
            and (row.draft.timeline_id, row.draft.subject_id) not in busy
        ]
        if not due:
            return None
        row = min(due, key=lambda each: each[:3])[3]
        row.attempts += 1
        row.lease = f"{row.id}.{row.attempts}.{now.timestamp()}"
        row.lease_until = now + timedelta(seconds=lease_seconds)
        return Job(
            id=row.id,
            kind=row.draft.kind,
            timeline_id=row.draft.timeline_id,
            subject_id=row.draft.subject_id,
            attempts=row.attempts,
            lease=row.lease,
        )

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        row = self._held(job)
        if row is not None:
            row.lease_until = now + timedelta(seconds=lease_seconds)
        return row is not None

    async def finish(self, job: Job) -> None:
        row = self._held(job)
        if row is None:
            return
        if row.is_wanted_again:
            row.lease, row.is_wanted_again, row.attempts, row.error = "", False, 0, ""
            row.due_at = row.first_due_at = datetime.now(UTC)
            self._wake.send()
        else:
            del self._rows[(job.timeline_id, job.subject_id, job.kind)]

    async def fail(self, job: Job, error: str, retry_at: datetime | None) -> None:
        row = self._held(job)
        if row is None:
            return
        if row.is_wanted_again and (retry_at is None or not error):
            row.attempts, retry_at = 0, datetime.now(UTC)
            row.first_due_at = retry_at
        if not error and retry_at is not None:  # postponed
            row.first_due_at = retry_at
        row.attempts = row.attempts if error else 0
        row.lease, row.is_wanted_again, row.error, row.due_at = "", False, error, retry_at
        self._wake.send()

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        now = datetime.now(UTC)
        return sum(
            row.due_at is not None and bool(row.lease or row.due_at <= now or row.attempts)
            for row in self._rows.values()
            if timeline_id in (None, row.draft.timeline_id)
        )

    async def overdue(self, timeline_id: TimelineId | None, limit: int) -> tuple[OverdueJob, ...]:
        now = datetime.now(UTC)
        due = [
            OverdueJob(
                kind=row.draft.kind,
                timeline_id=row.draft.timeline_id,
                due_at=row.first_due_at,
            )
            for row in self._rows.values()
            if row.due_at is not None
            and row.first_due_at <= now
            and timeline_id in (None, row.draft.timeline_id)
        ]
        return tuple(sorted(due, key=lambda one: one.due_at)[:limit])

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        failed = [row for row in self._rows.values() if row.error or row.due_at is None]
        failed.sort(key=lambda row: row.id, reverse=True)
        return tuple(
            FailedJob(
                kind=row.draft.kind,
                timeline_id=row.draft.timeline_id,
                subject_id=row.draft.subject_id,
                attempts=row.attempts,
                error=row.error,
                is_final=row.due_at is None,
            )
            for row in failed[:limit]
        )

    @property
    def changes(self) -> int:
        return self._wake.count

    async def wait(self, seconds: float, since: int) -> None:
        await self._wake.wait(since, min(seconds, 1.0))

    def _held(self, job: Job) -> Row | None:
        row = self._rows.get((job.timeline_id, job.subject_id, job.kind))
        return row if row is not None and row.lease == job.lease else None


def _precedence(row: Row, now: datetime) -> float:
    waited = now - (row.due_at or now)
    return precedence(urgency_of(row.draft.kind), waited.total_seconds())


T = TypeVar("T")


class MemoryStore:
    """Keeps everything in dicts; a write that fails leaves the state as it was."""

    def __init__(self) -> None:
        self._state = MemoryState()
        self._jobs = MemoryJobs(Signal())
        self._turns = MemoryTurns()
        self.broadcast = Broadcast()

    @property
    def jobs(self) -> MemoryJobs:
        return self._jobs

    @property
    def turns(self) -> MemoryTurns:
        return self._turns

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[MemorySnapshot, None]:
        yield MemorySnapshot(self._state.copy())

    async def write(self, work: Callable[["MemoryUnit"], Awaitable[T]]) -> T:
        before = self._state.timelines
        unit = MemoryUnit(self._state.copy(), self._turns)
        result = await work(unit)
        self._state = unit.state
        self._turns.forget(unit.ended, set(unit.state.timelines) - set(unit.state.deleted))
        self._jobs.forget(set(before) - set(self._state.timelines))
        self._jobs.drop(unit.dropped)
        self._jobs.want(unit.wishes())
        self.broadcast.announce_changes(unit.changes)
        return result

    async def append(self, append: Append) -> Appended:
        return await self.write(lambda unit: unit.append(append))

    async def run(self) -> None:
        """Nothing has to run."""

    async def close(self) -> None:
        """Nothing is held."""


class MemoryUnit(MemoryBranches):
    """Changes to a copy of the state."""

    def __init__(self, state: MemoryState, turns: MemoryTurns) -> None:
        super().__init__(state)
        self._begun_turns = turns
        self.ended: set[str] = set()

    async def end_turn(self, turn_id: TurnId, owner: str) -> bool:
        begun = self._begun_turns.begun.get(turn_id)
        if begun is None or begun.owner != owner:
            return False
        self.ended.add(turn_id)
        return True

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
        self.changes.note(timeline.id, append.drafts)
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
        self.changes.all_ended = True
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
        kept = vector_format.read(vector_format.stored(vectors, vector_format.INT8))
        for ref, vector in zip(refs, kept, strict=True):
            if not self._is_there(ref):
                continue
            self.state.vectors.setdefault((space, ref.timeline_id, ref.seq), vector.copy())

    async def drop_vectors(self, space: str, refs: Sequence[MemoryRef]) -> None:
        for ref in refs:
            self.state.vectors.pop((space, ref.timeline_id, ref.seq), None)

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


_LEASE = 3600.0


class HourLeaseQueue(MemoryJobs):
    """A queue that renews for an hour and tells when it did."""

    def __init__(self, jobs: MemoryJobs) -> None:
        self.jobs = jobs
        self.renewed = asyncio.Event()

    async def claim(
        self, now: datetime, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        return await self.jobs.claim(now, lease_seconds)

    async def renew(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        self.renewed.set()
        return await self.jobs.renew(job, now, _LEASE)

    async def finish(self, job: Job) -> None:
        await self.jobs.finish(job)


class FailingQueue:
    """A queue whose every call fails."""

    def __init__(self, fault: Exception) -> None:
        self._fault = fault
        self.failed = asyncio.Event()

    async def claim(
        self, now: object, lease_seconds: float, only: Urgency | None = None
    ) -> Job | None:
        self.failed.set()
        raise self._fault

    async def renew(self, job: Job, now: object, lease_seconds: float) -> bool:
        raise self._fault

    async def finish(self, job: Job) -> None:
        raise self._fault

    async def fail(self, job: Job, error: str, retry_at: object) -> None:
        raise self._fault

    @property
    def changes(self) -> int:
        return 0

    async def wait(self, seconds: float, since: int) -> None:
        raise self._fault

    async def pending(self, timeline_id: TimelineId | None = None) -> int:
        raise self._fault

    async def overdue(self, timeline_id: TimelineId | None, limit: int) -> tuple[OverdueJob, ...]:
        raise self._fault

    async def failures(self, limit: int) -> tuple[FailedJob, ...]:
        raise self._fault


class MemoryPromptArchive:
    """Keeps no prompt."""

    def note(self, messages: Sequence[Message]) -> None:
        """Forget it."""

    async def get(self, timeline_id: TimelineId, seq: int) -> None:
        return None

    async def bounds(self) -> PromptBounds:
        return PromptBounds()

    async def drop_expired(self, before: datetime, most_bytes: int) -> None:
        """There is nothing to drop."""


class NumpyIndex:
    """Keeps its rows in one array that is copied at every addition."""

    def __init__(self, dimension: int) -> None:
        self._rows: Vectors = np.empty((0, dimension), np.float32)

    @property
    def size(self) -> int:
        return len(self._rows)

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes

    def add(self, vectors: Vectors) -> None:
        self._rows = np.concatenate([self._rows, vectors.astype(np.float32)])

    def reserve(self, rows: int) -> None:
        """Do nothing: each addition copies anyway."""

    def replace(self, rows: Sequence[int], vectors: Vectors) -> None:
        self._rows[list(rows)] = vectors

    def view(self) -> Vectors:
        return self._rows
