"""Builds what a release offers to each shop into one folder, all of one version; uploads nothing.

    python -m release.build 0.3.0              into dist/0.3.0
    python -m release.build 0.3.0 --to FOLDER

docs/releases.md says what goes where. The same commit gives the same bytes again, wherever it lies.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECTS = (ROOT, ROOT / "clients/python")
WEB = ROOT / "clients/web"
GODOT = ROOT / "clients/godot"
ADDON = GODOT / "addons/npc_dialogue"
UNITY = ROOT / "clients/unity/com.npcserver.dialogue"
DOTNET = ROOT / "clients/dotnet/NpcDialogue.csproj"
CALL = UNITY / "Runtime/Core/NpcCall.cs"
CHANGELOGS = (ROOT / "CHANGELOG.md", GODOT / "CHANGELOG.md", UNITY / "CHANGELOG.md")
SUMS = "SHA256SUMS"


class CannotBuildError(Exception):
    """A part cannot be built; the text says why, and what helps."""


def versions() -> dict[str, str | None]:
    """Return the version that each file names, by its path; None where it names none."""
    projects = [folder / "pyproject.toml" for folder in PROJECTS]
    packages = [folder / "package.json" for folder in (WEB, UNITY)]
    found = {
        **{path: str(tomllib.loads(_text(path))["project"]["version"]) for path in projects},
        **{path: str(json.loads(_text(path))["version"]) for path in packages},
        ADDON / "endpoint.gd": _first(r'"godot/(.+?) wire/', ADDON / "endpoint.gd"),
        WEB / "npc.js": _first(r'"web/(.+?) wire/', WEB / "npc.js"),
        CALL: _first(r'"unity/(.+?) wire/', CALL),
        DOTNET: _first(r"<Version>(.+?)</Version>", DOTNET),
        ADDON / "plugin.cfg": _first(r'^version="(.*)"', ADDON / "plugin.cfg"),
        **{path: _first(r"^## \[(.+?)\]", path) for path in CHANGELOGS},
    }
    return {path.relative_to(ROOT).as_posix(): version for path, version in found.items()}


def build(version: str, folder: Path) -> list[Path]:
    """Build every part, and a list of their SHA-256 sums; return the files.

    Raises `CannotBuildError`, for a version that is not everywhere too.
    """
    others = [f"{path} ({found})" for path, found in versions().items() if found != version]
    if others:
        raise CannotBuildError(f"set the version {version} in {', '.join(others)}")
    if not shutil.which("npm"):
        raise CannotBuildError("npm packs the packages of the browser and of Unity: install it")
    folder.mkdir(parents=True, exist_ok=True)
    build_python(folder)
    for package in (WEB, UNITY):
        _run("npm", "pack", "--pack-destination", str(folder.resolve()), cwd=package)
    zip_add_on(version, folder)
    built = sorted(path for path in folder.iterdir() if path.name != SUMS)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in built]
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")
    return [*built, folder / SUMS]


def build_python(folder: Path) -> None:
    """Write a wheel and a source archive of the server and of its client."""
    for project in PROJECTS:
        _run(sys.executable, "-m", "hatchling", "build", "-d", str(folder.resolve()), cwd=project)


def zip_add_on(version: str, folder: Path) -> Path:
    """Write the Godot add-on with `addons/` on top, the same bytes for the same files."""
    target = folder / f"npc_dialogue-{version}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in ADDON.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(GODOT).as_posix())
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return target


def _require_commit() -> None:
    if changed := _run("git", "status", "--porcelain"):
        raise CannotBuildError(f"commit or remove what differs from the commit:\n{changed}")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _first(pattern: str, path: Path) -> str | None:
    found = re.search(pattern, _text(path), re.MULTILINE)
    return found and found.group(1)


def _run(*command: str, cwd: Path = ROOT) -> str:
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise CannotBuildError(f"`{' '.join(command)}` failed:\n{ended.stderr or ended.stdout}")
    return ended.stdout


def main() -> None:
    """Build from a checkout without changes, so that the tag has what is in the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("version", help="the version that all parts already name, such as 0.3.0")
    parser.add_argument("--to", type=Path, help="the folder to write; dist/VERSION unless given")
    given = parser.parse_args()
    try:
        _require_commit()
        for path in build(given.version, given.to or ROOT / "dist" / given.version):
            print(f"{path.stat().st_size:>9,}  {path}")
    except CannotBuildError as failure:
        raise SystemExit(str(failure)) from None


if __name__ == "__main__":
    main()
