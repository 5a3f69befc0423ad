"""Compile C# with Roslyn and run it on .NET 8, both from pinned packages."""

import atexit
import functools
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.engines import recipes
from tests.engines.compiling import Wish, compile_once, wish
from tests.engines.home import HERE, node_modules

PACKAGE = HERE.parents[1] / "clients/unity/com.npcserver.dialogue"
CORE = PACKAGE / "Runtime" / "Core"
ADMIN = PACKAGE / "Runtime" / "Admin"
# as Unity 2022.3 has it
LANGUAGE = "9.0"
VERSION = "8.0.4"
# Programs of seconds end before the profile that the runtime makes of them is of use: Roslyn takes
# a third less without it.
QUICK = {"DOTNET_TieredPGO": "0"}
CSC = HERE / "csc.py"


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


class _Compiler:
    """Roslyn in a process of its own, which stays for as long as this one runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, str(CSC), str(roslyn())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, **QUICK, "PYTHONPATH": str(recipes.dotnet())},
        )
        atexit.register(self.close)

    def build(self, wanted: Wish, output: Path) -> None:
        """Write an assembly. Raises `DoesNotCompileError`."""
        asked = {
            "sources": [str(path) for path in wanted.sources],
            "references": [str(path) for path in wanted.references],
            "output": str(output),
            "symbols": list(wanted.symbols),
            "language": wanted.language,
            "isProgram": wanted.is_program,
        }
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with self._lock:
            stdin.write(json.dumps(asked) + "\n")
            stdin.flush()
            line = stdout.readline()
        assert line, "the compiler ended; what it said is above"
        answer = json.loads(line)
        if not answer["isBuilt"]:
            raise DoesNotCompileError("\n".join(answer["said"]))

    def close(self) -> None:
        """Let it end."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


@functools.cache
def _compiler() -> _Compiler:
    return _Compiler()


@functools.cache
def _version() -> str:
    """Return what tells this compiler from others."""
    manifest = (roslyn() / "package.json").read_bytes()
    return f"roslyn {hashlib.sha256(manifest + CSC.read_bytes()).hexdigest()} {VERSION}"


def compile_sources(
    paths: Iterable[Path],
    output: Path,
    *,
    references: Iterable[Path] = (),
    symbols: Iterable[str] = (),
    is_program: bool = False,
) -> Path:
    """Build an assembly and return its path; a warning is an error.

    What was built before of the same sources is not built again. Raises `DoesNotCompileError`.
    """
    wanted = wish(
        paths,
        output,
        references=references,
        symbols=symbols,
        language=LANGUAGE,
        is_program=is_program,
    )
    compile_once(wanted, _version(), lambda path: _compiler().build(wanted, path))
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
    return {**os.environ, **QUICK, "DOTNET_ROOT": str(_root()), **(more or {})}
