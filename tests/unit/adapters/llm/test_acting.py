"""Wishes a player utters, and whether the offline actor acts on them."""

import pytest

from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import Relation
from tests.unit.adapters.llm.scenes import perform, scene

ITEM = Parameter(name="item", type=ParameterType.ENTITY, entity_kinds=("item",))
WHOM = Parameter(name="to", type=ParameterType.ENTITY, entity_kinds=("person",))
COUNT = Parameter(name="count", type=ParameterType.INTEGER, required=False, minimum=1, maximum=5)
COINS = Parameter(name="coins", type=ParameterType.INTEGER, minimum=1, maximum=100)
MOOD = Parameter(name="song", type=ParameterType.CHOICE, options=("sad_song", "dance"))
OFFERS = (
    Affordance(name="give_item", description="Hand an item over", parameters=(ITEM, WHOM, COUNT)),
    Affordance(name="follow", description="Walk behind somebody", parameters=(WHOM,)),
    Affordance(name="set_price", description="Set the price in coins", parameters=(COINS,)),
    Affordance(name="sing", description="Sing a song", parameters=(MOOD,)),
    Affordance(name="wave", description="Wave a hand"),
)
THINGS = (
    Entity(id="sword_1", name="iron sword", kind="item"),
    Entity(id="shoe", name="horseshoe", kind="item"),
    Entity(id="ada", name="Ada", kind="person"),
)


@pytest.mark.parametrize(
    ("heard", "name", "arguments"),
    [
        ("Give me the iron sword, please.", "give_item", {"item": "sword_1", "to": "ada"}),
        (
            "Could you give me two horseshoes?",
            "give_item",
            {"item": "shoe", "to": "ada", "count": 2},
        ),
        ("Please follow me", "follow", {"to": "ada"}),
        ("Set the price to 40 coins", "set_price", {"coins": 40}),
        ("Can you sing a sad song?", "sing", {"song": "sad_song"}),
        ("Wave!", "wave", {}),
    ],
)
async def test_clear_wishes_become_intents(
    heard: str, name: str, arguments: dict[str, object]
) -> None:
    """A plain request for a declared action proposes it with arguments the words name."""
    answer = await perform(scene(heard, affordances=OFFERS, entities=THINGS))

    assert answer["intents"] == [{"name": name, "arguments": arguments}]


@pytest.mark.parametrize(
    "heard",
    [
        "Don't follow me.",
        "Do you sell swords?",
        "Set the price to 4000 coins",
        "Give me something",
        "Set a price",
        "I once had a sword.",
        "Did the dog follow you?",
    ],
)
async def test_unclear_wishes_do_not(heard: str) -> None:
    """Refusals, mere questions and wishes out of range or without an object propose nothing."""
    answer = await perform(scene(heard, affordances=OFFERS, entities=THINGS))

    assert answer["intents"] == []
    assert answer["say"]


async def test_an_enemy_gets_nothing() -> None:
    """Who is hated is refused."""
    foe = Relation(to="ada", view="", affinity=-80)
    answer = await perform(
        scene("Please follow me", affordances=OFFERS, entities=THINGS, relation=foe)
    )

    assert answer["intents"] == []
