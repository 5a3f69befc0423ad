"""World files as texts: what `ImportWorld` and `ExportWorld` do."""

import asyncio
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from npcserver.app.world_files import FileProblem, ImportSummary, WorldFiles
from npcserver.model import limits
from npcserver.model.bounds import Text
from npcserver.model.errors import BrokenFile, InvalidInput
from npcserver.model.ids import WorldId
from npcserver.model.worldfile import KnownWorld, WorldFile
from npcserver.ports.storage import RequestKey

_FILE = "yaml"  # what messages call the file
_WHERE = re.compile(r"[^:]*(?::(?P<line>\d+))?(?:: (?P<path>.*))?")


@dataclass(frozen=True, slots=True)
class WorldText:
    """A world as the text of a file; `etag` stands for all of it."""

    yaml: str
    etag: str


class WorldTexts:
    """Imports and exports world files as texts; `read` and `write` are those of the format."""

    def __init__(
        self,
        files: WorldFiles,
        read: Callable[[str, str, None, KnownWorld], WorldFile],
        write: Callable[[WorldFile], str],
    ) -> None:
        self.files = files
        self._read = read
        self._write = write

    async def put(
        self,
        *,
        world_id: WorldId,
        yaml: Annotated[str, Text(limits.FILE_BYTES)],
        validate_only: bool = False,
        overwrite: bool = False,
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> ImportSummary:
        """Import a text, which may name what the world has already; see `WorldFiles.put`.

        Raises `BrokenFile`, which `validate_only` returns as problems.
        """
        try:
            known = await self.files.known(world_id)
            # A large text takes a while.
            file = await asyncio.to_thread(self._read, yaml, _FILE, None, known)
        except BrokenFile as broken:
            if not validate_only:
                raise
            problems = tuple(_problem(yaml, *each) for each in broken.found)
            return ImportSummary(world_id=world_id, name="", problems=problems)
        if file.world.id != world_id:
            raise InvalidInput(
                "world_id", f"is {world_id!r}, but the file is of {file.world.id!r}; name that"
            )
        return await self.files.put(
            file,
            is_as_expected=(lambda known: self._etag(known) == if_etag) if if_etag else None,
            overwrite=overwrite,
            validate_only=validate_only,
            key=None if validate_only else key,
        )

    async def world_of(self, yaml: str) -> WorldId:
        """Return which world a text is of that needs no other. Raises `BrokenFile`."""
        file = await asyncio.to_thread(self._read, yaml, _FILE, None, KnownWorld())
        return file.world.id

    async def get(self, world_id: WorldId) -> WorldText:
        """Return a world as a text. Raises `NotFound`."""
        file = await self.files.get(world_id)
        return WorldText(self._write(file), self._etag(file))

    def _etag(self, file: WorldFile) -> str:
        return hashlib.sha256(self._write(file).encode()).hexdigest()[:32]


def _problem(text: str, where: str, problem: str) -> FileProblem:
    found = _WHERE.fullmatch(where)
    line = int(found["line"] or 0) if found is not None else 0
    path = (found["path"] or "") if found is not None else ""
    lines = text.splitlines()
    if not 0 < line <= len(lines):
        return FileProblem(line, 0, path, problem)
    written = lines[line - 1]
    key = re.search(rf"\b{re.escape(path.rpartition('.')[2])}\s*:", written) if path else None
    begins = len(written) - len(written.lstrip(" -"))
    return FileProblem(line, (begins if key is None else key.start()) + 1, path, problem)
