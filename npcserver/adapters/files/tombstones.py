"""A file of tombstones beside the database: a restored backup does not bring it back."""

import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path

from npcserver.ports.erasure import Tombstone

FILE = "forgotten-players.jsonl"
"""Its name, in the data folder."""


class JsonTombstones:
    """Tombstones in a file, one JSON object a line; the first that is added makes it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def add(self, tombstone: Tombstone) -> None:
        """Append a tombstone; durable on return. Raises `OSError`."""
        await asyncio.to_thread(self._add, tombstone)

    async def read(self) -> tuple[Tombstone, ...]:
        """Return all tombstones of the file; none if there is no file. Raises `OSError`."""
        return await asyncio.to_thread(self._read)

    def _add(self, tombstone: Tombstone) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(tombstone)) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> tuple[Tombstone, ...]:
        if not self._path.exists():
            return ()
        lines = self._path.read_text(encoding="utf-8").splitlines()
        return tuple(Tombstone(**json.loads(line)) for line in lines if line.endswith("}"))
