"""A lock that lets one server at a time use an SQLite file, and identifies that server."""

import json
import os
import sys
from pathlib import Path

from npcserver.adapters.store.engine import parse_url
from npcserver.model.errors import NotPossibleNow, Reason

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

    @property
    def is_needed(self) -> bool:
        """Whether the database exists, so that another server could use it."""
        return self._database.exists()

    def acquire(self) -> None:
        """Lock the database. Raises `NotPossibleNow` that names the server holding it."""
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
        self._file = file
        self.tell()

    def tell(self, *, address: str = "", page: str = "") -> None:
        """Write the holder's addresses into the file: for gRPC, and for browsers."""
        if self._file is None:
            raise RuntimeError("the lock is not held")
        holder = {"pid": str(os.getpid()), "address": address, "page": page}
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps(holder).encode())

    def release(self) -> None:
        """Release the lock, if it is held."""
        file, self._file = self._file, None
        if file is not None:
            os.ftruncate(file, 0)
            os.close(file)


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
