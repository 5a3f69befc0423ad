"""What is embedded of a memory, and how near a line is to groups of texts."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.embed.registry import CachingEmbedder
from npcserver.memory.embedding_texts import (
    EmbeddingTexts,
    Nearness,
    conversation_partner,
    texts_for,
)
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.ports.vectors import Vectors
from tests.fakes.retrieval_log import RetrievalLog


def test_speech_is_embedded_after_what_was_said_before_it() -> None:
    """The context of a line is the utterance before it in the same conversation."""
    log = RetrievalLog()
    log.hear("When is the party?")
    log.hear("Nice weather.", by="other")
    log.hear("At five.", is_own=True)

    assert texts_for(log.records["genesis"], {}) == (
        EmbeddingTexts(1, "Player: When is the party?", "Player: When is the party?"),
        EmbeddingTexts(2, "Other: Nice weather.", "Other: Nice weather."),
        EmbeddingTexts(3, "Mira: At five.", "Player: When is the party?\nMira: At five."),
    )


def test_what_is_overheard_has_the_words_of_those_two_before_it() -> None:
    """Neither what one of them said to the mind itself nor to a third, and not the other way."""
    log = RetrievalLog()
    log.hear("Will you come?", by="ann")
    log.hear("Where were you?", by="ann", said_to="ben")
    log.hear("He owes me.", by="ann", said_to="cat")
    log.hear("At sea.", by="ben", said_to="ann")
    log.hear("I will.", by="ann", is_own=True)

    assert [texts.context for texts in texts_for(log.records["genesis"], {})] == [
        "Ann: Will you come?",
        "Ann: Where were you?",
        "Ann: He owes me.",
        "Ann: Where were you?\nBen: At sea.",
        "Ann: Will you come?\nMira: I will.",
    ]


def test_what_was_said_further_back_is_given() -> None:
    """A batch that begins inside a conversation gets the words before it from outside."""
    log = RetrievalLog()
    said = log.hear("At five.", is_own=True)

    (texts,) = texts_for([said], {said.seq: "Player: When?"})
    assert texts.context == "Player: When?\nMira: At five."


def test_observations_stand_alone() -> None:
    """What was seen in the middle of a conversation has no context and is none."""
    log = RetrievalLog()
    log.hear("Hello.")
    log.see("A cat walks in.")
    log.hear("Hello!", is_own=True)
    seen, answered = texts_for(log.records["genesis"], {})[1:]

    assert seen.own == seen.context == "A cat walks in."
    assert answered.context == "Player: Hello.\nMira: Hello!"


def test_a_turn_is_no_memory() -> None:
    """Only memories can be embedded."""
    log = RetrievalLog()

    with pytest.raises(TypeError, match="no memory"):
        texts_for([log.touch(1)], {})


def in_circle(seq: int, kind: RecordKind, **body: Any) -> Record:
    """Return words said in a circle, as Mira has them."""
    made = Remembered(**{"source": Source.TOLD, "circle_id": "cir_1"} | body)
    return Record(
        timeline_id=TimelineId("tl"),
        seq=seq,
        kind=kind,
        body=made,
        subject_id="mira",
        text=f"words {seq}",
        game_time=datetime(2000, 1, 1, tzinfo=UTC),
        written_at=datetime(2000, 1, 1, tzinfo=UTC),
    )


def test_all_that_is_said_in_a_circle_is_one_conversation() -> None:
    """No matter who says it to whom: each line stands in the context of the one before it."""
    told = in_circle(1, RecordKind.UTTERANCE, told_by="tom", speaker="Tom")
    overheard = in_circle(
        2,
        RecordKind.UTTERANCE,
        source=Source.OVERHEARD,
        told_by="ann",
        told_to="tom",
        speaker="Ann",
    )
    own = in_circle(3, RecordKind.LINE, source=Source.OWN, told_by="mira", speaker="Mira")

    _, second, third = texts_for((told, overheard, own), {})

    assert second.context == "Tom: words 1\nAnn: words 2"
    assert third.context == "Ann: words 2\nMira: words 3"


def test_in_a_circle_one_speaks_with_players_and_with_whom_one_is_told_by() -> None:
    """What characters say to all of them is nobody's talk with anybody."""
    of_player = in_circle(1, RecordKind.UTTERANCE, told_by="p1", players=("p1",))
    of_tom = in_circle(2, RecordKind.UTTERANCE, told_by="tom")
    to_mira = in_circle(3, RecordKind.UTTERANCE, told_by="tom", told_to="mira")
    own = in_circle(4, RecordKind.LINE, told_by="mira")

    partners = [conversation_partner(one) for one in (of_player, of_tom, to_mira, own)]

    assert partners == ["p1", None, "tom", None]


GROUPS = (("The wolves are in the forest.", "Rabbits."), (), ("A bowl of soup.",))


class Counting(HashingEmbedder):
    """The hashing embedder under the name of the one whose cosines are known; it counts texts."""

    name = "usem3:test"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return await super().embed(texts)


async def test_the_nearest_text_of_a_group_counts() -> None:
    """Of each group the greatest cosine; 0 for one without texts."""
    found = await Nearness(Counting()).nearest("Rabbits.", GROUPS)

    assert found is not None
    assert found[0] == 1.0
    assert found[1] == 0.0
    assert found[2] < 0.5


async def test_the_same_line_is_as_near_as_before_to_the_bit() -> None:
    """Whatever else was asked since."""
    nearness = Nearness(Counting())
    once = await nearness.nearest("A wolf in the woods.", GROUPS)
    await nearness.nearest("A wolf in the woods.", GROUPS[2:])

    assert await nearness.nearest("A wolf in the woods.", GROUPS) == once


async def test_groups_are_embedded_once_and_a_line_is_shared() -> None:
    """Who asks for the line next through the same cache finds it there."""
    counting = Counting()
    cache = CachingEmbedder(counting)
    nearness = Nearness(cache)
    await nearness.nearest("Soup!", GROUPS)
    await nearness.nearest("Wolves!", GROUPS)
    await cache.embed(["Wolves!"])

    texts = {one for group in GROUPS for one in group}
    assert sorted(counting.asked) == sorted({*texts, "Soup!", "Wolves!"})


async def test_an_embedder_that_was_not_measured_tells_nothing() -> None:
    """Its cosines mean something else; it is not even asked."""
    assert await Nearness(HashingEmbedder()).nearest("Rabbits.", GROUPS) is None


async def test_a_blank_line_is_near_to_nothing() -> None:
    """Nothing is embedded for it."""
    counting = Counting()

    assert await Nearness(counting).nearest("  ", GROUPS) is None
    assert not counting.asked


async def test_an_embedder_that_fails_or_hangs_is_done_without() -> None:
    """The choice is made by words then."""

    class Failing(Counting):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            raise Unavailable("gone", Reason.EMBEDDER_UNAVAILABLE)

    class Hanging(Counting):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            await asyncio.Event().wait()
            return np.zeros((len(texts), 512), np.float32)

    assert await Nearness(Failing()).nearest("Rabbits.", GROUPS) is None
    assert await Nearness(Hanging(), seconds=0.01).nearest("Rabbits.", GROUPS) is None


async def test_what_is_cancelled_half_way_is_not_embedded_again() -> None:
    """Slices that are done stay; the next call goes on from there."""
    many = tuple(f"Text {number}." for number in range(40))

    class Stopping(Counting):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            if len(self.asked) == 32:
                await asyncio.Event().wait()
            return await super().embed(texts)

    stopping = Stopping()
    cache = CachingEmbedder(stopping)
    assert await Nearness(cache, seconds=0.05).nearest("Rabbits.", [many]) is None
    stopping.asked.append("now it goes on")

    assert await Nearness(cache).nearest("Rabbits.", [many]) is not None
    assert stopping.asked.count("Text 0.") == 1
