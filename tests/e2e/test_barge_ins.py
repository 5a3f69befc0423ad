"""Turns that players cut off leave nothing behind: no model call, task, slot, place or lock."""

import os
from pathlib import Path

from tests.benchmarks.barge_ins import WAYS, cut_off_turns

TURNS = int(os.environ.get("NPCSERVER_TEST_BARGE_INS", "80"))


async def test_nothing_is_left_of_turns_that_are_cut_off(tmp_path: Path) -> None:
    """At random moments, in each way of a game; the model counts its open requests."""
    found = await cut_off_turns(tmp_path, TURNS)

    assert set(found["ways"]) == set(WAYS)
    assert sum(found["ways"].values()) == TURNS
    assert found["asked"] >= TURNS // 4  # most moments are while the model speaks
    left = ("open", "slots", "places", "locks", "leases", "open_breakers", "journal", "tasks")
    assert {name: found[name] for name in left} == dict.fromkeys(left, 0)
