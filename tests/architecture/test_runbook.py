"""The runbook has what an operator needs for each alert."""

import re

from tests.architecture import sources
from tests.architecture.test_dashboard import ALERTS

RUNBOOK = sources.text("docs/runbook.md")
NIGHT, *SECTIONS = re.split(r"^## ", RUNBOOK, flags=re.MULTILINE)[1:]


def test_every_alert_has_its_section_and_every_section_its_alert() -> None:
    """In the order of the file, and each says what it means, what to look at and what to do."""
    assert [section.partition("\n")[0] for section in SECTIONS] == [one["alert"] for one in ALERTS]
    for section in SECTIONS:
        assert re.findall(r"^\*\*(.+?)\*\*", section, re.MULTILINE) == [
            "It means",
            "Look at",
            "Do",
        ], section


def test_what_pages_at_night_stands_first() -> None:
    """The alerts that wake someone, and no others, are in the first table."""
    pages = {one["alert"] for one in ALERTS if one["labels"]["severity"] == "page"}

    assert set(re.findall(r"^\| \[`(\w+)`\]", NIGHT, re.MULTILINE)) == pages
