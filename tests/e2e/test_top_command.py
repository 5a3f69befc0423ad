"""`npcserver serve --metrics-port` and `npcserver top` as processes of their own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from npcclient import sync

from npcserver.sockets import listening
from tests.processes import run_forked

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120


def environment(data: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if "NPCSERVER_" not in name}
    return kept | {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "clients" / "python"))),
        "NPCSERVER_DATA": str(data),
        "NPCSERVER_EMBEDDER__NAME": "hashing",
        "NPCSERVER_CONFIG": os.devnull,
        "PYTHONUNBUFFERED": "1",
    }


def run(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run_forked(*arguments, environment=environment(data), timeout=PATIENCE)


def test_top_shows_a_turn_of_a_running_server(tmp_path: Path) -> None:
    """The server says where its metrics are, and `top --once` there what it did."""
    imported = run(tmp_path, "import", str(ROOT / "worlds" / "farrowhithe.yaml"))
    assert imported.returncode == 0, imported.stderr
    command = [sys.executable, "-m", "npcserver", "serve", "--port", "0", "--metrics-port", "0"]
    with subprocess.Popen(
        [*command, "--model", "offline"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(tmp_path),
    ) as serving:
        assert serving.stdout is not None
        said = ""
        while "Ctrl-C" not in said and (line := serving.stdout.readline()):
            said += line
        try:
            (port,) = re.findall(r"Listening on 127\.0\.0\.1:(\d+)", said)
            (metrics,) = re.findall(r"Metrics on http://127\.0\.0\.1:(\d+)/metrics", said)
            with sync.connect(f"127.0.0.1:{port}") as npc:
                timeline = npc.timelines.start("farrowhithe")
                assert list(npc.play.say(timeline, "hester", "Good evening!", speaker="Ann"))
            shown = run(tmp_path, "top", metrics, "--once")
        finally:
            serving.send_signal(signal.SIGTERM)
            serving.wait(PATIENCE)

    assert shown.returncode == 0, shown.stderr
    words = " ".join(shown.stdout.split())
    assert "outcome completed 100%" in words
    assert "rung primary 100%" in words
    assert re.search(r"reply 1 [\d.]+ m?s", words)


@pytest.mark.parametrize("arguments", [("top", "--once"), ("top",)])
def test_top_without_a_server_says_what_to_do(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """One sentence and exit code 1, whether it was to look once or for ever."""
    with listening("127.0.0.1", 0, "metrics") as bound:
        port = str(bound.getsockname()[1])
    failed = run(tmp_path, *arguments, port)

    assert failed.returncode == 1
    assert "start the server with --metrics-port" in failed.stderr


def test_a_taken_metrics_port_stops_the_server_with_the_option_to_change(tmp_path: Path) -> None:
    """It is found before anything is opened."""
    with listening("127.0.0.1", 0, "metrics") as bound:
        port = str(bound.getsockname()[1])
        refused = run(tmp_path, "serve", "--port", "0", "--metrics-port", port)

    assert refused.returncode == 1
    assert "--metrics-port" in refused.stderr
    assert not (tmp_path / "npcserver.db").exists()
