"""Alarms, wounds, roles of a world's own and questions to all, in a circle."""

from dataclasses import replace

import pytest

from npcserver.mind.address_words import wanted
from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import CircleMember, addressees, next_speaker
from npcserver.model.character import Persona
from npcserver.model.circle import FloorReason
from tests.unit.mind.test_turn_taking import CIRCLE, moment, near, speaks


def test_a_question_of_a_character_to_all_goes_to_whom_it_is_near() -> None:
    """Only a question: what characters remark concerns by shared words alone."""
    asked = near("mira: Is there a cup of tea anywhere?", wang=0.6, tom=0.2)

    assert next_speaker(asked) == speaks("wang", FloorReason.STAKE)


def test_one_shared_word_tells_less_than_the_meaning() -> None:
    """A single ideograph pair may mean another thing."""
    both = (replace(CIRCLE[6], stake_words=frozenset({"脑袋"})), *CIRCLE[:6])
    now = near("那匹马老甩脑袋，料也不吃，这是怎么了？", wang=0.5, lin=0.2)

    assert next_speaker(replace(now, members=both)) == speaks("wang", FloorReason.STAKE)


@pytest.mark.parametrize(
    "text",
    [
        "Sails! Two of them, in the mist!",
        "来人啊！快来人！",
        "My fingers, they're numb.",
        "我的脚扭了。",
    ],
)
def test_an_alarm_and_a_wound_are_for_all_and_answered(text: str) -> None:
    """Whether they bid or ask, who spoke before, and who speaks."""
    now = moment("tom: Move the candles, Mira.", "mira: There.", f"tom: {text}")

    assert addressees(now) == ()
    assert next_speaker(now).speaker_id is not None


def test_whom_an_alarm_is_about_does_not_answer_it() -> None:
    """One who fell into the water."""
    now = moment("tom: Help! Mira fell into the pond!")

    assert next_speaker(now).speaker_id not in (None, "mira")


def test_pain_is_compared_with_what_it_calls_for() -> None:
    """Words of pain seldom have a word of healing; other words stay as they are."""
    assert "healer" in wanted("Ouch! My wrist!")
    assert "大夫" in wanted("我的脚扭了")
    assert wanted("我的剑断了。") == "我的剑断了。"
    assert wanted("他真叫人心疼，说得痛快。") == "他真叫人心疼，说得痛快。"


def test_a_remark_between_does_not_part_two_who_talk() -> None:
    """A question by "you" is for the one who answered, not for who put in a word for all."""
    aside = (
        "mira: Tom, you look at that spear.",
        "tom: It is fine.",
        "wang: The best on the wall.",
    )

    assert addressees(moment(*aside, "mira: So are you buying it?")) == ("tom",)
    assert addressees(moment("wang: The best on the wall.", "mira: Are you buying it?")) == (
        "wang",
    )


def test_a_role_that_a_persona_names_comes_before_the_signs_of_a_trade() -> None:
    """A captain is called, and not the boy of a ship; any trade of a world's own is known."""
    people = {
        "vane": "Captain and owner. Has debts.",
        "fenn": "Ship's boy, a lookout.",
        "odd": "Gasfitter from the docks. Minds the valves.",
    }
    circle = tuple(
        CircleMember(
            id=one, name=f"{one.title()} X", roles=roles_of(Persona(name=one, background=told))
        )
        for one, told in people.items()
    )

    for call, to in (
        ("Captain, may I?", "vane"),
        ("You there, lad!", "fenn"),
        ("Gasfitter, come!", "odd"),
    ):
        assert addressees(moment(f"ann: {call}", circle=(CIRCLE[0], *circle))) == (to,)
