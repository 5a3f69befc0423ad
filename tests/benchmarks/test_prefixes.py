"""Prompts share their beginnings: the measure itself, and the floors under what it finds."""

import pytest

from tests.benchmarks.prefixes import SLOTS, measured, run

FLOORS = {"decompose": 0.60, "plan": 0.25, "ratings": 0.75, "reply": 0.50}
"""Shares in a short run: two characters for three hours, and six turns with one of them.

A first prompt shares nothing, and of two plans the second alone can. Of six questions for ratings
two are the first about somebody, and share the rules but not the person.
"""


async def test_prompts_of_a_played_afternoon_share_their_beginnings() -> None:
    """No kind of question falls below its floor; a longer day shares more.

    Memories are rated at once, since three hours have too few batches to share anything.
    """
    found = await run(characters=2, hours=3, turns=6, rated_from=1)

    shares = {kind: round(found[kind].share, 2) for kind in FLOORS}
    assert {kind: share for kind, share in shares.items() if share < FLOORS[kind]} == {}


def test_the_longest_shared_beginning_counts() -> None:
    """Of any earlier prompt; nothing of a first one."""
    texts = ("a" * 36 + "b" * 36, "c" * 72, "a" * 36 + "d" * 36, "a" * 18 + "e" * 54)

    found = measured(("plan", text) for text in texts)["plan"]

    assert (found.calls, found.tokens) == (4, 80)
    assert (found.reusable, found.held) == (15, 15)


@pytest.mark.parametrize(("others", "held"), [(SLOTS - 1, 20), (SLOTS, 0)])
def test_a_small_cache_forgets_what_was_used_longest_ago(others: int, held: int) -> None:
    """The first prompt is found again until eight others came after it."""
    texts = ["first" + "-" * 67, *(f"{number}{'-' * 71}" for number in range(others))]

    found = measured([*(("other", text) for text in texts), ("again", texts[0])])["again"]

    assert (found.reusable, found.held) == (20, held)
