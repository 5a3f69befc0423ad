"""Where people are: beside the character, where they are mostly found, or gone."""

from dataclasses import replace

import pytest

from npcmodels.offline import OfflineActor
from npcserver.model.character import Availability
from npcserver.model.inputs import Absence
from npcserver.model.world import TownFact
from tests.unit.npcmodels.scenes import GRETA, LIN, line, scene

KLAUS = TownFact(name="Klaus Mueller", is_person=True, within=("The Mill",), about="miller")
ADA = TownFact(name="Ada Quill", is_person=True, within=("The Mill",), about="miller")
SHOP = TownFact(name="Venn's Chandlery", about="Rope, tar and oil.")
VENN = Absence(id="venn", name="Isidor Venn", availability=Availability.ABSENT)
LINNET = Absence(id="linnet", name="Linnet Oake", availability=Availability.DEAD)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Where is Klaus Mueller?", "Klaus Mueller is right here."),
        ("Where is Ada Quill?", "You will mostly find Ada Quill, miller at The Mill."),
        ("Klaus Mueller在哪里？", "Klaus Mueller就在这里。"),
    ],
)
def test_one_who_stands_beside_is_here(asked: str, answer: str) -> None:
    """Others are where they are mostly found."""
    played = scene(asked, persona=LIN if asked.endswith("？") else GRETA)

    assert OfflineActor().looked_up(replace(played, town=(KLAUS, ADA))) == answer


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Where is Isidor Venn?", "Isidor Venn has gone away."),
        ("Where can I find Isidor?", "Isidor Venn has gone away."),
        ("Where is Linnet Oake just now?", "Linnet Oake is dead."),
        ("Where is Venn's Chandlery?", "Venn's Chandlery is here in the Ville. Rope, tar and oil."),
    ],
)
async def test_the_dead_and_the_absent_are_known_to_be_gone(asked: str, answer: str) -> None:
    """The shop that bears the name is an answer to who asks for the shop."""
    played = replace(scene(asked, persona=GRETA), town=(SHOP,), absences=(VENN, LINNET))

    assert OfflineActor().looked_up(played) == answer
    assert answer in await line(played)
