"""Nobody in a scene is shown what is not for them, and everybody what is."""

import os

import pytest

from tests.benchmarks import visibility

SCENES = int(os.environ.get("NPCSERVER_TEST_SCENES", "20"))


@pytest.mark.timeout(300 + SCENES)
async def test_every_prompt_holds_what_it_must_and_nothing_it_may_not() -> None:
    """Over random scenes no word stands before anybody whom it is not for, and none is lacking."""
    found = await visibility.run(SCENES)

    assert (found.leaks, found.missing, found.early) == (0, 0, 0), found.examples[:10]
    assert found.defaulted == 0
    assert set(found.stages) == {"choose", "speak", "update", "vote", "chronicle"}
    assert found.prompts > 20 * SCENES


async def test_broken_tables_are_found_out() -> None:
    """The count can fail: whichever stage is shown to all, or forgotten, is found."""
    found = await visibility.controls(3)

    assert {name for name, count in found.items() if not count} == set()
