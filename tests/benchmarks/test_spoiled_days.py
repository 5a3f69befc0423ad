"""Bad answers cost a question and leave nothing behind."""

import os

import pytest

from tests.benchmarks import spoiled_days

CALLS = int(os.environ.get("NPCSERVER_TEST_SPOILED_CALLS", "200"))


@pytest.mark.timeout(900)
async def test_spoiled_answers_leave_no_trace() -> None:
    """With 30 % of all answers spoiled no observation is lost, nothing breaks, no garbage stays."""
    found = await spoiled_days.run(calls=CALLS)

    assert (found.lost, found.broken, found.garbage) == ([], [], [])
    assert sum(found.spoiled.values()) > found.calls / 5
    assert found.verdicts["repaired"] > 0
    assert found.told > 0
