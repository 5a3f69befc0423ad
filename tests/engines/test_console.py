"""The sample that talks on a terminal, built of the package's core alone, against a real server."""

import shutil
import subprocess
from pathlib import Path

import pytest

from npcserver.model.wire import WIRE_VERSION
from tests.engines import dotnet
from tests.engines.conftest import running
from tests.engines.dotnet import CORE, PACKAGE, sources
from tests.engines.home import need
from tests.engines.recipes import why_missing
from tests.engines.servers import Server

KEY = "a key of the terminal"

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command that runs the sample."""
    return built(tmp_path_factory.mktemp("console"), CORE)


def built(folder: Path, core: Path) -> list[str]:
    need(why_missing("dotnet"))
    program = dotnet.compile_sources(
        sources(core, PACKAGE / "Samples~/Console"), folder / "talk.dll", is_program=True
    )
    return dotnet.command(program)


def of_another_wire(folder: Path, wire: str) -> Path:
    """Return the core of a release that speaks another wire."""
    core = Path(shutil.copytree(CORE, folder / "Core"))
    call = core / "NpcCall.cs"
    text = call.read_text(encoding="utf-8")
    assert f"wire/{WIRE_VERSION}" in text
    call.write_text(text.replace(f"wire/{WIRE_VERSION}", wire), encoding="utf-8")
    return core


def run(talk: list[str], words: str, *arguments: str, **more: str) -> tuple[int, str, str]:
    ended = subprocess.run(
        [*talk, *arguments],
        input=words,
        env=dotnet.environment(more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_a_terminal_talks(talk: list[str], tmp_path: Path) -> None:
    """Each line is answered; a proxy of the environment is not asked for a server here."""
    with running(Server(tmp_path, keys=(KEY,))) as server:
        gone = {"http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
        words = "Good evening!\nWhat is the beer?\n"
        where = (server.http, "farrowhithe", "hester")
        code, told, problem = run(talk, words, *where, NPCSERVER_KEY=KEY, **gone)
        refused, _, why = run(talk, words, *where, NPCSERVER_KEY="another", **gone)

    assert (code, problem, len(told.splitlines()) >= 2) == (0, "", True), told
    assert refused == 1
    assert "key" in why


@pytest.mark.parametrize(("wire", "side"), [("wire/1", "client"), ("wire/99", "server")])
def test_a_client_of_another_version_is_told_what_to_update(
    wire: str, side: str, tmp_path: Path
) -> None:
    """The first call ends with the sentence of the server, and no words are said."""
    other = built(tmp_path / "built", of_another_wire(tmp_path / "old", wire))
    with running(Server(tmp_path)) as server:
        ended = run(other, "Good evening!\n", server.http, "farrowhithe", "hester")

    assert ended[:2] == (1, "")
    assert wire.replace("/", " ") in ended[2]
    assert f"update the {side}" in ended[2]


def test_without_a_server_it_says_so(talk: list[str]) -> None:
    """The address that was tried, and an exit code that a script can tell."""
    code, _, problem = run(talk, "Hello!\n", "http://127.0.0.1:9", "farrowhithe", "hester")

    assert (code, "127.0.0.1:9" in problem) == (1, True)
