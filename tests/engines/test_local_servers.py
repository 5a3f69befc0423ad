"""Games that ship the server: the clients' helpers start it, connect, and end it with the game."""

import re
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.conftest import variant
from tests.engines import dotnet, unity_core
from tests.engines import godot as engine
from tests.engines.conftest import Godot
from tests.engines.home import need
from tests.engines.servers import SAMPLE_WORLD
from tests.portable import portable_folder

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]
PROGRAM = "res://tests/play_local_server.gd"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder as games ship it, with a world, where a player may have it."""
    folder = portable_folder(tmp_path_factory.mktemp("game") / "Mein Spiel ä")
    folder.joinpath("world.yaml").write_bytes(SAMPLE_WORLD.read_bytes())
    return folder


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")


def _said(ended: engine.Ended) -> dict[str, str]:
    return dict(line.partition(" ")[::2] for line in ended.lines)


def _arguments(shipped: Path, data: Path, case: str) -> list[str]:
    given = {"folder": shipped, "data": data, "world": "world.yaml", "case": case}
    return [f"--{name}={value}" for name, value in given.items()]


def _servers(data: Path) -> list[int]:
    """Return the processes that serve a data folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"serve" in words and str(data).encode() in words:
                found.append(int(process.name))
    return found


def _until(holds: Callable[[], object]) -> None:
    ends_at = time.monotonic() + engine.PATIENCE
    while not holds():
        assert time.monotonic() < ends_at
        select.select([], [], [], 0.1)


def test_godot_starts_it_talks_and_ends_it(godot: Godot, shipped: Path, tmp_path: Path) -> None:
    """Freed, it ends and lets the next one at its data; one that is killed is told as ended."""
    data = tmp_path / "Daten ö"

    ended = godot(PROGRAM, *_arguments(shipped, data, "talk"))

    assert (ended.code, ended.complaints) == (0, []), ended.text
    said = _said(ended)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", said["STARTED"])
    assert said["TWICE"] == "failed_precondition the server of this game was started already"
    assert said["LINE"]
    assert (said["AGAIN"], said["KEPT"]) == ("", "true"), ended.text
    assert said["ENDED"].startswith("unavailable the server ended. It said: ")
    assert said["RUNS"] == "false"
    assert _servers(data) == []


def test_godot_says_why_it_did_not_start(godot: Godot, shipped: Path, tmp_path: Path) -> None:
    """No folder, a world that is not there, and an option that the server does not know."""
    data = tmp_path / "data"

    ended = godot(PROGRAM, *_arguments(tmp_path, data, "wrong"), f"--other={shipped}")

    assert (ended.code, ended.complaints) == (0, []), ended.text
    told = [line for line in ended.lines if line.startswith(("STARTED", "AGAIN"))]
    assert f"there is no server in {tmp_path}; put the folder that `make portable` made" in told[0]
    assert "the world was not imported. It said: " in told[1]
    assert "no such world.yaml" in told[1]
    assert "the server did not start. It said: " in told[2]
    assert "--no-such-option" in told[2]


def _assert_ends_with(words: Sequence[str], data: Path) -> None:
    """Kill a game once its server answers, as a crash does: nothing in the game can end it then."""
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env=dotnet.environment()
    ) as game:
        assert game.stdout is not None
        assert any(line.startswith("STARTED http://") for line in game.stdout)
        assert len(_servers(data)) == 1
        game.send_signal(signal.SIGKILL)
    _until(lambda: _servers(data) == [])


def test_it_ends_when_godot_is_killed(
    godot: Godot, godot_project: Path, shipped: Path, tmp_path: Path
) -> None:
    """So that the next start finds its data free."""
    data = tmp_path / "data"
    engine.start_with(godot_project, PROGRAM)
    arguments = _arguments(shipped, data, "killed")
    _assert_ends_with(engine.command("--path", str(godot_project), "--", *arguments), data)


@pytest.mark.parametrize("runtime", [pytest.param("mono", marks=variant), "dotnet"])
def test_it_ends_when_a_game_in_csharp_is_killed(
    runtime: str, shipped: Path, tmp_path: Path
) -> None:
    """As Unity starts it; the component itself is played by the package's own tests."""
    need(unity_core.WHY_MISSING[runtime]())
    data = tmp_path / "Daten ö"
    game = unity_core.build(runtime, tmp_path / "built")
    _assert_ends_with([*game, "ship", str(shipped), str(data)], data)
