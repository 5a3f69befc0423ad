"""Expectations of authors: what a character's answer to the words of one turn must be like."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import NumberRange, Text

NEAR = 0.7
"""Least cosine of a sentence that means what is expected, unless the author says otherwise."""
MOST = 20
"""Expectations of one turn."""


class ExpectationKind(StrEnum):
    """What is expected; the first four have the names of a file of expectations."""

    SAYS = "says"
    NEVER_SAYS = "never_says"
    OFFERS_INTENT = "offers_intent"
    NEVER_OFFERS = "never_offers"
    NEVER_TELLS = "never_tells"  # a memory
    MEANS = "means"
    NEVER_MEANS = "never_means"


BY_MEANING = (ExpectationKind.MEANS, ExpectationKind.NEVER_MEANS)
NEGATIVE = (
    ExpectationKind.NEVER_SAYS,
    ExpectationKind.NEVER_OFFERS,
    ExpectationKind.NEVER_TELLS,
    ExpectationKind.NEVER_MEANS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One expectation.

    `text` are words, the name of an action, a sentence for its meaning, or a memory in its words,
    whose id is `memory_id`. `least` is the cosine from which a sentence counts as meaning the same.
    """

    kind: ExpectationKind
    text: Annotated[str, Text(limits.MEMORY)]
    memory_id: str = ""
    least: Annotated[float, NumberRange(0, 1)] = NEAR


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPattern:
    """A text to look for, ignoring case, or a regular expression."""

    text: str
    pattern: re.Pattern[str] | None = None

    def occurs_in(self, said: str) -> bool:
        """Return whether it occurs in `said`; whitespace and the kind of quotes do not matter."""
        plain = _plain(said)
        if self.pattern is not None:
            return self.pattern.search(plain) is not None
        return _plain(self.text).casefold() in plain.casefold()


_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split())
