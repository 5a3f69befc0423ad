"""The Unity package's own tests, as Unity's Test Runner would take them, against a real server.

They run under mono and on .NET 8, with a stand-in for the engine that is as strict as Unity where
it matters: one main thread, frames, objects that are gone, requests that may not be disposed early.
"""

import os
import threading
from collections.abc import Callable, Container, Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.conftest import variant
from tests.engines import dotnet, mono, unity_build
from tests.engines.home import need
from tests.engines.servers import SAMPLE_WORLD, Server
from tests.engines.unity_build import PLAYERS
from tests.portable import portable_folder

pytestmark = [pytest.mark.engines, pytest.mark.timeout(420)]
IS_WHOLE = os.environ.get("NPCSERVER_TEST_WEB_PLAYER") == "1"
OF_THE_EDITOR = {"AwaitableTests.cs", "ConnectionTestTests.cs", "IdDrawerTests.cs"}
WHOLE_BODIES = "NpcDialogue.Unity.Tests.WholeBodyTests"


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


def play(command: Sequence[str], server: Server, **more: str) -> list[str]:
    """Run the built tests; return a line for each. Fails where one fails or is skipped."""
    with controlled(server) as control:
        lines = unity_build.run(command, server, NPCSERVER_TEST_CONTROL=control, **more)
    assert all(line.startswith("PASSED ") for line in lines), "\n".join(lines)
    return lines


def names(lines: Sequence[str]) -> set[str]:
    return {line.split()[1].rpartition(".")[2].removesuffix("()") for line in lines}


def written_tests(*folders: Path, but: Container[str] = ()) -> int:
    """How many tests there are, without those of some files."""
    paths = [path for folder in folders for path in folder.rglob("*.cs") if path.name not in but]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return text.count("[UnityTest]") + text.count("[Test]")


@pytest.mark.parametrize(
    ("why_missing", "build", "player"),
    [
        pytest.param(
            mono.why_missing, unity_build.mono_tests, "player", id="mono-player", marks=variant
        ),
        pytest.param(dotnet.why_missing, unity_build.dotnet_tests, "editor", id="dotnet-editor"),
    ],
)
def test_package_passes_its_own_tests(
    why_missing: Callable[[], str | None],
    build: Callable[[Path, Sequence[str]], list[str]],
    player: str,
    tmp_path: Path,
    unity_server: Server,
) -> None:
    """Talk, cancel, scenes that go, pauses, saves, wrong keys and lost servers go as told."""
    need(why_missing())
    game = tmp_path / "Mein Spiel ä"
    portable_folder(game / "npcserver").joinpath("world.yaml").write_bytes(
        SAMPLE_WORLD.read_bytes()
    )
    around = {"NPCSERVER_TEST_GAME": str(game), "NPCSERVER_EMBEDDER__NAME": "hashing"}
    lines = play(build(tmp_path / "built", PLAYERS[player]), unity_server, **around)

    assert {"TokensGrowIntoLines", "AServerThatRestartsFailsTheTurnAndIsFoundAgain"} <= names(lines)
    folders = (unity_build.PACKAGE / "Tests/Runtime", unity_build.STAND_IN / "Extra")
    if player == "player":
        assert len(lines) == written_tests(*folders, but=OF_THE_EDITOR)
    if player == "editor":
        assert len(lines) == written_tests(*folders)


@pytest.mark.slow
def test_package_passes_its_tests_as_a_web_player(tmp_path: Path, unity_server: Server) -> None:
    """Replies that come as a whole are read; `make soak` plays all that needs no threads as well.

    Nothing in the package asks whether it is in a web player, but for which transport it takes, so
    all the rest is what was played.
    """
    need(dotnet.why_missing())
    symbols = (*PLAYERS["web"], unity_build.WITHOUT_FETCH)
    command = unity_build.dotnet_tests(tmp_path / "built", symbols)
    lines = play(command if IS_WHOLE else [*command, WHOLE_BODIES], unity_server)

    assert "AWholeReplyIsReadLikeOneInPieces" in names(lines)
    texts = {path: path.read_text() for path in (unity_build.PACKAGE / "Runtime").rglob("*.cs")}
    asks = {path.stem: text.count("UNITY_WEBGL") for path, text in texts.items()}
    assert {name: count for name, count in asks.items() if count} == {
        "BrowserFetch": 2,
        "NpcDialogueClient": 1,
    }
    assert not [text for text in texts.values() if "Application.platform" in text]


def test_native_grpc_is_the_same_client(tmp_path: Path, unity_server: Server) -> None:
    """Turns, deeds, times, errors with details, hang-ups and deadlines over gRPC's own protocol."""
    need(dotnet.why_missing())
    # far from UTC, so that times which lose their zone are seen
    lines = play(unity_build.grpc_tests(tmp_path), unity_server, TZ="Asia/Tokyo")

    assert len(lines) == written_tests(unity_build.STAND_IN / "Grpc")


@pytest.mark.parametrize("player", PLAYERS)
def test_package_compiles_for_each_player(player: str, tmp_path: Path) -> None:
    """Roslyn at C# 9, as in Unity 2022.3, builds every assembly with no warning."""
    need(dotnet.why_missing())

    built = unity_build.build(tmp_path, dotnet.compile_sources, PLAYERS[player])

    assert [path.stem for path in built] == [
        one.name for one in unity_build.assemblies(PLAYERS[player])
    ]
