"""Backups of a database that may be in use, and their way back into one that is not."""

import asyncio
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, Engine, inspect, text

from npcserver import installed_version
from npcserver.adapters.store import postgres_tools, sqlite_files
from npcserver.adapters.store.backup_manifest import (
    MANIFEST,
    BackupManifest,
    TableContent,
    damaged,
    read_manifest,
    require_dense,
    sha256_of,
    sqlite_content,
)
from npcserver.adapters.store.engine import (
    ServerLock,
    opening,
    parse_url,
    reading_engine,
    require_existing,
    require_sound,
)
from npcserver.adapters.store.migrate import migrate, require_known
from npcserver.adapters.store.tables import METADATA
from npcserver.model.errors import InvalidInput, NotPossibleNow, OverLimit, Reason

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FILES = {"sqlite": "npcserver.db", "postgresql": "database.dump"}
_REVISION = "SELECT version_num FROM alembic_version"
_HELD = ("world", "access_key")
"""A database in which one of these tables has a row is not empty."""


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
    draft = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    with _removed_on_failure(draft):
        draft.mkdir(mode=0o700)  # it holds players' words
        file = draft / _FILES[url.get_backend_name()]
        if url.get_backend_name() == "sqlite":
            revision, at, tables = _copy_sqlite(url, file)
        else:
            revision, at, tables = _dump_postgresql(url, file)
        manifest = BackupManifest(
            server_version=installed_version(),
            kind=url.get_backend_name(),
            revision=revision,
            created_at=f"{at:%Y-%m-%dT%H:%M:%SZ}",
            timelines=tables["timeline"].rows,
            tables=tables,
            file=file.name,
            size=file.stat().st_size,
            sha256=sha256_of(file),
        )
        manifest.write(draft)
        for written in (file, draft / MANIFEST, draft):
            sqlite_files.sync(written)
        draft.rename(folder)
        sqlite_files.sync(folder.absolute().parent)
    return manifest


@contextmanager
def _removed_on_failure(draft: Path) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        shutil.rmtree(draft, ignore_errors=True)
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in _FULL:
            raise OverLimit(
                f"the disk of {draft.absolute().parent} is full; the unfinished backup was "
                "removed, and earlier ones are as they were. Make space and try again",
                Reason.STORAGE_FULL,
            ) from error
        raise


_Copied = tuple[str, datetime, dict[str, TableContent]]


def _copy_sqlite(url: URL, file: Path) -> _Copied:
    """Copy what one read transaction sees, while others write; compare the copy with it."""
    database = Path(url.database or "")
    require_sound(url.set(drivername="sqlite").render_as_string())
    with opening(url), closing(sqlite3.connect(database)) as source:
        source.execute("BEGIN")
        ((revision,),) = source.execute(_REVISION)  # the snapshot begins here
        at = datetime.now(UTC)
        tables = sqlite_content(source)
        require_dense(source.cursor(), revision)
        with closing(sqlite3.connect(file)) as copy:
            source.backup(copy)
            # Its header then says that no write-ahead log belongs to it (`require_own_log`).
            copy.execute("PRAGMA journal_mode = DELETE")
    _require_sqlite(file, tables)
    return revision, at, tables


def _require_sqlite(file: Path, tables: dict[str, TableContent]) -> None:
    problem = sqlite_files.problem_of(file)
    with closing(sqlite_files.open_copy(file)) as copy:
        if problem or sqlite_content(copy) != tables:
            raise damaged(file, problem or "its rows are not those that were written")


def _dump_postgresql(url: URL, file: Path) -> _Copied:
    """Dump the snapshot of a transaction; compare the dump with what the transaction sees."""
    postgres_tools.require_tools("pg_dump", "pg_restore")
    engine = reading_engine(url, 1)
    try:
        with opening(url), engine.connect() as connection:
            snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
            at = datetime.now(UTC)
            revision: str = connection.execute(text(_REVISION)).scalar_one()
            postgres_tools.dump(url, str(snapshot), file)
            tables = postgres_tools.postgres_content(connection)
            schema = str(connection.scalar(text("SELECT current_schema()")))
            cursor = connection.connection.cursor()
            require_dense(cursor, revision)
            cursor.close()
    finally:
        engine.dispose()
    if postgres_tools.dumped_content(file, schema) != tables:
        raise damaged(file, "its rows are not those that were written")
    return revision, at, tables


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
    manifest = read_manifest(backup) if backup.is_dir() else None
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
            manifest.require_content(backup, sqlite_content(opened))
        require_dense(opened.cursor(), sqlite_files.revision_of(copy))
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
    engine = reading_engine(url, 1)
    try:
        with opening(url), engine.connect() as connection:
            postgres_tools.require_unused(connection)
            there = set(inspect(connection).get_table_names()).intersection(_HELD)
            checks = [f"SELECT EXISTS (SELECT FROM {table})" for table in there]  # noqa: S608
            if not replaces and any(connection.scalar(text(check)) for check in checks):
                raise _not_empty(url.render_as_string())
            schema = str(connection.scalar(text("SELECT current_schema()")))
            known = METADATA.tables.keys() | manifest.tables.keys()
            drops = postgres_tools.drops_of(connection, known | {"alembic_version"})
        engine.dispose()
        postgres_tools.load(
            url, file, schema, drops, lambda found: manifest.require_content(backup, found)
        )
        _require_restored(engine, backup, manifest)
    finally:
        engine.dispose()


def _require_restored(engine: Engine, backup: Path, manifest: BackupManifest) -> None:
    with engine.connect() as connection:
        found = postgres_tools.postgres_content(connection)
        wanted = {name: found[name] for name in found.keys() & manifest.tables.keys()}
        cursor = connection.connection.cursor()
        require_dense(cursor, manifest.revision)
        cursor.close()
    manifest.require_content(backup, wanted)


def _not_empty(database: str) -> NotPossibleNow:
    return NotPossibleNow(
        f"{database} is not empty; name another with --data or --database, or say --replace to "
        "give up what is in it",
        Reason.STILL_IN_USE,
    )
