"""Godot's client, in the native engine and as a web export in Chromium."""

import json
import tempfile
from abc import abstractmethod
from pathlib import Path

from tests.conformance.runners import Program, Runner, RunnerBrokeError, Transcript, transcripts
from tests.engines import godot, godot_web
from tests.engines.godot import Ended

PLAYER = "res://tests/conformance.gd"
SECONDS = 360.0


class _Godot(Runner):
    family = client = "godot"

    def run(self, program: Program) -> dict[str, Transcript]:
        """Play the program in a copy of the client's project."""
        with tempfile.TemporaryDirectory(prefix="npc-conformance-") as folder:
            project = godot.copy_of_client(Path(folder) / "project")
            ended = self._play(project, program)
        if ended.code != 0:
            shown = ended.text[-2000:]
            raise RunnerBrokeError(
                f"{self.name} ended with {ended.code}; it printed last:\n{shown}"
            )
        return transcripts(self.name, ended.text)

    @abstractmethod
    def _play(self, project: Path, program: Program) -> Ended:
        """Play in this engine, to the end."""


class GodotNative(_Godot):
    """The engine as Debian's testing suite has it today."""

    name = "godot-native"
    is_optional_in_ci = True

    def why_missing(self) -> str | None:
        """Say why there is no native engine."""
        return godot.why_missing()

    def version(self) -> str:
        """Say which engine plays."""
        return f"Godot {godot.version()}, native"

    def _play(self, project: Path, program: Program) -> Ended:
        file = project.parent / "program.json"
        file.write_text(json.dumps(program, ensure_ascii=False), encoding="utf-8")
        return godot.run(project, PLAYER, f"--program={file}", patience=SECONDS)


class GodotWeb(_Godot):
    """The web template of one version, in a browser."""

    name = "godot-web"

    def why_missing(self) -> str | None:
        """Say whether the web template or the browser is missing."""
        return godot.why_web_missing()

    def version(self) -> str:
        """Say which engine plays."""
        return "Godot 4.6, web export in Chromium"

    def _play(self, project: Path, program: Program) -> Ended:
        folder = project.parent / "web"
        folder.mkdir()
        file = folder / "program.json"
        file.write_text(json.dumps(program, ensure_ascii=False), encoding="utf-8")
        where = "--program={page}/program.json"
        return godot_web.run(folder, project, PLAYER, where, patience=SECONDS)


RUNNERS: tuple[Runner, ...] = (GodotNative(), GodotWeb())
