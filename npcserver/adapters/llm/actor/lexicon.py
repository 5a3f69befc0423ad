"""The expressions for emotions and importance. Data: `actor_feelings.toml`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.language import entries, expression_of, has_spaces

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Emotions by label, and weights of importance in the order in which they are tried."""

    feelings: Mapping[str, Pattern]
    weights: tuple[tuple[int, Pattern], ...]


def load() -> Lexicon:
    """Compile the lexicon of all languages.

    Weights of languages without spaces are tried first: their signs are the surest in a mixed text.
    """
    alternatives: dict[str, list[str]] = {}
    for code, feelings in entries("actor_feelings", "feelings"):
        for name, words in feelings.items():
            alternatives.setdefault(name, []).append(expression_of(code, words))
    weights = sorted(entries("actor_feelings", "weights"), key=lambda one: has_spaces(one[0]))
    return Lexicon(
        feelings={name: _compiled("|".join(found)) for name, found in alternatives.items()},
        weights=tuple(
            (int(weight), _compiled(expression_of(code, words)))
            for code, lists in weights
            for weight, words in lists.items()
        ),
    )


def _compiled(expression: str) -> Pattern:
    return re.compile(expression, re.IGNORECASE)
