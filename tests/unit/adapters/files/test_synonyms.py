"""Keys and kinds that people write from memory are told by what they mean."""

import pytest

from npcserver.adapters.files.world_file import parse_world
from npcserver.model.errors import BrokenFile

MILL = """
format: npcserver/world/1
world: {name: The Mill, WORLD}
places: [{name: Yard, PLACE}]
affordances: [{name: give, parameters: [{name: what, type: string, PARAMETER}]}]
characters:
  - {name: Eve, CHARACTER}
  - {name: Jon, relations: [{to: Eve, RELATION}], memories: [{text: It rained., MEMORY}]}
"""


def told(gap: str, written: str) -> str:
    text = MILL.replace(gap, written)
    for other in ("WORLD", "PLACE", "PARAMETER", "CHARACTER", "RELATION", "MEMORY"):
        text = text.replace(f", {other}", "")
    with pytest.raises(BrokenFile) as caught:
        parse_world(text, "mill.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("gap", "written", "meant"),
    [
        ("CHARACTER", "personality: kind", "traits"),
        ("CHARACTER", "bio: old", "background"),
        ("CHARACTER", "Backstory: old", "background"),
        ("CHARACTER", "motivations: [rest]", "goals"),
        ("CHARACTER", "relationships: []", "relations"),
        ("CHARACTER", "location: yard", "place"),
        ("CHARACTER", "speech: short", "voice"),
        ("CHARACTER", "schedule: grinds", "daily_plan"),
        ("CHARACTER", "knowledge: [It rained.]", "memories"),
        ("RELATION", "opinion: good", "view"),
        ("RELATION", "score: 3", "affinity"),
        ("MEMORY", "priority: 3", "importance"),
        ("MEMORY", "private: true", "secret"),
        ("PARAMETER", "choices: [a]", "options"),
        ("PLACE", "opening-hours: 8-9", "hours"),
        ("WORLD", "lang: en", "language"),
    ],
)
def test_a_key_of_the_same_meaning_is_named(gap: str, written: str, meant: str) -> None:
    """A word that looks like no key of ours leads to the one that it stands for."""
    key = written.partition(":")[0]

    assert f"{key}: is no key here; did you mean '{meant}'?" in told(gap, written)


def test_a_key_that_is_there_already_is_not_proposed() -> None:
    """Who wrote both `traits` and another word for it is told what else there is."""
    assert "did you mean 'traits'" not in told("CHARACTER", "traits: kind, nature: wild")


def test_a_slip_is_told_by_its_letters() -> None:
    """As before: the nearest key."""
    assert "is no key here; did you mean 'traits'?" in told("CHARACTER", "trais: kind")


@pytest.mark.parametrize(("written", "meant"), [("enum", "choice"), ("int", "integer")])
def test_all_types_are_listed(written: str, meant: str) -> None:
    """A list that is closed is told as a whole, with what was meant first."""
    text = MILL.replace("type: string", f"type: {written}")
    for gap in ("WORLD", "PLACE", "PARAMETER", "CHARACTER", "RELATION", "MEMORY"):
        text = text.replace(f", {gap}", "")

    with pytest.raises(BrokenFile) as caught:
        parse_world(text, "mill.yaml")

    assert (
        f"'{written}' is unknown; did you mean '{meant}'? "
        "choose one of: string, integer, number, boolean, choice, entity"
    ) in str(caught.value)
