"""What other systems have: other line ends, encodings and paths, and an event loop without signals.

It runs on Linux, with an event loop that refuses what that of Windows refuses; `make types` finds
the names of Python that Windows lacks.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from npcserver.adapters.store import sqlite_files
from tests.engines.servers import SAMPLE_WORLD
from tests.processes import PATIENCE, environment_of, run_forked

# imported in place of uvloop, which Windows lacks
LOOP_OF_WINDOWS = """
import asyncio

class Loop(asyncio.SelectorEventLoop):
    def refuse(self, *_):
        raise NotImplementedError

    add_signal_handler = remove_signal_handler = refuse
    add_reader = add_writer = remove_reader = remove_writer = refuse

def run(work):
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(work)
"""


def _around(data: Path, **more: str) -> dict[str, str]:
    console = {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}
    return environment_of(data, **console, **more)


def test_a_server_serves_on_an_event_loop_like_that_of_windows(tmp_path: Path) -> None:
    """It takes calls, and ends as told; paths have blanks, umlauts and a backslash."""
    folder = tmp_path / "Mein Spiel ä"
    folder.mkdir()
    folder.joinpath("uvloop.py").write_text(LOOP_OF_WINDOWS)
    around = _around(folder / "a\\b")
    around["PYTHONPATH"] = os.pathsep.join((str(folder), around["PYTHONPATH"]))
    world = folder / "welt ö.yaml"
    world.write_bytes(SAMPLE_WORLD.read_bytes().replace(b"\n", b"\r\n"))
    command = [sys.executable, "-m", "npcserver"]

    subprocess.run([*command, "import", world], env=around, check=True)
    with subprocess.Popen(
        [*command, "serve", "--port", "0", "--http-port", "0", "--model", "offline"],
        env=around,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        assert server.stdout is not None
        line = next(line for line in server.stdout if line.startswith("Listening on "))
        chat = ("chat", line.split()[-1], "--with", "hester", "--say", "Good evening!")
        ended = run_forked(*chat, environment=around, program="npc-playtest")
        assert (ended.returncode, "Hester Quillam:" in ended.stdout) == (0, True), ended.stderr
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
        assert "Stopping." in server.stdout.read()


def test_a_world_file_with_the_line_ends_of_windows_is_the_same_world(tmp_path: Path) -> None:
    """Imported again after a change of its line ends, nothing in it has changed."""
    world = tmp_path / "world.yaml"
    told = []
    for end in (b"\n", b"\r\n"):
        world.write_bytes(SAMPLE_WORLD.read_bytes().replace(b"\n", end))
        ended = run_forked("import", str(world), environment=_around(tmp_path / "data"))
        assert ended.returncode == 0, ended.stderr
        told.append(ended.stdout)

    assert "characters 7 new" in told[0]
    assert "characters 7 unchanged; 0 memories taken in" in told[1]


def test_files_are_synced_as_windows_lets_them_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It syncs no file that is only read, and no folder."""
    file = tmp_path / "file"
    file.write_bytes(b"x")
    opened: list[tuple[Path, int]] = []
    open_file = os.open

    def opening(path: Path, flags: int) -> int:
        opened.append((path, flags))
        return open_file(path, flags)

    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(os, "open", opening)

    sqlite_files.sync(file)
    sqlite_files.sync(tmp_path)

    assert opened == [(file, os.O_RDWR)]
