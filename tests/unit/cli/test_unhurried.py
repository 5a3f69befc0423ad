"""How long `play` waits for a model that runs inside the server."""

from pathlib import Path

import pytest

from npcserver.cli.playing import unhurried
from npcserver.config import DialogueSettings, ModelSettings, Settings


@pytest.mark.parametrize(
    ("model", "first_word", "waits"),
    [
        ("local:small.gguf", 2.5, 45.0),
        ("local:small.gguf", 4.0, 4.0),
        ("offline", 2.5, 2.5),
        ("openai:big", 2.5, 2.5),
    ],
)
async def test_only_a_local_model_is_given_time(
    tmp_path: Path, model: str, first_word: float, waits: float
) -> None:
    """Somebody at a terminal waits for a slow model of their own; what they set is obeyed."""
    settings = Settings(
        data=tmp_path,
        model=ModelSettings(name=model),
        dialogue=DialogueSettings(first_word_seconds=first_word),
    )

    assert (await unhurried(settings)).dialogue.first_word_seconds == waits
