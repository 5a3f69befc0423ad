"""The add-on's nodes in real Godot, against a real server."""

import json

import pytest

from tests.engines.conftest import Godot
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
