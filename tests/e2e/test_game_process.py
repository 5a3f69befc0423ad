"""A server that a game has started ends with it, whichever way the game ends."""

import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from npcserver.cli import game_process
from tests.processes import PATIENCE, ForkedCommand, environment_of, run_forked

SERVE = ("serve", "--port", "0", "--http-port", "0", "--model", "offline")


@contextmanager
def game_in(folder: Path, output: Path | None = None) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a process that stands for a game, whose output may be a pipe."""
    script = f"exec sleep 600 > '{output or '/dev/null'}'"
    process = subprocess.Popen(("sh", "-c", script), cwd=folder)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def server_in(folder: Path, *words: str, typed: Path | None = None) -> Iterator[ForkedCommand]:
    """Start a server and wait until it listens."""
    log = folder / "serve.log"
    server = ForkedCommand(
        *SERVE, *words, environment=environment_of(folder), output=log, errors=log, typed=typed
    )
    try:
        ends_at = time.monotonic() + PATIENCE
        while not (log.exists() and re.search("Listening on", log.read_text())):
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < ends_at
            select.select([], [], [], 0.05)
        yield server
    finally:
        server.kill()


def assert_drained(server: ForkedCommand, folder: Path) -> None:
    """Assert that it ended as after SIGTERM."""
    assert server.wait(PATIENCE) == 0
    assert "Stopping." in (folder / "serve.log").read_text()


def test_it_ends_with_the_process_that_it_was_told(tmp_path: Path) -> None:
    """Also before the dead process was waited for, when its id is still taken."""
    with game_in(tmp_path) as game, server_in(tmp_path, "--parent-pid", str(game.pid)) as server:
        select.select([], [], [], 1.5)
        assert server.poll() is None, "it ended with a game that runs"
        os.kill(game.pid, signal.SIGKILL)
        assert_drained(server, tmp_path)


def test_it_ends_when_its_standard_input_closes(tmp_path: Path) -> None:
    """A pipe closes with the only process that holds its other end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (
        game_in(tmp_path, pipe) as game,
        server_in(tmp_path, "--until-stdin-closes", typed=pipe) as server,
    ):
        assert server.poll() is None
        os.kill(game.pid, signal.SIGKILL)
        assert_drained(server, tmp_path)


def test_it_drains_when_nobody_reads_its_output_any_more(tmp_path: Path) -> None:
    """A game that read it by pipes took them along; what the server prints last breaks nothing."""
    with subprocess.Popen(
        [sys.executable, "-m", "npcserver", *SERVE, "--until-stdin-closes"],
        env=environment_of(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        assert any(line.startswith(b"Press Ctrl-C") for line in server.stdout)
        server.stdout.close()
        server.stderr.close()
        server.stdin.close()
        assert server.wait(PATIENCE) == 0


def test_a_game_that_has_ended_already_is_said(tmp_path: Path) -> None:
    """The server does not start for nobody."""
    with game_in(tmp_path) as game:
        pass

    ended = run_forked(*SERVE, "--parent-pid", str(game.pid), environment=environment_of(tmp_path))

    assert ended.returncode == 1
    assert f"there is no process {game.pid}" in ended.stderr


def test_a_process_is_waited_for_without_its_handle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS and in old kernels: its number is asked for again and again."""
    monkeypatch.delattr(os, "pidfd_open")
    monkeypatch.setattr(game_process, "_POLL_SECONDS", 0.01)
    with game_in(tmp_path) as game:
        waiting = threading.Thread(target=game_process._process_wait(game.pid), daemon=True)
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
        game.kill()
        game.wait()
        waiting.join(PATIENCE)
        assert not waiting.is_alive()
