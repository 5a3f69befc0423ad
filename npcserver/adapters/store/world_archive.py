"""Puts a world or a timeline away in one file, and brings it back with the same ids.

A file is lines of JSON, compressed with zstd: what it is, then for each table its columns and its
rows, and at the end the count and digest of each table. Before anything is deleted, the file is
read back and compared with the rows that it was made from.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BufferedReader, TextIOWrapper
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sa
import zstandard
from sqlalchemy import Connection

from npcserver import installed_version
from npcserver.adapters.store import sqlite_files, timelines, world_rows
from npcserver.adapters.store import world_directory as directory
from npcserver.adapters.store.backup_manifest import TableContent
from npcserver.adapters.store.dialect import NotifyChannel, notify, to_moment
from npcserver.adapters.store.migrate import require_known
from npcserver.adapters.store.tables import (
    BEGUN_TURN,
    JOB,
    METADATA,
    MOVED_ID,
    NOTE,
    RECORD,
    TIMELINE,
    WORLD,
)
from npcserver.adapters.store.world_move import (
    ShardDatabase,
    changed_since,
    depart,
    forget,
    lock,
    snapshot,
    tombstones_of,
)
from npcserver.adapters.store.world_rows import (
    LIVING,
    LOG,
    STANDING,
    Row,
    Scope,
    TimelineScope,
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

_FORM = 1
_AT_ONCE = 5_000  # rows of a timeline that are deleted in one transaction
_REVISION = sa.text("SELECT version_num FROM alembic_version")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveHeader:
    """What an archive holds: a world, or a timeline of one with what it sees of its ancestors."""

    form: int = _FORM
    server_version: str
    revision: str
    created_at: str
    world_id: str
    timeline_id: str = ""

    @property
    def tables(self) -> tuple[sa.Table, ...]:
        """The tables whose rows it holds, in the order in which they refer to each other."""
        return (*LOG, *LIVING) if self.timeline_id else (*STANDING, *LOG, *LIVING)


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
            forget(connection, WorldScope(identifier))
        header, contents = _contents_of(file)
        return ArchiveSummary(header, contents["record"].rows)
    if file.exists():
        raise InvalidInput(str(file), "exists; name a file that does not")
    with snapshot(database) as (connection, since):
        header, scope = _described(connection, identifier)
        written = _write(connection, scope, header, file)
    with database.writing.begin() as connection:
        try:
            _require_whole(file, header, written)
            _require_unchanged(connection, scope, header, written, since)
        except BaseException:  # later the file must stay: a commit whose answer is lost is kept
            file.unlink(missing_ok=True)
            raise
        if isinstance(scope, WorldScope):
            depart(connection, scope, place)
        else:
            now = to_moment(datetime.now(UTC))
            timelines.delete_timeline(connection, TimelineId(identifier), now, saves=True)
    _free(database, scope)
    return ArchiveSummary(header, written["record"].rows)


def _described(connection: Connection, identifier: str) -> tuple[ArchiveHeader, Scope]:
    """Return what an id stands for. Raises `NotFound`, or `NotPossibleNow` for a genesis."""
    world = connection.execute(sa.select(WORLD.c.id).where(WORLD.c.id == identifier)).first()
    own = sa.select(TIMELINE.c.world_id).where(
        TIMELINE.c.id == identifier, TIMELINE.c.deleted_at.is_(None)
    )
    found = connection.execute(own).first()
    if world is None and found is None:
        raise NotFound("world", identifier, "name a world or a timeline of this database")
    world_id = identifier if found is None else found.world_id
    genesis = sa.select(WORLD.c.genesis_id).where(WORLD.c.id == world_id)
    if world is None and connection.scalar(genesis) == identifier:
        raise NotPossibleNow(
            f"all timelines of {world_id!r} begin with this one; archive the world instead",
            Reason.STILL_IN_USE,
        )
    header = ArchiveHeader(
        server_version=installed_version(),
        revision=connection.execute(_REVISION).scalar_one(),
        created_at=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        world_id=world_id,
        timeline_id="" if world is not None else identifier,
    )
    if world is not None:
        return header, WorldScope(identifier)
    return header, world_rows.timeline_scope(connection, identifier)


def _write(
    connection: Connection, scope: Scope, header: ArchiveHeader, file: Path
) -> dict[str, TableContent]:
    draft, found = file.with_name(f"{file.name}.part"), {}
    with (
        draft.open("wb") as plain,
        zstandard.ZstdCompressor(level=9).stream_writer(plain, closefd=False) as packed,
    ):

        def line(value: object) -> None:
            packed.write(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
            packed.write(b"\n")

        def told(rows: Iterable[Row]) -> Iterator[Row]:
            for row in rows:
                line([*world_rows.encoded(row).values()])
                yield row

        line(asdict(header))
        for table in header.tables:
            line({"table": table.name, "columns": [column.name for column in table.columns]})
            rows = world_rows.read(connection, scope, table)
            found[table.name] = world_rows.content(table, told(rows))
        line({"contents": {name: asdict(content) for name, content in found.items()}})
    sqlite_files.sync(draft)
    draft.rename(file)
    sqlite_files.sync(file.absolute().parent)
    return found


@contextmanager
def _opened(file: Path) -> Iterator[tuple[ArchiveHeader, Iterator[Any]]]:
    """Yield the header of an archive, and the values of its other lines."""
    damage = InvalidInput(str(file), "is no archive of `npcserver archive`, or is damaged")
    try:
        with file.open("rb") as plain:
            unpacked = zstandard.ZstdDecompressor().stream_reader(plain)
            text = TextIOWrapper(cast("BufferedReader", unpacked), "utf-8", "surrogatepass")
            lines = (json.loads(line) for line in text)
            first = next(lines)
            if first.get("form") != _FORM:
                raise InvalidInput(str(file), "was written by a newer version; install that one")
            yield ArchiveHeader(**first), lines
    except (OSError, ValueError, KeyError, TypeError, StopIteration, AttributeError) as error:
        raise damage from error
    except zstandard.ZstdError as error:
        raise damage from error


def _rows(lines: Iterator[Any]) -> Iterator[tuple[sa.Table, Row]]:
    """Yield the rows of an archive; its last line is returned as a row of no table."""
    table, columns = METADATA.tables["world"], list[str]()
    for value in lines:
        if isinstance(value, list):
            row = dict(zip(columns, value, strict=True))
            yield table, world_rows.decoded(table, row)
        elif "table" in value:
            table, columns = METADATA.tables[value["table"]], value["columns"]


def _contents_of(file: Path) -> tuple[ArchiveHeader, dict[str, TableContent]]:
    """Return what is in an archive. Raises `InvalidInput` unless it is as it was written."""
    with _opened(file) as (header, lines):
        wanted: dict[str, TableContent] = {}

        def noting() -> Iterator[Any]:
            for value in lines:
                if isinstance(value, dict) and "contents" in value:
                    found = value["contents"].items()
                    wanted.update({name: TableContent(**content) for name, content in found})
                yield value

        left, found = _rows(noting()), {}
        grouped = _by_table(left)
        for table, rows in grouped:
            found[table.name] = world_rows.content(table, rows)
    empty = TableContent(0, f"{0:064x}")
    if not wanted or any(found.get(name, empty) != one for name, one in wanted.items()):
        raise InvalidInput(str(file), "is damaged; nothing was changed, use another copy")
    return header, wanted


def _by_table(rows: Iterator[tuple[sa.Table, Row]]) -> Iterator[tuple[sa.Table, Iterator[Row]]]:
    """Yield each table with its rows, which are to be taken before the next one."""
    following = next(rows, None)

    def own(table: sa.Table) -> Iterator[Row]:
        nonlocal following
        while following is not None and following[0] is table:
            yield following[1]
            following = next(rows, None)

    while following is not None:
        table = following[0]
        yield table, own(table)


def _require_whole(file: Path, header: ArchiveHeader, written: dict[str, TableContent]) -> None:
    if _contents_of(file) != (header, written):
        raise InvalidInput(str(file), "is not as it was written; look at the disk, and try again")


def _require_unchanged(
    connection: Connection,
    scope: Scope,
    header: ArchiveHeader,
    written: dict[str, TableContent],
    since: int | None,
) -> None:
    """Lock what was written to a file. Raises `NotPossibleNow` if it has changed meanwhile."""
    if connection.dialect.name == "postgresql":
        lock(connection, scope)
    is_played = world_rows.count(connection, scope, BEGUN_TURN) > 0
    for table in header.tables if since is not None else ():
        own = sa.select(sa.func.count()).select_from(table).where(scope.condition(table))
        changed = own.where(*changed_since(table, since))
        is_other = connection.scalar(own) != written[table.name].rows
        is_played |= is_other or (table.name != "prompt_beginning" and connection.scalar(changed))
    if is_played:
        raise NotPossibleNow(
            "it is played or thought about at this moment, so it stays; end play and try again",
            Reason.STILL_IN_USE,
        )


def _free(database: ShardDatabase, scope: Scope) -> None:
    is_done = isinstance(scope, WorldScope)
    if isinstance(scope, WorldScope):
        with database.writing.begin() as connection:
            forget(connection, scope)
    while not is_done and isinstance(scope, TimelineScope):
        now = to_moment(datetime.now(UTC))
        with database.writing.begin() as connection:
            of = TimelineId(scope.timeline_id)
            is_done = timelines.free_rows(connection, of, _AT_ONCE, now)


def bring_back(database: ShardDatabase, file: Path) -> ArchiveSummary:
    """Put the rows of an archive in their tables, hidden from players until `show`.

    Raises `InvalidInput` for a file that is damaged, `AlreadyExists` for what is there, `NotFound`
    for a timeline whose world is not there, `WorldMoved` for a world that is elsewhere, and
    `Unavailable` for a file of a newer version; then nothing is changed.
    """
    header, contents = _contents_of(file)
    require_known(header.revision)
    with database.writing.begin() as connection, _opened(file) as (_, lines):
        if header.timeline_id:
            _require_absent_timeline(connection, header)
        else:
            _announce_world(connection, header, file)
        for table, rows in _by_table(_rows(lines)):
            if table is TIMELINE:
                found = [*rows]
                world_rows.write(connection, table, _hidden_timelines(connection, header, found))
                moved = [{"id": one["id"], "world_id": header.world_id} for one in found]
                world_rows.write(connection, MOVED_ID, [] if header.timeline_id else moved)
            elif table is JOB:
                parked = ({**row, "due_at": None} for row in world_rows.revived(table, rows))
                world_rows.write(connection, table, parked)
            else:
                _write_back(connection, header, table, rows)
        _require_written(connection, header, contents)
        tombstones = tombstones_of(connection, header.world_id)
        world_rows.write(connection, NOTE, map(_reopened, tombstones))
    return ArchiveSummary(header, contents["record"].rows, must_forget=bool(tombstones))


def show(database: ShardDatabase, file: Path) -> None:
    """Let players find what `bring_back` put in its tables."""
    with database.writing.begin() as connection, _opened(file) as (header, lines):
        for table, row in _rows(lines):
            if table is TIMELINE and header.timeline_id in ("", row["id"]):
                own = sa.update(TIMELINE).where(TIMELINE.c.id == row["id"])
                connection.execute(own.values(deleted_at=row["deleted_at"]))
            elif table is JOB:
                keys = ("timeline_id", "subject_id", "kind")
                own = sa.update(JOB).where(*(JOB.c[name] == row[name] for name in keys))
                connection.execute(own.values(due_at=row["due_at"]))
        if not header.timeline_id:
            directory.drop(connection, header.world_id)
        notify(connection, NotifyChannel.JOBS)


def _require_absent_timeline(connection: Connection, header: ArchiveHeader) -> None:
    world = sa.select(WORLD.c.id).where(WORLD.c.id == header.world_id)
    if connection.execute(world).first() is None:
        moved = directory.location_of(connection, header.world_id)
        advice = "the timeline is of that world; restore it first"
        raise moved.refusal() if moved else NotFound("world", header.world_id, advice)
    own = sa.select(TIMELINE.c.id).where(
        TIMELINE.c.id == header.timeline_id, TIMELINE.c.deleted_at.is_(None)
    )
    if connection.execute(own).first() is not None:
        raise AlreadyExists("timeline", header.timeline_id, "it is there")


def _announce_world(connection: Connection, header: ArchiveHeader, file: Path) -> None:
    world_id = header.world_id
    here = directory.location_of(connection, world_id)
    world = sa.select(WORLD.c.id).where(WORLD.c.id == world_id)
    is_arriving = here is not None and here.state is WorldState.ARRIVING
    if not is_arriving and connection.execute(world).first() is not None:
        raise AlreadyExists("world", world_id, "it is there")
    if here is not None and not here.is_archive:
        raise here.refusal()
    forget(connection, WorldScope(world_id))
    directory.drop(connection, world_id)
    directory.put(connection, world_id, WorldState.ARRIVING, f"{ARCHIVE}{file.name}")


def _hidden_timelines(
    connection: Connection, header: ArchiveHeader, rows: Iterable[Row]
) -> Iterator[Row]:
    """Yield timelines as deleted ones; of an archived timeline, ancestors that are there stay."""
    now = to_moment(datetime.now(UTC))
    there = set(connection.execute(sa.select(TIMELINE.c.id)).scalars())
    for row in rows:
        if header.timeline_id in ("", row["id"]) or row["id"] not in there:
            yield {**row, "deleted_at": row["deleted_at"] or now}


def _write_back(
    connection: Connection, header: ArchiveHeader, table: sa.Table, rows: Iterable[Row]
) -> None:
    """Write rows; what is there of an ancestor stays, since it may have been erased meanwhile."""
    if not header.timeline_id or table not in (*LOG, *LIVING) or "timeline_id" not in table.c:
        world_rows.write(connection, table, rows)
        return
    for timeline_id, each in groupby(rows, key=itemgetter("timeline_id")):
        is_own = timeline_id == header.timeline_id
        world_rows.write(connection, table, each, replaces=is_own)


def _require_written(
    connection: Connection, header: ArchiveHeader, contents: dict[str, TableContent]
) -> None:
    """Raise `InvalidInput` unless a world's tables, or the log of a timeline, are as archived."""
    if header.timeline_id:
        own = world_rows.timeline_scope(connection, header.timeline_id)
        is_whole = world_rows.count(connection, own, RECORD) == contents["record"].rows
    else:
        tables = (*STANDING, *LOG)
        found = world_rows.contents(connection, WorldScope(header.world_id), tables)
        is_whole = all(contents[name] == content for name, content in found.items())
    if not is_whole:
        raise InvalidInput(
            header.timeline_id or header.world_id,
            "is not in the database as it is in the archive; nothing was changed",
        )


def _reopened(tombstone: Row) -> Row:
    """Return a tombstone whose player has to be looked for again."""
    return {**tombstone, "value": json.dumps({**json.loads(tombstone["value"]), "is_done": False})}
