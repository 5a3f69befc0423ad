"""Whether a text repeats the instructions of our own templates instead of answering them."""

import re
from collections.abc import Iterator
from functools import cache

from npcserver.prompts.render import SHIPPED
from npcserver.prompts.runs import folded_words, runs

WORDS_IN_A_ROW = 7
"""Words (or twice as many Chinese characters) of an instruction that give it away."""

_MARKUP = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)


def recites(text: str) -> bool:
    """Say whether `text` holds a run of words from a shipped template, in any language."""
    return not _instructions().isdisjoint(_runs(text))


def is_heading(text: str) -> bool:
    """Say whether a text is nothing but a heading of a shipped template, in any language."""
    return tuple(folded_words(text)) in _headings()


@cache
def _headings() -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(folded_words(line))
        for path in SHIPPED.rglob("*.j2")
        for line in _MARKUP.sub("", path.read_text(encoding="utf-8")).splitlines()
        if line.startswith("#")
    )


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
    return map(tuple, runs(folded_words(text), WORDS_IN_A_ROW))
