"""Some have the turn in a circle for what they are: its host, a healer, a foreman by title."""

import pytest

from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import CircleMember, next_speaker
from npcserver.model.character import Persona
from tests.unit.mind.test_turn_taking import moment

INN = tuple(
    CircleMember(
        id=who,
        name=name,
        is_player=not told,
        roles=roles_of(Persona(name=name, background=told)),
    )
    for who, name, told in (
        ("ann", "Ann", ""),
        ("maud", "Maud Sorley", "Keeps the Red Hart with her sons."),
        ("joss", "Joss Lind", "Thatcher. Hates heights since his fall."),
        ("petra", "Petra Vail", "Bonesetter from the hills."),
        ("zhou", "周大江", "渡口的把头，手下十几个人。"),
        ("fang", "方嫂", "在桥头摆了个茶摊。"),
    )
)
FIELD = tuple(one for one in INN if one.id in {"ann", "joss", "zhou"})


@pytest.mark.parametrize(
    ("said", "circle", "speaker"),
    [
        (("ann: Hello, everyone!",), INN[:3], "maud"),
        (("joss: Foul night.", "ann: Good evening, all of you."), INN[:4], "maud"),
        (("maud: Good evening, dear.", "ann: Good evening, everybody."), INN[:3], "joss"),
        (("ann: 各位辛苦，忙着呢？",), (*FIELD, INN[5]), "fang"),
        (("joss: Something hot, before I freeze.",), INN[:4], "maud"),
        (("ann: 饿坏了，来碗面。",), (*FIELD, INN[5]), "fang"),
        (("joss: Ow! I cut my thumb to the bone!",), INN[:4], "petra"),
        (("zhou: Lift it slowly.", "joss: Ow! My back!"), FIELD, "zhou"),
        (("joss: We start early.", "ann: Night, everyone."), INN[:4], "joss"),
        (("ann: Night, everyone.",), INN[:4], "maud"),
        (("joss: 水涨了。", "ann: 周把头，你这儿还缺人吗？"), INN, "zhou"),
        (("joss: 水涨了。", "ann: 大江是吧？你的船呢？"), INN, "zhou"),
    ],
)
def test_the_turn_is_of_whom_people_look_at(
    said: tuple[str, ...], circle: tuple[CircleMember, ...], speaker: str
) -> None:
    """The host after a greeting or an order to all, a healer after a wound, a foreman by title."""
    assert next_speaker(moment(*said, circle=circle)).speaker_id == speaker
