"""How long a player waits for a model, by where it runs and how fast it reads.

A setting holds for every model. Where there is none, a hosted model gets the time in which a talk
stays fluent, and a local one the time in which it reads a prompt that no cache holds.
"""

from dataclasses import replace

from npcserver.adapters.llm.context_window import LEAST_TO_READ
from npcserver.config import DialogueSettings
from npcserver.model.model_host import ModelHost
from npcserver.ports.language_model import Patience

FLUENT = Patience(first_word=2.5, between_words=1.5, total=8.0)
"""For hosted models, and for those that read no prompts."""

LONGEST = Patience(first_word=45.0, between_words=10.0, total=55.0)
"""For local models whose speed is not known yet; clients give a whole turn 60 s."""

_SLOWER = 2  # a machine that also runs a game reads so many times slower than in the probe
_LEAST_LOCAL = 8.0  # seconds; what else the machine does comes in bursts that no probe foresees


def reply_patience(chosen: DialogueSettings, host: ModelHost, tokens_per_second: float) -> Patience:
    """Return the patience of a turn; a speed of reading of 0 is an unknown one."""
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
