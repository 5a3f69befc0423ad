"""Where the sample world is, and how a world is read and named on the command line."""

from pathlib import Path
from typing import TYPE_CHECKING

from npcserver.adapters.files import load_world
from npcserver.model.errors import NotFound
from npcserver.model.worldfile import WorldFile
from npcserver.plugins import SMALLVILLE, load

if TYPE_CHECKING:
    from npcserver.ports.storage import Store

_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "_shipped" / "worlds", _PACKAGE.parent / "worlds")


def sample_world() -> Path:
    """Return the file of the sample world. Raises `FileNotFoundError`."""
    for folder in _FOLDERS:
        for file in sorted(folder.glob("*.yaml")):
            return file
    raise FileNotFoundError(2, "No such file", str(_FOLDERS[0] / "*.yaml"))


def world_schema() -> str:
    """Return the JSON schema of world files. Raises `FileNotFoundError`."""
    found = [folder / "world.schema.json" for folder in _FOLDERS]
    return next((one for one in found if one.exists()), found[0]).read_text(encoding="utf-8")


FILES = (".yaml", ".yml")


async def not_found(store: "Store", world_id: str) -> NotFound:
    """Return the fault for a missing world, which lists the existing ones."""
    async with store.read() as reader:
        there = ", ".join(world.id for world in await reader.worlds(1000)) or "none yet"
    return NotFound("world", world_id, f"there are: {there}; `npcserver import FILE` brings one in")


def read_world_file(file: Path, *, is_smallville: bool) -> WorldFile:
    """Read a world file. Raises `BrokenFile`, or `OSError`."""
    if is_smallville:
        made: WorldFile = load(SMALLVILLE)(file)
        return made
    return load_world(file)


def is_file(world: str) -> bool:
    """Return whether an argument is a file and not the id of a world."""
    return world.endswith(FILES) or "/" in world or "\\" in world


def count_summary(world: WorldFile) -> str:
    """Return the name of a world with its counts of contents."""
    counts = (
        (len(world.characters), "characters"),
        (world.memory_count, "memories"),
        (len(world.places), "places"),
        (len(world.books), "books"),
    )
    told = ", ".join(f"{count} {what}" for count, what in counts)
    return f"{world.world.name} ({world.world.id}): {told}"
