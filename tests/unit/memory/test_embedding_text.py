"""What is embedded of a memory."""

import pytest

from npcserver.memory.embedding_text import EmbeddingTexts, texts_for
from tests.fakes.tiny_log import TinyLog


def test_speech_is_embedded_after_what_was_said_before_it() -> None:
    """The context of a line is the utterance before it in the same conversation."""
    log = TinyLog()
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
    log = TinyLog()
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
    log = TinyLog()
    said = log.hear("At five.", is_own=True)

    (texts,) = texts_for([said], {said.seq: "Player: When?"})
    assert texts.context == "Player: When?\nMira: At five."


def test_observations_stand_alone() -> None:
    """What was seen in the middle of a conversation has no context and is none."""
    log = TinyLog()
    log.hear("Hello.")
    log.see("A cat walks in.")
    log.hear("Hello!", is_own=True)
    seen, answered = texts_for(log.records["genesis"], {})[1:]

    assert seen.own == seen.context == "A cat walks in."
    assert answered.context == "Player: Hello.\nMira: Hello!"


def test_a_turn_is_no_memory() -> None:
    """Only memories can be embedded."""
    log = TinyLog()

    with pytest.raises(TypeError, match="no memory"):
        texts_for([log.touch(1)], {})
