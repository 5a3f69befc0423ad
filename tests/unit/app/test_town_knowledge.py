"""What a character knows of its town, and says of it after a death."""

import pytest

from npcbench.crowd_town import town_files
from npcserver.app.context import town_knowledge
from npcserver.app.context.town_knowledge import without_dead
from npcserver.model.character import Character
from npcserver.model.memory import unscored
from npcserver.model.record import Source
from npcserver.model.world import DEFAULT_START, TownFact
from npcserver.ports.view import Resident
from tests.unit.npcmodels.scenes import memory

LINNET = TownFact(name="Linnet Oake", is_person=True, within=("The Ferry Steps",))
STEPS = TownFact(name="The Ferry Steps", about="Where Linnet Oake died.")


@pytest.mark.parametrize(
    ("text", "source", "is_left_out"),
    [
        ("Dorcas Pym says at the door: Linnet Oake died an hour ago.", Source.WITNESSED, True),
        ("Linnet Oake has died.", Source.READ, True),
        ("Linnet Oake has died.", Source.TOLD, False),
        ("Linnet Oake almost died of cold.", Source.WITNESSED, False),
        ("Linnet Oake mends nets.", Source.WITNESSED, False),
    ],
)
def test_nobody_looks_up_where_the_dead_are(
    text: str, source: Source, *, is_left_out: bool
) -> None:
    """What a character saw or read of a death counts; what a player claims does not."""
    found = without_dead((LINNET, STEPS), [unscored(memory(text, source=source))])

    assert found == ((STEPS,) if is_left_out else (LINNET, STEPS))


def test_people_of_a_town_share_what_they_know() -> None:
    """Of a thousand facts that two know alike, memory holds one of each."""
    (file,) = town_files(200)
    residents = tuple(
        Resident(id=one.id, name=one.persona.name, place_id=one.place_id) for one in file.characters
    )
    known = [
        town_knowledge._facts(
            file.world,
            file.places,
            residents,
            Character(
                id=one.id,
                world_id=file.world.id,
                persona=one.persona,
                place_id=one.place_id,
                created_at=DEFAULT_START,
                updated_at=DEFAULT_START,
            ),
            frozenset(),
            frozenset(),
            one.place_id,
        )
        for one in file.characters[:2]
    ]
    first, second = ({id(one) for one in facts} for facts in known)

    assert len(first & second) > 0.9 * len(first)
