"""The last look at a sentence before it goes out: whether it recites the prompt.

Models can be talked into repeating their instructions. Asking them not to does not hold; this
does, for wording that comes through unchanged. What must stay secret should not be in a prompt.
"""

import re
import unicodedata
from collections.abc import Sequence

from npcserver.model.errors import ModelTalkedNonsense

WORDS_IN_A_ROW = 8
"""Words (or twice as many Chinese characters) of the instructions that give them away."""

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


class Recited(ModelTalkedNonsense):
    """The character was about to speak its instructions."""


class Guard:
    """Knows the instructions and the canary of one prompt."""

    def __init__(self, *, canary: str, instructions: str) -> None:
        self._canary = _compact(canary)
        self._runs = frozenset(_runs(_tokens(instructions)))

    def leaks(self, text: str) -> bool:
        """Say whether `text` holds the canary, however spaced, or a run of the instructions."""
        if self._canary and self._canary in _compact(text):
            return True
        return not self._runs.isdisjoint(_runs(_tokens(text)))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())


def _runs(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every run of `WORDS_IN_A_ROW` words, where two Chinese characters count as one."""
    runs: list[tuple[str, ...]] = []
    for start in range(len(tokens)):
        weight, end = 0, start
        while end < len(tokens) and weight < 2 * WORDS_IN_A_ROW:
            weight += 1 if _WIDE.match(tokens[end]) else 2
            end += 1
        if weight >= 2 * WORDS_IN_A_ROW:
            runs.append(tuple(tokens[start:end]))
    return runs


def _compact(text: str) -> str:
    return "".join(_tokens(text))
