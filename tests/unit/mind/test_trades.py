"""By which trades and looks a character is called, and what its trade hears."""

import pytest

from npcserver.mind.trades import asked_of, roles_of, sentences
from npcserver.model.character import Persona


@pytest.mark.parametrize(
    ("persona", "role"),
    [
        (Persona(name="Ida", background="Keeps the Copper Kettle inn."), "landlady"),
        (Persona(name="Ida", background="Runs the forge by the gate."), "smith"),
        (Persona(name="Ida", background="A clockmaker from the city."), "clockmaker"),
        (Persona(name="Ida", background="Sells pelts at the market."), "trapper"),
        (Persona(name="Ida", background="开客栈的老板娘。"), "老板娘"),
        (Persona(name="Ida", background="猎户。"), "打猎的"),
        (Persona(name="Ido", age=70, background="He carves spoons."), "old man"),
        (Persona(name="何老翁", background="赶车的。"), "老人家"),
    ],
)
def test_a_trade_or_a_look_shows_in_the_persona(persona: Persona, role: str) -> None:
    """In the first sentence of the background, in the name and in the age."""
    assert role in roles_of(persona).first


def test_what_is_told_later_fits_less() -> None:
    """A character who was at the inn once keeps none, where another does."""
    roles = roles_of(Persona(name="Ida", background="A weaver. Was seen at the inn."))

    assert "weaver" in roles.first
    assert "innkeeper" not in roles.first
    assert "innkeeper" in roles.second


def test_looks_need_an_age() -> None:
    """Who is neither old nor young is called by no look; she is no old man."""
    assert "old man" not in roles_of(Persona(name="Ida", age=40)).first
    assert "old man" not in roles_of(Persona(name="Ida", age=80, traits="She is kind.")).first
    assert "old woman" in roles_of(Persona(name="Ida", age=80, traits="She is kind.")).first


def test_a_trade_hears_what_is_asked_of_it() -> None:
    """In both languages; who has no trade hears nothing by it."""
    asked = asked_of(Persona(name="Ida", background="Keeps the inn."))

    assert any("bed" in line for line in asked)
    assert any("酒" in line for line in asked)
    assert asked_of(Persona(name="Ida", background="Likes cats.")) == ()


def test_texts_are_cut_into_sentences() -> None:
    """In both languages."""
    assert sentences("One. Two!  三。四") == ("One.", "Two!", "三。", "四")
