"""Attempts in words, and whether words make deeds of them."""

import pytest

from npcserver.mind import intents
from npcserver.model.affordance import ActionIntent, Entity
from npcserver.model.ids import IntentId
from npcserver.model.inputs import Attempt
from npcserver.model.record import OutcomeStatus

INTENT = ActionIntent(
    id=IntentId("int_1"), affordance="give_item", arguments=(("item", "key-1"), ("to", "p1"))
)
ENTITIES = (Entity(id="key-1", name="brass key"), Entity(id="p1", name="Ann"))
GIVE = "give item (item: brass key, to: Ann)"
REFUSED = Attempt(text=GIVE, status="refused", why="the door is locked")


def test_a_deed_is_told_with_the_names_of_things() -> None:
    """Ids are for the game; what is remembered names things as people do."""
    assert intents.deed(INTENT, ENTITIES, "en") == GIVE
    assert intents.deed(INTENT, ENTITIES, "zh") == "give item (item：brass key，to：Ann)"


@pytest.mark.parametrize(
    ("status", "detail", "text"),
    [
        (OutcomeStatus.COMPLETED, "You gave Ann the key.", "You gave Ann the key."),
        (OutcomeStatus.COMPLETED, "", f"You did it: {GIVE}."),
        (OutcomeStatus.ACCEPTED, "She begins.", ""),
        (
            OutcomeStatus.REFUSED,
            "the door is locked.",
            f"You wanted to do this, but it did not happen: {GIVE}; the door is locked.",
        ),
        (
            OutcomeStatus.FAILED,
            "",
            f"You wanted to do this, but it did not happen: {GIVE}.",
        ),
    ],
)
def test_only_what_happened_is_remembered_as_done(
    status: OutcomeStatus, detail: str, text: str
) -> None:
    """The game's own words count for a deed; what came to nothing says so, with the reason."""
    assert intents.remembered(GIVE, status, detail, "en") == text


@pytest.mark.parametrize(
    "thought",
    [
        "Mira gave Ann the brass key.",
        "Ann has the key now, since I handed it to her.",
        "Giving the key to Ann was generous.",
    ],
)
def test_a_thought_that_tells_of_it_as_done_is_a_claim(thought: str) -> None:
    """However it is worded, it names what was to be done and denies nothing."""
    assert intents.claims(thought, REFUSED)


@pytest.mark.parametrize(
    "thought",
    [
        "Mira wanted to give Ann the brass key.",
        "Mira did not give Ann the key.",
        "Ann asked for the brass key.",
        "Mira said that she had given Ann the key.",
        "Ann is fond of cider.",
        "The lamp stands by the door.",
    ],
)
def test_a_thought_that_tells_it_as_it_was_is_none(thought: str) -> None:
    """Wishes, words, refusals and other matters may be thought of."""
    assert not intents.claims(thought, REFUSED)


def test_the_names_of_things_deny_nothing() -> None:
    """A `watering can` and a `needle` are things, and no doubt about whether they were given."""
    can = Attempt(text="give item (item: watering can, to: Will)", status="refused")
    needle = Attempt(text="give item (item: needle, to: Ann)", status="refused")

    assert intents.claims("Mira gave Will the watering can.", can)
    assert intents.claims("Mira gave Ann the needle.", needle)
    assert not intents.claims("Mira could not give Will the watering can.", can)


def test_a_deed_without_arguments_is_claimed_by_its_verb() -> None:
    """`nod` was not done by whoever thinks that it nodded."""
    nod = Attempt(text="nod", status="failed")

    assert intents.claims("Mira nodded to the guard.", nod)
    assert not intents.claims("Mira sat down.", nod)
