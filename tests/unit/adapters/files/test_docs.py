"""The documentation of world files keeps its word."""

import re
from pathlib import Path

from npcserver.adapters.files import parse_world
from npcserver.model.feelings import LABELS

PAGE = (Path(__file__).parents[4] / "docs" / "world-files.md").read_text(encoding="utf-8")


def test_the_example_in_the_documentation_is_a_world() -> None:
    """An author who copies it has something that imports."""
    example = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None

    mill = parse_world(example[1], "docs/world-files.md")

    assert [role.persona.name for role in mill.characters] == ["Berta Holm", "Jon"]


def test_every_emotion_is_documented() -> None:
    """The list on the page is the list of the code."""
    assert ", ".join(f"`{label}`" for label in LABELS) in PAGE
