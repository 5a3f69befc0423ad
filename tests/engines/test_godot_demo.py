"""The Godot demo, pressed natively: what guests can do, saving and loading."""

import pytest

from tests.engines.conftest import Godot, NewServer
from tests.engines.home import HERE

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
