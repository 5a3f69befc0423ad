"""World files."""

from npcserver.adapters.files.draft_file import dump_draft, parse_draft
from npcserver.adapters.files.world_dump import dump_files, dump_world
from npcserver.adapters.files.world_file import load_world, parse_world

__all__ = [
    "dump_draft",
    "dump_files",
    "dump_world",
    "load_world",
    "parse_draft",
    "parse_world",
]
