"""The folder that a game puts beside itself runs anywhere, with nothing around it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.portable import build
from tests.conftest import variant
from tests.engines.home import ROOT
from tests.portable import portable_folder
from tests.processes import PATIENCE

SAMPLE = ROOT / "worlds" / "farrowhithe.yaml"
NO_SURROUNDINGS = {"PATH": "", "NPCSERVER_EMBEDDER__NAME": "hashing"}
LOADS = """
import ctypes, decimal, hashlib, lzma, sqlite3, ssl, sys, uuid
print(sys.prefix)
for line in open("/proc/self/maps"):
    if ".so" in line:
        print(line.split(None, 5)[5].strip())
"""


def _run(*words: str | Path) -> str:
    ended = subprocess.run(
        words, env=NO_SURROUNDINGS, cwd="/", capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def _play(folder: Path, data: Path) -> None:
    """Import the sample world, serve it, and end the server by its standard input."""
    start = folder / "npcserver"
    assert "characters 7 new" in _run(start, "import", SAMPLE, "--data", data)
    words = (start, "serve", "--port", "0", "--http-port", "0", "--data", data)
    with subprocess.Popen(
        [*words, "--until-stdin-closes", "--model", "offline"],
        env=NO_SURROUNDINGS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert re.match(r"Listening on 127\.0\.0\.1:\d+", server.stdout.readline())
        server.stdin.close()
        assert server.wait(PATIENCE) == 0
        assert server.stdout.read().endswith("Stopping.\n")


def test_it_starts_where_it_was_moved_with_nothing_around_it(tmp_path: Path) -> None:
    """From a path with a blank and an umlaut, without a PATH, by its own Python and libraries."""
    moved = portable_folder(tmp_path / "made").rename(tmp_path / "Mein Spiel ä")

    python = f"LD_LIBRARY_PATH='{moved}/python/lib' '{moved}/python/bin/python3' -I -c '{LOADS}'"
    prefix, *loaded = _run("/bin/sh", "-c", python).splitlines()
    assert Path(prefix) == moved / "python"
    others = [path for path in set(loaded) if not path.startswith(str(moved))]
    assert [path for path in others if not build.OF_EVERY_SYSTEM.match(Path(path).name)] == []
    _play(moved, tmp_path / "Daten ö")


@variant
@pytest.mark.timeout(900)
def test_the_whole_folder_keeps_to_its_size_and_plays(tmp_path: Path) -> None:
    """Unpacked from its zip elsewhere, with packages of its own, and with no file to write."""
    command = [sys.executable, build.__file__, str(tmp_path / "made")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    game = tmp_path / "Mein Spiel ä"
    subprocess.run(["unzip", "-q", tmp_path / "made.zip", "-d", game], check=True)
    folder = game / "made"
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

    _play(folder, tmp_path / "Daten ö")

    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    assert sum(path.stat().st_size for path in before) <= build.MOST * build.MEBIBYTE
