"""Whether a text repeats the instructions of our own templates instead of answering them."""

import re
from collections.abc import Iterator
from functools import cache

from npcserver.language import listed
from npcserver.prompts.render import SHIPPED
from npcserver.prompts.runs import folded_words, runs

WORDS_IN_A_ROW = 7
"""Words (or twice as many Chinese characters) of an instruction that give it away."""

_MARKUP = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
# A line of a template that names what stands behind its colon, such as "You are here: {{ … }}".
_LABEL = re.compile(
    r"^(?:{%.*?%}|{{ ?part\(.*?\) ?}}|[-#*\s])*"
    r"([^{}%:\uff1a.\u3002!?\"<>]{2,40})[:\uff1a]\s*(?:{[{%].*)?$"
)
# Labels with which somebody may begin a sentence.
_SAID = listed("answers", "sayable")


def recites(text: str) -> bool:
    """Say whether `text` holds a run of words from a shipped template, in any language."""
    return not _instructions().isdisjoint(_runs(text))


def is_heading(text: str) -> bool:
    """Say whether a text is nothing but a heading of a shipped template, in any language."""
    return tuple(folded_words(text)) in _headings()


def is_labelled(text: str) -> bool:
    """Say whether a text begins with a label of a shipped template and a colon."""
    label, colon, _ = text.replace("\uff1a", ":").partition(":")
    return bool(colon) and tuple(folded_words(label)) in _labels()


def may_become_labelled(begun: str) -> bool:
    """Say whether a text that begins so can still turn out to be labelled."""
    *whole, last = folded_words(begun) or ("",)
    count = len(whole)
    return bool(last) and any(
        len(label) > count and label[:count] == tuple(whole) and label[count].startswith(last)
        for label in _labels()
    )


@cache
def _labels() -> frozenset[tuple[str, ...]]:
    found = (
        _LABEL.match(line)
        for path in SHIPPED.rglob("*.j2")
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    labels = frozenset(tuple(folded_words(label[1])) for label in found if label)
    return labels.difference({(), *(tuple(folded_words(label)) for label in _SAID)})


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
