"""Translation of database errors into faults of the model."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, exc

from npcserver.model.errors import Conflict, Fault, InvalidInput, OverLimit, Reason, Unavailable

_FULL = "the disk that holds the database is full; nothing was written, make room and try again"
_SQLITE: dict[int, str] = {
    sqlite3.SQLITE_BUSY: "another program is writing to the database and did not finish in time",
    sqlite3.SQLITE_LOCKED: "another program holds the database locked",
    sqlite3.SQLITE_CANTOPEN: "the database file cannot be opened; check its folder and permissions",
    sqlite3.SQLITE_READONLY: "the database file is read-only; check its permissions",
    sqlite3.SQLITE_IOERR: "the disk that holds the database reports an error",
    sqlite3.SQLITE_CORRUPT: "the database file is damaged; restore it from a backup",
    sqlite3.SQLITE_NOTADB: "the file is not an SQLite database; name another in database.url",
    sqlite3.SQLITE_PERM: "the database file may not be used; check its permissions",
}
_NOT_MIGRATED = "the database lacks a table; run `npcserver migrate`"
_NO_RIGHT = "the database user lacks a right it needs; grant it, as docs/operations.md says"
_MOVING = "this world moves to another shard at this moment; repeat the call under its request id"
_DISK_FULL, _NO_TABLE, _FORBIDDEN = "53100", "42P01", "42501"  # PostgreSQL's SQLSTATEs
_LOCKED = "55P03"  # for longer than `lock_timeout`, which is set while a world is held
_TRY_AGAIN = {"40001", "40P01"}  # serialisation failure, deadlock: the whole transaction is undone


@contextmanager
def translated() -> Iterator[None]:
    """Turn database errors in the block into a `Fault`."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error, UnicodeEncodeError) as error:
        fault = translate(error)
        if fault is None:
            raise
        raise fault from error


def translate(error: BaseException) -> Fault | None:
    """Return the fault for a database error; None for programming errors."""
    if isinstance(error, exc.DBAPIError):
        return _of_driver(error, error.orig)
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    if isinstance(error, exc.TimeoutError):
        return _unavailable("every connection to the database is in use")
    if isinstance(error, UnicodeEncodeError):
        return _unstorable()
    return None


def is_worth_repeating(error: BaseException) -> bool:
    """Return whether a transaction was undone only because of a concurrent one."""
    return isinstance(error, exc.DBAPIError) and _sqlstate(error.orig) in _TRY_AGAIN


def ends_transaction(error: BaseException) -> bool:
    """Return whether a transaction cannot continue after an error."""
    fault = translate(error) or error
    ending = (Reason.STORAGE_FULL, Reason.STORAGE_UNAVAILABLE)
    return isinstance(fault, Fault) and fault.reason in ending


@contextmanager
def savepoint(connection: Connection) -> Iterator[None]:
    """Undo what the block did if it fails; the transaction goes on unless the error ends that."""
    # Raw SQL, since SQLAlchemy compiles its own savepoint statements anew each time.
    connection.exec_driver_sql("SAVEPOINT part")
    try:
        yield
    except Exception as error:
        # Otherwise it is gone: SQLite has rolled back the transaction already.
        if not ends_transaction(error):
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT part")
            connection.exec_driver_sql("RELEASE SAVEPOINT part")
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT part")


def _of_driver(error: exc.DBAPIError, cause: BaseException | None) -> Fault | None:
    if isinstance(error, exc.IntegrityError):
        return Conflict(
            "something this change refers to was changed at the same time; read it and try again",
            Reason.ETAG_MISMATCH,
        )
    if isinstance(error, exc.DataError):
        return _unstorable()
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    return _of_postgresql(error, _sqlstate(cause))


def _of_postgresql(error: exc.DBAPIError, state: str) -> Fault | None:
    if state in (_DISK_FULL, _LOCKED):
        full = OverLimit(_FULL, Reason.STORAGE_FULL)
        return full if state == _DISK_FULL else Unavailable(_MOVING, Reason.WORLD_MOVED)
    if state == _NO_TABLE:
        return _unavailable(_NOT_MIGRATED)
    if state == _FORBIDDEN and not _is_refused_by_policy(error):
        return _unavailable(_NO_RIGHT)
    if state in _TRY_AGAIN:
        return _unavailable("the database undid this change because of another; try again")
    if isinstance(error, exc.OperationalError | exc.InterfaceError):
        return _unavailable("the database does not answer; see that it runs and can be reached")
    return None


def _of_sqlite(cause: sqlite3.Error) -> Fault | None:
    variety = getattr(cause, "sqlite_errorcode", 0)
    code = variety & 0xFF  # the low byte names the error, the rest its variety
    # When a database is opened on a full disk, its shared-memory file fails first.
    if code == sqlite3.SQLITE_FULL or variety == sqlite3.SQLITE_IOERR_SHMSIZE:
        return OverLimit(_FULL, Reason.STORAGE_FULL)
    if code in _SQLITE:
        return _unavailable(_SQLITE[code])
    if "no such table" in str(cause):
        return _unavailable(_NOT_MIGRATED)
    return None


def _is_refused_by_policy(error: exc.DBAPIError) -> bool:
    """Return whether row-level security refused a row: an error of ours, not a missing right.

    Both have one SQLSTATE, and the message is in the language of the database.
    """
    diagnosis = getattr(error.orig, "diag", None)
    return getattr(diagnosis, "source_function", None) == "ExecWithCheckOptions"


def _sqlstate(cause: BaseException | None) -> str:
    return getattr(cause, "sqlstate", None) or ""


def _unavailable(message: str) -> Unavailable:
    return Unavailable(message, Reason.STORAGE_UNAVAILABLE)


def _unstorable() -> InvalidInput:
    return InvalidInput("text", "holds a character the database cannot keep; remove it")
