"""Opens databases whose commits survive a power cut, and locks an SQLite file to one server."""

import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from npcserver.adapters.store import sqlite_files
from npcserver.adapters.store.faults import translated
from npcserver.adapters.store.statements import IN_BINARY
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason, Unavailable
from npcserver.model.ids import TimelineId

if TYPE_CHECKING:
    from npcserver.adapters.store.pg_listener import CommitListener
    from npcserver.adapters.store.pg_turn_leases import PgTurnLeases
    from npcserver.ports.broadcast import Broadcast

PRAGMAS: dict[str, str | int] = {
    "busy_timeout": 5000,  # first, so that it applies to the other pragmas
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: with NORMAL a power cut loses acknowledged commits
    "foreign_keys": 1,
    "wal_autocheckpoint": 4000,
    "secure_delete": 1,  # overwrites deleted rows; `vacuum` removes copies of them
}
_SHRINKING_MS = 50
_VACUUMED_BYTES_PER_SECOND = 50_000_000  # on a slow disk; an estimate is enough
POSTGRESQL_CONNECT: dict[str, Any] = {
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
        if "@" in url.partition("://")[2].partition("@")[2].partition("?")[0]:
            raise InvalidInput(
                "database.url",
                "contains more than one @; in a user, a password or a database write %40 for it",
            )
        return parsed.set(drivername="postgresql+psycopg")
    raise InvalidInput("database.url", f"{parsed.drivername!r} is not supported; {_FORMS}")


def _sqlite_url(url: URL) -> URL:
    path = url.database or ""
    if url.query:
        raise InvalidInput(
            "database.url",
            "what follows a ? in it would be ignored; write %3F for a ? in a file's path, or "
            "remove the rest",
        )
    if path in ("", ":memory:"):
        raise InvalidInput("database.url", f"names no file; {_FORMS}")
    if not Path(path).absolute().parent.is_dir():
        folder = str(Path(path).absolute().parent)
        raise InvalidInput("database.url", f"the folder {folder} does not exist; create it first")
    if Path(path).is_dir():
        raise InvalidInput("database.url", f"{path} is a folder; name a file in it")
    return url.set(drivername="sqlite+pysqlite")


def require_existing(url: str) -> None:
    """Raise `InvalidInput` where an SQLite file is missing or empty; opening it would make one."""
    if not url.startswith("sqlite"):
        return
    with suppress(ArgumentError, ValueError):  # `parse_url` says what is wrong with the URL
        file = Path(make_url(url).database or "")
        if not file.exists() or not (file.stat().st_size or sqlite_files.has_log(file)):
            raise InvalidInput(
                "database.url",
                f"there is no database in {file}, and nothing was made; correct --data or the "
                "database's URL (`npcserver serve`, `import` and `migrate` make a new one)",
            )


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Turn database errors in the block into a `Fault` that names the database and the cause.

    For the console of a starting server; clients get neither (`translated`).
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
        reported = "" if is_file else str(cause.orig).strip().partition("\n")[0]
        _, _, refusal = reported.partition("FATAL:")  # it is there, and says what is wrong
        told = f"PostgreSQL refuses the connection: {refusal.strip()}" if refusal else fault.message
        why = "" if refusal or not reported else f": {reported}"
        told = f"{told} ({where}{why})"
        raise Unavailable(told, fault.reason, **fault.metadata) from cause


def writing_engine(url: URL) -> Engine:
    """Return an engine for writing; on SQLite its transactions take the lock at once."""
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url, begin="BEGIN IMMEDIATE", pool_size=1)
    return _postgresql_engine(url, pool_size=1)


def reading_engine(url: URL, pool_size: int, *, prepares: bool = True) -> Engine:
    """Return an engine whose transactions are read-only snapshots.

    It `prepares` statements unless a pooler keeps no sessions, in which they are.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url, begin="BEGIN", pool_size=pool_size, query_only=True)
    options = {} if prepares else {"prepare_threshold": None}
    engine = _postgresql_engine(
        url, pool_size=pool_size, isolation_level="REPEATABLE READ", connect_args=options
    )
    return engine.execution_options(postgresql_readonly=True)


@contextmanager
def disposed(engine: Engine) -> Iterator[Engine]:
    """Close an engine after the block, whose database errors name the database (`opening`)."""
    try:
        with opening(engine.url):
            yield engine
    finally:
        engine.dispose()


def has_policies(engine: Engine) -> bool:
    """Return whether row-level security counts for the user of this database."""
    if engine.dialect.name == "sqlite":
        return False
    with translated(), engine.connect() as connection:
        mine = "SELECT NOT (rolsuper OR rolbypassrls) FROM pg_roles WHERE rolname = current_user"
        return bool(connection.execute(text(mine)).scalar_one())


def commit_listener(writing: Engine, broadcast: "Broadcast") -> "CommitListener | None":
    """Return what listens for commits beside those of an engine; None where there is one server."""
    if writing.dialect.name == "sqlite":
        return None
    module = import_module("npcserver.adapters.store.pg_listener")
    listener: CommitListener = module.CommitListener(writing, POSTGRESQL_CONNECT)
    listener.channels[module.TIMELINES] = lambda name: broadcast.announce(TimelineId(name))
    return listener


def turn_leases(
    writing: Engine, broadcast: "Broadcast", listener: "CommitListener | None"
) -> "PgTurnLeases | None":
    """Return the leases that servers on the database of an engine share; None for one server."""
    if listener is None:
        return None
    module = import_module("npcserver.adapters.store.pg_turn_leases")
    leases: PgTurnLeases = module.PgTurnLeases(writing, POSTGRESQL_CONNECT, broadcast)
    listener.channels[module.CHANNEL] = leases.signals.hear
    return leases


def _sqlite_engine(url: URL, *, begin: str, pool_size: int, query_only: bool = False) -> Engine:
    engine = create_engine(
        url,
        pool_size=pool_size,
        max_overflow=0,
        json_deserializer=_lenient,
        hide_parameters=True,
    )

    def connected(connection: Any, record: object) -> None:
        del record
        # By default the driver begins no transaction for reads; ours begin explicitly (`begins`).
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


def _postgresql_engine(
    url: URL, *, pool_size: int, connect_args: Mapping[str, Any] | None = None, **options: Any
) -> Engine:
    try:
        engine = create_engine(
            url,
            pool_size=pool_size,
            max_overflow=0,
            pool_pre_ping=True,
            hide_parameters=True,
            json_deserializer=_lenient,
            connect_args={**POSTGRESQL_CONNECT, **(connect_args or {})},
            **options,
        )
    except ModuleNotFoundError:
        raise InvalidInput(
            "database.url",
            "PostgreSQL needs its driver; pip install 'npcserver[postgres]'",
        ) from None
    engine.dialect.do_ping = _synchronise  # type: ignore[assignment, method-assign]
    event.listen(engine, "before_cursor_execute", _choose_format)
    return engine


def _synchronise(connection: Any) -> bool:
    """Wait for an answer of PostgreSQL without a transaction, which it would have to count."""
    with connection.pipeline():
        return True


def _choose_format(_: Connection, cursor: Any, *statement: Any) -> None:
    context = statement[2]
    if context.execution_options.keys() & IN_BINARY.keys():
        cursor.format = type(cursor.format).BINARY


def _lenient(text: str) -> object:
    """Return parsed JSON, or the text itself if it is invalid; `rows` reports the column."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def shrink_log(engine: Engine) -> bool:
    """Checkpoint and truncate SQLite's write-ahead log; return whether that succeeded.

    False while a reader uses the log; writers wait only briefly.
    """
    if engine.dialect.name != "sqlite":
        return True
    found = _run_raw(
        engine,
        f"PRAGMA busy_timeout = {_SHRINKING_MS}",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        f"PRAGMA busy_timeout = {PRAGMAS['busy_timeout']}",
    )
    return bool(found and found[1] and found[1][0] == 0)  # the first number is 1 where it is busy


def _run_raw(engine: Engine, *statements: str) -> list[Any] | None:
    """Run statements outside of any transaction; return a row of each, None if one failed."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        rows = [cursor.execute(each).fetchone() for each in statements]
        cursor.close()
    except sqlite3.Error:  # a failing disk is reported by the next write
        connection.invalidate()
        return None
    finally:
        connection.close()
    return rows


def vacuum_seconds(engine: Engine) -> float:
    """Return an estimate of how long `vacuum` would block writers; 0 on PostgreSQL."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or path is None or not Path(path).exists():
        return 0.0
    return Path(path).stat().st_size / _VACUUMED_BYTES_PER_SECOND


def vacuum(engine: Engine) -> bool:
    """Rewrite SQLite's file so that it holds only live rows; return whether that succeeded.

    `secure_delete` overwrites deleted rows in place. If a page was split before, copies of rows may
    remain in the free space of another page, where SQLite overwrites them only by chance. False if
    the disk cannot hold a second copy. PostgreSQL has its own vacuum and is left alone.
    """
    if engine.dialect.name != "sqlite":
        return True
    return _run_raw(engine, "VACUUM") is not None


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


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCKED_BYTE = 1 << 30  # beyond the text: on Windows other processes cannot read locked bytes
_MOST_TEXT = 4096


class ServerLock:
    """An operating system lock on a file beside the database.

    It ends with its process, even after a crash. The file stays; its text, a JSON object that
    describes the holder, is valid only while the file is locked.
    """

    def __init__(self, url: str) -> None:
        self._database = Path(parse_url(url).database or "").resolve()
        self._file: int | None = None
        self.killed: Mapping[str, str] = {}
        """What a holder wrote that did not release the lock, since it was killed; else empty."""

    @property
    def is_needed(self) -> bool:
        """Whether the database exists, so that another server could use it."""
        return self._database.exists()

    @property
    def lacks_log(self) -> bool:
        """Whether a server was killed and its write-ahead log is not there."""
        log = sqlite_files.beside(self._database, "-wal")
        return "address" in self.killed and self._database.exists() and not log.exists()

    def acquire(self, *, restores: bool = False, tells: bool = True) -> None:
        """Lock the database.

        Raises `NotPossibleNow` that names the server holding it, and `Unavailable` where the
        write-ahead log is that of another file or a restore was broken off, unless it `restores`.
        """
        path = self._database.with_name(f"{self._database.name}.lock")
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        try:
            _lock(file)
        except OSError as error:
            holder = _read(file)
            os.close(file)
            raise NotPossibleNow(
                _refusal(self._database, holder), Reason.STILL_IN_USE, **holder
            ) from error
        self.killed = _read(file)
        try:
            if not restores:
                _require_restored(self._database, self.killed)
                sqlite_files.require_own_log(self._database)
        except BaseException:
            os.close(file)
            raise
        self._file = file
        if tells:
            self.tell(restoring="yes" if restores else "")

    def tell(self, *, address: str = "", page: str = "", restoring: str = "") -> None:
        """Write the holder's addresses into the file: for gRPC, and for browsers."""
        if self._file is None:
            raise RuntimeError("the lock is not held")
        holder = {
            "pid": str(os.getpid()),
            "address": address,
            "page": page,
            "restoring": restoring,
        }
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps(holder).encode())

    def release(self, *, forgets: bool = True) -> None:
        """Release the lock, if it is held; what a killed holder wrote stays unless it `forgets`."""
        file, self._file = self._file, None
        if file is not None:
            if forgets:
                os.ftruncate(file, 0)
            os.close(file)


def require_sound(url: str) -> None:
    """Raise `Unavailable` where an SQLite file without a server must not be opened.

    See `ServerLock.acquire`. Beside a server nothing is looked at, since it has the file open.
    """
    lock = ServerLock(url)
    if url.startswith("sqlite") and lock.is_needed:
        with suppress(NotPossibleNow, OSError):
            lock.acquire(tells=False)
            lock.release(forgets=False)


def _require_restored(database: Path, killed: Mapping[str, str]) -> None:
    if killed.get("restoring"):
        raise Unavailable(
            f"a restore of {database} was broken off; run `npcserver restore FILE` again. What was "
            f"there before is beside it, as {database.name}.before-*",
            Reason.STORAGE_UNAVAILABLE,
        )


def _lock(file: int) -> None:
    """Raise `OSError` if another process, or another part of this one, holds the lock."""
    if sys.platform == "win32":
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read(file: int) -> dict[str, str]:
    """Return what the holder has written, or nothing if it has not written yet."""
    os.lseek(file, 0, os.SEEK_SET)
    try:
        told = json.loads(os.read(file, _MOST_TEXT))
    except ValueError:
        return {}
    return {name: str(value) for name, value in told.items() if value}


def _refusal(database: Path, holder: dict[str, str]) -> str:
    process, address, page = (holder.get(name, "") for name in ("pid", "address", "page"))
    who = f" (process {process}{f', on {address}' if address else ''})" if process else ""
    talk = f"talk with its characters by `npc-playtest chat {address}`" if address else ""
    browse = f" or in a browser at {page}" if page else ""
    ways = [
        *([talk + browse] if talk else []),
        "stop it first",
        "give this one a database of its own with --data FOLDER",
    ]
    return (
        f"{database} is in use by another server{who}, and SQLite is for one at a time; "
        f"{', '.join(ways[:-1])}, or {ways[-1]}"
    )
