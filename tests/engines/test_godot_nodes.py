"""The add-on's nodes in real Godot, against a real server."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import variant
from tests.engines import godot as engine
from tests.engines.conftest import Godot
from tests.engines.home import ROOT, SHOWN, need
from tests.engines.servers import Server

NODES = "res://tests/play_nodes.gd"

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]


def test_a_circle_talks_and_is_interrupted(godot: Godot, tavern_server: Server) -> None:
    """Characters speak in turn, token by token; an interruption ends the talk, and so does free."""
    ended = godot(NODES, "--case=circle", f"--server={tavern_server.http}")

    assert (ended.code, ended.complaints) == (0, []), ended.text
    said = ended.lines.index("SAID true true")
    spoken = [line.split()[1].rstrip(":") for line in ended.lines[:said] if line[:4] == "LINE"]
    assert "HEARD" in ended.lines[:said]
    assert spoken
    tokens = json.loads(next(line[7:] for line in ended.lines if line.startswith("TOKENS ")))
    assert set(tokens) == set(spoken)
    assert "DONE hester 3" in ended.lines, ended.text
    assert "MEMBERS 2" in ended.lines
    assert "FREED canceled" in ended.lines
    assert not [line for line in ended.lines if line.startswith("FAILED")]


ENGLISH = ("en", "Tell me the whole story.", "A language model speaks here.", "is a long one")
CHINESE = ("zh_CN", "Tell me the whole story.", "在这里说话的是语言模型。", "is a long one")
ERRORS = {"en": "server cannot be reached just now", "zh_CN": "暂时连不上游戏服务器"}
NOBODY = {"en": "The one you talk with is not here any more.", "zh_CN": "对方已经不在这里了。"}
GONE = {"en": "Something went wrong. Please say it again.", "zh_CN": "出了点问题，请再说一遍。"}


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_a_balloon_is_played_with_keys(
    godot: Godot, tavern_server: Server, words: tuple[str, str, str, str]
) -> None:
    """Words come letter by letter, one key shows the rest, another interrupts, and errors are told.

    The disclosure has the focus until the player has pressed its button; what failed is typed anew
    for the player.
    """
    language, said, disclosure, answer = words
    arguments = {
        "server": tavern_server.http,
        "world": "farrowhithe",
        "character": "hester",
        "language": language,
        "say": said,
        "disclosure": disclosure,
        "choices": "A dark ale, please.",
    }
    ended = godot(
        "res://tests/play_balloon.gd", *(f"--{key}={value}" for key, value in arguments.items())
    )

    assert (ended.code, ended.complaints) == (0, []), ended.text
    told = dict(line.split(" ", 1) for line in ended.lines if line[:1].isupper() and " " in line)
    assert told["HALF"] == "true"
    assert answer in told["WORDS"]
    assert (told["NAME"], told["DISCLOSED"], told["FOCUS"]) == ("Hester", disclosure, "Understood")
    assert told["MOOD"] == {"en": "sadness", "zh_CN": "悲伤"}[language]
    assert int(told["INTERRUPTED"]) < len(json.loads(told["WORDS"]))
    assert told["GONE"] == GONE[language]
    assert ERRORS[language] in told["ERROR"]
    assert told["KEPT"] == said
    assert told["VISIBLE"] == "false"
    assert (told["LEFT"], told["CLOSED"]) == ("false", "true")
    assert told["NOBODY"] == NOBODY[language]


def test_the_dock_tells_what_is_wrong_and_does_its_work(
    godot: Godot, locked_server: Server
) -> None:
    """Without a server or key it says what to do; with one: people, a talk, its receipt, saves."""
    ended = godot(
        "res://tests/play_dock.gd",
        f"--server={locked_server.http}",
        f"--key={locked_server.keys[0]}",
    )

    assert (ended.code, ended.complaints) == (0, []), ended.text
    told = dict(line.split(" ", 1) for line in ended.lines if line[:1].isupper() and " " in line)
    assert told["NOBODY"].startswith("No server answers at http://127.0.0.1:1. Start one")
    assert told["WRONG"].startswith("The server wants a key or token")
    assert told["STATUS"].startswith("Connected to npcserver")
    assert (told["WORLD"], told["PEOPLE"]) == ("farrowhithe", "7")
    assert told["DRAGGED"] == "files Hester Quillam hester"
    assert "ADD" in told
    assert "Tell me the whole story." in told["TALK"]
    assert "actor without a model" in told["RECEIPT"]
    assert "No prompt" in told["RECEIPT"]
    assert "A gull lands on the sill." in told["LOG"]
    assert told["SAVED"] == told["OVERWRITTEN"]
    assert told["SAVED"].endswith("Saved.")
    assert told["LOADED"].startswith("true Loaded")


def test_examples_are_played(godot: Godot, tavern_server: Server) -> None:
    """A walk to a character in 2D, a talk in 3D, and a saved game that is loaded: no complaint."""
    ended = godot("res://tests/play_examples.gd", f"--server={tavern_server.http}")

    assert (ended.code, ended.complaints) == (0, []), ended.text
    assert {"WALKED true", "TALKED true", "LOADED 9 true"} <= set(ended.lines), ended.text
    assert "NONE 10 coins. There is no saved game yet." in ended.lines


# a plugin beside ours, which uses the dock as an author does
AUTHOR = """@tool
extends EditorPlugin


func _enter_tree() -> void:
	_drive.call_deferred()


func _drive() -> void:
	var dock: Node = null
	var editor := EditorInterface.get_base_control()
	while dock == null:
		await get_tree().process_frame
		for one in editor.find_children("*", "TabContainer", true, false):
			dock = one if one.has_method("connect_to_server") else dock
	dock._address.text = OS.get_environment("NPC_URL")
	await dock.connect_to_server()
	print("STATUS ", dock._status.text)
	for index in dock._whom.item_count:
		if dock._whom.get_item_metadata(index) == "hester":
			dock._whom.select(index)
	await dock.say("Tell me the whole story.")
	print("TALK ", dock._talk.get_parsed_text().length())
	print("RECEIPT ", dock._receipt.get_parsed_text().left(20))
	if OS.has_environment("NPC_SHOT"):
		EditorInterface.open_scene_from_path("res://demo/tavern.tscn")
		dock.current_tab = 2
		await get_tree().create_timer(5.0).timeout
		editor.get_viewport().get_texture().get_image().save_png(OS.get_environment("NPC_SHOT"))
	get_tree().quit()
"""
PLUGIN = '[plugin]\n\nname="author"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n'


@variant
def test_the_dock_works_in_the_editor(tmp_path: Path, tavern_server: Server) -> None:
    """The editor shows the dock, and it talks there, where scripts that are no tools do not run.

    `NPCSERVER_SHOTS=1` takes the picture of the documentation, which needs Xvfb.
    """
    need(engine.why_missing(), is_moving=True)
    project = engine.copy_of_client(tmp_path / "Mein Spiel ä")
    (project / "addons/author").mkdir()
    (project / "addons/author/plugin.gd").write_text(AUTHOR, encoding="utf-8")
    (project / "addons/author/plugin.cfg").write_text(PLUGIN, encoding="utf-8")
    settings = project / "project.godot"
    ours = '"res://addons/npc_dialogue/plugin.cfg"'
    both = settings.read_text("utf-8").replace(ours, f'{ours}, "res://addons/author/plugin.cfg"')
    settings.write_text(both, encoding="utf-8")
    arguments = ("--path", str(project), "--editor")
    picture = {"NPC_SHOT": str(ROOT / "docs/images/godot-dock.png")} if SHOWN else {}
    ended = subprocess.run(
        engine.windowed(1280, 800, *arguments) if SHOWN else engine.command(*arguments),
        env=os.environ | {"NPC_URL": tavern_server.http} | picture,
        capture_output=True,
        text=True,
        timeout=engine.PATIENCE,
        check=False,
    )

    assert "STATUS Connected to npcserver" in ended.stdout, ended.stdout + ended.stderr
    assert int(ended.stdout.partition("TALK ")[2].split()[0]) > 50
    assert "RECEIPT The actor without a" in ended.stdout
    assert f'server_url="{tavern_server.http}"' in settings.read_text("utf-8")
