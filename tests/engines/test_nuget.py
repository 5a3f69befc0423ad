"""The package for .NET: what its project packs, and a console written from its page alone."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import npcclient
import pytest

from npcserver.model.wire import WIRE_VERSION
from tests.engines import dotnet, mono, nupkg
from tests.engines.backend import SETTINGS, Backend, giving_tokens
from tests.engines.conftest import running
from tests.engines.home import ROOT, need
from tests.engines.nupkg import Project
from tests.engines.servers import Server, living

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]
FILE = ROOT / "clients/dotnet/NpcDialogue.csproj"
CODE = re.compile(r"```csharp\n(.*?)```", re.DOTALL)
KEY = "a key of the console"
MOST_BYTES_OF_AN_ICON = 1024 * 1024


def console(project: Project, folder: Path) -> list[str]:
    """Build the code of the page on the package in a local feed; return its command."""
    need(dotnet.why_missing())
    package = nupkg.pack(project, folder / "feed")
    references = list(nupkg.restore(package, folder / "packages"))
    (folder / "bin").mkdir()
    for path in references:
        shutil.copy(path, folder / "bin")
    source = folder / "Program.cs"
    page = (FILE.parent / "README.md").read_text(encoding="utf-8")
    source.write_text("\n".join(CODE.findall(page)), encoding="utf-8")
    built = dotnet.compile_sources(
        [source], folder / "bin" / "Talk.dll", references=references, is_program=True
    )
    return dotnet.command(built)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return console(nupkg.read(FILE), tmp_path_factory.mktemp("Spiel mit Umlauten äöü"))


def run(game: list[str], words: str, *arguments: str, **more: str) -> tuple[int, str, str]:
    ended = subprocess.run(
        [*game, *arguments],
        input=words,
        env=dotnet.environment(more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_the_console_of_the_page_talks(game: list[str], tmp_path: Path) -> None:
    """In a path with a blank and umlauts; a proxy is not asked for a server on this machine."""
    with running(Server(tmp_path, keys=(KEY,))) as server:
        gone = {"http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
        words = "Guten Abend!\nWhat is the beer?\n"
        code, told, problem = run(game, words, server.http, NPCSERVER_KEY=KEY, **gone)
        refused, _, why = run(game, words, server.http, NPCSERVER_KEY="another")
        missing, _, asked = run(game, words, server.http)

    assert (code, problem) == (0, ""), told
    assert len([line for line in told.splitlines() if line.strip()]) >= 2
    assert (refused, missing) == (1, 1)
    assert "key" in why
    assert "key" in asked


async def test_the_console_of_the_page_goes_on_with_another_token(
    game: list[str], tmp_path: Path
) -> None:
    """A player whose token has ended is told, and goes on once there is another."""
    server = Server(tmp_path, keys=(KEY,), settings=SETTINGS)
    async with living(server), npcclient.connect(server.grpc, key=KEY) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        with giving_tokens("farrowhithe", timeline) as backend:
            arguments = (*game, server.http, timeline, backend.url)
            answers = await asyncio.to_thread(signed_out_meanwhile, arguments, backend)

    assert [answer.startswith("(You are no longer signed in.") for answer in answers] == [
        False,
        True,
        False,
    ]
    assert "beer" in answers[2]


def signed_out_meanwhile(arguments: Sequence[str], backend: Backend) -> list[str]:
    """Say three things, the second while no token counts; return the answers."""
    pipe = subprocess.PIPE
    answers: list[str] = []
    with subprocess.Popen(
        arguments, stdin=pipe, stdout=pipe, text=True, bufsize=1, env=dotnet.environment({})
    ) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for words in ("Good evening!", "What is the beer?", "What is the beer?"):
            backend.is_refusing = len(answers) == 1
            talk.stdin.write(f"{words}\n")
            answers.append(talk.stdout.readline())
        rest, _ = talk.communicate(timeout=60)
    assert (talk.returncode, rest.strip()) == (0, "")
    return answers


def test_without_a_server_it_says_where_it_looked(game: list[str]) -> None:
    """The sentence names the address and what to start."""
    code, _, problem = run(game, "Hello!\n", "http://127.0.0.1:9")

    assert code == 1
    assert "no answer from http://127.0.0.1:9" in problem
    assert "is the server running there" in problem


@pytest.mark.parametrize(("wire", "side"), [("wire/1", "client"), ("wire/99", "server")])
def test_a_client_of_another_version_is_told_what_to_update(
    wire: str, side: str, tmp_path: Path
) -> None:
    """The first call ends with the sentence of the server, and no words are said."""
    project = of_another_wire(nupkg.read(FILE), tmp_path / "NpcCall.cs", wire)
    (tmp_path / "game").mkdir()
    other = console(project, tmp_path / "game")
    with running(Server(tmp_path / "server")) as server:
        ended = run(other, "Good evening!\n", server.http)

    assert ended[:2] == (1, "")
    assert wire.replace("/", " ") in ended[2]
    assert f"update the {side}" in ended[2]


def of_another_wire(project: Project, changed: Path, wire: str) -> Project:
    """Return the project of a release that speaks another wire; `changed` is one file of it."""
    call = dotnet.CORE / "NpcCall.cs"
    text = call.read_text(encoding="utf-8")
    assert f"wire/{WIRE_VERSION}" in text
    changed.write_text(text.replace(f"wire/{WIRE_VERSION}", wire), encoding="utf-8")
    others = [path for path in project.sources if path != call]
    return replace(project, sources=[*others, changed])


def test_what_the_gallery_asks_for_is_there() -> None:
    """A readme, an icon of a kind and size that it takes, a licence, and where it is kept."""
    project = nupkg.read(FILE)
    icon = FILE.parent / project.properties["PackageIcon"]

    assert project.properties["PackageLicenseExpression"] == "Apache-2.0"
    assert {path.name for path in project.packed} == {"README.md", "icon.png", "LICENSE"}
    assert icon.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert icon.stat().st_size < MOST_BYTES_OF_AN_ICON
    page = (FILE.parent / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!https://)[^)]*\)", page) == [], "a link leads out of the package"


def test_the_sources_are_those_of_older_languages_too(tmp_path: Path) -> None:
    """C# 7 and the library of mono, which has about what .NET Standard 2.0 has, take them."""
    need(mono.why_missing())
    built = mono.compile_sources(nupkg.read(FILE).sources, tmp_path / "NpcDialogue.dll")
    assert built.stat().st_size > 0
