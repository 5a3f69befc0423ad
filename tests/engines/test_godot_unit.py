"""The Godot add-on's own unit tests, and what the engine's analysis says of each of its scripts."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conformance.vectors import FILE as VECTORS
from tests.engines import godot as engine
from tests.engines.conftest import Godot

pytestmark = pytest.mark.engines
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)


def test_unit_tests_pass_natively(godot: Godot) -> None:
    """Every unit test in GDScript passes, and the engine complains of nothing meanwhile."""
    ended = godot("res://tests/runner.gd", f"--vectors={VECTORS}")
    counted = COUNTS.search(ended.text)
    assert counted, ended.text
    assert int(counted[1]) > 40, ended.text
    assert (int(counted[2]), ended.code) == (0, 0), ended.text
    assert not ended.complaints, ended.text


@pytest.mark.timeout(300)
def test_engine_finds_no_mistake_in_any_script(godot_project: Path) -> None:
    """Each script of the add-on passes the engine's own static analysis."""
    scripts = sorted((godot_project / "addons").rglob("*.gd"))
    assert len(scripts) > 30
    names = [f"res://{script.relative_to(godot_project).as_posix()}" for script in scripts]
    with ThreadPoolExecutor(2) as pool:
        ended = pool.map(lambda name: engine.check(godot_project, name), names)
    mistakes = [one.text for one in ended if one.code != 0 or one.complaints]
    assert not mistakes, "\n".join(mistakes)
