"""Whatever an endpoint sends, a player gets a line, and a thought ends."""

import pytest

from tests.fakes.odd_endpoints import ROWS, Expected, Oddity
from tests.fakes.odd_turns import played


@pytest.mark.parametrize("oddity", ROWS, ids=lambda one: one.name)
async def test_a_player_gets_what_the_row_says(oddity: Oddity) -> None:
    """The line, its action and the thought are those of the row."""
    outcome = await played(oddity)

    assert outcome.got is oddity.expected, outcome.lines
    thinks = oddity.expected is Expected.LINE if oddity.thinks is None else oddity.thinks
    assert outcome.rated is thinks


def test_there_are_enough_rows() -> None:
    """No two rows have one name."""
    assert len({one.name for one in ROWS}) == len(ROWS) >= 100
