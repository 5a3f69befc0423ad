"""World files: our YAML format in and out, and the personas of Smallville in."""

from npcserver.adapters.files.dump import dump_world
from npcserver.adapters.files.smallville import load_smallville
from npcserver.adapters.files.world import load_world, parse_world

__all__ = ["dump_world", "load_smallville", "load_world", "parse_world"]
