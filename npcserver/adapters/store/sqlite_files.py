"""An SQLite file and the write-ahead log beside it: told apart from a strange one, and restored."""

import filecmp
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from npcserver.model.errors import InvalidInput, Reason, Unavailable

_HEADER = 100
_VERSIONS = slice(18, 20)  # of the file format: 2 and 2 while a write-ahead log is used
_SCHEMA_COOKIE = slice(40, 44)
_LOG_HEADER, _FRAME_HEADER = 32, 24
_OF_A_COPY = b"\x01\x01"
_BESIDE = ("", "-wal", "-shm")
_MAGIC = b"SQLite format 3\0"


def beside(database: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to a database, such as `-wal`."""
    return database.with_name(f"{database.name}{suffix}")


def has_log(database: Path) -> bool:
    """Return whether a write-ahead log with content lies beside a database."""
    log = beside(database, "-wal")
    return log.exists() and log.stat().st_size > 0


def require_own_log(database: Path) -> None:
    """Raise `Unavailable` where SQLite would replay a log into a file that it does not belong to.

    A log belongs to the very file that was there while it was written. After a crash it stays; if a
    backup is then put in the place of the file, SQLite applies the log to it all the same, and
    destroys it or undoes the restore. The header of a file made by `VACUUM INTO` says that it has
    no log, and `.backup` counts changes of the schema anew. Of other files that were written after
    the log, whether they are whole with it is tried on a copy.
    """
    if not database.exists() or not has_log(database):
        return
    with database.open("rb") as file:
        header = file.read(_HEADER)
    log = beside(database, "-wal")
    is_copy = header.startswith(_MAGIC) and (
        header[_VERSIONS] == _OF_A_COPY
        or _counts_changes_anew(database, int.from_bytes(header[_SCHEMA_COOKIE], "big"), log)
    )
    is_older = log.stat().st_ctime_ns < database.stat().st_ctime_ns
    if is_copy or (is_older and _is_damaged_by(database, log)):
        raise Unavailable(
            f"{log} is the write-ahead log of another file than {database}, which was put there "
            f"after a crash; SQLite would destroy it. Move {log} and {beside(database, '-shm')} to "
            f"another folder and start again, or use `npcserver restore FILE`, which does that",
            Reason.STORAGE_UNAVAILABLE,
        )


def _counts_changes_anew(database: Path, count: int, log: Path) -> bool:
    """Return whether a file cannot have the count of schema changes that it has, beside its log.

    A checkpoint copies any of the counts in the log, or none yet. A file whose log begins with a
    change of the schema has a lower one, and still has changed at least once for each table, index,
    view and trigger in it; the copy of a whole schema begins at 1.
    """
    in_log = _schema_counts_in(log)
    if not in_log or count in in_log:
        return False
    return count > in_log[0] or count < _definitions_in(database)


def _schema_counts_in(log: Path) -> list[int]:
    """Return how often the schema had changed, of each first page in a log, oldest first.

    The form is that of SQLite's "WAL-mode file format": a header with the size of pages and two
    salts, and frames that begin with a page number and, if they count, with the same salts.
    """
    counts = []
    with log.open("rb") as file:
        head = file.read(_LOG_HEADER)
        page_size, salts = int.from_bytes(head[8:12], "big"), head[16:24]
        while len(frame := file.read(_FRAME_HEADER)) == _FRAME_HEADER and frame[8:16] == salts:
            page = file.read(page_size)
            if int.from_bytes(frame[:4], "big") == 1:
                counts.append(int.from_bytes(page[_SCHEMA_COOKIE], "big"))
    return counts


def _definitions_in(database: Path) -> int:
    """Return how many statements defined a schema; 0 if a checkpoint broke off in the midst."""
    try:
        with closing(open_copy(database)) as connection:
            (found,) = connection.execute(
                "SELECT count(*) FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE"
                " 'sqlite@_%' ESCAPE '@'"
            ).fetchone()
    except sqlite3.Error:
        return 0
    return int(found)


def _is_damaged_by(database: Path, log: Path) -> bool:
    """Return whether a file is whole by itself, and no longer with a log; False if unknown."""
    try:
        with tempfile.TemporaryDirectory(dir=database.parent, prefix=".npcserver-log-") as folder:
            copy = Path(folder) / "copy.db"
            shutil.copyfile(database, copy)
            if problem_of(copy):
                return False
            shutil.copyfile(log, beside(copy, "-wal"))
            return bool(problem_of(copy, is_immutable=False))
    except OSError:  # the disk lacks space for a copy
        return False


def problem_of(file: Path, *, is_immutable: bool = True) -> str:
    """Return what is wrong with an SQLite file, an empty text if it is whole."""
    try:
        with closing(open_copy(file) if is_immutable else sqlite3.connect(file)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return "" if found == "ok" else str(found)


def revision_of(file: Path) -> str:
    """Return the revision of a copy of a database. Raises `InvalidInput` if it is none of ours."""
    try:
        with closing(open_copy(file)) as connection:
            (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError):
        raise InvalidInput(str(file), "is no copy of a database of npcserver") from None
    return str(found)


def require_own_tables(file: Path) -> None:
    """Raise `InvalidInput` for a file of another program, which opening it for writing changes."""
    try:
        with closing(open_copy(file)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {str(name) for (name,) in rows}
    except sqlite3.Error:  # missing, or no database, which is told where it is opened
        return
    if tables and "alembic_version" not in tables:
        raise InvalidInput(
            "database.url",
            f"{file} belongs to another program, with tables such as {min(tables)!r}; nothing was "
            "changed; correct --data or the database's URL",
        )


def require_whole(copy: Path, database: Path) -> None:
    """Raise `InvalidInput` unless a file is a whole copy that can be put in a database's place."""
    if not copy.is_file():
        raise InvalidInput(str(copy), "is no file; name the copy to restore")
    if database.exists() and copy.samefile(database):
        raise InvalidInput(str(copy), "is the database itself; name a copy of it")
    if has_log(copy):
        raise InvalidInput(
            str(copy),
            f"has a write-ahead log beside it, {beside(copy, '-wal').name}, so it is no finished "
            "copy; make copies with `npcserver backup`",
        )
    if problem := problem_of(copy):
        raise InvalidInput(
            str(copy), f"is damaged ({problem}); nothing was changed, restore an older copy"
        )


def open_copy(file: Path) -> sqlite3.Connection:
    """Open a file that nobody writes to, for reading."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def copy_beside(copy: Path, database: Path) -> Path:
    """Copy a file beside a database, and read it back. Where that fails, there is no such file."""
    coming = beside(database, ".restoring")
    is_same = False
    try:
        shutil.copyfile(copy, coming)
        sync(coming)
        is_same = filecmp.cmp(copy, coming, shallow=False)
    finally:
        if not is_same:
            coming.unlink(missing_ok=True)
    if not is_same:
        raise InvalidInput(str(coming), f"was not as {copy}; look at the disk, and try again")
    return coming


def put_in_place(coming: Path, database: Path) -> Path | None:
    """Replace a database by a file beside it.

    Returns where the one before is now, None if there was none. It is moved aside with its
    write-ahead log, and stays whole.
    """
    aside = None
    if any(beside(database, suffix).exists() for suffix in _BESIDE):
        aside = beside(database, f".before-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
        # Its log first: until the last step there is no database that could be opened by mistake.
        for suffix in reversed(_BESIDE):
            if beside(database, suffix).exists():
                beside(database, suffix).rename(beside(aside, suffix))
    coming.rename(database)
    sync(database.parent)
    return aside


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, survive a power cut."""
    is_windows = os.name == "nt"
    if is_windows and path.is_dir():  # Windows syncs no folders
        return
    file = os.open(path, os.O_RDWR if is_windows else os.O_RDONLY)  # and no file that it only reads
    try:
        os.fsync(file)
    finally:
        os.close(file)
