"""Build the Unity package and its tests without Unity, against a stand-in for the engine."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.engines import dotnet, mono
from tests.engines.dotnet import sources
from tests.engines.home import HERE
from tests.engines.servers import Server

PACKAGE = dotnet.PACKAGE
STAND_IN = HERE / "unity"
UNITY = "UNITY_2022_3_OR_NEWER"
EDITOR = "UNITY_EDITOR"
TESTS = "NpcDialogue.Unity.Tests"  # as in its assembly definition: it sees what is internal
KEY = "a key of the tests"
SCRIPT = STAND_IN / "script.yaml"
PATIENCE = 360.0
# what a player for desktops, the web, and the editor of Unity 6 define
WITHOUT_FETCH = "NPC_DIALOGUE_WITHOUT_FETCH"  # no browser is there that would have one
PLAYERS = {
    "player": (UNITY,),
    "web": (UNITY, "UNITY_WEBGL"),
    "editor": (UNITY, EDITOR, "UNITY_6000_0_OR_NEWER"),
}

Compile = Callable[..., Path]


@dataclass(frozen=True, slots=True)
class Assembly:
    """One assembly: its name, where its files are, and the assemblies that it refers to."""

    name: str
    folders: tuple[Path, ...]
    knows: tuple[str, ...] = ()


def assemblies(symbols: Sequence[str], package: Path = PACKAGE) -> list[Assembly]:
    """Return what the package consists of for a player with these symbols, in order."""
    engine = Assembly("UnityEngine", (STAND_IN / "Shim",))
    core = Assembly("NpcDialogue", (package / "Runtime/Core",))
    admin = Assembly("NpcDialogue.Admin", (package / "Runtime/Admin",), (core.name,))
    ours = Assembly("NpcDialogue.Unity", (package / "Runtime/Unity",), (engine.name, core.name))
    knows = (engine.name, core.name, admin.name, ours.name)
    editor = Assembly("NpcDialogue.Unity.Editor", (package / "Editor",), knows)
    sample = Assembly("NpcDialogue.Samples.Tavern", (package / "Samples~/Tavern",), knows)
    return [engine, core, admin, ours, *([editor] if EDITOR in symbols else []), sample]


def build(
    folder: Path, compile_sources: Compile, symbols: Sequence[str], package: Path = PACKAGE
) -> list[Path]:
    """Build all assemblies into a folder and return them. Raises `DoesNotCompileError`."""
    built: dict[str, Path] = {}
    for one in assemblies(symbols, package):
        built[one.name] = compile_sources(
            sources(*one.folders),
            folder / f"{one.name}.dll",
            references=[built[name] for name in one.knows],
            symbols=symbols,
        )
    return list(built.values())


def grpc_tests(folder: Path) -> list[str]:
    """Build the gRPC assembly over .NET's HTTP/2, and its tests; return the command line."""
    core = dotnet.compile_sources(sources(dotnet.CORE, dotnet.ADMIN), folder / "NpcDialogue.dll")
    program = dotnet.compile_sources(
        [*sources(STAND_IN / "Grpc"), STAND_IN / "NUnit/Program.cs"],
        folder / "tests.dll",
        references=[core, *_grpc(folder, core), _nunit_in(folder)],
        is_program=True,
    )
    return dotnet.command(program)


def _grpc(folder: Path, core: Path, package: Path = PACKAGE) -> list[Path]:
    handler = dotnet.compile_sources(
        sources(STAND_IN / "Http2"), folder / "YetAnotherHttpHandler.dll"
    )
    channel = dotnet.compile_sources(
        sources(package / "Runtime/Grpc"),
        folder / "NpcDialogue.Grpc.dll",
        references=[core, handler],
        symbols=(UNITY,),
    )
    return [handler, channel]


def reader_of_the_readme(folder: Path, package: Path, pasted: Path) -> list[str]:
    """Build a game out of a package and the code of its pages; return the command line."""
    built = build(folder, dotnet.compile_sources, PLAYERS["player"], package)
    core = next(path for path in built if path.stem == "NpcDialogue")
    program = dotnet.compile_sources(
        [*sources(STAND_IN / "Readme"), pasted],
        folder / "game.dll",
        references=[*built, *_grpc(folder, core, package)],
        is_program=True,
    )
    return dotnet.command(program)


def game(folder: Path, compile_sources: Compile) -> Path:
    """Build the package and the game that plays conformance cases; return the program."""
    symbols = PLAYERS["player"]
    files = sources(STAND_IN / "Game")
    files += [STAND_IN / "Http/Leaving.cs", STAND_IN / "Http/Node.cs"]
    return compile_sources(
        files,
        folder / "game.exe",
        references=build(folder, compile_sources, symbols),
        symbols=symbols,
        is_program=True,
    )


def mono_tests(folder: Path, symbols: Sequence[str]) -> list[str]:
    """Build the package and its tests with mono; return the command line that runs them."""
    files = sources(PACKAGE / "Tests/Runtime", STAND_IN / "Extra", STAND_IN / "Mono")
    files.append(STAND_IN / "Http/Leaving.cs")
    program = mono.compile_sources(
        files,
        folder / f"{TESTS}.exe",
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
        files, folder / f"{TESTS}.dll", references=[*built, nunit], symbols=symbols, is_program=True
    )
    return dotnet.command(program)


def run(command: Sequence[str], server: Server, **more: str) -> list[str]:
    """Run a program that is told of a server; return its lines but the last, which is `DONE`."""
    ended = subprocess.run(
        command,
        env=dotnet.environment(
            {
                "NPCSERVER_TEST_URL": server.http,
                "NPCSERVER_TEST_GRPC": server.grpc,
                "NPCSERVER_TEST_KEY": KEY,
                **more,
            }
        ),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    told = ended.stdout + ended.stderr
    assert ended.returncode == 0, told
    lines = ended.stdout.splitlines()
    assert lines[-1] == "DONE", told
    return lines[:-1]


def _nunit_in(folder: Path) -> Path:
    nunit = folder / dotnet.nunit().name
    nunit.write_bytes(dotnet.nunit().read_bytes())
    return nunit
