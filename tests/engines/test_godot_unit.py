"""The Godot add-on's own unit tests, and what the engine's analysis says of each of its scripts."""

import re

import pytest

from tests.conformance.vectors import FILE as VECTORS
from tests.engines import godot as engine
from tests.engines.conftest import Godot

pytestmark = pytest.mark.engines
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
