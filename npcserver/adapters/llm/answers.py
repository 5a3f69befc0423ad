"""The JSON a model answers with, written by the models that are none."""

import json
from collections.abc import Mapping, Sequence

from npcserver.model import emotion as emotions
from npcserver.ports.language_model import JSON


def reply(
    say: str,
    *,
    emotion: str = "neutral",
    intents: Sequence[tuple[str, Mapping[str, JSON]]] = (),
    importance: int = 4,
) -> str:
    """Return a reply: what is said, how it feels, what is wished for, how much it matters."""
    felt = emotions.named(emotion)
    return json.dumps(
        {
            "feeling": felt.label,
            "say": say,
            "intents": [{"name": name, "arguments": dict(given)} for name, given in intents],
            "valence": felt.valence,
            "arousal": felt.arousal,
            "importance": importance,
        },
        ensure_ascii=False,
    )


def line(say: str, *, emotion: str = "neutral", ends: bool = False) -> str:
    """Return a line of a conversation between characters, and whether it takes leave."""
    felt = emotions.named(emotion)
    return json.dumps(
        {
            "feeling": felt.label,
            "say": say,
            "ends": ends,
            "valence": felt.valence,
            "arousal": felt.arousal,
        },
        ensure_ascii=False,
    )


def said(say: str) -> str:
    """Return an answer that is words alone."""
    return json.dumps({"say": say}, ensure_ascii=False)


def ratings(numbers: Sequence[int]) -> str:
    """Return a rating: one importance per text, in order."""
    return json.dumps({"ratings": list(numbers)})
