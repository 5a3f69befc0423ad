"""The numbers of replays, shortened; `make test-all` and the benchmarks take them whole."""

import os

from tests.benchmarks import planted_faults, replays
from tests.benchmarks.faults_of_farrowhithe import FAULTS

TURNS = int(os.environ.get("NPCSERVER_TEST_REPLAYED_TURNS", "20"))
PLANTED = int(os.environ.get("NPCSERVER_TEST_PLANTED", "3"))


async def test_a_session_replays_to_the_same_bytes_every_time() -> None:
    """However models failed and players interrupted: one transcript, no call, no difference."""
    found = await replays.run(turns=TURNS, times=3, seed=5)

    assert (found.differences, found.model_calls, len(found.sha256)) == (0, 0, 1)
    assert found.turns == TURNS
    assert len(found.ended) > 2  # it was not all plain sailing


async def test_persona_tests_flag_what_goes_wrong_in_a_world() -> None:
    """Nearly all holds of the world as it is; of planted mistakes nine in ten are flagged."""
    step = max(1, len(FAULTS) // PLANTED)
    found = await planted_faults.run(FAULTS[::step][:PLANTED], turns=24)

    assert len(found.without_fault) < 3  # of 240: what the actor says is left to chance
    assert found.flagged >= 0.9 * found.planted


def test_there_are_fifty_different_mistakes() -> None:
    """None is planted twice."""
    assert len({fault.what for fault in FAULTS}) == 50
