"""What the offline actor says its answers rest on, which receipts tell."""

from dataclasses import replace

import pytest

from npcmodels.offline import OfflineActor
from npcserver import language
from npcserver.mind.past_claims import weighed
from npcserver.model.affordance import Affordance
from npcserver.model.character import Persona
from npcserver.model.ids import PlaceId
from npcserver.model.turn import AnswerBasis, BasisKind
from npcserver.model.world import Place, Price, TownFact
from tests.unit.npcmodels.scenes import GRETA, LIN, WORLD, scene

WAVE = Affordance(name="wave", description="wave a hand")


def basis(heard: str, *memories: str, **more: object) -> AnswerBasis:
    found = OfflineActor().spoken(scene(heard, *memories, persona=GRETA, **more)).basis  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("heard", "kind", "is_authored"),
    [
        ("Hello!", BasisKind.COURTESY, True),
        ("Who stole the crown of Norway?", BasisKind.NOTHING, True),
        ("What day is it today?", BasisKind.LOOK_UP, False),
        ("Where is the silver anvil?", BasisKind.MEMORY, False),
        ("Could you wave, please?", BasisKind.ACTION, False),
    ],
)
def test_an_answer_says_what_it_rests_on(heard: str, kind: BasisKind, is_authored: bool) -> None:  # noqa: FBT001
    """An author's words are told from those of rules."""
    found = basis(heard, "The silver anvil lies in the mill.", affordances=[WAVE])
    assert (found.kind, found.is_authored) == (kind, is_authored)


@pytest.mark.parametrize(
    ("heard", "has_fact"),
    [
        ("What day is it today?", True),
        ("Good evening! What day is it?", True),
        ("Who are you?", True),
        ("Hello!", False),
        ("Where is the silver anvil?", False),  # a memory says so
        ("What did I tell you about the anvil?", False),
        ("Who stole the crown of Norway?", False),
        ("What is my name?", False),  # the talk says so
        ("My name is Tobias.", False),
        ("Could you wave, please?", False),
    ],
)
def test_only_what_is_looked_up_is_a_fact_for_a_model(heard: str, has_fact: bool) -> None:  # noqa: FBT001
    """Memories stand in its prompt by themselves, and manners are its own."""
    asked = scene(heard, "The silver anvil lies in the mill.", persona=GRETA, affordances=[WAVE])

    assert bool(OfflineActor().looked_up(asked)) is has_fact


LAMP = TownFact(name="The Lamp Room", about="Ninety-one steps up. Brass, and warm oil.")
INN = Place(
    id=PlaceId("inn"),
    world_id=WORLD,
    name="The Gull",
    description="Low beams and a fire.",
    prices=(Price(ware="a room for the night", price="one shilling"),),
)


@pytest.mark.parametrize(
    ("heard", "told", "is_pushed"),
    [
        ("May I have a room?", "A room for the night is one shilling.", True),
        ("Do you have a room?", "A room for the night is one shilling.", True),
        ("I'd like a room, please.", "A room for the night is one shilling.", True),
        ("Could you light a lamp in my room?", "", False),
        ("Would you like to sit by the fire?", "", False),
        ("Shall I carry that up the steps?", "", False),
        ("Is the room warm?", "", False),
        ("Are the steps warm?", "", False),
        ("When was the lamp room painted?", "", False),
        ("Where did you buy the lamp?", "", False),
        ("How many steps are there to the lamp room?", "Ninety-one steps up.", True),
        ("Could you tell me about the lamp room?", "Ninety-one steps up.", True),
        ("What is in the brass lamp?", "", False),
        ("Why is the lamp room warm?", "Brass, and warm oil.", False),
        ("May I ask where the lamp room is?", "The Lamp Room", True),
    ],
)
def test_a_fact_that_shares_a_word_is_no_answer(heard: str, told: str, is_pushed: bool) -> None:  # noqa: FBT001
    """A request is answered with a price alone."""
    asked = replace(scene(heard, persona=GRETA), place=INN, town=(LAMP,))
    said = OfflineActor().spoken(asked)

    assert told in said.say
    assert said.basis is not None
    assert told or said.basis.kind in (BasisKind.NOTHING, BasisKind.COURTESY)
    assert bool(OfflineActor().looked_up(asked)) is is_pushed


def test_it_costs_what_the_ware_that_was_spoken_of_costs() -> None:
    """Not all that is sold here, whatever else the answer spoke of."""
    pie = Price(ware="a plate of pie", price="fivepence")
    inn = replace(INN, prices=(pie, *INN.prices))
    talk = [("May I have a room?", False), ("A captain sleeps in my nephew's, you know.", True)]
    asked = replace(scene("What does it cost?", persona=GRETA, conversation=talk), place=inn)

    assert OfflineActor().looked_up(asked) == "A room for the night is one shilling."


def test_what_is_handed_out_has_no_price_pushed() -> None:
    """Who orders it knows it, or asks."""
    pour = Affordance(name="give_room", description="Give a guest a room.")
    asked = scene("Give me a room, please.", persona=GRETA, affordances=[pour])

    assert OfflineActor().looked_up(replace(asked, place=INN)) == ""


def test_an_answer_that_quotes_names_its_memory_and_one_that_does_not_the_fit() -> None:
    """How well the best that may be told fits, and what would have done."""
    assert basis("Where is the silver anvil?", "The silver anvil lies in the mill.").seq == 1
    nothing = basis("What about the anvil, the bishop and the choir?", "The anvil is cold.")
    assert nothing.kind is BasisKind.NOTHING
    assert 0.0 < nothing.fit < nothing.needed


def spoken_to_claim(heard: str, *memories: str, persona: Persona = GRETA) -> tuple[str, BasisKind]:
    played = scene(heard, *memories, persona=persona)
    answer = OfflineActor().spoken(replace(played, claims=weighed(played)))
    assert answer.basis is not None
    return answer.say, answer.basis.kind


@pytest.mark.parametrize(
    ("heard", "memory", "persona", "answer"),
    [
        ("You promised me a new sword last week.", "It rained.", GRETA, "doubt ask believe"),
        (
            "You sold my brother a cracked anvil yesterday.",
            "It rained.",
            GRETA,
            "doubt ask believe",
        ),
        ("You lent Klaus three hammers.", "You lent Klaus two hammers.", GRETA, "otherwise"),
        ("你上个月答应过送我一包药。", "下雨了。", LIN, "doubt ask believe"),
        ("你昨天把药卖给了我哥哥。", "下雨了。", LIN, "doubt ask believe"),
    ],
)
def test_a_past_that_is_not_remembered_is_not_thanked_for(
    heard: str, memory: str, persona: Persona, answer: str
) -> None:
    """It would agree to it if it said thanks."""
    said, kind = spoken_to_claim(heard, memory, persona=persona)

    forms = {
        one for key in answer.split() for one in language.texts("hearsay", key, persona.language)
    }
    assert (said in forms, kind) == (True, BasisKind.NOTHING)


def test_a_past_that_is_remembered_is_told_back() -> None:
    """Nobody gives thanks for news of what they did themselves."""
    said, kind = spoken_to_claim("You lent Klaus two hammers.", "You lent Klaus two hammers.")
    assert ("hammers" in said, kind) == (True, BasisKind.MEMORY)
