"""One version everywhere, and what changed since it as fragments that become its notes."""

import io
import json
import re
import subprocess
import sys
import tomllib
import zipfile

import yaml
from npcclient.wire import OLDEST_SERVER

from clients.godot import uid
from npcserver.model import wire
from release import build
from tests.architecture import sources

LONGEST_FRAGMENT = 60  # words: what a user notices of one change, not how it was made
_FRAGMENTS = [path for path in sources.files() if path.startswith("changes/") and "/." not in path]
_NAME = re.compile(r"changes/\+[a-z0-9_]+\.[a-z]+\.md")
# No link: the page that a fragment goes into lies in another folder.
_LINES = re.compile(r"(?:(?![ #*-])(?!.*\]\().*[.:?)]\n)+")


VERSION = str(tomllib.loads(sources.text("pyproject.toml"))["project"]["version"])


def test_everything_has_the_version_of_the_server() -> None:
    """Clients name that of `pyproject.toml`; so do changelogs once nothing is unreleased."""
    wrong = {path for path, found in build.versions().items() if found != VERSION}

    assert wrong == set()
    assert _FRAGMENTS or {*build.noted().values()} == {VERSION}


def test_no_file_names_a_version_that_the_build_does_not_compare() -> None:
    """Whatever is packed alone names its version where `PARTS` looks."""
    manifests = {"pyproject.toml", "package.json", "plugin.cfg"}
    found = {path for path in sources.files() if path.rpartition("/")[2] in manifests}
    unreleased = {path for path in found if path.startswith("tests/")}

    assert found - unreleased <= build.versions().keys()


def test_the_wire_is_named_after_a_release_that_has_it() -> None:
    """The release that all parts name is the first with this wire, or a later one."""
    mine = tuple(map(int, VERSION.split(".")))

    for first in (wire.OLDEST_CLIENT_VERSION, OLDEST_SERVER):
        assert tuple(map(int, first.split("."))) <= mine


def test_towncrier_takes_every_fragment() -> None:
    """No file in `changes` has a name or an area that the next release would stumble over."""
    drafted = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "next"],
        cwd=sources.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert drafted.returncode == 0, drafted.stdout + drafted.stderr


def test_fragments_are_short_and_plain() -> None:
    """A fragment is a few sentences, one a line: towncrier adds the bullet and the heading."""
    texts = {path: sources.text(path) for path in _FRAGMENTS}

    assert [path for path in texts if not _NAME.fullmatch(path)] == []
    assert [path for path, text in texts.items() if not _LINES.fullmatch(text)] == []
    assert {path: len(text.split()) for path, text in texts.items() if _is_long(text)} == {}


def test_each_part_that_is_installed_alone_brings_the_licence() -> None:
    """It is the same everywhere, and names its year and holder."""
    licences = [path for path in sources.files() if path.rpartition("/")[2].startswith("LICENSE")]
    text = sources.text("LICENSE")

    assert re.search(r"^ +Copyright 20\d\d the npcserver maintainers$", text, re.MULTILINE)
    assert {path for path in licences if path.endswith(("LICENSE", "LICENSE.md"))} == {
        "LICENSE",
        *(f"{folder}/LICENSE" for folder in ("clients/python", "clients/web", _GODOT)),
        f"{_UNITY}/LICENSE.md",
    }
    assert [path for path in licences if ".meta" not in path and sources.text(path) != text] == []


def test_each_script_of_the_add_on_has_its_id() -> None:
    """Godot would make others in each project, and scenes that are passed on would not fit."""
    assert uid.differences() == {}


def test_an_archive_for_the_asset_library_has_the_add_on_alone() -> None:
    """`addons/` is on top, and neither the demo nor its `project.godot` overwrites a game's."""
    archive = subprocess.run(
        ["git", "archive", "--format=zip", "HEAD:clients/godot"],
        cwd=sources.ROOT,
        capture_output=True,
        check=True,
    ).stdout
    names = zipfile.ZipFile(io.BytesIO(archive)).namelist()

    assert {name.partition("/")[0] for name in names} == {"CHANGELOG.md", "README.md", "addons"}
    assert f"{_GODOT.removeprefix('clients/godot/')}/LICENSE" in names


def test_pages_that_leave_the_repository_have_absolute_links() -> None:
    """A shop shows them elsewhere; those of the wheels are made absolute when they are built."""
    pages = ("clients/web/README.md", f"{_GODOT}/README.md")

    assert [
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^)\s]+)\)", sources.text(page))
        if not link.startswith(("https://", "#"))
    ] == []


def test_openupm_is_told_what_the_package_says() -> None:
    """Its file is sent once, so it must fit the package, and the tags that a release makes."""
    told = yaml.safe_load(sources.text("release/com.npcserver.dialogue.yml"))
    package = json.loads(sources.text(f"{_UNITY}/package.json"))

    assert (told["name"], told["displayName"]) == (package["name"], package["displayName"])
    assert told["licenseSpdxId"] == package["license"]
    assert package["repository"] == {
        "type": "git",
        "url": f"git+{told['repoUrl']}.git",
        "directory": _UNITY,
    }
    assert told["readme"] == f"main:{_UNITY}/README.md"


_GODOT = "clients/godot/addons/npc_dialogue"
_UNITY = "clients/unity/com.npcserver.dialogue"


def _is_long(text: str) -> bool:
    return len(text.split()) > LONGEST_FRAGMENT
