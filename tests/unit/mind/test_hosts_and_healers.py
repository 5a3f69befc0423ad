"""Some have the turn in a circle for what they are: its host, a healer, a foreman by title."""

from dataclasses import replace

import pytest

from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import CircleMember, addressees, next_speaker
from npcserver.model.character import Persona
from npcserver.model.circle import FloorReason
from tests.unit.mind.test_turn_taking import NOBODY, moment, near, speaks, without

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


KIN = tuple(
    CircleMember(id=who, name=name, roles=roles_of(Persona(name=name, background=told)))
    for who, name, told in (
        ("bea", "Beatrice Marr", "Ferries people over; everybody calls her Skipper Bea."),
        ("hob", "Hob Marr", "Bea's nephew and deckhand, fourteen."),
        ("gus", "Gus Ottley", "Widower. Goes by Badger. He raises his granddaughter Pip."),
        ("pip", "Pip", "Gus's granddaughter, seven."),
        ("liu", "刘木匠", "老木匠，带着孙子过活，他耳背。"),
        ("xu", "清和道长", "观主。"),
        ("sun", "孙寡妇", "卖豆腐的。"),
    )
)


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("hob: Skipper, the rope is wet.", ("bea",)),
        ("pip: Grandpa, look!", ("gus",)),
        ("hob: Badger, a word.", ("gus",)),
        ("pip: 爷爷，快来！", ("liu",)),
        ("hob: 老道长，您请坐。", ("xu",)),
        ("hob: 孙家嫂子，豆腐还有吗？", ("sun",)),
    ],
)
def test_people_are_called_by_what_their_personas_let_expect(
    line: str, to: tuple[str, ...]
) -> None:
    """By another name, as kin, by a title with a word before it; no nephew is an uncle."""
    assert addressees(moment(line, circle=KIN)) == to


@pytest.mark.parametrize(
    ("line", "background"),
    [
        ("hob: Corin, come here.", "Her late husband was called Corin."),
        ("hob: Jack, come here.", "Hates her brother, known as Jack."),
        ("hob: Mother, help me.", "Teaches the children of the town."),
        ("hob: Mum, help me.", "She knows the miller's daughter."),
        ("hob: 黑子，过来。", "她弟弟外号黑子。"),
    ],
)
def test_names_and_kin_of_others_call_nobody(line: str, background: str) -> None:
    """A persona tells of other people, too."""
    she = CircleMember(
        id="ada", name="Ada Lowe", roles=roles_of(Persona(name="Ada Lowe", background=background))
    )

    assert addressees(moment(line, circle=(*KIN[:2], she))) == ()


@pytest.mark.parametrize(
    ("said", "next_id"),
    [
        # a question that goes on is for the one who has just answered
        (("bea: How deep is it here?", "gus: Nine feet.", "hob: Even at low water?"), "gus"),
        (("sun: 谁动了我的秤？", "liu: 不是我。", "hob: 那你手里是什么？"), "liu"),
        (("bea: The fog is lifting.", "gus: Aye, it is."), None),
        (("bea: Eat, all of you.", "gus: Thank you, Bea.", "hob: Thanks, Bea."), None),
    ],
)
def test_a_talk_goes_on_and_comes_to_rest(said: tuple[str, ...], next_id: str | None) -> None:
    """Who only agrees needs no answer, and thanks of several are returned once."""
    assert next_speaker(moment(*said, circle=KIN)).speaker_id == next_id


def test_a_remark_into_the_talk_of_others_is_for_who_spoke_last() -> None:
    """Unless it is nearer to another; after an answer to the player it ends the talk."""
    said = ("mira: I go, with you or without.", "tom: Without, then.", "ann: I am sorry for that.")

    assert next_speaker(moment(*said)) == speaks("tom", FloorReason.STAKE)
    assert next_speaker(near(*said, vale=0.6)) == speaks("vale", FloorReason.STAKE)
    assert next_speaker(moment("ann: Tom, when?", "tom: At noon.", "ann: I am sorry.")) == NOBODY


def test_who_is_not_willing_has_no_turn_however_near_the_words_are() -> None:
    """Asleep, for example; the next nearest speaks instead."""
    now = near("Is there a mill here?", tom=0.9, mira=0.4)

    assert next_speaker(now).speaker_id == "tom"
    assert next_speaker(replace(now, members=without("tom"))).speaker_id == "mira"
