"""`npcserver serve` and `npcserver bench` as processes of their own."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import npcclient
import pytest

from tests.engines.servers import Server
from tests.processes import run_forked

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0


def environment(data: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if "NPCSERVER_" not in name}
    return kept | {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "clients" / "python"))),
        "NPCSERVER_DATA": str(data),
        "NPCSERVER_EMBEDDER__NAME": "hashing",
        "NPCSERVER_CONFIG": os.devnull,
        "PYTHONUNBUFFERED": "1",
    }


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "npcserver", *arguments]


def run(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run_forked(*arguments, environment=environment(data), timeout=PATIENCE)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Start a server on a free port; yields the process and the port."""
    process = subprocess.Popen(
        command("serve", "--port", "0", "--model", "offline"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert process.stdout is not None
    try:
        yield process, _port(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _port(process: "subprocess.Popen[str]") -> int:
    assert process.stdout is not None
    ends_at = time.monotonic() + PATIENCE
    while time.monotonic() < ends_at:
        if select.select([process.stdout], [], [], 1.0)[0]:
            found = re.search(r"Listening on 127\.0\.0\.1:(\d+)", process.stdout.readline())
            if found:
                return int(found[1])
    raise AssertionError("the server does not say where it listens")


async def test_serve_answers_and_ends(serving: tuple["subprocess.Popen[str]", int]) -> None:
    """The server says where it listens, answers there, and ends with 0 when it is told to."""
    process, port = serving
    async with npcclient.connect(f"127.0.0.1:{port}") as npc:
        worlds = await npc.worlds.list()
    process.send_signal(signal.SIGTERM)
    output, errors = process.communicate(timeout=PATIENCE)

    assert worlds == []
    assert process.returncode == 0
    assert "Stopping" in output
    assert "Traceback" not in errors


def test_port_in_use_is_told(server: Server, tmp_path: Path) -> None:
    """A second server on the same port says what is the matter."""
    port = server.grpc.rpartition(":")[2]
    ended = run(tmp_path, "serve", "--port", port, "--data", str(tmp_path / "other"))

    assert ended.returncode == 1
    assert f"{port} is in use" in ended.stderr
    assert "as with --port" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "other").exists(), "nothing is opened before the ports are known"


def test_http_port_in_use_is_told(server: Server, tmp_path: Path) -> None:
    """The other listener's port too, with its own setting, and nothing is left running."""
    port = server.grpc.rpartition(":")[2]
    words = ("serve", "--port", "0", "--http-port", port, "--data", str(tmp_path / "b"))
    ended = run(tmp_path, *words)

    assert ended.returncode == 1
    assert f"http.port: {port} is in use" in ended.stderr
    assert "--http-port" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_open_door_is_told(tmp_path: Path) -> None:
    """Who lets others call without a key reads so, and that HTTP is off unless it is wanted."""
    process = subprocess.Popen(
        command("serve", "--port", "0", "--host", "0.0.0.0", "--model", "offline"),  # noqa: S104
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert process.stdout is not None
    seen = ""
    try:
        while "Press Ctrl-C to stop" not in seen:
            line = process.stdout.readline()
            assert line, process.communicate()
            seen += line
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()

    assert "it listens for this machine alone, and not on 0.0.0.0. Make one with" in seen
    assert "Listening on 127.0.0.1:" in seen
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "ratio"),
    [
        (("turn", "--turns", "5", "--memories", "30"), "first_word"),
        (("observe", "--seconds", "1", "--clients", "3"), "observe_batches"),
    ],
    ids=("turn", "observe"),
)
def test_bench_prints_one_object(arguments: tuple[str, ...], ratio: str, tmp_path: Path) -> None:
    """A benchmark prints its figures, those of its baseline and the ratios, and nothing else."""
    ended = run(tmp_path, "bench", *arguments, "--json")

    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    assert set(result) == {"name", "machine", "figures", "baselines", "ratios"}
    assert result["name"] == arguments[0]
    assert result["ratios"][ratio] > 0
    assert all(value > 0 for value in result["baselines"].values())
