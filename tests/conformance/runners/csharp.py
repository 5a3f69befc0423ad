"""The engine-free core of the Unity package, under mono and under .NET 8."""

import tempfile
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.cases import is_of_game
from tests.conformance.runners import CommandRunner, Program, Runner, RunnerBrokeError, Transcript
from tests.engines import dotnet, mono, unity_build
from tests.engines.dotnet import ADMIN, CORE, DoesNotCompileError, sources
from tests.engines.home import HERE

FOLDERS = (HERE / "unity" / "Conformance", HERE / "unity" / "Http")


class _CSharp(CommandRunner):
    """Builds the core and a player of calls, the package and a game; then plays with both."""

    family = "csharp"
    client = "unity"
    _program = Path()

    def run(self, program: Program) -> dict[str, Transcript]:
        """Build, and play the cases of calls, then those of a game."""
        calls = [case for case in program["cases"] if not is_of_game(case)]
        games = [case for case in program["cases"] if is_of_game(case)]
        found: dict[str, Transcript] = {}
        for build, cases in ((self._build, calls), (self._build_game, games)):
            if not cases:
                continue
            with tempfile.TemporaryDirectory(prefix="npc-conformance-") as folder:
                try:
                    self._program = build(Path(folder))
                    found |= super().run({**program, "cases": cases})
                except DoesNotCompileError as error:
                    raise RunnerBrokeError(
                        f"{self.name} does not compile:\n{error}", found
                    ) from error
                except RunnerBrokeError as error:
                    raise RunnerBrokeError(str(error), found | error.transcripts) from error
        return found

    @abstractmethod
    def _build(self, folder: Path) -> Path:
        """Build the player with the core beside it, and return its path."""

    @abstractmethod
    def _build_game(self, folder: Path) -> Path:
        """Build the game with the package and a stand-in for Unity, and return its path."""


class Mono(_CSharp):
    """C# 7 on mono, whose class library is close to Unity's."""

    name = "csharp-mono"

    def why_missing(self) -> str | None:
        """Say why mono is not here."""
        return mono.why_missing()

    def version(self) -> str:
        """Say which mono plays."""
        return f"mono {mono.version()}"

    def command(self, program_file: Path) -> Sequence[str]:
        """Return the command that plays."""
        return mono.command(self._program, str(program_file))

    def _build(self, folder: Path) -> Path:
        core = mono.compile_sources(sources(CORE, ADMIN), folder / "NpcDialogue.dll")
        return mono.compile_sources(
            sources(*FOLDERS), folder / "player.exe", references=[core], is_program=True
        )

    def _build_game(self, folder: Path) -> Path:
        return unity_build.game(folder, mono.compile_sources)


class DotNet(_CSharp):
    """C# as Unity 2022.3 takes it, compiled by Roslyn, on .NET 8."""

    name = "csharp-dotnet"

    def why_missing(self) -> str | None:
        """Say why .NET or Roslyn is not here."""
        return dotnet.why_missing()

    def version(self) -> str:
        """Say what plays."""
        return f".NET {dotnet.VERSION}, C# {dotnet.LANGUAGE}"

    def command(self, program_file: Path) -> Sequence[str]:
        """Return the command that plays."""
        return dotnet.command(self._program, str(program_file))

    def environment(self) -> dict[str, str]:
        """Return where .NET lies."""
        return dotnet.environment()

    def _build(self, folder: Path) -> Path:
        core = dotnet.compile_sources(sources(CORE, ADMIN), folder / "NpcDialogue.dll")
        return dotnet.compile_sources(
            sources(*FOLDERS), folder / "player.dll", references=[core], is_program=True
        )

    def _build_game(self, folder: Path) -> Path:
        return unity_build.game(folder, dotnet.compile_sources)


RUNNERS: tuple[Runner, ...] = (Mono(), DotNet())
