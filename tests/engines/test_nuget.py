"""The package for .NET: what its project packs, and a console written from its page alone."""

import re
from pathlib import Path

import pytest

from tests.engines import dotnet, mono, nupkg
from tests.engines.conftest import running
from tests.engines.home import ROOT, need
from tests.engines.servers import Server
from tests.engines.test_console import run

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]
PROJECT = ROOT / "clients/dotnet/NpcDialogue.csproj"
CODE = re.compile(r"```csharp\n(.*?)```", re.DOTALL)
KEY = "a key of the console"
MOST_BYTES_OF_AN_ICON = 1024 * 1024


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command of a console in an empty folder that has the package from a local feed."""
    need(dotnet.why_missing())
    folder = tmp_path_factory.mktemp("Spiel mit Umlauten äöü")
    package = nupkg.pack(nupkg.read(PROJECT), folder / "feed")
    references = list(nupkg.restore(package, folder / "packages"))
    (folder / "bin").mkdir()
    for path in references:
        (folder / "bin" / path.name).write_bytes(path.read_bytes())
    program = "\n".join(CODE.findall((PROJECT.parent / "README.md").read_text(encoding="utf-8")))
    source = folder / "Program.cs"
    source.write_text(program, encoding="utf-8")
    built = dotnet.compile_sources(
        [source], folder / "bin" / "Talk.dll", references=references, is_program=True
    )
    return dotnet.command(built)


def test_the_console_of_the_page_talks(game: list[str], tmp_path: Path) -> None:
    """Built from the package alone, in a path with a blank and umlauts, it answers each line."""
    with running(Server(tmp_path, keys=(KEY,))) as server:
        code, told, problem = run(
            game, "Guten Abend!\nWhat is the beer?\n", server.http, NPCSERVER_KEY=KEY
        )
        refused, _, why = run(game, "Hello!\n", server.http, NPCSERVER_KEY="another")
        missing, _, asked = run(game, "Hello!\n", server.http)

    assert (code, problem) == (0, ""), told
    assert len([line for line in told.splitlines() if line.strip()]) >= 2
    assert (refused, missing) == (1, 1)
    assert "key" in why
    assert "key" in asked


def test_without_a_server_it_says_where_it_looked(game: list[str]) -> None:
    """The sentence names the address and what to start."""
    code, _, problem = run(game, "Hello!\n", "http://127.0.0.1:9")

    assert code == 1
    assert "no answer from http://127.0.0.1:9" in problem
    assert "is the server running there" in problem


def test_what_the_gallery_asks_for_is_there() -> None:
    """A readme, an icon of a kind and size that it takes, a licence, tags, and where it is kept."""
    project = nupkg.read(PROJECT)
    icon = PROJECT.parent / project.properties["PackageIcon"]

    assert project.properties["PackageLicenseExpression"] == "Apache-2.0"
    assert {path.name for path in project.packed} == {"README.md", "icon.png", "LICENSE"}
    assert icon.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert icon.stat().st_size < MOST_BYTES_OF_AN_ICON
    page = (PROJECT.parent / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!https://)[^)]*\)", page) == [], "no link leads out of the package"


def test_the_sources_are_those_of_older_languages_too(tmp_path: Path) -> None:
    """C# 7 and the library of mono, which has about what .NET Standard 2.0 has, take them."""
    need(mono.why_missing())
    built = mono.compile_sources(nupkg.read(PROJECT).sources, tmp_path / "NpcDialogue.dll")
    assert built.stat().st_size > 0
