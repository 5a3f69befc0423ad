"""`npcserver serve --metrics-port` and `npcserver top` as processes of their own."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from npcclient import sync

from npcserver.sockets import listening
from tests.engines.servers import Server
from tests.processes import environment_of, run_forked


def run(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run_forked(*arguments, environment=environment_of(data))


def test_top_shows_a_turn_of_a_running_server(tmp_path: Path) -> None:
    """The server says where its metrics are, and `top --once` there what it did."""
    serving = Server(tmp_path, model="offline", settings={"NPCSERVER_METRICS__PORT": "0"})
    try:
        serving.start()
        while not serving.has_logged("Ctrl-C"):  # it listens before it says all
            time.sleep(0.05)
        said = (tmp_path / "serve.log").read_text(encoding="utf-8")
        (metrics,) = re.findall(r"Metrics on http://127\.0\.0\.1:(\d+)/metrics", said)
        with sync.connect(serving.grpc) as npc:
            timeline = npc.timelines.start("farrowhithe")
            assert list(npc.play.say(timeline, "hester", "Good evening!", speaker="Ann"))
        shown = run(tmp_path, "top", metrics, "--once")
    finally:
        serving.stop()

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
