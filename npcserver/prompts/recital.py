"""Whether a text repeats the instructions of our own templates instead of answering them."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from npcserver.prompts.render import SHIPPED

WORDS_IN_A_ROW = 7
"""Words (or twice as many Chinese characters) of an instruction that give it away."""

_MARKUP = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_WIDE_FROM = "\u3040"


def recites(text: str) -> bool:
    """Say whether `text` holds a run of words from a shipped template, in any language."""
    return not _instructions().isdisjoint(_runs(text))


@cache
def _instructions() -> frozenset[tuple[str, ...]]:
    """Return every run of the shipped templates; they are fixed while a program runs."""
    return frozenset(
        run
        for path in SHIPPED.rglob("*.j2")
        for line in _MARKUP.sub("\n", path.read_text(encoding="utf-8")).splitlines()
        for run in _runs(line)
    )


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield every shortest run that weighs `WORDS_IN_A_ROW` words."""
    tokens = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
    weights = [1 if token[0] >= _WIDE_FROM else 2 for token in tokens]
    end = total = 0
    for start, weight in enumerate(weights):
        while end < len(tokens) and total < 2 * WORDS_IN_A_ROW:
            total += weights[end]
            end += 1
        if total < 2 * WORDS_IN_A_ROW:
            return
        yield tuple(tokens[start:end])
        total -= weight
