"""Compile C# 7 with mono's compiler and run it with mono, both from Debian."""

import functools
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.engines import recipes
from tests.engines.compiling import Wish, compile_once, wish
from tests.engines.dotnet import DoesNotCompileError

LANGUAGE = "7"
LIBRARIES = ("System.Net.Http",)
# mono warns where its own library and a reference name one type; that is no fault of ours
QUIET = "-nowarn:1685"


def why_missing() -> str | None:
    """Return why mono is not here and what to run; None when it is."""
    return recipes.why_missing("mono")


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
    return compile_once(wanted, f"mcs {version()}", lambda path: _compile(wanted, path))


def _compile(wanted: Wish, output: Path) -> None:
    ended = subprocess.run(
        [
            "mcs",
            f"-langversion:{wanted.language}",
            "-warnaserror",
            QUIET,
            f"-target:{'exe' if wanted.is_program else 'library'}",
            f"-out:{output}",
            *(f"-r:{name}" for name in LIBRARIES),
            *(f"-r:{path}" for path in wanted.references),
            *(f"-define:{name}" for name in wanted.symbols),
            *map(str, wanted.sources),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise DoesNotCompileError(ended.stdout + ended.stderr)


def command(program: Path, *arguments: str) -> list[str]:
    """Return the command line that runs a program; what it refers to must lie beside it."""
    return ["mono", str(program), *arguments]


@functools.cache
def version() -> str:
    """Return mono's version, such as `6.8.0.105`."""
    told = subprocess.run(["mono", "--version"], capture_output=True, text=True, check=True).stdout
    return told.partition("version ")[2].partition(" ")[0]
