"""What counts as public of a person, and what words touch of a town."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time

import pytest

from npcserver.app.context.town_knowledge import TownKnowledge, occupation, touched
from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.world import Hours, Place, TownFact, World
from npcserver.ports.view import Resident
from tests.fakes.prompt_inputs import NOW

WORLD = World(id=WorldId("w"), name="Weir", description="A town with a mill.")
PUBLIC = frozenset({"weir", "mill", "ebb", "lighthous"})


@pytest.mark.parametrize(
    ("background", "expected"),
    [
        ("Keeper of the light, and her father's assistant.", "keeper of the light"),
        ("Keeper of the stolen gold.", "keeper"),
        ("The baker, and the town's newspaper.", "baker"),
        ("Tom Reed is a butcher of Weir who drinks.", "butcher of Weir"),
        ("A former soldier, now a cook.", ""),
        ("A spy posing as a priest.", ""),
        ("A smuggler of the old kind.", ""),
        ("A pirate.", ""),
        ("A witch.", ""),
        ("Grew up by the sea, then became a doctor.", ""),
        ("Runs errands for the miller.", ""),
        ("悦来客栈的老板娘，三十年没离开过镇子。", "老板娘"),
        ("假扮成大夫的刺客。", ""),
        ("", ""),
    ],
)
def test_an_occupation_is_a_word_of_the_list_with_which_a_background_begins(
    background: str, expected: str
) -> None:
    """What follows it is kept where it names public things only; hidden pasts are never told."""
    assert occupation(background, "Tom Reed", PUBLIC) == expected


def places(*ones: Place) -> Mapping[PlaceId, Place]:
    return {one.id: one for one in ones}


def place(name: str, **more: object) -> Place:
    one = Place(id=PlaceId(name.casefold()), world_id=WORLD.id, name=name)
    return replace(one, **more)  # type: ignore[arg-type]


def known(words: str, *more: str, **changes: object) -> tuple[TownFact, ...]:
    inn = place("Inn", description="Beds and beer.", objects=("old clock", "bar"))
    town = TownKnowledge(
        world=WORLD,
        places=places(
            inn,
            place("Cellar", parent_id=inn.id, description="Gold.", owner_ids=("bram",)),
            place(
                "Shop", description="Rope.", owner_ids=("bram",),
                hours=Hours(opens=time(8), closes=time(17)),
            ),
        ),
        residents=(Resident(CharacterId("bram"), "Bram Ott", inn.id, background="The smith."),),
        character=Character(
            id=CharacterId("mira"), world_id=WORLD.id, persona=Persona(name="Mira"),
            created_at=NOW, updated_at=NOW,
        ),
        seen=frozenset(),
        acquainted=frozenset(),
        here=inn.id,
    )  # fmt: skip
    town = replace(town, **changes)  # type: ignore[arg-type]
    return touched(list(town.facts()), (*more, words))


def test_a_shop_is_open_to_all_and_a_private_place_only_to_who_has_been_there() -> None:
    """What belongs to a character tells what is in it only with opening hours of its own."""
    (shop, _) = known("Where is the shop of Bram?")[:2]
    (cellar,) = known("Where is the cellar?")
    (seen,) = known("Where is the cellar?", seen=frozenset({PlaceId("cellar")}))

    assert (shop.about, shop.hours, shop.owners) == ("Rope.", "08:00-17:00", ("Bram Ott",))
    assert (cellar.about, cellar.within, cellar.owners) == ("", ("Inn",), ("Bram Ott",))
    assert seen.about == "Gold."


def test_things_are_told_where_the_words_name_them() -> None:
    """A clock that is asked for stands in the inn; the bar beside it is not listed."""
    (inn,) = known("Is there a clock?")

    assert (inn.name, inn.things, inn.is_here) == ("Inn", ("old clock",), True)


def test_a_newcomer_knows_no_one_without_a_relation() -> None:
    """Anyone who knows only some places knows the people of its relations, and no owners else."""
    newcomer = Character(
        id=CharacterId("mira"), world_id=WORLD.id, persona=Persona(name="Mira"),
        knows=(PlaceId("shop"),), created_at=NOW, updated_at=NOW,
    )  # fmt: skip
    alone = known("Whose is the shop? Is it Bram's?", character=newcomer)
    related = known("Who is Bram?", character=newcomer, acquainted=frozenset({"bram"}))

    assert [(one.name, one.owners) for one in alone] == [("Shop", ())]
    assert [(one.name, one.about, one.within) for one in related] == [("Bram Ott", "smith", ())]


def test_earlier_words_bring_what_they_name_and_not_what_they_ask() -> None:
    """A line before the last ones counts by names: `rope` was asked then, the inn was named."""
    assert [one.name for one in known("And when?", "Where is rope sold?")] == []
    assert [one.name for one in known("And when?", "I was at the inn.")] == ["Inn"]
