"""The sentence of a passage that answers a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.language.questions import QuestionKind, goes_on
from npcserver.language.tokens import tokens
from npcserver.memory.passages import Span, sentences_of

_CARRIED = 0.8
"""Share of a word's weight that a sentence gets from the one before, if it goes on about it.

Below 1, so that of two sentences of which the second adds nothing the first is chosen.
"""

_LACKING = 0.2
"""What a sentence loses that has nothing of the kind that is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSentence:
    """The span of the sentence that answers best, and that of it with a neighbour.

    `holds` are words of the question that it holds, `carries` those of the sentence before if it
    goes on about the same. `lacks` says that it has nothing of the kind that is asked for.
    """

    span: Span
    context: Span
    holds: frozenset[str]
    carries: frozenset[str]
    lacks: bool

    def covered(self, telling: Mapping[str, float]) -> float:
        """Return the weight of the question's words that it covers."""
        carried = sum(telling.get(word, 0.0) for word in self.carries)
        return sum(telling.get(word, 0.0) for word in self.holds) + _CARRIED * carried


def answering_sentence(
    passage: str, telling: Mapping[str, float], asked: QuestionKind, likeness: Sequence[float] = ()
) -> ChosenSentence:
    """Return the sentence that covers most of a question, whose words have weights.

    `likeness` is each sentence's cosine to the question, if known, and counts as much as all words
    together. Of equal ones the first; its neighbour is the next sentence, or for the last one the
    previous.
    """
    spans = sentences_of(passage)
    whole = sum(telling.values()) or 1.0
    found: list[ChosenSentence] = []
    before: frozenset[str] = frozenset()
    for place, (begin, end) in enumerate(spans):
        text = passage[begin:end]
        holds = frozenset(tokens(text)) & telling.keys()
        beside = place + 1 if place + 1 < len(spans) else max(place - 1, 0)
        found.append(
            ChosenSentence(
                span=spans[place],
                context=(min(begin, spans[beside][0]), max(end, spans[beside][1])),
                holds=holds,
                carries=before - holds if place and goes_on(text) else frozenset(),
                lacks=asked.lacks(text),
            )
        )
        before = holds
    worth = [one.covered(telling) / whole - _LACKING * one.lacks for one in found]
    if likeness:
        worth = [words + meaning for words, meaning in zip(worth, likeness, strict=True)]
    return found[worth.index(max(worth))]
