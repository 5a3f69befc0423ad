"""World and scene files."""

from npcserver.adapters.files.scene_file import load_scene, parse_scene, shipped_scenes
from npcserver.adapters.files.world_dump import dump_world
from npcserver.adapters.files.world_file import load_world, parse_world

__all__ = [
    "dump_world",
    "load_scene",
    "load_world",
    "parse_scene",
    "parse_world",
    "shipped_scenes",
]
