"""What a character says of its town after a death."""

import pytest

from npcserver.app.context.town_knowledge import without_dead
from npcserver.model.memory import unscored
from npcserver.model.record import Source
from npcserver.model.world import TownFact
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
