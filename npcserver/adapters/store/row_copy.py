"""What copies of rows have in common: counts and digests that are compared, and files of rows.

Backups, archives and moves of worlds all copy rows, read the copy back, and compare it by table
before anything is deleted.
"""

import base64
import errno
import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, time
from io import BufferedReader
from pathlib import Path
from typing import IO, Any, cast

import sqlalchemy as sa
import zstandard

from npcserver import installed_version
from npcserver.adapters.store import sqlite_files
from npcserver.adapters.store.dialect import batched, insert_into
from npcserver.adapters.store.tables import BEGUN_TURN, JOB, METADATA, WORLD
from npcserver.model.errors import InvalidInput, OverLimit, Reason

Row = dict[str, Any]

FORM = 1
"""The form of files; a newer version may write another."""

_KEYS = {JOB: (JOB.c.timeline_id, JOB.c.subject_id, JOB.c.kind)}
_UNCOMPARED = {WORLD: "revision", JOB: "id"}  # each database counts its own
_DIGESTS = 1 << 256  # sums of SHA-256 stay below
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True, slots=True)
class TableContent:
    """How many rows a table has, and the sum of their digests, which no order of rows changes."""

    rows: int = 0
    digest: str = "0" * 64

    def __add__(self, other: "TableContent") -> "TableContent":
        total = (int(self.digest, 16) + int(other.digest, 16)) % _DIGESTS
        return TableContent(self.rows + other.rows, f"{total:064x}")


Contents = dict[str, TableContent]
"""What is in each table, by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyHeader:
    """From what a copy was made; `created_at` is the time of the snapshot in UTC."""

    form: int = FORM
    server_version: str = field(default_factory=installed_version)
    revision: str
    created_at: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")


def content_of(rows: Iterable[bytes]) -> TableContent:
    """Return the count and digest of rows."""
    count = total = 0
    for row in rows:
        count += 1
        total += int.from_bytes(hashlib.sha256(row).digest())
    return TableContent(count, f"{total % _DIGESTS:064x}")


def content(table: sa.Table, rows: Iterable[Row]) -> TableContent:
    """Return the count and digest of rows, the same for equal rows on either database."""
    ignored = _UNCOMPARED.get(table)
    return content_of(
        json.dumps(
            [None if name == ignored else value for name, value in encoded(row).items()]
        ).encode()
        for row in rows
    )


def differing(found: Contents, wanted: Contents) -> str:
    """Return the names of the tables that differ; empty where all are the same."""
    names = sorted(found.keys() | wanted.keys())
    return ", ".join(name for name in names if found.get(name) != wanted.get(name))


def write(
    connection: sa.Connection, table: sa.Table, rows: Iterable[Row], *, replaces: bool = True
) -> int:
    """Insert rows; those that are there are replaced, or else stay. Returns the number of rows."""
    keys = [one.name for one in _KEYS.get(table, table.primary_key.columns)]
    others = [one.name for one in table.columns if one.name not in (*keys, "id")]
    statement = insert_into(connection, table)
    if replaces and others:
        new = {name: statement.excluded[name] for name in others}
        statement = statement.on_conflict_do_update(index_elements=keys, set_=new)
    else:
        statement = statement.on_conflict_do_nothing()
    count = 0
    for chunk in batched(rows):
        connection.execute(statement, chunk)
        count += len(chunk)
    return count


def are_written(connection: sa.Connection, table: sa.Table, rows: Iterable[Row]) -> bool:
    """Return whether rows are in a table as they are here."""
    keys = [*table.primary_key.columns]
    for chunk in batched(rows):
        places = [tuple(row[key.name] for key in keys) for row in chunk]
        own = sa.select(table).where(sa.tuple_(*keys).in_(places))
        found = [dict(row._mapping) for row in connection.execute(own)]  # noqa: SLF001
        if content(table, found) != content(table, chunk):
            return False
    return True


def revived(table: sa.Table, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield rows as they are right where no server has begun with them.

    Jobs have a number of their own in each database, and none is in work; a turn that was begun is
    one whose server is gone.
    """
    for row in rows:
        if table is JOB:
            plain = {name: value for name, value in row.items() if name != "id"}
            yield {**plain, "lease": None, "lease_until": 0}
        elif table is BEGUN_TURN:
            yield {**row, "server": "", "owner": ""}
        else:
            yield row


def pack(
    file: IO[bytes], header: Mapping[str, object], tables: Iterable[tuple[sa.Table, Iterable[Row]]]
) -> Contents:
    """Write rows as lines of JSON, compressed with zstd; return what was written.

    The header comes first, then rows by table, and at the end count and digest of each table.
    """
    contents: Contents = {}
    with zstandard.ZstdCompressor(level=3).stream_writer(file, closefd=False) as packed:
        packed.write(_line(header))
        for table, rows in tables:
            contents[table.name] = TableContent()
            for chunk in batched(map(encoded, rows)):
                contents[table.name] += content(table, chunk)
                packed.write(_line({"table": table.name, "rows": chunk}))
        found = {name: asdict(one) for name, one in contents.items()}
        packed.write(_line({"contents": found}))
    return contents


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


class PackedRows:
    """What `pack` wrote: the header, and rows by table when it is iterated, once.

    Raises `InvalidInput` that begins with `name` where it is damaged, at the end of the rows at the
    latest; `contents` are then those of all rows.
    """

    def __init__(self, file: IO[bytes], name: str) -> None:
        reader = cast("Any", zstandard.ZstdDecompressor().stream_reader(file))
        self._lines = map(json.loads, BufferedReader(reader))
        self._name = name
        self.contents: Contents = {}
        with self._reading():
            self.header: Row = dict(next(self._lines, ()))

    def __iter__(self) -> Iterator[tuple[sa.Table, list[Row]]]:
        wanted: Contents = {}
        with self._reading():
            for line in self._lines:
                if "contents" in line:
                    found = line["contents"].items()
                    wanted = {name: TableContent(**one) for name, one in found}
                    break
                table, rows = METADATA.tables[line["table"]], line["rows"]
                before = self.contents.get(table.name, TableContent())
                self.contents[table.name] = before + content(table, rows)
                yield table, [decoded(table, row) for row in rows]
            self.contents = dict.fromkeys(wanted, TableContent()) | self.contents
            if not wanted or self.contents != wanted:
                raise ValueError(differing(self.contents, wanted))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, LookupError, TypeError, zstandard.ZstdError) as why:
            told = "is damaged, or was not written by npcserver; nothing was changed, use another"
            raise InvalidInput(self._name, told) from why


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Yield where to write a file or folder, which gets its own name once it is on the disk.

    If that fails, nothing of it stays. Raises `OverLimit` where the disk is full.
    """
    draft = path.with_name(f"{path.name}.part")
    _remove(draft)
    try:
        yield draft
        for written in (*(draft.iterdir() if draft.is_dir() else ()), draft):
            sqlite_files.sync(written)
        draft.replace(path)
        sqlite_files.sync(path.absolute().parent)
    except BaseException as error:
        _remove(draft)
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in _FULL:
            raise OverLimit(
                f"the disk of {draft.absolute().parent} is full; what was unfinished is removed, "
                "and all else is as it was. Make space and try again",
                Reason.STORAGE_FULL,
            ) from error
        raise


def _remove(draft: Path) -> None:
    if draft.is_dir():
        shutil.rmtree(draft, ignore_errors=True)
    else:
        draft.unlink(missing_ok=True)


def encoded(row: Row) -> Row:
    """Return a row whose values JSON can hold."""
    return {name: _encode(value) for name, value in row.items()}


def decoded(table: sa.Table, row: Row) -> Row:
    """Return an encoded row with the values that its table takes."""
    return {name: _decode(table.c[name].type, value) for name, value in row.items()}


def _encode(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime | time):
        return value.isoformat()
    # SQLite has 0 and 1 in flags, and PostgreSQL has true and false
    return int(value) if isinstance(value, bool) else value


def _decode(kind: sa.types.TypeEngine[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, sa.LargeBinary):
        return base64.b64decode(value)
    plain = kind.impl_instance if isinstance(kind, sa.types.TypeDecorator) else kind
    if isinstance(plain, sa.DateTime):
        return datetime.fromisoformat(value)
    if isinstance(plain, sa.Time):
        return time.fromisoformat(value)
    return bool(value) if isinstance(plain, sa.Boolean) else value
