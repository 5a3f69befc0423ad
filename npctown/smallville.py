"""The people and the maze of Smallville as a town, by the server's own commands."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import yaml

from npctown.maps import read_maze, write_tiled
from npctown.town_files import TownFileError, slug

_SECONDS: Final = 600
"""The longest that an import may take, on a busy machine."""


def write_smallville(personas: Path, maze: Path, folder: Path) -> None:
    """Write world.yaml and map.tmj of `personas.json` and a maze. Raises `TownFileError`."""
    folder.mkdir(parents=True, exist_ok=True)
    data, world = ["--data", str(folder / "data")], folder / "world.yaml"
    try:
        name = slug(str(json.loads(personas.read_text(encoding="utf-8"))["world"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TownFileError(f"{personas} is no file of personas of Smallville: {error}") from error
    _run("import", str(personas), "--format", "smallville", *data)
    _run("export", name, str(world), *data)
    places = yaml.safe_load(world.read_text(encoding="utf-8"))["places"]
    ids = {(one["name"], ""): one["id"] for one in places}
    ids |= {
        (one["name"], part["name"]): part["id"]
        for one in places
        for part in one.get("places") or ()
    }
    write_tiled(read_maze(maze, ids), folder / "map.tmj")


def _run(*words: str) -> None:
    command = [sys.executable, "-m", "npcserver", *words]
    done = subprocess.run(  # noqa: S603 - of this program
        command, capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    if done.returncode:
        raise TownFileError(f"`npcserver {words[0]}` failed:\n{done.stderr or done.stdout}")
