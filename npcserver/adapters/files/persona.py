"""Persona files: a world file, or a file with one character as in a world file."""

from dataclasses import dataclass
from pathlib import Path

from npcserver.adapters.files import casting
from npcserver.adapters.files.fields import Field
from npcserver.adapters.files.problems import Problems
from npcserver.adapters.files.text import read_text
from npcserver.adapters.files.tree import Mapping, read_yaml
from npcserver.adapters.files.world import parse_world
from npcserver.model.worldfile import Role, WorldFile


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCharacter:
    """A single character; with `tells_memories` False it keeps its present memories."""

    role: Role
    tells_memories: bool


def load_persona(path: Path, before: WorldFile) -> WorldFile | OneCharacter:
    """Read either kind of file; a single character belongs to the world `before`.

    Raises `BrokenFile` with all its problems.
    """
    problems = Problems(str(path))
    text = read_text(path, problems)
    root = read_yaml(text, problems)
    keys = [key for key, _, _ in root.entries] if isinstance(root, Mapping) else []
    if "world" in keys or "format" in keys:
        return parse_world(text, str(path))
    table = Field(root, "", root.line, problems).table()
    if table is None:
        raise problems.broken(root.line, "", "must be a world file, or the keys of one character")
    role = casting.read_one(
        table, before.world.language, [place.id for place in before.places], before.people
    )
    problems.raise_if_any()
    return OneCharacter(role=role, tells_memories="memories" in keys)
