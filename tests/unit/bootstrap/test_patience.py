"""How long a player waits for a model follows from where it runs, and from what is set."""

import pytest

from npcmodels.discovery import host_of
from npcmodels.registry import ModelSpec
from npcserver.bootstrap.model_stack import (
    FLUENT,
    LOCAL_THOUGHT,
    LONGEST,
    RATING,
    THOUGHT,
    reply_patience,
    thought_patience,
)
from npcserver.config import CognitionSettings, DialogueSettings, ModelSettings, Settings
from npcserver.model.model_use import ModelHost, ModelUse
from npcserver.ports.language_model import CallTimeouts

UNSET = DialogueSettings()


@pytest.mark.parametrize(
    ("name", "base_url", "host"),
    [
        ("local", None, ModelHost.EMBEDDED),
        ("local:small.gguf", None, ModelHost.EMBEDDED),
        ("openai:small", "http://127.0.0.1:8080/v1", ModelHost.LOCAL),
        ("openai:small", "http://ollama:11434/v1", ModelHost.LOCAL),
        ("openai:big", "https://api.example.com/v1", ModelHost.HOSTED),
        ("openai:big", None, ModelHost.HOSTED),
        ("offline", None, ModelHost.NONE),
        ("scripted:echo", None, ModelHost.NONE),
    ],
)
def test_where_a_model_runs_follows_from_its_name_and_address(
    name: str, base_url: str | None, host: ModelHost
) -> None:
    """A GGUF file is embedded, an endpoint nearby is local, any other is hosted."""
    assert host_of(ModelSpec(name=name, base_url=base_url)) is host


@pytest.mark.parametrize("host", [ModelHost.HOSTED, ModelHost.NONE])
def test_a_hosted_model_is_given_the_time_of_a_fluent_talk(host: ModelHost) -> None:
    """However fast it reads."""
    assert reply_patience(UNSET, host, 10) == FLUENT


@pytest.mark.parametrize(
    ("host", "speed", "shown", "expected"),
    [
        (ModelHost.EMBEDDED, 0, 0, LONGEST),
        (ModelHost.LOCAL, 0, 0, LONGEST),
        (ModelHost.EMBEDDED, 20, 0, LONGEST),
        (ModelHost.LOCAL, 20, 0, LONGEST),
        (ModelHost.LOCAL, 200, 0, CallTimeouts(first_word=25, between_words=10, total=50)),
        (ModelHost.LOCAL, 500, 0, CallTimeouts(first_word=10, between_words=6, total=20)),
        (ModelHost.EMBEDDED, 90_000, 0, CallTimeouts(first_word=8, between_words=4.8, total=16)),
        (ModelHost.LOCAL, 1_000, 0, CallTimeouts(first_word=8, between_words=4.8, total=16)),
        (ModelHost.LOCAL, 2_048, 0, CallTimeouts(first_word=5, between_words=3, total=10)),
        (ModelHost.LOCAL, 90_000, 0, FLUENT),
        (ModelHost.LOCAL, 90_000, 0.9, FLUENT),
        (ModelHost.LOCAL, 90_000, 5, CallTimeouts(first_word=10, between_words=6, total=20)),
        (ModelHost.LOCAL, 90_000, 60, LONGEST),
    ],
)
def test_a_local_model_is_given_the_time_in_which_it_reads(
    host: ModelHost, speed: float, shown: float, expected: CallTimeouts
) -> None:
    """Twice the time for a prompt that no cache holds; the longest while nothing was measured.

    A server nearby that is as fast as a hosted model is one as far as the player is concerned.
    """
    found = reply_patience(UNSET, host, speed, shown)

    assert found.first_word == expected.first_word
    assert found.between_words == pytest.approx(expected.between_words)
    assert found.total == expected.total


@pytest.mark.parametrize("host", list(ModelHost))
def test_what_is_set_holds_for_every_model(host: ModelHost) -> None:
    """Each of the three settings on its own."""
    chosen = DialogueSettings(first_word_seconds=4, between_words_seconds=3, total_seconds=30)
    only_total = reply_patience(DialogueSettings(total_seconds=1), host, 0)
    only_first = reply_patience(DialogueSettings(first_word_seconds=50), host, 0)

    found = reply_patience(chosen, host, 100)

    assert (found.first_word, found.between_words, found.total) == (4, 3, 30)
    assert (only_total.first_word, only_total.total) == (1, 1)
    assert only_first.first_word == 50
    assert only_first.total >= 50


@pytest.mark.parametrize(
    ("host", "use", "expected"),
    [
        (ModelHost.HOSTED, ModelUse.THOUGHTS, THOUGHT),
        (ModelHost.NONE, ModelUse.SCENES, THOUGHT),
        (ModelHost.HOSTED, ModelUse.RATINGS, RATING),
        (ModelHost.LOCAL, ModelUse.RATINGS, LOCAL_THOUGHT),
        (ModelHost.EMBEDDED, ModelUse.THOUGHTS, LOCAL_THOUGHT),
    ],
)
def test_a_local_model_is_given_more_time_for_a_thought(
    host: ModelHost, use: ModelUse, expected: CallTimeouts
) -> None:
    """It reads on the machine of the game, and gives way to each line of a talk."""
    assert thought_patience(Settings(), use, host) == expected


@pytest.mark.parametrize("host", list(ModelHost))
def test_what_is_set_for_thoughts_holds_for_every_model(host: ModelHost) -> None:
    """What is set for a purpose before what is set for all thoughts; ratings have their own."""
    chosen = Settings(
        cognition=CognitionSettings(first_word_seconds=5, total_seconds=1),
        model=ModelSettings.model_validate({"scenes": {"first_word_seconds": 7}}),
    )
    thought, scene, rating = (
        thought_patience(chosen, use, host)
        for use in (ModelUse.THOUGHTS, ModelUse.SCENES, ModelUse.RATINGS)
    )

    assert (thought.first_word, thought.total) == (5, 1)
    assert (scene.first_word, scene.total) == (7, 1)
    assert rating == thought_patience(Settings(), ModelUse.RATINGS, host)
