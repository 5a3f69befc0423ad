"""Compile C# with Roslyn and run it on .NET 8, both from pinned packages."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.engines import recipes
from tests.engines.home import HERE, node_modules

PACKAGE = HERE.parents[1] / "clients/unity/com.npcserver.dialogue"
CORE = PACKAGE / "Runtime" / "Core"
# as Unity 2022.3 has it
LANGUAGE = "9.0"
VERSION = "8.0.4"


class DoesNotCompileError(Exception):
    """C# that does not compile; the text is what the compiler says, a line for each fault."""


def why_missing() -> str | None:
    """Return why .NET 8 or Roslyn is not here and what to run; None when both are."""
    return recipes.why_missing("dotnet", "npm")


def _root() -> Path:
    return recipes.dotnet() / "dnv" / "net" / "runtime" / ".net"


def roslyn() -> Path:
    """Folder with Roslyn's and NUnit's assemblies."""
    return node_modules() / "@autorest" / "csharp"


def nunit() -> Path:
    """NUnit's one assembly."""
    return roslyn() / "nunit.framework.dll"


def sources(*folders: Path) -> list[Path]:
    """Return all C# files below these folders, by path."""
    return sorted(path for folder in folders for path in folder.rglob("*.cs"))


def compile_sources(
    paths: Iterable[Path],
    output: Path,
    *,
    references: Iterable[Path] = (),
    symbols: Iterable[str] = (),
    language: str = LANGUAGE,
    is_program: bool = False,
) -> Path:
    """Build an assembly and return its path; a warning is an error.

    Raises `DoesNotCompileError`.
    """
    wish = {
        "sources": [str(path) for path in paths],
        "references": [str(path) for path in references],
        "output": str(output),
        "symbols": list(symbols),
        "language": language,
        "isProgram": is_program,
        "roslyn": str(roslyn()),
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    ended = subprocess.run(
        [sys.executable, str(HERE / "csc.py")],
        input=json.dumps(wish),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(recipes.dotnet())},
        check=False,
    )
    if ended.returncode:
        raise DoesNotCompileError(ended.stdout.strip() or ended.stderr.strip())
    if is_program:
        _write_configuration(output)
    return output


def _write_configuration(program: Path) -> None:
    """Say beside a program which framework it wants."""
    framework = {"name": "Microsoft.NETCore.App", "version": VERSION}
    options = {
        "tfm": "net8.0",
        "framework": framework,
        "configProperties": {"System.Globalization.Invariant": True},
    }
    told = json.dumps({"runtimeOptions": options}, indent=1)
    program.with_suffix(".runtimeconfig.json").write_text(told, encoding="utf-8")


def command(program: Path, *arguments: str) -> list[str]:
    """Return the command line that runs a program; what it refers to must lie beside it."""
    return [str(_root() / "dotnet"), str(program), *arguments]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables to run a program with."""
    return {**os.environ, "DOTNET_ROOT": str(_root()), **(more or {})}
