"""The Godot demo and the add-on's own tests, run natively."""

import re
from pathlib import Path

import pytest

from tests.conformance.vectors import FILE as VECTORS
from tests.engines import godot as engine
from tests.engines import pack
from tests.engines.conftest import Godot, NewServer
from tests.engines.home import HERE, need

ANSWERS = f"scripted:{HERE / 'tavern_answers.yaml'}"

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]


def test_deeds_are_seen_and_saves_come_back(godot: Godot, new_server: NewServer) -> None:
    """Door, bell and pointing are performed and reported; a save is loaded and played on."""
    server = new_server(model=ANSWERS)

    ended = godot("res://tests/play_deeds.gd", f"--server={server.http}")

    assert ended.code == 0, ended.text
    assert "NOTE There is no saved game yet" in ended.lines
    deeds = ("open_door", "ring_handbell", "point_at", "pour_drink")
    assert [f"DEED {deed} reported" in ended.lines for deed in deeds] == [True] * 4, ended.text
    assert "SEEN door true, bell true, light true" in ended.lines, ended.text
    assert "LOADED true, words 0" in ended.lines, ended.text
    assert "PLAYED ON" in ended.lines
    assert not ended.complaints, ended.text


CLASS = re.compile(r'"base": &"(\w+)",\n"class": &"(\w+)",(?:\n.*)*?\n"path": "(.*)"')


def test_editor_lists_the_classes_that_all_tests_play_with(tmp_path: Path) -> None:
    """The editor imports the client, and finds the named classes that are written without it.

    Its path has blanks and umlauts, as that of all native runs.
    """
    need(engine.why_missing(), is_moving=True)
    project = engine.copy_of_client(tmp_path / "Mein Spiel ä" / "Büro 2")
    classes = project / pack.CLASSES
    written = CLASS.findall(classes.read_text(encoding="utf-8"))
    classes.unlink()

    imported = engine.import_project(project)

    assert (imported.code, imported.complaints) == (0, [])
    assert written
    assert sorted(CLASS.findall(classes.read_text(encoding="utf-8"))) == sorted(written)


CHECKED = re.compile(r"^CHECKED (\d+)$", re.MULTILINE)
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)


def test_unit_tests_pass_natively(godot: Godot) -> None:
    """Every unit test in GDScript passes, and the engine complains of nothing meanwhile."""
    ended = godot("res://tests/runner.gd", f"--vectors={VECTORS}")
    counted = COUNTS.search(ended.text)
    assert counted, ended.text
    assert int(counted[1]) > 40, ended.text
    assert (int(counted[2]), ended.code) == (0, 0), ended.text
    assert not ended.complaints, ended.text


def test_engine_finds_no_mistake_in_any_script(godot: Godot) -> None:
    """Each script of the add-on, the demo and the tests passes the engine's own analysis."""
    ended = godot("res://tests/scripts.gd")
    counted = CHECKED.search(ended.text)
    assert counted, ended.text
    assert int(counted[1]) == len(list(engine.CLIENT.rglob("*.gd"))), ended.text
    broken = [line for line in ended.lines if line.startswith("BROKEN ")]
    assert (broken, ended.complaints) == ([], []), ended.text
