"""What tells people of one name apart in words."""

import pytest

from npcserver.app.context.namesakes import Namesakes
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.ports.view import Resident
from tests.fakes.store_world import INN, place

MILLER, BAKER = "Maud is a miller.", "Maud is a baker."


@pytest.mark.parametrize(
    ("own", "other", "other_at", "mark"),
    [
        (MILLER, BAKER, INN, "miller"),
        (MILLER, "", INN, "miller"),
        ("", "", None, "Inn"),
        ("", "", INN, ""),
        (MILLER, MILLER, None, ""),
    ],
)
def test_a_mark_is_a_trade_or_else_a_place(
    own: str, other: str, other_at: PlaceId | None, mark: str
) -> None:
    """Where another has the same there is none; one with its name alone needs none."""
    residents = (
        Resident(CharacterId("m1"), "Maud", INN, background=own),
        Resident(CharacterId("m2"), "maud", other_at, background=other),
        Resident(CharacterId("ida"), "Ida", INN),
    )
    people = [Person(id=one.id, name=one.name, is_player=False) for one in residents]
    found = Namesakes(residents, {INN: place()}, people)

    assert found.mark_of("m1", "Maud") == mark
    assert found.mark_of("ida", "Ida") is None


def test_a_player_may_share_the_name_of_a_character() -> None:
    """Nothing is known of the player."""
    residents = (Resident(CharacterId("m1"), "Maud", INN, background=MILLER),)
    people = [Person(id="p1", name="Maud")]

    assert Namesakes(residents, {}, people).mark_of("m1", "Maud") == "miller"
