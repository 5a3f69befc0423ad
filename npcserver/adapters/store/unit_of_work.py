"""Units of work: reads and writes that commit together, on the writer's thread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from npcserver.adapters.store import (
    audit,
    authored,
    authored_edits,
    dialect,
    job_queue,
    log_append,
    memories,
    requests,
    timelines,
    transactions,
    turn_journal,
)
from npcserver.adapters.store.access import note_change
from npcserver.adapters.store.author_changes import (
    as_edit,
    mark_undone,
    note_correction,
    read_state,
    with_states,
)
from npcserver.adapters.store.dialect import from_moment
from npcserver.adapters.store.faults import translated
from npcserver.adapters.store.library import (
    SqlBooks,
    add_passage_vectors,
    remove_book,
    renew_revision,
    store_book,
)
from npcserver.adapters.store.prompts import RecentPrompts
from npcserver.adapters.store.reader import SqlReader
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.transactions import as_method
from npcserver.model.author_change import AuthorChange, ChangeKind, State
from npcserver.model.character import Persona
from npcserver.model.errors import Fault
from npcserver.model.ids import CharacterId, SaveId, TimelineId, WorldId, new_id
from npcserver.model.job import JobDraft
from npcserver.model.record import Correction
from npcserver.model.timeline import Vantage
from npcserver.ports.broadcast import TimelineChanges
from npcserver.ports.storage import Append, Appended, RequestKey

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Transaction:
    """An open transaction of the writer; `now` in microseconds since 1970.

    `facts` come from committed reads, `sent` are the prompts behind new records. `is_alone` if it
    has a single request. `worlds` are those in
    which PostgreSQL lets it write from here on, None for all, and `author_id` is who asks.
    `has_jobs` is set if workers should look for jobs after the commit, `has_freed` if all that a
    deletion left has been freed. `changes` may hold more than is committed, where a part was
    undone. `audited` is what the audit log is to say, None where it is off.
    """

    connection: Connection
    now: int
    facts: RowCache
    sent: RecentPrompts
    is_alone: bool = False
    worlds: frozenset[str] | None = None
    author_id: str = ""
    has_jobs: bool = False
    has_freed: bool = False
    changes: TimelineChanges = field(default_factory=TimelineChanges)
    audited: list[audit.AuditNews] | None = None

    def limit(self, worlds: frozenset[str] | None) -> None:
        """Have PostgreSQL refuse changes in other worlds from here on; None for none."""
        if worlds != self.worlds:
            dialect.limit_writes(self.connection, worlds)
            self.worlds = worlds

    def note(self, append: Append, appended: Appended) -> None:
        """Note what an append changed."""
        if not appended.is_replay:
            self.changes.note(append.timeline_id, append.drafts)


class SqlUnit(SqlReader):
    """Changes that commit together; its methods never wait, so `run_to_end` can drive it."""

    def __init__(self, transaction: Transaction) -> None:
        # Facts of its own, since what this unit sees may be rolled back.
        super().__init__(self.run, RowCache(transaction.facts))
        self._transaction = transaction
        self._undoing = self._why = ""

    async def run(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in the unit's transaction."""
        with translated():
            return query(self._transaction.connection, *args, **kwargs)

    @property
    def unit(self) -> "SqlUnit":
        """This unit, which notes the edits that are made in it."""
        return self

    @property
    def library(self) -> "UnitLibrary":
        """The books of all worlds, for changes."""
        return UnitLibrary(self)

    @property
    def author_id(self) -> str:
        """Who asked for this unit; empty for what no caller asked for."""
        return self._transaction.author_id

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
        return requests.answer_to(key, await self.run(requests.known, (key,)))

    async def keep_answer(
        self, key: RequestKey, answer: str, began: TimelineId | None = None
    ) -> None:
        """Store the answer of a request; it is deleted with the timeline that it `began`."""
        await self.run(requests.keep, (requests.row(key, answer, self.now, began),))

    async def append(self, append: Append) -> Appended:
        """Append records to a timeline as part of this unit."""
        sent, audited = self._transaction.sent, self._transaction.audited
        appended = await self.run(log_append.append_all, ((append, None),), self.now, sent, audited)
        (result,), has_jobs = appended
        if isinstance(result, Fault):
            raise result
        self._transaction.note(append, result)
        self._transaction.has_jobs |= has_jobs
        made = [one.body for one in append.drafts if isinstance(one.body, Correction)]
        if made and not result.is_replay:
            change = replace(
                self._change(ChangeKind.CORRECTION, None, made[0].correction_id),
                author_id=made[0].author_id,
                timeline_id=append.timeline_id,
                why=made[0].why,
                is_kept=True,
            )
            await self.run(note_correction, change, made[0].undoes)
        return result

    def _change(self, kind: ChangeKind, world_id: WorldId | None, subject_id: str) -> AuthorChange:
        return AuthorChange(
            id=new_id("change"),
            world_id=world_id,
            at=from_moment(self.now),
            author_id=self.author_id,
            kind=kind,
            subject_id=subject_id,
            why=self._why,
            undoes=self._undoing,
        )

    async def note_edit(
        self,
        kind: ChangeKind,
        world_id: WorldId,
        subject_id: str,
        before: State | None,
        after: State | None,
        timeline_id: TimelineId | None = None,
    ) -> None:
        """Note a change, if a caller asked for it and the states differ."""
        if self.author_id:
            change = replace(self._change(kind, world_id, subject_id), timeline_id=timeline_id)
            if (noted := with_states(change, before, after)) is not None:
                await self.run(note_change, noted)

    async def begin_undo(self, change_id: str, why: str) -> None:
        """Mark a change as undone by what this unit notes from here on."""
        self._undoing, self._why = change_id, why
        await self.run(mark_undone, change_id)

    authored_state = as_method(read_state)
    add_world = as_edit(ChangeKind.WORLD, authored_edits.add_world)
    put_world = as_edit(ChangeKind.WORLD, authored_edits.put_world)

    async def delete_world(self, world_id: WorldId, *, if_etag: str = "") -> None:
        """Delete a world with everything in it."""
        await self.run(authored_edits.delete_world, world_id, if_etag=if_etag)
        self._transaction.has_freed = True
        self._transaction.changes.all = True

    add_place = as_edit(ChangeKind.PLACE, authored_edits.add_place)
    put_place = as_edit(ChangeKind.PLACE, authored_edits.put_place)
    delete_place = as_edit(ChangeKind.PLACE, authored_edits.delete_place)
    add_character = as_edit(ChangeKind.CHARACTER, authored_edits.add_character)
    put_character = as_edit(ChangeKind.CHARACTER, authored_edits.put_character)

    async def adopt(self, world_id: WorldId, character_id: CharacterId, persona: Persona) -> int:
        """Store a persona found in the database as a version if it is new; return its number."""
        now = from_moment(self.now)
        return await self.run(authored_edits.adopt, world_id, character_id, persona, now)

    delete_character = as_edit(ChangeKind.CHARACTER, authored_edits.delete_character)
    put_portrait = as_edit(ChangeKind.PORTRAIT, authored_edits.put_portrait)
    arrange = as_method(authored.store_order)
    add_timeline = as_method(timelines.add_timeline)
    add_save = as_method(timelines.add_save)
    saves_in_playthrough = as_method(timelines.saves_in_playthrough)

    async def delete_save(self, save_id: SaveId) -> None:
        """Delete a save; rows only it needs are freed later."""
        await self.run(timelines.delete_save, save_id, self.now)
        self.announce_jobs()

    async def delete_timeline(self, timeline_id: TimelineId, *, saves: bool) -> None:
        """Delete a timeline, with `saves` also those made on it."""
        await self.run(timelines.delete_timeline, timeline_id, self.now, saves=saves)
        self._transaction.changes.changed.add(timeline_id)
        self.announce_jobs()

    async def free(self, timeline_id: TimelineId, most: int) -> bool:
        """Delete up to `most` unneeded rows of a deleted timeline; return whether none is left."""
        is_done = await self.run(timelines.free_rows, timeline_id, most, self.now)
        self._transaction.has_freed |= is_done
        self.announce_jobs()
        return is_done

    async def erase(self, query: Callable[..., int], *args: object) -> int:
        """Run a query that overwrites or deletes what nobody may find, not even in free pages."""
        count = await self.run(query, *args)
        self._transaction.has_freed |= count > 0
        return count

    rest = as_method(job_queue.drop)
    count_late_result = as_method(timelines.count_late_result)
    add_vectors = as_method(memories.add_vectors)
    drop_vectors = as_method(memories.drop_vectors)

    async def want(self, jobs: Sequence[JobDraft]) -> None:
        """Request jobs."""
        self._transaction.has_jobs |= await self.run(job_queue.want, jobs, self.now)

    end_turn = as_method(turn_journal.end)
    end_lease = as_method(turn_journal.end_lease)

    async def append_end(self, vantage: Vantage) -> int:
        """Return the last seq of the append that wrote the vantage's last record."""
        return await self.run(timelines.append_end, self._facts, vantage)

    keep_note = as_method(transactions.keep_note)
    first_note = as_method(transactions.first_note)


class UnitLibrary(SqlBooks):
    """The books of all worlds in a unit, which notes who changed them."""

    def __init__(self, unit: SqlUnit) -> None:
        super().__init__(unit.run)
        self.unit = unit

    put_book = as_edit(ChangeKind.BOOK, store_book)
    delete_book = as_edit(ChangeKind.BOOK, remove_book)
    add_vectors = as_method(add_passage_vectors)
    announce = as_method(renew_revision)
