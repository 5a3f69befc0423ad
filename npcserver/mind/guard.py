"""The last look at a sentence before it goes out: whether it recites the prompt.

Models can be talked into repeating their instructions. Asking them not to does not hold; this
does, for wording that comes through unchanged. What must stay secret should not be in a prompt.
"""

from collections.abc import Sequence

from npcserver.model.errors import ModelTalkedNonsense
from npcserver.prompts.runs import folded_words, runs

WORDS_IN_A_ROW = 8
"""Words (or twice as many Chinese characters) of the instructions that give them away."""

LONGEST_RUN = 240
"""Characters before a new sentence that can belong to a run which ends in it."""


class Recited(ModelTalkedNonsense):
    """The character was about to speak its instructions."""


class Guard:
    """Knows the instructions and the canary of one prompt."""

    def __init__(self, *, canary: str, instructions: str) -> None:
        self._canary = "".join(folded_words(canary))
        self._instructions = _spaced(folded_words(instructions))

    def leaks(self, text: str) -> bool:
        """Say whether `text` holds the canary, however spaced, or a run of the instructions."""
        words = folded_words(text)
        if self._canary and self._canary in "".join(words):
            return True
        return any(_spaced(run) in self._instructions for run in runs(words, WORDS_IN_A_ROW))


def _spaced(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "
