"""What the offline actor says its answers rest on, which receipts tell."""

import pytest

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.affordance import Affordance
from npcserver.model.turn import AnswerBasis, BasisKind
from tests.unit.adapters.llm.scenes import GRETA, scene

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


def test_an_answer_that_quotes_names_its_memory_and_one_that_does_not_the_fit() -> None:
    """How well the best that may be told fits, and what would have done."""
    assert basis("Where is the silver anvil?", "The silver anvil lies in the mill.").seq == 1
    nothing = basis("What about the anvil, the bishop and the choir?", "The anvil is cold.")
    assert nothing.kind is BasisKind.NOTHING
    assert 0.0 < nothing.fit < nothing.needed
