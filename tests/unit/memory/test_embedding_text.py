"""What is embedded of a memory."""

from datetime import UTC, datetime
from typing import Any

import pytest

from npcserver.memory.embedding_texts import EmbeddingTexts, conversation_partner, texts_for
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind, Remembered, Source
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
    """Whoever says it to whom: each line stands in the context of the one before it."""
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
