"""The last look at a sentence before it goes out: whether it recites the prompt.

Models can be talked into repeating their instructions. Asking them not to does not hold; this
does, for wording that comes through unchanged. What must stay secret should not be in a prompt.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from npcserver.model.errors import ModelTalkedNonsense

WORDS_IN_A_ROW = 8
"""Words (or twice as many Chinese characters) of the instructions that give them away."""

LONGEST_RUN = 240
"""Characters before a new sentence that can belong to a run which ends in it."""

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_WIDE_FROM = "\u3040"


class Recited(ModelTalkedNonsense):
    """The character was about to speak its instructions."""


class Guard:
    """Knows the instructions and the canary of one prompt."""

    def __init__(self, *, canary: str, instructions: str) -> None:
        self._canary = "".join(_tokens(canary))
        self._instructions = _spaced(_tokens(instructions))

    def leaks(self, text: str) -> bool:
        """Say whether `text` holds the canary, however spaced, or a run of the instructions."""
        tokens = _tokens(text)
        if self._canary and self._canary in "".join(tokens):
            return True
        return any(_spaced(run) in self._instructions for run in _runs(tokens))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())


def _runs(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield every run of `WORDS_IN_A_ROW` words, where two Chinese characters count as one."""
    weights = [1 if token[0] >= _WIDE_FROM else 2 for token in tokens]
    end = total = 0
    for start, weight in enumerate(weights):
        while end < len(tokens) and total < 2 * WORDS_IN_A_ROW:
            total += weights[end]
            end += 1
        if total < 2 * WORDS_IN_A_ROW:
            return
        yield tokens[start:end]
        total -= weight


def _spaced(tokens: Sequence[str]) -> str:
    return f" {' '.join(tokens)} "
