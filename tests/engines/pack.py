"""A Godot pack (format 3) written without Godot, so that the web leg needs no native engine.

Scripts, scenes and text resources go in as they are; assets that Godot's editor would import first,
such as pictures and sounds, cannot be packed this way. Demo and tests draw what they show.
"""

import hashlib
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

PACKED = {".gd", ".tscn", ".tres", ".godot", ".cfg", ".json", ".txt", ".uid"}
FILE_BASE = 112
OFFSETS_FROM_BASE = 2
CLASS = re.compile(r"^class_name[ \t]+(\w+)", re.MULTILINE)
BASE = re.compile(r"^(?:class_name[ \t]+\w+[ \t]+)?extends[ \t]+(\w+)", re.MULTILINE)
CLASSES = ".godot/global_script_class_cache.cfg"


def files_of(project: Path) -> dict[str, bytes]:
    """Return what a project is exported with, by its path below `res://`."""
    files = {path.relative_to(project).as_posix(): path for path in _files(project)}
    packed = {name: path.read_bytes() for name, path in sorted(files.items())}
    return packed | {CLASSES: class_cache(packed)}


def _files(project: Path) -> Iterator[Path]:
    for path in project.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(project).parts)
        if path.is_file() and path.suffix in PACKED and not hidden:
            yield path


def class_cache(files: Mapping[str, bytes]) -> bytes:
    """Return the list of named classes that the editor writes, so that `class_name` is found."""
    entries = []
    for name, content in files.items():
        script = content.decode() if name.endswith(".gd") else ""
        named = CLASS.search(script)
        base = BASE.search(script)
        if named:
            entries.append(
                f'{{\n"base": &"{base[1] if base else "RefCounted"}",\n"class": &"{named[1]}",\n'
                '"icon": "",\n"is_abstract": false,\n"is_tool": false,\n"language": &"GDScript",\n'
                f'"path": "res://{name}"\n}}'
            )
    return f"list=[{', '.join(entries)}]\n".encode()


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write the pack. All numbers are little-endian; every file begins at a multiple of 16."""
    directory = [struct.pack("<I", len(files))]
    bodies = bytearray()
    for name, content in files.items():
        bodies += bytes(-len(bodies) % 16)
        encoded = name.encode()
        encoded += bytes(-len(encoded) % 4)
        directory.append(
            struct.pack("<I", len(encoded))
            + encoded
            + struct.pack("<QQ", len(bodies), len(content))
            + hashlib.md5(content, usedforsecurity=False).digest()
            + struct.pack("<I", 0)
        )
        bodies += content
    bodies += bytes(-len(bodies) % 16)
    head = struct.pack(
        "<4s5I2Q", b"GDPC", 3, 4, 6, 0, OFFSETS_FROM_BASE, FILE_BASE, FILE_BASE + len(bodies)
    )
    path.write_bytes(head.ljust(FILE_BASE, b"\0") + bytes(bodies) + b"".join(directory))
