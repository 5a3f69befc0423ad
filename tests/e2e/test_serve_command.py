"""`npcserver serve` and `npcserver bench` as processes of their own."""

import json
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import npcclient
import pytest

from tests.engines.servers import Server
from tests.processes import PATIENCE, ForkedCommand, environment_of, run_forked


def run(data: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    return run_forked(*arguments, environment=environment_of(data, **more))


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Start a server on a free port; yields the process and the port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "npcserver", "serve", "--port", "0", "--model", "offline"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment_of(tmp_path),
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
    output = tmp_path / "output"
    output.touch()
    process = ForkedCommand(
        *("serve", "--port", "0", "--host", "0.0.0.0", "--model", "offline"),  # noqa: S104
        environment=environment_of(tmp_path),
        output=output,
        errors=tmp_path / "errors",
    )
    ends_at = time.monotonic() + PATIENCE
    try:
        while "Press Ctrl-C to stop" not in (seen := output.read_text(encoding="utf-8")):
            assert time.monotonic() < ends_at, seen
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        code = process.wait(PATIENCE)
    finally:
        process.kill()

    assert "it listens for this machine alone, and not on 0.0.0.0. Make one with" in seen
    assert "Listening on 127.0.0.1:" in seen
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "ratio"),
    [
        (("turn", "--turns", "5", "--memories", "30", "--players", "2"), "first_word"),
        (("observe", "--seconds", "0.5", "--clients", "3"), "observe_batches"),
    ],
    ids=("turn", "observe"),
)
def test_bench_prints_one_object(arguments: tuple[str, ...], ratio: str, tmp_path: Path) -> None:
    """A benchmark prints its figures, those of its baseline and the ratios, and nothing else."""
    # what is observed for the benchmark need not be thought over
    more = {"NPCSERVER_COGNITION__WORKERS": "0"} if "observe" in arguments else {}
    ended = run(tmp_path, "bench", *arguments, "--json", **more)

    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    assert set(result) == {"name", "machine", "figures", "baselines", "ratios"}
    assert result["name"] == arguments[0]
    assert result["ratios"][ratio] > 0
    assert all(value > 0 for value in result["baselines"].values())
