"""The Godot client's readme, followed to the letter in a new project."""

import re
import shutil
from pathlib import Path

import pytest

from tests.engines import godot
from tests.engines.home import ROOT, need
from tests.engines.servers import Server

README = ROOT / "clients" / "godot" / "README.md"
SCRIPT = re.compile(r"```gdscript\n(.*?)```", re.DOTALL)
PROJECT = """config_version=5

[application]

config/name="New"
run/main_scene="res://main.tscn"

[autoload]

NpcDialogue="*res://addons/npc_dialogue/npc_dialogue.gd"

[npc_dialogue]

server_url="{url}"
"""
QUIT = "\n    get_tree().quit()\n"

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]


def first_script() -> str:
    """Return the script of the fourth step, without the indent of its list."""
    text = "\n".join(line[3:] for line in README.read_text(encoding="utf-8").splitlines())
    return next(found[1] for found in SCRIPT.finditer(text) if "extends Node" in found[1])


def test_four_steps_lead_to_an_answer(tmp_path: Path, tavern_server: Server) -> None:
    """A new project with the add-on copied into it, and the readme's script, hears Hester.

    Its path has blanks and umlauts.
    """
    need(godot.why_missing(), is_moving=True)
    project = tmp_path / "Mein Spiel für Zwölf"
    shutil.copytree(godot.CLIENT / "addons", project / "addons")
    (project / "project.godot").write_text(PROJECT.format(url=tavern_server.http), encoding="utf-8")
    # only the end is ours: a game goes on, a test does not
    script = first_script().rstrip().replace("    ", "\t") + QUIT.replace("    ", "\t")
    (project / "main.gd").write_text(script, encoding="utf-8")
    imported = godot.import_project(project)

    ended = godot.run(project, "res://main.gd")

    assert imported.code == 0, imported.text
    assert (ended.code, ended.complaints) == (0, [])
    assert "Is there a room for the night?" in ended.text, ended.text
