"""Build the Unity package and its tests without Unity, against a stand-in for the engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.engines import dotnet, mono
from tests.engines.dotnet import sources
from tests.engines.home import HERE

PACKAGE = dotnet.PACKAGE
STAND_IN = HERE / "unity"
UNITY = "UNITY_2022_3_OR_NEWER"
EDITOR = "UNITY_EDITOR"
# what a player for desktops, the web, and the editor define
PLAYERS = {"player": (UNITY,), "web": (UNITY, "UNITY_WEBGL"), "editor": (UNITY, EDITOR)}

GRPC = ("NpcDialogue", "YetAnotherHttpHandler", "NpcDialogue.Grpc")

Compile = Callable[..., Path]


@dataclass(frozen=True, slots=True)
class Assembly:
    """One assembly: its name, where its files are, and the assemblies that it refers to."""

    name: str
    folders: tuple[Path, ...]
    knows: tuple[str, ...] = ()


ENGINE = Assembly("UnityEngine", (STAND_IN / "Shim",))
CORE = Assembly("NpcDialogue", (PACKAGE / "Runtime/Core",))
IN_UNITY = Assembly("NpcDialogue.Unity", (PACKAGE / "Runtime/Unity",), (ENGINE.name, CORE.name))
IN_EDITOR = Assembly(
    "NpcDialogue.Unity.Editor", (PACKAGE / "Editor",), (*IN_UNITY.knows, IN_UNITY.name)
)
SAMPLE = Assembly(
    "NpcDialogue.Samples.Tavern", (PACKAGE / "Samples~/Tavern",), (*IN_UNITY.knows, IN_UNITY.name)
)


def assemblies(symbols: Sequence[str]) -> list[Assembly]:
    """Return what the package consists of for a player with these symbols, in order."""
    return [ENGINE, CORE, IN_UNITY, *([IN_EDITOR] if EDITOR in symbols else []), SAMPLE]


def build(folder: Path, compile_sources: Compile, symbols: Sequence[str]) -> list[Path]:
    """Build all assemblies into a folder and return them. Raises `DoesNotCompileError`."""
    built: dict[str, Path] = {}
    for one in assemblies(symbols):
        built[one.name] = compile_sources(
            sources(*one.folders),
            folder / f"{one.name}.dll",
            references=[built[name] for name in one.knows],
            symbols=symbols,
        )
    return list(built.values())


def grpc_tests(folder: Path) -> list[str]:
    """Build the gRPC assembly over .NET's HTTP/2, and its tests; return the command line."""
    core, handler, channel = (folder / f"{name}.dll" for name in GRPC)
    dotnet.compile_sources(sources(*CORE.folders), core, symbols=(UNITY,))
    dotnet.compile_sources(sources(STAND_IN / "Http2"), handler)
    knows = [core, handler]
    ours = sources(PACKAGE / "Runtime/Grpc")
    dotnet.compile_sources(ours, channel, references=knows, symbols=(UNITY,))
    nunit = _nunit_in(folder)
    program = dotnet.compile_sources(
        [*sources(STAND_IN / "Grpc"), STAND_IN / "NUnit/Program.cs"],
        folder / "tests.dll",
        references=[*knows, channel, nunit],
        is_program=True,
    )
    return dotnet.command(program)


def mono_tests(folder: Path, symbols: Sequence[str]) -> list[str]:
    """Build the package and its tests with mono; return the command line that runs them."""
    files = sources(PACKAGE / "Tests/Runtime", STAND_IN / "Extra", STAND_IN / "Mono")
    program = mono.compile_sources(
        files,
        folder / "tests.exe",
        references=build(folder, mono.compile_sources, symbols),
        symbols=symbols,
        is_program=True,
    )
    return mono.command(program)


def dotnet_tests(folder: Path, symbols: Sequence[str]) -> list[str]:
    """Build the package and its tests with Roslyn and NUnit; return the command line."""
    files = sources(PACKAGE / "Tests/Runtime", STAND_IN / "Extra", STAND_IN / "NUnit")
    built = build(folder, dotnet.compile_sources, symbols)
    nunit = _nunit_in(folder)
    program = dotnet.compile_sources(
        files,
        folder / "tests.dll",
        references=[*built, nunit],
        symbols=symbols,
        is_program=True,
    )
    return dotnet.command(program)


def _nunit_in(folder: Path) -> Path:
    nunit = folder / dotnet.nunit().name
    nunit.write_bytes(dotnet.nunit().read_bytes())
    return nunit
