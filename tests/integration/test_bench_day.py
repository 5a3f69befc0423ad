"""`npcserver bench day`: who lives, what is counted day by day, and the page of it."""

from pathlib import Path

import pytest

from npcbench import day
from npcbench.harness import Result
from npcserver.model.errors import InvalidInput


def figures(result: Result) -> dict[str, float]:
    found = result["figures"]
    assert isinstance(found, dict)
    return found


async def test_days_are_counted_one_by_one_with_those_in_the_background(tmp_path: Path) -> None:
    """Calls at import apart; the page tells of everybody who lived."""
    page = tmp_path / "day.md"
    result = await day.run(characters=1, background=1, hours=2, days=2, page=page)

    counted = figures(result)
    assert (counted["characters"], counted["background"], counted["days"]) == (1, 1, 2)
    by_day = result["calls_per_character_day_by_day"]
    assert isinstance(by_day, dict)
    calls = {day: value * 2 * 2 / 24 for day, value in by_day.items()}
    assert list(calls) == ["1", "2"]
    total = counted["calls_per_character_day"] * 2 * 4 / 24
    assert sum(calls.values()) + counted["calls_at_import"] == pytest.approx(total, abs=0.1)
    text = page.read_text(encoding="utf-8")
    assert text.count("\n## ") == 2 + 3  # two people; thoughts, talks, and those by default
    assert "| all |" in text


async def test_more_people_than_there_are_are_refused() -> None:
    """With how many there are."""
    with pytest.raises(InvalidInput, match="background"):
        await day.run(characters=1, background=99, hours=1)


async def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """By its path, before anybody has lived."""
    with pytest.raises(InvalidInput, match="cannot write"):
        await day.run(characters=1, hours=1000, page=tmp_path / "none" / "day.md")
