"""Builds what a release offers to each shop into one folder, all of one version; uploads nothing.

    python -m release.build 0.3.0              into dist/0.3.0
    python -m release.build 0.3.0 --to FOLDER
    python -m release.build 0.3.0 --set        writes the version into all parts, and builds nothing

docs/releases.md says what goes where. The same commit gives the same bytes again, wherever it lies.
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECTS = (ROOT, ROOT / "clients/python")
WEB = ROOT / "clients/web"
GODOT = ROOT / "clients/godot"
ADDON = GODOT / "addons/npc_dialogue"
UNITY = ROOT / "clients/unity/com.npcserver.dialogue"
DOTNET = ROOT / "clients/dotnet/NpcDialogue.csproj"
PARTS = {
    **{folder / "pyproject.toml": r'^version = "(.+?)"' for folder in PROJECTS},
    **{folder / "package.json": r'^  "version": "(.+?)"' for folder in (WEB, UNITY)},
    ADDON / "endpoint.gd": r'"godot/(.+?) wire/',
    WEB / "npc.js": r'"web/(.+?) wire/',
    UNITY / "Runtime/Core/NpcCall.cs": r'"unity/(.+?) wire/',
    DOTNET: r"<Version>(.+?)</Version>",
    ADDON / "plugin.cfg": r'^version="(.*)"',
}
"""What names the version, and where in it."""
CHANGELOGS = (ROOT / "CHANGELOG.md", GODOT / "CHANGELOG.md", UNITY / "CHANGELOG.md")
SUMS = "SHA256SUMS"


class CannotBuildError(Exception):
    """A part cannot be built; the text says why, and what helps."""


def versions() -> dict[str, str | None]:
    """Return the version that each part names, by its path; None where it names none.

    The one that counts is that of the server, in `pyproject.toml`; `set_version` writes it.
    """
    return {_name(path): _first(pattern, path) for path, pattern in PARTS.items()}


def noted() -> dict[str, str | None]:
    """Return the version of the newest section of each changelog, by its path."""
    return {_name(path): _first(r"^## \[(.+?)\]", path) for path in CHANGELOGS}


def set_version(version: str) -> list[Path]:
    """Write a version into every part; return the files that named another."""
    if re.fullmatch(r"\d+\.\d+\.\d+", version) is None:
        raise CannotBuildError(f"{version!r} is no version; give three numbers, such as 0.3.0")
    changed: list[Path] = []
    for path, pattern in PARTS.items():
        text = _text(path)
        found = re.search(pattern, text, re.MULTILINE)
        if found is None:
            raise CannotBuildError(f"{_name(path)} names no version where {pattern!r} looks for it")
        if found.group(1) != version:
            path.write_text(f"{text[: found.start(1)]}{version}{text[found.end(1) :]}", "utf-8")
            changed.append(path)
    return changed


def build(version: str, folder: Path) -> list[Path]:
    """Build every part, and a list of their SHA-256 sums; return the files.

    Raises `CannotBuildError`, for a version that is not everywhere too.
    """
    _require_version(version, versions(), f"run `make version VERSION={version}`, which sets it in")
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


def _require_version(version: str, named: dict[str, str | None], advice: str) -> None:
    others = [f"{path} ({found})" for path, found in named.items() if found != version]
    if others:
        raise CannotBuildError(f"{advice} {', '.join(others)}")


def _require_commit() -> None:
    if changed := _run("git", "status", "--porcelain"):
        raise CannotBuildError(f"commit or remove what differs from the commit:\n{changed}")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


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
    parser.add_argument("version", help="the version, such as 0.3.0; all parts name it already")
    parser.add_argument("--to", type=Path, help="the folder to write; dist/VERSION unless given")
    parser.add_argument("--set", action="store_true", help="write the version into all parts")
    given = parser.parse_args()
    try:
        if given.set:
            print("\n".join(_name(path) for path in set_version(given.version)))
            return
        _require_commit()
        _require_version(given.version, noted(), f"write a section {given.version} in")
        for path in build(given.version, given.to or ROOT / "dist" / given.version):
            print(f"{path.stat().st_size:>9,}  {path}")
    except CannotBuildError as failure:
        raise SystemExit(str(failure)) from None


if __name__ == "__main__":
    main()
