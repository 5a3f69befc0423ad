"""How long to wait for a model, by where it runs and how fast it reads.

A setting applies to every model. Without one, a hosted model gets the time in which a conversation
stays fluent, and a local one the time in which it reads a prompt that no cache holds. No player
waits for a thought: a local model gets the time it needs beside a game and a conversation.
"""

from dataclasses import replace

from npcserver.adapters.llm.context_window import LEAST_TO_READ
from npcserver.config import DialogueSettings, Settings
from npcserver.model.model_host import ModelHost
from npcserver.model.purpose import ModelUse
from npcserver.ports.language_model import Patience

FLUENT = Patience(first_word=2.5, between_words=1.5, total=8.0)
"""For hosted models, and for those that read no prompts."""

LONGEST = Patience(first_word=45.0, between_words=10.0, total=55.0)
"""For local models whose speed is not known yet; clients give a whole turn 60 s."""

THOUGHT = Patience(first_word=60.0, between_words=20.0, total=180.0)
"""For thoughts of hosted models and of those that read no prompts."""

RATING = Patience(first_word=30.0, between_words=10.0, total=60.0)
"""For ratings of the same models: short questions with short answers."""

LOCAL_THOUGHT = Patience(first_word=240.0, between_words=60.0, total=600.0)
"""For thoughts and ratings of local models: 3,000 tokens at 12.5 a second."""

_SLOWER = 2  # a machine that also runs a game reads this many times slower than in the probe
_LEAST_LOCAL = 8.0  # seconds; other load comes in bursts that no probe foresees


def reply_patience(chosen: DialogueSettings, host: ModelHost, tokens_per_second: float) -> Patience:
    """Return the limits of a turn; `tokens_per_second` is the reading speed, 0 if unknown."""
    usual = FLUENT
    if host.is_local:
        usual = LONGEST
        if tokens_per_second:
            reads_in = _SLOWER * LEAST_TO_READ / tokens_per_second
            usual = replace(usual, first_word=min(max(reads_in, _LEAST_LOCAL), usual.first_word))
    total = chosen.total_seconds or max(usual.total, chosen.first_word_seconds)
    return Patience(
        first_word=chosen.first_word_seconds or min(usual.first_word, total),
        between_words=chosen.between_words_seconds or usual.between_words,
        total=total,
    )


def thought_patience(settings: Settings, use: ModelUse, host: ModelHost) -> Patience:
    """Return the limits of a model that no player waits for, by what it is used for."""
    keys, chosen = settings.model.of(use), settings.cognition
    usual = THOUGHT
    if host.is_local:
        usual = LOCAL_THOUGHT
    elif use is ModelUse.RATINGS:
        usual = RATING
    first_word, total = keys.first_word_seconds, keys.total_seconds
    if use is not ModelUse.RATINGS:
        first_word = first_word or chosen.first_word_seconds
        total = total or chosen.total_seconds
    first_word = first_word or min(usual.first_word, total or usual.total)
    return Patience(
        first_word=first_word,
        between_words=keys.between_words_seconds or usual.between_words,
        total=total or max(usual.total, first_word),
    )
