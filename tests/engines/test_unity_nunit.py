"""The Unity package's own tests, as Unity's Test Runner would take them, against a real server.

They run under mono and on .NET 8, with a stand-in for the engine that is as strict as Unity where
it matters: one main thread, frames, objects that are gone, requests that may not be disposed early.
"""

import re
import subprocess
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.engines import dotnet, mono, unity_build
from tests.engines.conftest import NewServer
from tests.engines.home import need
from tests.engines.servers import Server
from tests.engines.unity_build import PLAYERS

pytestmark = [pytest.mark.engines, pytest.mark.timeout(420)]

KEY = "a key of the tests"
SCRIPT = unity_build.STAND_IN / "script.yaml"
PATIENCE = 360.0


@contextmanager
def controlled(server: Server) -> Generator[str, None, None]:
    """Give an address at which the tests of the game can have their server restarted."""

    class Control(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            getattr(server, self.path.strip("/"))()
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so there
            """Say nothing."""

    control = ThreadingHTTPServer(("127.0.0.1", 0), Control)
    thread = threading.Thread(target=control.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{control.server_port}"
    finally:
        control.shutdown()
        thread.join()
        control.server_close()


def play(command: Sequence[str], server: Server) -> list[str]:
    """Run the built tests; return a line for each. Fails where one fails or is skipped."""
    with controlled(server) as control:
        ended = subprocess.run(
            command,
            env=dotnet.environment(
                {
                    "NPCSERVER_TEST_URL": server.http,
                    "NPCSERVER_TEST_GRPC": server.grpc,
                    "NPCSERVER_TEST_KEY": KEY,
                    "NPCSERVER_TEST_CONTROL": control,
                }
            ),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    told = ended.stdout + ended.stderr
    assert ended.returncode == 0, told
    lines = ended.stdout.splitlines()
    assert lines[-1] == "DONE", told
    assert all(line.startswith("PASSED ") for line in lines[:-1]), told
    return lines[:-1]


def names(lines: Sequence[str]) -> set[str]:
    return {line.split()[1].rpartition(".")[2].removesuffix("()") for line in lines}


def written_tests(folder: Path) -> int:
    """How many tests the package has."""
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.cs"))
    return text.count("[UnityTest]") + text.count("[Test]")


@pytest.mark.parametrize(
    ("why_missing", "build", "player"),
    [
        (mono.why_missing, unity_build.mono_tests, "player"),
        (dotnet.why_missing, unity_build.dotnet_tests, "editor"),
        (dotnet.why_missing, unity_build.dotnet_tests, "web"),
    ],
    ids=["mono-player", "dotnet-editor", "dotnet-web"],
)
def test_package_passes_its_own_tests(
    why_missing: Callable[[], str | None],
    build: Callable[[Path, Sequence[str]], list[str]],
    player: str,
    tmp_path: Path,
    new_server: NewServer,
) -> None:
    """Talk, cancel, scenes that go, pauses, saves, wrong keys and lost servers go as told."""
    need(why_missing())
    command = build(tmp_path / "built", PLAYERS[player])
    lines = play(command, new_server(model=f"scripted:{SCRIPT}", keys=(KEY,)))

    assert {"TokensGrowIntoLines", "AServerThatRestartsFailsTheTurnAndIsFoundAgain"} <= names(lines)
    if player == "player":
        assert len(lines) == written_tests(unity_build.PACKAGE / "Tests/Runtime") + 1


def test_native_grpc_is_the_same_client(tmp_path: Path, new_server: NewServer) -> None:
    """Turns, deeds, times, errors with details, hang-ups and deadlines over gRPC's own protocol."""
    need(dotnet.why_missing())
    command = unity_build.grpc_tests(tmp_path)
    lines = play(command, new_server(model=f"scripted:{SCRIPT}", keys=(KEY,)))

    assert len(lines) == written_tests(unity_build.STAND_IN / "Grpc")


@pytest.mark.parametrize("player", PLAYERS)
def test_package_compiles_for_each_player(player: str, tmp_path: Path) -> None:
    """Roslyn at C# 9, as in Unity 2022.3, builds every assembly with no warning."""
    need(dotnet.why_missing())

    built = unity_build.build(tmp_path, dotnet.compile_sources, PLAYERS[player])

    assert [path.stem for path in built] == [
        one.name for one in unity_build.assemblies(PLAYERS[player])
    ]


def test_code_of_the_readme_compiles(tmp_path: Path) -> None:
    """What the readme says to put on an object is C# that its reader can paste as it is."""
    need(mono.why_missing())
    built = unity_build.build(tmp_path, mono.compile_sources, PLAYERS["player"])
    readme = (unity_build.PACKAGE / "README.md").read_text(encoding="utf-8")
    component, hand_out = re.findall(r"```csharp\n(.*?)```", readme, re.DOTALL)
    inside = "NpcDialogueClient client, string keyFromYourLogin"
    pasted = tmp_path / "Pasted.cs"
    pasted.write_text(
        component + f"static class HandOut {{ static void Out({inside}) {{ {hand_out} }} }}\n",
        encoding="utf-8",
    )

    assert mono.compile_sources([pasted], tmp_path / "pasted.dll", references=built).is_file()
