"""Every part of a release, taken as its shop hands it on: unpacked, installed, compiled."""

import json
import os
import re
import shutil
import subprocess
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from clients.unity import meta
from release import build
from tests.conftest import variant
from tests.engines import dotnet, godot, unity_build
from tests.engines.home import need, node_modules
from tests.engines.recipes import RECIPES

VERSION = str(build.versions()["pyproject.toml"])
PROJECT = (
    'config_version=5\n\n[application]\n\nconfig/name="Empty"\nrun/main_scene=""\n\n'
    '[editor_plugins]\n\nenabled=PackedStringArray("res://addons/npc_dialogue/plugin.cfg")\n'
)
GAME = """extends Node

func _ready() -> void:
	print(load("{uid}").resource_path)
	var hester := NpcCharacter.new()
	print(hester.character_id.is_empty())
	hester.free()
	get_tree().quit()
"""
# a tool of an author, and a slip in its last line
PAGE = """import {{ NpcClient, type TurnEvent }} from "npcserver-web";
import {{ NpcAdmin }} from "npcserver-web/admin";
const npc = new NpcClient({{ url: "http://127.0.0.1:50052" }});
await new NpcAdmin(npc).call("WorldService/ListWorlds", {{}});
for await (const it of npc.say({{ {text}: "Hello!" }})) console.log((it as TurnEvent).line?.text);
"""
TSC = ("--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom")

pytestmark = [pytest.mark.engines, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with every part."""
    need(RECIPES["npm"].why_missing())
    folder = tmp_path_factory.mktemp("release")
    build.build(VERSION, folder)
    return folder


def run(*command: str | Path, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        # what is installed is meant, not the checkout
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )


def ran(*command: str | Path, cwd: Path) -> str:
    """Run what must not fail; return what it printed."""
    ended = run(*command, cwd=cwd)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_release_of_another_version_is_not_built(tmp_path: Path) -> None:
    """The sentence names each file that has to be set, and nothing is written."""
    with pytest.raises(build.CannotBuildError, match=r"make version VERSION=99\.0\.0") as refused:
        build.build("99.0.0", tmp_path / "release")

    assert all(f"{path} ({VERSION})" in str(refused.value) for path in build.versions())
    assert not (tmp_path / "release").exists()


def test_the_zip_of_the_add_on_has_addons_on_top(tmp_path: Path) -> None:
    """It holds all that is under version control, its licence among it, and is made the same."""
    zipped = build.zip_add_on(VERSION, tmp_path)
    (tmp_path / "again").mkdir()
    tracked = ran("git", "ls-files", "addons", cwd=build.GODOT).splitlines()

    assert zipped.name == f"npc_dialogue-{VERSION}.zip"
    assert sorted(zipfile.ZipFile(zipped).namelist()) == sorted(tracked)
    assert {"LICENSE", "README.md", "icon.svg"} <= {path.rpartition("/")[2] for path in tracked}
    assert build.zip_add_on(VERSION, tmp_path / "again").read_bytes() == zipped.read_bytes()


def test_the_library_of_godot_gets_its_pictures() -> None:
    """Icon, previews and their thumbnails have the sizes that its list shows."""
    page = (build.ROOT / "docs/releases.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<=[/`])godot-[a-z-]+\.png", page))
    icon, *previews = sorted(named, key=lambda name: name != "godot-icon.png")
    thumbnails = [name.replace(".png", "-thumbnail.png") for name in previews]

    assert size(icon) == (128, 128)
    assert [size(name) for name in previews] == [(1280, 720)] * 3
    assert [size(name) for name in thumbnails] == [(320, 180)] * 3


def size(picture: str) -> tuple[int, int]:
    """Return width and height of a PNG of the documentation."""
    head = (build.ROOT / "docs/images" / picture).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])


def test_a_release_has_each_part_with_its_sum(release: Path, tmp_path: Path) -> None:
    """Nothing else lies in the folder, and a second build gives the same bytes."""
    assert {path.name for path in release.iterdir()} == {
        f"npc_dialogue-{VERSION}.zip",
        f"npcserver-web-{VERSION}.tgz",
        f"com.npcserver.dialogue-{VERSION}.tgz",
        *(f"{name}-{VERSION}-py3-none-any.whl" for name in ("npcserver", "npcclient")),
        *(f"{name}-{VERSION}.tar.gz" for name in ("npcserver", "npcclient")),
        build.SUMS,
    }
    build.build(VERSION, tmp_path)
    checked = ran("sha256sum", "--check", "--strict", release / build.SUMS, cwd=tmp_path)
    assert checked.count(": OK") == 7


@variant
def test_the_zip_is_imported_into_an_empty_godot_project(release: Path, tmp_path: Path) -> None:
    """The editor does not complain, with the plugin enabled; a scene finds a script by its id."""
    need(godot.why_missing(), is_moving=True)
    zipfile.ZipFile(release / f"npc_dialogue-{VERSION}.zip").extractall(tmp_path)  # noqa: S202
    (tmp_path / "project.godot").write_text(PROJECT, encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("addons/**/*.*")}
    uid = (tmp_path / "addons/npc_dialogue/npc_character.gd.uid").read_text("utf-8").strip()
    imported = godot.import_project(tmp_path)
    (tmp_path / "main.gd").write_text(GAME.format(uid=uid), encoding="utf-8")
    ended = godot.run(tmp_path, "res://main.gd")

    assert (imported.code, imported.complaints) == (0, [])
    assert [path for path, data in before.items() if path.read_bytes() != data] == []
    assert (ended.code, ended.complaints) == (0, [])
    assert ended.lines[-2:] == ["res://addons/npc_dialogue/npc_character.gd", "true"]


@variant
def test_the_tarball_of_npm_is_installed_and_compiles(release: Path, tmp_path: Path) -> None:
    """It holds the client and its types, and nothing of the page; a slip does not compile."""
    tarball = release / f"npcserver-web-{VERSION}.tgz"
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    ran("npm", "install", "--offline", "--no-audit", "--no-fund", tarball, cwd=tmp_path)
    package = tmp_path / "node_modules" / "npcserver-web"
    clients = {path.name for path in build.WEB.glob("npc*.js")}
    for name, text in (("right", "text"), ("wrong", "texxt")):
        (tmp_path / f"{name}.ts").write_text(PAGE.format(text=text), encoding="utf-8")
    tsc = ("node", node_modules() / "typescript" / "bin" / "tsc", *TSC)
    right, wrong = (run(*tsc, f"{name}.ts", cwd=tmp_path) for name in ("right", "wrong"))
    told = "".join(
        f'import("npcserver-web{path}").then((it) => console.log(typeof it.{name}));'
        for path, name in (("", "NpcClient"), ("/admin", "NpcAdmin"))
    )

    assert {path.name for path in package.iterdir()} == clients | {
        *("LICENSE", "README.md", "npc.d.ts", "npc-admin.d.ts", "package.json")
    }
    assert (right.returncode, right.stdout) == (0, "")
    assert "'texxt' does not exist" in wrong.stdout
    assert ran("node", "--eval", told, cwd=tmp_path) == "function\n" * 2


@variant
def test_the_tarball_of_unity_compiles(release: Path, tmp_path: Path) -> None:
    """Player, editor and web player; each file has the `.meta` that Unity wants beside it."""
    need(dotnet.why_missing())
    with tarfile.open(release / f"com.npcserver.dialogue-{VERSION}.tgz") as tarball:
        tarball.extractall(tmp_path, filter="data")
    package = (tmp_path / "package").rename(tmp_path / build.UNITY.name)
    for player, symbols in unity_build.PLAYERS.items():
        unity_build.build(tmp_path / player, dotnet.compile_sources, symbols, package)

    assert meta.differences(package) == ({}, [])
    assert json.loads((package / "package.json").read_text("utf-8"))["version"] == VERSION
    assert (package / "Documentation~/index.md").is_file()


@variant
def test_the_wheels_are_installed_with_what_they_need(release: Path, tmp_path: Path) -> None:
    """Each in an environment of its own, from the index: the server starts, the client imports."""
    for name, command in (
        ("npcserver", ("bin/npcserver", "--version")),
        ("npcclient", ("bin/python", "-m", "npcclient.playtest", "--help")),
    ):
        folder = tmp_path / name
        venv.create(folder, with_pip=True, symlinks=True)
        (wheel,) = release.glob(f"{name}-*.whl")
        wanted = f"{wheel}[playtest]" if name == "npcclient" else str(wheel)
        ran("bin/python", "-m", "pip", "-q", "install", wanted, cwd=folder)
        ran("bin/python", "-m", "pip", "check", cwd=folder)
        first = ran(folder / command[0], *command[1:], cwd=folder)

        assert re.search(rf"npcserver {VERSION}|Usage: .*npcclient", first)
        shutil.rmtree(folder)  # some hundred megabytes
