"""Backups of a database that may be in use, and their way back into one that is not."""

import asyncio
import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, inspect, text

from npcserver.adapters.store import postgres_tools, sqlite_files
from npcserver.adapters.store.engine import (
    ServerLock,
    disposed,
    opening,
    parse_url,
    reading_engine,
    require_existing,
    require_sound,
)
from npcserver.adapters.store.migrate import migrate, require_known
from npcserver.adapters.store.row_copy import (
    FORM,
    Contents,
    CopyHeader,
    TableContent,
    content_of,
    differing,
    drafted,
)
from npcserver.adapters.store.tables import METADATA
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason, Unavailable

_MANIFEST = "manifest.json"
_FILES = {"sqlite": "npcserver.db", "postgresql": "database.dump"}
_REVISION = "SELECT version_num FROM alembic_version"
_REVISION_WITH_DELETIONS = "0003"  # the first in which timelines can be deleted
_BROKEN_LOGS = """
    SELECT id FROM timeline LEFT JOIN (
        SELECT timeline_id, count(*) AS count, min(seq) AS first, max(seq) AS last
        FROM record GROUP BY timeline_id
    ) AS log ON log.timeline_id = timeline.id
    WHERE count IS NOT NULL AND (first <> forked_at + 1 OR last - forked_at <> count)
    OR deleted_at IS NULL AND coalesce(last, forked_at) <> head
    ORDER BY id LIMIT 3
"""
_HELD = ("world", "access_key")
"""A database in which one of these tables has a row is not empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupManifest(CopyHeader):
    """What is in a backup, and how to tell that it is whole.

    `kind` is `sqlite` or `postgresql`, and `size` and `sha256` are those of `file`, which is in the
    same folder.
    """

    kind: str
    timelines: int
    tables: Contents
    file: str
    size: int
    sha256: str

    @property
    def records(self) -> int:
        """The number of records of all timelines."""
        return self.tables["record"].rows

    def require_file(self, folder: Path) -> Path:
        """Return the file with the data. Raises `InvalidInput` if it is not the one written."""
        file = folder / self.file
        if not file.is_file() or (file.stat().st_size, _sha256_of(file)) != (
            self.size,
            self.sha256,
        ):
            raise _damaged(folder, f"{self.file} is missing, or not as it was written")
        return file

    def require_content(self, folder: Path, tables: Contents) -> None:
        """Raise `InvalidInput` unless these are the tables of the backup."""
        if wrong := differing(tables, self.tables):
            raise _damaged(folder, f"rows differ in {wrong}")


def back_up(database_url: str, folder: Path) -> BackupManifest:
    """Write a backup into a new folder, read it back, and return what is in it.

    Raises `InvalidInput` where the folder exists, and `OverLimit` where the disk is full; then
    there is no folder.
    """
    require_existing(database_url)
    if folder.exists():
        raise InvalidInput(str(folder), "exists; name a folder that does not, such as one by date")
    if not folder.absolute().parent.is_dir():
        raise InvalidInput(str(folder), "cannot be made; name a folder in one that exists")
    url = parse_url(database_url)
    kind = url.get_backend_name()
    with drafted(folder) as draft:
        draft.mkdir(mode=0o700)  # it holds players' words
        file = draft / _FILES[kind]
        header, tables = (_copy_sqlite if kind == "sqlite" else _dump_postgresql)(url, file)
        manifest = BackupManifest(
            **asdict(header),
            kind=kind,
            timelines=tables["timeline"].rows,
            tables=tables,
            file=file.name,
            size=file.stat().st_size,
            sha256=_sha256_of(file),
        )
        text = json.dumps(asdict(manifest), indent=1)
        (draft / _MANIFEST).write_text(f"{text}\n", encoding="utf-8")
    return manifest


def _copy_sqlite(url: URL, file: Path) -> tuple[CopyHeader, Contents]:
    """Copy what one read transaction sees, while others write; compare the copy with it."""
    require_sound(url.set(drivername="sqlite").render_as_string())
    with opening(url), closing(sqlite3.connect(url.database or "")) as source:
        source.execute("BEGIN")
        ((revision,),) = source.execute(_REVISION)  # the snapshot begins here
        header, tables = CopyHeader(revision=revision), _sqlite_content(source)
        _require_dense(source, revision)
        with closing(sqlite3.connect(file)) as copy:
            source.backup(copy)
            # Its header then says that no write-ahead log belongs to it (`require_own_log`).
            copy.execute("PRAGMA journal_mode = DELETE")
    _require_sqlite(file, tables)
    return header, tables


def _require_sqlite(file: Path, tables: Contents) -> None:
    problem = sqlite_files.problem_of(file)
    with closing(sqlite_files.open_copy(file)) as copy:
        if problem or _sqlite_content(copy) != tables:
            raise _damaged(file, problem or "its rows are not those that were written")


def _dump_postgresql(url: URL, file: Path) -> tuple[CopyHeader, Contents]:
    """Dump the snapshot of a transaction; compare the dump with what the transaction sees."""
    postgres_tools.require_tools("pg_dump", "pg_restore")
    with disposed(reading_engine(url, 1)) as engine, engine.connect() as connection:
        snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
        header = CopyHeader(revision=connection.execute(text(_REVISION)).scalar_one())
        postgres_tools.dump(url, str(snapshot), file)
        tables = postgres_tools.postgres_content(connection)
        schema = str(connection.scalar(text("SELECT current_schema()")))
        _require_dense(connection.connection.driver_connection, header.revision)
    if postgres_tools.dumped_content(file, schema) != tables:
        raise _damaged(file, "its rows are not those that were written")
    return header, tables


async def restore(database_url: str, backup: Path, *, replaces: bool) -> Path | None:
    """Restore a backup, or a copy of an SQLite file, and migrate it.

    Returns where the SQLite file before is now, None if there was none. Raises `InvalidInput` for a
    backup that cannot be used, `Unavailable` for one of a newer version, and `NotPossibleNow` where
    the database is in use, or is not empty and not to be replaced; then nothing is changed.
    """
    aside = await asyncio.to_thread(_restore, parse_url(database_url), backup, replaces=replaces)
    await migrate(database_url)
    return aside


def _restore(url: URL, backup: Path, *, replaces: bool) -> Path | None:
    kind = url.get_backend_name()
    if not backup.exists():
        raise InvalidInput(str(backup), "is not there; name the folder of a backup")
    manifest = _read_manifest(backup) if backup.is_dir() else None
    if (manifest.kind if manifest else "sqlite") != kind:
        raise InvalidInput(
            str(backup), f"is of another kind of database than database.url names ({kind})"
        )
    if kind == "sqlite":
        return _restore_sqlite(url, backup, manifest, replaces=replaces)
    if manifest is not None:
        require_known(manifest.revision)
        _restore_postgresql(url, backup, manifest, replaces=replaces)
    return None


def _restore_sqlite(
    url: URL, backup: Path, manifest: BackupManifest | None, *, replaces: bool
) -> Path | None:
    database = Path(url.database or "")
    copy = backup if manifest is None else manifest.require_file(backup)
    sqlite_files.require_whole(copy, database)
    require_known(sqlite_files.revision_of(copy))
    with closing(sqlite_files.open_copy(copy)) as opened:
        if manifest is not None:
            manifest.require_content(backup, _sqlite_content(opened))
        _require_dense(opened, sqlite_files.revision_of(copy))
    lock = ServerLock(url.set(drivername="sqlite").render_as_string())
    lock.acquire(restores=True)
    if not replaces and _has_rows(database):
        lock.release()
        raise _not_empty(str(database))
    try:
        coming = sqlite_files.copy_beside(copy, database)
    except BaseException:  # the database is as it was
        lock.release()
        raise
    aside = sqlite_files.put_in_place(coming, database)
    lock.release()  # a restore that broke off leaves what it wrote, so that no server starts
    return aside


def _has_rows(database: Path) -> bool:
    if not database.exists():
        return False
    if sqlite_files.has_log(database):  # of a killed server; reading it could change the file
        return True
    try:
        with closing(sqlite_files.open_copy(database)) as connection:
            return any(
                connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()  # noqa: S608
                for table in _HELD
            )
    except sqlite3.Error:  # something is there, whatever it is
        return True


def _restore_postgresql(
    url: URL, backup: Path, manifest: BackupManifest, *, replaces: bool
) -> None:
    postgres_tools.require_tools("pg_restore", "psql")
    file = manifest.require_file(backup)
    with disposed(reading_engine(url, 1)) as engine, engine.connect() as connection:
        postgres_tools.require_unused(connection)
        there = set(inspect(connection).get_table_names()).intersection(_HELD)
        checks = [f"SELECT EXISTS (SELECT FROM {table})" for table in there]  # noqa: S608
        if not replaces and any(connection.scalar(text(check)) for check in checks):
            raise _not_empty(url.render_as_string())
        schema = str(connection.scalar(text("SELECT current_schema()")))
        known = METADATA.tables.keys() | manifest.tables.keys()
        drops = postgres_tools.drops_of(connection, known | {"alembic_version"})
    postgres_tools.load(
        url, file, schema, drops, lambda found: manifest.require_content(backup, found)
    )
    with disposed(reading_engine(url, 1)) as engine, engine.connect() as connection:
        found = postgres_tools.postgres_content(connection)
        _require_dense(connection.connection.driver_connection, manifest.revision)
    wanted = {name: found[name] for name in found.keys() & manifest.tables.keys()}
    manifest.require_content(backup, wanted)


def _not_empty(database: str) -> NotPossibleNow:
    return NotPossibleNow(
        f"the database {database} is not empty; name another with --data or --database, or "
        "say --replace to give up what is in it",
        Reason.STILL_IN_USE,
    )


def _damaged(backup: Path, why: str) -> InvalidInput:
    """Return the error for a backup that must not be used."""
    return InvalidInput(str(backup), f"is damaged ({why}); nothing was changed, use another backup")


def _read_manifest(folder: Path) -> BackupManifest:
    """Return the manifest of a backup. Raises `InvalidInput` for a folder that is none."""
    try:
        found = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        if found["form"] == FORM:
            tables = {name: TableContent(**content) for name, content in found["tables"].items()}
            return BackupManifest(**{**found, "tables": tables})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InvalidInput(
            str(folder), f"is no backup: it has no {_MANIFEST} of `npcserver backup`"
        ) from None
    raise InvalidInput(str(folder), "was written by a newer version; install that one to restore")


def _sha256_of(file: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _sqlite_content(connection: sqlite3.Connection) -> Contents:
    """Return what is in each table of an SQLite database."""
    found = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%'"
        " ESCAPE '@' ORDER BY name"
    )
    names = [name for (name,) in found]
    connection.text_factory = bytes  # what people edited may be no UTF-8
    try:
        return {
            name: content_of(
                repr(row).encode()
                for row in connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - its own
            )
            for name in names
        }
    finally:
        connection.text_factory = str


def _require_dense(connection: Any, revision: str) -> None:
    """Raise `Unavailable` if a timeline's log lacks a record. The connection is a driver's."""
    if revision < _REVISION_WITH_DELETIONS:
        return
    if broken := [row[0] for row in connection.execute(_BROKEN_LOGS)]:
        raise Unavailable(
            f"the log of timeline {', '.join(broken)} lacks records, so this would be a backup of "
            "a damaged database; keep the older backups and report this",
            Reason.STORAGE_UNAVAILABLE,
        )
