"""Facts go from mouth to mouth, and the way of each can be shown."""

import os

from tests.benchmarks import rumours

CHARACTERS = int(os.environ.get("NPCSERVER_TEST_RUMOURS", "6"))


async def test_every_path_leads_back_to_where_the_fact_began() -> None:
    """To a witness or a player; whoever was told is found, and nobody who holds no word of it."""
    found = await rumours.run(characters=CHARACTERS, facts=3, rounds=2)

    assert (found.broken, found.lost, found.vague) == ([], [], [])
    assert found.complete == found.knowers > found.facts * 2
    assert found.found == found.told > found.facts
    assert found.lines > 0
    assert found.longest > 3
