"""World files."""

from npcserver.adapters.files.world_dump import dump_files, dump_world
from npcserver.adapters.files.world_file import load_world, parse_world

__all__ = [
    "dump_files",
    "dump_world",
    "load_world",
    "parse_world",
]
