"""What is remembered is what happened."""

import os

from tests.benchmarks import intents

RUNS = int(os.environ.get("NPCSERVER_TEST_INTENT_RUNS", "25"))


async def test_no_deed_is_remembered_that_did_not_happen() -> None:
    """However it boasts and muses, a mind holds exactly the deeds that the game completed."""
    found = await intents.run(runs=RUNS)

    assert (found.false_memories, found.false_views) == (0, 0), found.examples
    assert found.deeds_remembered_once == found.completed
    assert found.not_done > 0
    assert found.boasting_thoughts > 0
    assert found.reflections > 0
