"""Moves a world from one database to another while it is played.

The rows of both directories (`world_location`) say how far a move is:

1. *announced*: `leaving` here, `arriving` there, where the world is refused from now on.
2. *copied*: what nobody finds without the rows of its timelines, again and again what has changed
   since the copy before; then *verified*: count and digest of each table are the same.
3. *held*: row locks keep everyone from writing to the world. What has changed meanwhile is
   *written* there, and the rows by which it lives (`world_rows.LIVING`) in a column of the
   directory.
4. *left*: these rows are deleted here, in the transaction of the locks. From its commit on the
   world is there; before, it is here. If the process dies before, play goes on here.
5. *served*: the rows by which it lives are put in their tables there.
6. *forgotten*: the rest is deleted here.

A move that broke off is run again, and goes on from the last of these steps that was committed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from npcserver.adapters.store import row_copy, world_rows
from npcserver.adapters.store import world_directory as directory
from npcserver.adapters.store.dialect import NotifyChannel, notify
from npcserver.adapters.store.faults import translated
from npcserver.adapters.store.tables import MOVED_ID, NOTE, SAVE, TIMELINE, WORLD, WORLD_LOCATION
from npcserver.adapters.store.world_rows import (
    HOLD_SECONDS,
    LIVING,
    LOG,
    STANDING,
    ShardDatabase,
    WorldScope,
)
from npcserver.model.errors import (
    AlreadyExists,
    Fault,
    InvalidInput,
    NotFound,
    NotPossibleNow,
    Reason,
    Unavailable,
)
from npcserver.model.world_location import WorldState

_HOLDS = 20
_TOLD_SECONDS = 0.05  # in which servers learn that a world is held
_PAUSE_SECONDS = 1.0  # between two holds, and for servers to learn that a world arrives
_FEW = 2_000  # rows that a pass finds when the next one is short enough for a hold
_PASSES = 6


class MoveStep(StrEnum):
    """What a move has just done; the module describes each."""

    ANNOUNCED = "announced"
    COPIED = "copied"
    VERIFIED = "verified"
    HELD = "held"
    WRITTEN = "written"
    LEFT = "left"
    SERVED = "served"
    FORGOTTEN = "forgotten"


Report = Callable[[MoveStep, str], None]


@dataclass(slots=True)
class MoveSummary:
    """What a move came to; `held_seconds` is the longest time for which writes were held up."""

    records: int = 0
    held_seconds: float = 0.0
    holds: int = 0


class _TooSlowError(Exception):
    """The last of a world could not be copied within `HOLD_SECONDS`."""


class WorldMove:
    """Moves one world from a database to another."""

    def __init__(
        self,
        source: ShardDatabase,
        target: ShardDatabase,
        world_id: str,
        report: Report = lambda _step, _text: None,
        *,
        hold_seconds: float = HOLD_SECONDS,
    ) -> None:
        if source.writing.url == target.writing.url:
            raise InvalidInput("--to", "is the database in which the world is; name another")
        if source.shard == target.shard:
            problem = f"both are called {source.shard!r}"
            raise InvalidInput("--shard", f"{problem}; name them by --shard and --from-shard")
        self._source = source
        self._target = target
        self._world_id = world_id
        self._report = report
        self._hold_seconds = hold_seconds
        self._scope = WorldScope(world_id)
        self._is_own = WORLD_LOCATION.c.world_id == world_id
        self.summary = MoveSummary()

    def run(self) -> MoveSummary:
        """Move the world, or go on with a move that broke off.

        Raises `NotFound`, `AlreadyExists` where the other database has such a world, `WorldMoved`
        for one that is elsewhere, `NotPossibleNow` where it is played too hard to be held, and
        `Unavailable`.
        """
        with translated(), self._alone():
            if self._announced():
                self._leave(self._copy())
            self._serve()
            with self._source.writing.begin() as source:
                world_rows.forget(source, self._scope)
            self._report(MoveStep.FORGOTTEN, "")
        return self.summary

    def undo(self) -> None:
        """Give up a move that has not left: the world stays here, and nothing of it is there."""
        with translated(), self._alone():
            with self._source.reading.connect() as source:
                here = directory.location_of(source, self._world_id)
            if here is not None and here.state is WorldState.LEFT:
                raise NotPossibleNow(
                    f"world {self._world_id!r} has left already; run the move again to finish it, "
                    "and then move the world back",
                    Reason.STILL_IN_USE,
                )
            with self._target.writing.begin() as target:
                there = directory.location_of(target, self._world_id)
                if there is not None and there.state is WorldState.ARRIVING:
                    world_rows.drop_world(target, self._scope)
                    world_rows.forget(target, self._scope)
                    directory.drop(target, self._world_id)
            with self._source.writing.begin() as source:
                directory.drop(source, self._world_id)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no second process move this world at the same time."""
        if not self._source.is_shared:
            yield
            return
        asked = sa.text("SELECT pg_try_advisory_lock(hashtextextended(:name, 0))")
        with self._source.reading.connect() as connection:
            if not connection.scalar(asked, {"name": f"move\x1f{self._world_id}"}):
                raise NotPossibleNow(
                    f"world {self._world_id!r} is being moved by another process",
                    Reason.STILL_IN_USE,
                )
            connection.commit()  # the lock is that of the session
            try:
                yield
            finally:
                connection.invalidate()

    def _announced(self) -> bool:
        """Enter in both directories that the world moves; return False where it has left."""
        world_id, to, since = self._world_id, self._target.shard, self._source.shard
        with self._target.writing.begin() as target, self._source.writing.begin() as source:
            here = directory.location_of(source, world_id)
            there = directory.location_of(target, world_id)
            is_there = world_rows.is_there(target, WORLD, world_id)
            is_arriving = there is not None and there.state is WorldState.ARRIVING
            arrives_from = there.shard if there is not None and is_arriving else ""
            if here is not None and here.state is WorldState.LEFT:
                if here.shard != to or not is_there:
                    raise here.refusal()
                return False
            if not world_rows.is_there(source, WORLD, world_id):
                raise NotFound("world", world_id, "name a world of this database")
            if here is not None and here.shard != to:
                raise NotPossibleNow(
                    f"a move of world {world_id!r} to {here.shard} broke off; finish it first, or "
                    "give it up with --undo",
                    Reason.STILL_IN_USE,
                )
            if (is_there or is_arriving) and arrives_from != since:
                raise AlreadyExists("world", world_id, f"it is at {to} already, or arrives there")
            if not is_arriving:
                world_rows.forget(target, self._scope)  # from before it moved away from there
                directory.drop(target, world_id)
                directory.put(target, world_id, WorldState.ARRIVING, since)
            directory.put(source, world_id, WorldState.LEAVING, to)
        if self._target.is_shared:
            time.sleep(_PAUSE_SECONDS)
        self._report(MoveStep.ANNOUNCED, "")
        return True

    def _copy(self) -> int | None:
        """Copy until the tables are alike; return the first transaction that may not be copied."""
        with self._target.writing.connect() as target:
            since = target.scalar(sa.select(WORLD_LOCATION.c.position).where(self._is_own))
        for _ in range(_PASSES if self._source.is_shared else 0):
            since, copied = self._copy_changes(since, verifies=False)
            self._report(MoveStep.COPIED, f"{copied} rows")
            if copied <= _FEW:
                break
        since, copied = self._copy_changes(since, verifies=True)
        self._report(MoveStep.VERIFIED, f"{self.summary.records} records")
        return since

    def _copy_changes(self, since: int | None, *, verifies: bool) -> tuple[int | None, int]:
        """Copy what is new in one snapshot; return the position of that snapshot, and how many."""
        with self._source.snapshot() as (source, at), self._target.writing.begin() as target:
            copied = self._copy_rows(source, target, since)
            if verifies:
                self._verify(source, target)
            target.execute(sa.update(WORLD_LOCATION).where(self._is_own).values(position=at))
        return at, copied

    def _copy_rows(
        self, source: Connection, target: Connection, since: int | None, *, reads_back: bool = False
    ) -> int:
        """Copy what is new, and delete what is not there any more; return how many rows were new.

        The rows of the world by which it lives are only named (`moved_id`).
        """
        copied = 0
        for table in (TIMELINE, SAVE):
            ids = sa.select(table.c.id).where(table.c.world_id == self._world_id)
            rows = [{"id": one, "world_id": self._world_id} for one in source.scalars(ids)]
            row_copy.write(target, MOVED_ID, rows)
        for table in (*STANDING, *LOG):
            found = world_rows.read(source, self._scope, table, since)
            new = list(found) if reads_back else found
            copied += row_copy.write(target, table, new)
            is_same = not reads_back or row_copy.are_written(target, table, new)
            if not world_rows.drop_others(target, source, self._scope, table) or not is_same:
                raise _differs(table.name)
        self._raise_revision(source, target)
        return copied

    def _raise_revision(self, source: Connection, target: Connection) -> None:
        """Let the world have no revision that it had before with other contents."""
        own = sa.select(WORLD.c.revision).where(WORLD.c.id == self._world_id)
        revision = source.scalar(own)
        if revision is None:
            advice = "it was deleted meanwhile; give the move up with --undo"
            raise NotFound("world", self._world_id, advice)
        missing = revision - target.execute(own).scalar_one()
        is_own = WORLD.c.id == self._world_id
        for _ in range(missing):  # a trigger counts up with each change
            target.execute(sa.update(WORLD).where(is_own).values(revision=WORLD.c.revision))

    def _verify(self, source: Connection, target: Connection) -> None:
        for table in (*STANDING, *LOG):
            here = world_rows.contents(source, self._scope, (table,))
            if world_rows.contents(target, self._scope, (table,)) != here:
                raise _differs(table.name)
            if table.name == "record":
                self.summary.records = here["record"].rows

    def _leave(self, since: int | None) -> None:
        for _ in range(_HOLDS):
            self.summary.holds += 1
            began = time.monotonic()
            try:
                self._hold(since)
            except (_TooSlowError, OperationalError):
                with self._source.writing.begin() as source:
                    here = directory.location_of(source, self._world_id)
                    if here is not None and here.state is WorldState.LEFT:
                        return  # the commit was kept, and only its answer was lost
                    directory.put(source, self._world_id, WorldState.LEAVING, self._target.shard)
                time.sleep(_PAUSE_SECONDS)
                since, _ = self._copy_changes(since, verifies=False)
            else:
                return
            finally:
                held = time.monotonic() - began
                self.summary.held_seconds = max(self.summary.held_seconds, held)
        raise NotPossibleNow(
            f"world {self._world_id!r} could not be copied within {self._hold_seconds:g} s of held "
            "writes; it is played on here. Try again when less is going on, or give the move up "
            "with --undo",
            Reason.STILL_IN_USE,
        )

    def _hold(self, since: int | None) -> None:
        """Keep everyone from writing, copy the last, and let the world go."""
        with self._source.writing.begin() as source:
            directory.put(source, self._world_id, WorldState.HELD, self._target.shard)
        if self._source.is_shared:
            time.sleep(_TOLD_SECONDS)
        began = time.monotonic()
        with self._source.writing.begin() as locking:
            if self._source.is_shared:
                world_rows.lock(locking, self._scope, self._hold_seconds)
            self._report(MoveStep.HELD, "")
            self._write_last(since)
            self._report(MoveStep.WRITTEN, "")
            if self._source.is_shared and time.monotonic() - began > self._hold_seconds:
                raise _TooSlowError
            world_rows.depart(locking, self._scope, self._target.shard)
        self._report(MoveStep.LEFT, f"{time.monotonic() - began:.2f} s")

    def _write_last(self, since: int | None) -> None:
        """Write what has changed since the last pass, read it back, and compare the counts."""
        own = sa.select(WORLD_LOCATION.c.pending).where(self._is_own)
        with self._source.snapshot() as (source, _), self._target.writing.begin() as target:
            if self._source.is_shared:  # an SQLite file is this process's alone since then
                self._copy_rows(source, target, since, reads_back=True)
            packed = BytesIO()
            living = ((table, world_rows.read(source, self._scope, table)) for table in LIVING)
            row_copy.pack(packed, {}, living)
            pending = packed.getvalue()
            target.execute(sa.update(WORLD_LOCATION).where(self._is_own).values(pending=pending))
            if bytes(target.execute(own).scalar_one() or b"") != pending:
                raise _differs("world_location")

    def _serve(self) -> None:
        """Put the rows by which the world lives in their tables there."""
        own = sa.select(WORLD_LOCATION).where(self._is_own)
        with self._source.reading.connect() as source:
            tombstones = world_rows.tombstones_of(source, self._world_id)
        with self._target.writing.begin() as target:
            row = target.execute(own).first()
            if row is not None and row.state == str(WorldState.ARRIVING):
                row_copy.write(target, NOTE, tombstones)
                for table, rows in row_copy.PackedRows(BytesIO(row.pending), "world_location"):
                    row_copy.write(target, table, row_copy.revived(table, rows))
                notify(target, NotifyChannel.JOBS)
                directory.drop(target, self._world_id)
        self._report(MoveStep.SERVED, "")


def _differs(name: str) -> Fault:
    return Unavailable(
        f"the copies of table {name} differ; the world is played on where it was. Run the move "
        "again, and report this if it happens again",
        Reason.STORAGE_UNAVAILABLE,
    )
