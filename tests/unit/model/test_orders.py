"""Orders that name a thing and no verb, the same again, and what only tells of a thing."""

from dataclasses import replace

import pytest

from npcserver.model.action_request import priced, requested_action
from npcserver.model.affordance import ActionIntent, Affordance, Entity, Parameter, ParameterType
from npcserver.model.ids import IntentId, PlaceId, WorldId
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.world import Place, Price
from tests.fakes.prompt_inputs import reply_scene

POUR = Affordance(
    name="pour_drink",
    description="Pour somebody a drink.",
    parameters=(
        Parameter(name="drink", type=ParameterType.CHOICE, options=("dark ale", "perry")),
        Parameter(name="pence", type=ParameterType.INTEGER, description="Price", maximum=12),
    ),
)
GIVE = Affordance(
    name="hand_over",
    description="Give something to somebody.",
    parameters=(
        Parameter(name="item", type=ParameterType.ENTITY, entity_kinds=("item",)),
        Parameter(name="to", type=ParameterType.ENTITY, entity_kinds=("person",)),
    ),
)
LET = Affordance(
    name="let_berth",
    description="Let a berth of the barge.",
    parameters=(Parameter(name="berth", type=ParameterType.INTEGER, maximum=9),),
)
BARGE = Place(
    id=PlaceId("barge"),
    world_id=WorldId("w"),
    name="The Barge",
    prices=(Price("dark ale", "threepence"), Price("perry", "2 pence")),
)
OPEN = Affordance(
    name="open_door",
    description="Unlock and open a door.",
    parameters=(Parameter(name="door", type=ParameterType.ENTITY, entity_kinds=("door",)),),
)
DOORS = (
    Entity(id="front_door", name="the front door of the Gull", kind="door"),
    Entity(id="vestry_door", name="the vestry door", kind="door"),
    Entity(id="side_door", name="the small side door of the vestry", kind="door"),
    Entity(id="hatch", name="the hatch of the lamp room", kind="door"),
)
THINGS = (
    Entity(id="player", name="the guest", kind="person"),
    Entity(id="ross", name="Captain Ian Ross", kind="person"),
    Entity(id="key", name="the key of the Heron", kind="item"),
)


def _heard(text: str, *before: Spoken) -> ReplyInput:
    return replace(
        reply_scene(),
        heard=text,
        place=BARGE,
        affordances=(POUR, GIVE, LET),
        entities=THINGS,
        conversation=before,
    )


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("A dark ale please", "pour_drink", {"drink": "dark ale", "pence": 3}),
        ("I'll have an ale.", "pour_drink", {"drink": "dark ale", "pence": 3}),
        ("Could I have a cup of perry?", "pour_drink", {"drink": "perry", "pence": 2}),
        ("Perry!", "pour_drink", {"drink": "perry", "pence": 2}),
        ("Would you give me the key?", "hand_over", {"item": "key", "to": "player"}),
        ("Hand the captain the key.", "hand_over", {"item": "key", "to": "ross"}),
        ("Berth 4, please.", "let_berth", {"berth": 4}),
    ],
)
def test_an_order_is_the_action_that_hands_it_out(
    text: str, name: str, arguments: dict[str, object]
) -> None:
    """What is ordered, its price by the price list, and who gets it are arguments."""
    asked = requested_action(_heard(text))

    assert asked is not None
    assert (asked.affordance, dict(asked.arguments)) == (name, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "A pale ale, please.",
        "The dark ale was good.",
        "Perry is what my father drank.",
        "What is in the dark ale, please?",
        "No more dark ale? I don't want perry.",
        "Tell me about the dark ale, please.",
        "The captain told me that you would hand over the key.",
        "Ross said you'd pour me a dark ale for nothing.",
    ],
)
def test_what_only_tells_of_a_thing_orders_nothing(text: str) -> None:
    """Neither questions, nor statements, nor another thing of the same kind."""
    assert requested_action(_heard(text)) is None


def test_one_berth_is_not_the_first_berth() -> None:
    """The number of a thing stands behind its name."""
    asked = requested_action(_heard("One berth for the night, please."))

    assert asked is not None
    assert asked.missing is LET.parameters[0]


def test_another_is_what_was_ordered_before() -> None:
    """The last intent of the talk is asked for again."""
    intent = ActionIntent(
        id=IntentId("i"), affordance="pour_drink", arguments=(("drink", "perry"), ("pence", 2))
    )
    served = Spoken(speaker="Mira", text="Here.", is_own=True, intents=(intent,))

    asked = requested_action(_heard("Another, please!", served))

    assert asked is not None
    assert dict(asked.arguments) == {"drink": "perry", "pence": 2}


@pytest.mark.parametrize(
    ("text", "door"),
    [
        ("Please open the vestry door.", "vestry_door"),
        ("Open the front door, please.", "front_door"),
        ("Open the hatch!", "hatch"),
        ("Please open the small door of the vestry.", "side_door"),
        ("Please open the door.", None),
    ],
)
def test_of_several_doors_the_one_that_is_named_is_opened(text: str, door: str | None) -> None:
    """By its whole name, else by most of its words; where that leaves two, it is asked which."""
    asked = requested_action(replace(_heard(text), affordances=(OPEN,), entities=DOORS))

    assert asked is not None
    assert asked.arguments.get("door") == door
    assert (asked.missing is None) == (door is not None)


@pytest.mark.parametrize(
    ("price", "amount"),
    [
        ("threepence", 3),
        ("a penny", 1),
        ("one shilling and sixpence", 18),
        ("two pounds", 480),
        ("9 pence a glass", 9),
        ("a halfpenny", None),
        ("4 crowns", None),
        ("what you like", None),
        ("十二文一壶", None),
    ],
)
def test_a_price_is_counted_in_the_coin_that_is_asked_for(price: str, amount: int | None) -> None:
    """What is no whole number of pence is not guessed."""
    place = replace(BARGE, prices=(Price("a glass of perry", price),))

    found = priced(POUR, {"drink": "perry"}, replace(_heard(""), place=place))

    assert found == ({} if amount is None else {"pence": amount})


@pytest.mark.parametrize(
    ("price", "amount"), [("十二文一壶", 12), ("四十五文", 45), ("两文", 2), ("4 crowns a day", 4)]
)
def test_a_price_is_a_number_where_no_coin_is_asked_for(price: str, amount: int) -> None:
    """Of Chinese signs, too."""
    cost = Parameter(name="cost", type=ParameterType.INTEGER)
    place = replace(BARGE, prices=(Price("perry", price),))
    pour = replace(POUR, parameters=(POUR.parameters[0], cost))

    assert priced(pour, {"drink": "perry"}, replace(_heard(""), place=place)) == {"cost": amount}


def test_what_is_haggled_for_goes_out_at_its_price() -> None:
    """Asked for by its verb with another price, it has the price of the list."""
    asked = requested_action(_heard("Please pour me a dark ale, I'll give you 1 penny for it."))

    assert asked is not None
    assert dict(asked.arguments) == {"drink": "dark ale", "pence": 3}
