"""What a backup holds, as digests of its tables: taken of the database and of the copy alike."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from npcserver.model.errors import InvalidInput, Reason, Unavailable

MANIFEST = "manifest.json"
_FORM = 1
_BLOCK = 1 << 20
_DIGESTS = 1 << 256  # sums of SHA-256 stay below
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


@dataclass(frozen=True, slots=True)
class TableContent:
    """How many rows a table has, and the sum of their digests, which no order of rows changes."""

    rows: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupManifest:
    """What is in a backup, and how to tell that it is whole.

    `kind` is `sqlite` or `postgresql`, `size` and `sha256` are those of `file`, which is in the
    same folder, and `created_at` is the time of the snapshot in UTC.
    """

    form: int = _FORM
    server_version: str
    kind: str
    revision: str
    created_at: str
    timelines: int
    tables: dict[str, TableContent]
    file: str
    size: int
    sha256: str

    @property
    def records(self) -> int:
        """The number of records of all timelines."""
        return self.tables["record"].rows

    def write(self, folder: Path) -> None:
        """Write the manifest into a folder."""
        text = json.dumps(asdict(self), indent=1)
        (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8")

    def require_file(self, folder: Path) -> Path:
        """Return the file with the data. Raises `InvalidInput` if it is not the one written."""
        file = folder / self.file
        if not file.is_file() or (file.stat().st_size, sha256_of(file)) != (self.size, self.sha256):
            raise damaged(folder, f"{self.file} is missing, or not as it was written")
        return file

    def require_content(self, folder: Path, tables: dict[str, TableContent]) -> None:
        """Raise `InvalidInput` unless these are the tables of the backup."""
        names = sorted(self.tables.keys() | tables.keys())
        if wrong := [name for name in names if self.tables.get(name) != tables.get(name)]:
            raise damaged(folder, f"rows differ in {', '.join(wrong)}")


def damaged(backup: Path, why: str) -> InvalidInput:
    """Return the error for a backup that must not be used."""
    return InvalidInput(str(backup), f"is damaged ({why}); nothing was changed, use another backup")


def read_manifest(folder: Path) -> BackupManifest:
    """Return the manifest of a backup. Raises `InvalidInput` for a folder that is none."""
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if found["form"] == _FORM:
            tables = {name: TableContent(**content) for name, content in found["tables"].items()}
            return BackupManifest(**{**found, "tables": tables})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InvalidInput(
            str(folder), f"is no backup: it has no {MANIFEST} of `npcserver backup`"
        ) from None
    raise InvalidInput(str(folder), "was written by a newer version; install that one to restore")


def sha256_of(file: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def content_of(rows: Iterable[bytes]) -> TableContent:
    """Return the count and digest of rows."""
    count = total = 0
    for row in rows:
        count += 1
        total += int.from_bytes(hashlib.sha256(row).digest())
    return TableContent(count, f"{total % _DIGESTS:064x}")


def sqlite_content(connection: sqlite3.Connection) -> dict[str, TableContent]:
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


def require_dense(cursor: Any, revision: str) -> None:
    """Raise `Unavailable` if a timeline's log lacks a record. `cursor` is one of a driver."""
    if revision < _REVISION_WITH_DELETIONS:
        return
    cursor.execute(_BROKEN_LOGS)
    if broken := [row[0] for row in cursor.fetchall()]:
        raise Unavailable(
            f"the log of timeline {', '.join(broken)} lacks records, so this would be a backup of "
            "a damaged database; keep the older backups and report this",
            Reason.STORAGE_UNAVAILABLE,
        )
