"""Puts a world or a timeline away in one file, and brings it back with the same ids.

The file is one of `row_copy.pack`. Before anything is deleted, it is read back and compared with
the rows that it was made from.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from npcserver.adapters.store import audit, row_copy, timelines, world_rows
from npcserver.adapters.store import world_directory as directory
from npcserver.adapters.store.dialect import NotifyChannel, notify, to_moment
from npcserver.adapters.store.migrate import require_known
from npcserver.adapters.store.row_copy import FORM, Contents, CopyHeader, PackedRows, Row
from npcserver.adapters.store.tables import (
    AUDIT_ENTRY,
    BEGUN_TURN,
    JOB,
    MOVED_ID,
    NOTE,
    PROMPT_BEGINNING,
    RECORD,
    TIMELINE,
    WORLD,
)
from npcserver.adapters.store.world_rows import (
    LIVING,
    LOG,
    STANDING,
    Scope,
    ShardDatabase,
    WorldScope,
)
from npcserver.model.errors import (
    AlreadyExists,
    InvalidInput,
    NotFound,
    NotPossibleNow,
    Reason,
)
from npcserver.model.ids import TimelineId
from npcserver.model.world_location import ARCHIVE, WorldState

_AT_ONCE = 5_000  # rows of a timeline that are deleted in one transaction
_HIDING = {
    TIMELINE: ("deleted_at", ("id",)),
    JOB: ("due_at", ("timeline_id", "subject_id", "kind")),
}
"""Tables whose rows are brought back hidden: the column that does so, and their keys."""
_REVISION = sa.text("SELECT version_num FROM alembic_version")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveHeader(CopyHeader):
    """What an archive holds: a world, or a timeline of one with what it sees of its ancestors."""

    world_id: str
    timeline_id: str = ""

    @property
    def tables(self) -> tuple[sa.Table, ...]:
        """The tables whose rows it holds, in the order in which they refer to each other."""
        return (*LOG, *LIVING, AUDIT_ENTRY) if self.timeline_id else (*STANDING, *LOG, *LIVING)


@dataclass(frozen=True, slots=True)
class ArchiveSummary:
    """What was put away or brought back; `must_forget` says that tombstones count for it."""

    header: ArchiveHeader
    records: int
    must_forget: bool = False


def put_away(database: ShardDatabase, identifier: str, file: Path) -> ArchiveSummary:
    """Write a world or a timeline to a file, and delete it from the database.

    Raises `InvalidInput` where the file exists, `NotFound`, and `NotPossibleNow` for what is played
    meanwhile; then it is left as it is, and there is no file.
    """
    place = f"{ARCHIVE}{file.name}"
    with database.reading.begin() as connection:
        here = directory.location_of(connection, identifier)
    if here is not None and (here.state, here.shard) == (WorldState.LEFT, place):
        with database.writing.begin() as connection:  # it broke off after it had left
            world_rows.forget(connection, WorldScope(identifier))
        header, contents = _contents_of(file)
        return ArchiveSummary(header, contents["record"].rows)
    if file.exists():
        raise InvalidInput(str(file), "exists; name a file that does not")
    with database.snapshot() as (connection, since), row_copy.drafted(file) as draft:
        header, scope = _described(connection, identifier)
        tables = ((table, world_rows.read(connection, scope, table)) for table in header.tables)
        with draft.open("wb") as written:
            contents = row_copy.pack(written, asdict(header), tables)
        if _contents_of(draft) != (header, contents):
            raise InvalidInput(str(file), "is not as it was written; look at the disk")
    with database.writing.begin() as connection:
        try:
            _require_unchanged(connection, scope, header, contents, since)
        except BaseException:  # later the file must stay: a commit whose answer is lost is kept
            file.unlink(missing_ok=True)
            raise
        if isinstance(scope, WorldScope):
            world_rows.depart(connection, scope, place)
        else:
            now = to_moment(datetime.now(UTC))
            timelines.delete_timeline(connection, TimelineId(identifier), now, saves=True)
    _free(database, scope)
    return ArchiveSummary(header, contents["record"].rows)


def _described(connection: Connection, identifier: str) -> tuple[ArchiveHeader, Scope]:
    """Return what an id stands for. Raises `NotFound`, or `NotPossibleNow` for a genesis."""
    revision = connection.execute(_REVISION).scalar_one()
    if world_rows.is_there(connection, WORLD, identifier):
        return ArchiveHeader(revision=revision, world_id=identifier), WorldScope(identifier)
    if not world_rows.is_there(connection, TIMELINE, identifier):
        raise NotFound("world", identifier, "name a world or a timeline of this database")
    scope = world_rows.timeline_scope(connection, identifier)
    if len(scope.segments) == 1:
        raise NotPossibleNow(
            f"all timelines of {scope.world_id!r} begin with this one; archive the world instead",
            Reason.STILL_IN_USE,
        )
    world_id = scope.world_id
    return ArchiveHeader(revision=revision, world_id=world_id, timeline_id=identifier), scope


@contextmanager
def _opened(file: Path) -> Iterator[tuple[ArchiveHeader, PackedRows]]:
    """Open an archive. Raises `InvalidInput` for another file, and one of a newer version."""
    try:
        opened = file.open("rb")
    except OSError as error:
        raise InvalidInput(str(file), f"cannot be read: {error.strerror}") from error
    with opened:
        packed = PackedRows(opened, str(file))
        if packed.header.get("form") != FORM:
            raise InvalidInput(str(file), "was written by a newer version; install that one")
        yield ArchiveHeader(**packed.header), packed


def _contents_of(file: Path) -> tuple[ArchiveHeader, Contents]:
    """Return what is in an archive. Raises `InvalidInput` unless it is as it was written."""
    with _opened(file) as (header, packed):
        for _ in packed:
            pass
    return header, packed.contents


def _require_unchanged(
    connection: Connection,
    scope: Scope,
    header: ArchiveHeader,
    written: Contents,
    since: int | None,
) -> None:
    """Lock what was written to a file. Raises `NotPossibleNow` if it has changed meanwhile."""
    if connection.dialect.name == "postgresql":
        world_rows.lock(connection, scope)
    is_played = world_rows.count(connection, scope, BEGUN_TURN) > 0
    for table in header.tables if since is not None else ():
        is_played |= world_rows.count(connection, scope, table) != written[table.name].rows
        if table is not PROMPT_BEGINNING:
            is_played |= world_rows.count(connection, scope, table, since) > 0
    if is_played:
        raise NotPossibleNow(
            "it is played or thought about at this moment, so it stays; end play and try again",
            Reason.STILL_IN_USE,
        )


def _free(database: ShardDatabase, scope: Scope) -> None:
    is_done = False
    while not is_done:
        with database.writing.begin() as connection:
            if isinstance(scope, WorldScope):
                world_rows.forget(connection, scope)
                break
            of, now = TimelineId(scope.timeline_id), to_moment(datetime.now(UTC))
            is_done = timelines.free_rows(connection, of, _AT_ONCE, now)


def bring_back(database: ShardDatabase, file: Path) -> ArchiveSummary:
    """Put the rows of an archive in their tables, hidden from players until `show`.

    Raises `InvalidInput` for a file that is damaged, `AlreadyExists` for what is there, `NotFound`
    for a timeline whose world is not there, `WorldMoved` for a world that is elsewhere, and
    `Unavailable` for a file of a newer version; then nothing is changed.
    """
    header, contents = _contents_of(file)
    require_known(header.revision)
    with database.writing.begin() as connection, _opened(file) as (_, packed):
        if header.timeline_id:
            _require_absent_timeline(connection, header)
        else:
            _announce_world(connection, header, file)
        entries: list[Row] = []
        for table, rows in packed:
            if table is AUDIT_ENTRY and header.timeline_id:
                entries += rows  # they are there, but for their keys
                continue
            if table is TIMELINE and not header.timeline_id:
                moved = [{"id": one["id"], "world_id": header.world_id} for one in rows]
                row_copy.write(connection, MOVED_ID, moved)
            hidden = [_hidden(table, row) for row in row_copy.revived(table, rows)]
            # What is there of an ancestor stays: it may have been erased meanwhile.
            of_ancestors = [row for row in hidden if not _is_own(header, table, row)]
            row_copy.write(connection, table, of_ancestors, replaces=False)
            own = [row for row in hidden if _is_own(header, table, row)]
            row_copy.write(connection, table, own)
        _require_written(connection, header, contents)
        tombstones = world_rows.tombstones_of(connection, header.world_id)
        row_copy.write(connection, NOTE, map(_reopened, tombstones))
        audit.restored(connection, entries, to_moment(datetime.now(UTC)))
    return ArchiveSummary(header, contents["record"].rows, must_forget=bool(tombstones))


def show(database: ShardDatabase, file: Path) -> None:
    """Let players find what `bring_back` put in its tables."""
    with database.writing.begin() as connection, _opened(file) as (header, packed):
        for table, rows in packed:
            for row in rows if table in _HIDING else ():
                if _is_own(header, table, row):
                    hiding, keys = _HIDING[table]
                    shown = sa.update(table).where(*(table.c[key] == row[key] for key in keys))
                    connection.execute(shown.values({hiding: row[hiding]}))
        if not header.timeline_id:
            directory.drop(connection, header.world_id)
        notify(connection, NotifyChannel.JOBS)


def _require_absent_timeline(connection: Connection, header: ArchiveHeader) -> None:
    if not world_rows.is_there(connection, WORLD, header.world_id):
        moved = directory.location_of(connection, header.world_id)
        advice = "the timeline is of that world; restore it first"
        raise moved.refusal() if moved else NotFound("world", header.world_id, advice)
    if world_rows.is_there(connection, TIMELINE, header.timeline_id):
        raise AlreadyExists("timeline", header.timeline_id, "it is there")


def _announce_world(connection: Connection, header: ArchiveHeader, file: Path) -> None:
    world_id = header.world_id
    here = directory.location_of(connection, world_id)
    is_arriving = here is not None and here.state is WorldState.ARRIVING
    if not is_arriving and world_rows.is_there(connection, WORLD, world_id):
        raise AlreadyExists("world", world_id, "it is there")
    if here is not None and not here.is_archive:
        raise here.refusal()
    world_rows.forget(connection, WorldScope(world_id))
    directory.drop(connection, world_id)
    directory.put(connection, world_id, WorldState.ARRIVING, f"{ARCHIVE}{file.name}")


def _hidden(table: sa.Table, row: Row) -> Row:
    """Return a row as nobody finds it: a timeline is deleted, and a job is never due."""
    if table is TIMELINE:
        return {**row, "deleted_at": row["deleted_at"] or to_moment(datetime.now(UTC))}
    return {**row, "due_at": None} if table is JOB else row


def _is_own(header: ArchiveHeader, table: sa.Table, row: Row) -> bool:
    """Return whether a row is of the archived world or timeline, and not of an ancestor."""
    of = row["id"] if table is TIMELINE else row.get("timeline_id", header.timeline_id)
    return header.timeline_id in ("", of)


def _require_written(connection: Connection, header: ArchiveHeader, contents: Contents) -> None:
    """Raise `InvalidInput` unless a world's tables, or the log of a timeline, are as archived."""
    if header.timeline_id:
        own = world_rows.timeline_scope(connection, header.timeline_id)
        is_whole = world_rows.count(connection, own, RECORD) == contents["record"].rows
    else:
        tables = (*STANDING, *LOG)
        found = world_rows.contents(connection, WorldScope(header.world_id), tables)
        is_whole = found == {name: contents[name] for name in found}
    if not is_whole:
        raise InvalidInput(
            header.timeline_id or header.world_id,
            "is not in the database as it is in the archive; nothing was changed",
        )


def _reopened(tombstone: Row) -> Row:
    """Return a tombstone whose player has to be looked for again."""
    return {**tombstone, "value": json.dumps({**json.loads(tombstone["value"]), "is_done": False})}
