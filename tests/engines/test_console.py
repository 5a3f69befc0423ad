"""The sample that talks on a terminal, built of the package's core alone, against a real server."""

import subprocess
from pathlib import Path

import pytest

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
    need(why_missing("dotnet"))
    folder = tmp_path_factory.mktemp("console")
    program = dotnet.compile_sources(
        sources(CORE, PACKAGE / "Samples~/Console"), folder / "talk.dll", is_program=True
    )
    return dotnet.command(program)


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


def test_without_a_server_it_says_so(talk: list[str]) -> None:
    """The address that was tried, and an exit code that a script can tell."""
    code, _, problem = run(talk, "Hello!\n", "http://127.0.0.1:9", "farrowhithe", "hester")

    assert (code, "127.0.0.1:9" in problem) == (1, True)
