"""A disk that forgets what was not synced, as an SQLite VFS for apsw."""

import random
from dataclasses import dataclass, field

import apsw


@dataclass
class Blob:
    """A file: what is on the platter, and the writes that wait for a sync."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes]] = field(default_factory=list)

    def now(self) -> bytearray:
        return _applied(self.durable, self.pending)


def _applied(durable: bytearray, writes: list[tuple[int, bytes]]) -> bytearray:
    content = bytearray(durable)
    for offset, data in writes:
        if data == b"" and offset >= 0:  # a truncation
            del content[offset:]
            continue
        content.extend(b"\0" * max(0, offset + len(data) - len(content)))
        content[offset : offset + len(data)] = data
    return content


@dataclass
class Disk:
    """Files by name. A power cut leaves of the unsynced writes as many as chance will have it."""

    files: dict[str, Blob] = field(default_factory=dict)

    def cut(self, chance: random.Random) -> "Disk":
        left = Disk()
        for name, blob in self.files.items():
            kept = blob.pending[: chance.randint(0, len(blob.pending))]
            left.files[name] = Blob(_applied(blob.durable, kept))
        return left


class LosingVFS(apsw.VFS):
    """Sends SQLite's files to a `Disk`."""

    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        super().__init__(name, "")

    def xOpen(  # type: ignore[override]  # noqa: N802 - apsw takes what has the methods
        self, name: object, flags: list[int]
    ) -> "LosingFile":
        flags[1] = flags[0]
        key = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return LosingFile(self._disk.files.setdefault(key, Blob()))

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802
        self._disk.files.pop(filename, None)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self._disk.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


class LosingFile:
    """One open file."""

    def __init__(self, blob: Blob) -> None:
        self._blob = blob
        self._content = blob.now()

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self._content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._blob.pending.append((offset, bytes(data)))
        self._content = _applied(self._content, [(offset, bytes(data))])

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._blob.pending.append((newsize, b""))
        del self._content[newsize:]

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._blob.durable, self._blob.pending = bytearray(self._content), []

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._content)

    def xClose(self) -> None:  # noqa: N802
        pass

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return 4096

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0
