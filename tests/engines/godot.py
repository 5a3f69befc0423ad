"""Real Godot: the native engine, headless, and the web engine in Chromium."""

import atexit
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.engines import pack, recipes
from tests.engines.home import ROOT

CLIENT = ROOT / "clients" / "godot"
MAIN_SCENE = re.compile(r"^run/main_scene=.*$", re.MULTILINE)
PATIENCE = 120.0
# what Godot prints where a script went wrong; none of it may come from the add-on
COMPLAINTS = re.compile(
    r"^(SCRIPT ERROR|USER SCRIPT ERROR|ERROR|USER ERROR|WARNING): .*", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program printed, in order, and its exit code; -1 when it was stopped from outside."""

    lines: list[str]
    code: int

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def complaints(self) -> list[str]:
        """Lines in which the engine complains."""
        return [found[0] for found in COMPLAINTS.finditer(self.text)]


def why_missing() -> str | None:
    return recipes.why_missing("godot")


def why_web_missing() -> str | None:
    return recipes.why_missing("godot-web", "chromium")


def version() -> str:
    """Return the version of the native engine, such as `4.6.3.stable`."""
    return ".".join(_run(command("--version")).text.strip().split(".")[:4])


def copy_of_client(folder: Path) -> Path:
    """Copy the add-on, its demo and its tests, so that no engine writes into the checkout.

    The list of named classes is written into the copy, so that it plays without the editor, whose
    import takes several times as long as a short game.
    """
    made = shutil.ignore_patterns(".godot", "__pycache__")
    project = Path(shutil.copytree(CLIENT, folder, ignore=made))
    classes = project / pack.CLASSES
    classes.parent.mkdir()
    classes.write_bytes(pack.files_of(project)[pack.CLASSES])
    return project


def start_with(project: Path, program: str) -> None:
    """Let a project start with a scene, or with a script of a node, such as `res://tests/x.gd`."""
    if program.endswith(".gd"):
        scene = "_start.tscn"
        (project / scene).write_text(
            f'[gd_scene format=3]\n\n[ext_resource type="Script" path="{program}" id="1"]\n\n'
            '[node name="Start" type="Node"]\nscript = ExtResource("1")\n',
            encoding="utf-8",
        )
        program = f"res://{scene}"
    settings = project / "project.godot"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(MAIN_SCENE.sub(f'run/main_scene="{program}"', text), encoding="utf-8")


def command(*arguments: str) -> list[str]:
    """Return the command that starts the native engine without a window."""
    return ["env", *_own_folders(), str(recipes.godot()), "--headless", *arguments]


@cache
def _own_folders() -> tuple[str, ...]:
    """Return what keeps saved games, logs and editor settings apart from other workers' ones."""
    folder = Path(tempfile.mkdtemp(prefix="npc-godot-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return tuple(f"XDG_{kind}_HOME={folder / kind.lower()}" for kind in ("DATA", "CONFIG", "CACHE"))


def import_project(project: Path) -> Ended:
    """Let the editor look at all files once, as a user does: it lists the named classes."""
    return _run(command("--path", str(project), "--import"))


def run(project: Path, program: str, *arguments: str, patience: float = PATIENCE) -> Ended:
    """Play a script or scene natively to its end; `arguments` are the program's own."""
    start_with(project, program)
    return _run(command("--path", str(project), "--", *arguments), patience)


def check(project: Path, script: str) -> Ended:
    """Let Godot analyse one script; exit code 1 for a mistake of types or an unknown name."""
    return _run(command("--path", str(project), "--check-only", "--script", script))


def export_pack(project: Path, pack: Path) -> Ended:
    """Let the native engine write the pack of the web export."""
    return _run(command("--path", str(project), "--export-pack", "Web", str(pack)))


def windowed(width: int, height: int, *arguments: str) -> list[str]:
    """Return the command that starts the native engine with a window, on a screen of that size."""
    screen = ("xvfb-run", "-a", "-s", f"-screen 0 {width}x{height}x24")
    words = [word for word in command(*arguments) if word != "--headless"]
    return [*screen, *words, "--rendering-driver", "opengl3", "--resolution", f"{width}x{height}"]


def _run(words: list[str], patience: float = PATIENCE) -> Ended:
    try:
        ended = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience, check=False
        )
    except subprocess.TimeoutExpired as late:
        printed = (late.stdout or b"").decode(errors="replace")
        return Ended([*printed.splitlines(), f"stopped after {patience:.0f} s"], -1)
    return Ended(ended.stdout.decode(errors="replace").splitlines(), ended.returncode)
