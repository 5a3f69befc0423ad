"""Opens databases so that what is committed survives a power cut, or refuses to."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from npcserver.adapters.store.faults import translated
from npcserver.model.errors import InvalidInput, Reason, Unavailable

PRAGMAS: dict[str, str | int] = {
    "busy_timeout": 5000,  # first, so that the others wait as well
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: with NORMAL a power cut loses what was acknowledged
    "foreign_keys": 1,
    "wal_autocheckpoint": 4000,
    "secure_delete": 1,  # what was deleted is overwritten; `vacuum` sees to copies of it
}
_SHRINKING_MS = 50
_VACUUMED_BYTES_PER_SECOND = 50_000_000  # on a slow disk; what it is used for may be late
_POSTGRESQL_CONNECT: dict[str, Any] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "application_name": "npcserver",
}
_FORMS = "write sqlite:///path/to/file.db or postgresql://user:password@host/database"


def parse_url(url: str) -> URL:
    """Return the URL with its driver. Raises `InvalidInput` that says what to write instead."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise InvalidInput("database.url", f"is no database URL; {_FORMS}") from None
    if parsed.drivername == "sqlite":
        return _sqlite_url(parsed)
    if parsed.drivername in ("postgresql", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    raise InvalidInput("database.url", f"{parsed.drivername!r} is not supported; {_FORMS}")


def _sqlite_url(url: URL) -> URL:
    path = url.database or ""
    if path in ("", ":memory:"):
        raise InvalidInput("database.url", f"names no file; {_FORMS}")
    if not Path(path).absolute().parent.is_dir():
        folder = str(Path(path).absolute().parent)
        raise InvalidInput("database.url", f"the folder {folder} does not exist; create it first")
    if Path(path).is_dir():
        raise InvalidInput("database.url", f"{path} is a folder; name a file in it")
    return url.set(drivername="sqlite+pysqlite")


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Raise what goes wrong inside the block as a `Fault` that says which database, and why.

    For those who start a server; callers over the wire are told neither (`translated`).
    """
    try:
        with translated():
            yield
    except Unavailable as fault:
        cause = fault.__cause__
        if not isinstance(cause, DBAPIError):
            raise
        is_file = url.get_backend_name() == "sqlite"
        where = str(url.database) if is_file else url.render_as_string(hide_password=True)
        reported = str(cause.orig).strip().splitlines()
        why = f": {reported[0]}" if reported and not is_file else ""
        told = f"{fault.message} (database.url is {where}{why})"
        raise Unavailable(told, fault.reason, **fault.metadata) from cause


def writing_engine(url: URL) -> Engine:
    """Return an engine whose transactions may write; on SQLite they take the lock at once."""
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url, begin="BEGIN IMMEDIATE", pool_size=1)
    return _postgresql_engine(url, pool_size=1)


def reading_engine(url: URL, pool_size: int) -> Engine:
    """Return an engine whose transactions are snapshots that cannot write."""
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url, begin="BEGIN", pool_size=pool_size, query_only=True)
    engine = _postgresql_engine(url, pool_size=pool_size, isolation_level="REPEATABLE READ")
    return engine.execution_options(postgresql_readonly=True)


def _sqlite_engine(url: URL, *, begin: str, pool_size: int, query_only: bool = False) -> Engine:
    engine = create_engine(url, pool_size=pool_size, max_overflow=0, json_deserializer=_lenient)

    def connected(connection: Any, record: object) -> None:
        del record
        # The driver's own idea of transactions leaves reads outside of any; ours begin plainly.
        connection.isolation_level = None
        for name, value in PRAGMAS.items():
            connection.execute(f"PRAGMA {name} = {value}")
        if query_only:
            connection.execute("PRAGMA query_only = ON")

    def begins(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begins)
    return engine


def _postgresql_engine(url: URL, *, pool_size: int, **options: Any) -> Engine:
    try:
        # Whatever PostgreSQL needs beside its driver is asked for now and not at the first wish.
        import_module("npcserver.adapters.store.line")
        return create_engine(
            url,
            pool_size=pool_size,
            max_overflow=0,
            pool_pre_ping=True,
            json_deserializer=_lenient,
            connect_args=_POSTGRESQL_CONNECT,
            **options,
        )
    except ModuleNotFoundError:
        raise InvalidInput(
            "database.url",
            "PostgreSQL needs its driver and its queue; pip install 'npcserver[postgres]'",
        ) from None


def _lenient(text: str) -> object:
    """Parse JSON; what a hand edit broke stays text, and `rows` says which column it is in."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def shrink_log(engine: Engine) -> bool:
    """Write SQLite's log into its file and empty it; say whether that is done.

    False while somebody reads from the log; writers wait for them no longer than a moment.
    """
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()  # outside of any transaction, where nothing is pending
    try:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {_SHRINKING_MS}")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (is_busy, _, _) = cursor.fetchone() or (True, 0, 0)
        cursor.execute(f"PRAGMA busy_timeout = {PRAGMAS['busy_timeout']}")
        cursor.close()
    except sqlite3.Error:  # a disk that fails tells those who write to it
        connection.invalidate()
        return False
    finally:
        connection.close()
    return not is_busy


def vacuum_seconds(engine: Engine) -> float:
    """Return about how long `vacuum` would hold up those who write; 0 on PostgreSQL."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or path is None or not Path(path).exists():
        return 0.0
    return Path(path).stat().st_size / _VACUUMED_BYTES_PER_SECOND


def vacuum(engine: Engine) -> bool:
    """Write SQLite's file anew, so that only what is stored is in it; say whether that is done.

    `secure_delete` overwrites a row where it is. When a page was split before, copies of rows may
    stand between the rows of another page, and SQLite overwrites these only by chance. False when
    the disk has no room for a second copy. PostgreSQL has its own way and is left alone.
    """
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()  # outside of any transaction, as it has to be
    try:
        cursor = connection.cursor()
        cursor.execute("VACUUM")
        cursor.close()
    except sqlite3.Error:
        connection.invalidate()
        return False
    finally:
        connection.close()
    return True


def check_durability(engine: Engine) -> None:
    """Raise `Unavailable` unless this database keeps what it has committed."""
    with opening(engine.url), engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            _check_sqlite(connection)
        else:
            _check_postgresql(connection)


def _check_sqlite(connection: Connection) -> None:
    for name, wanted in PRAGMAS.items():
        found = connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        if found != wanted:
            raise Unavailable(
                f"SQLite answers {name} = {found} where {wanted} is needed to keep what was "
                "acknowledged; put the file on a local disk",
                Reason.STORAGE_UNAVAILABLE,
                setting=name,
            )


def _check_postgresql(connection: Connection) -> None:
    for name, unsafe in (("synchronous_commit", ("off", "local")), ("fsync", ("off",))):
        found = connection.execute(text(f"SHOW {name}")).scalar_one()
        if found in unsafe:
            raise Unavailable(
                f"PostgreSQL runs with {name} = {found}, so a crash would lose what was "
                f"acknowledged; set {name} = on for this server, database or role",
                Reason.STORAGE_UNAVAILABLE,
                setting=name,
            )
