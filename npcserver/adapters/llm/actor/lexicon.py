"""The expressions by which the actor feels and weighs, read from `lexicon.toml`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Feelings by label, and weights in the order in which they are tried."""

    feelings: Mapping[str, Pattern]
    weights: tuple[tuple[int, Pattern], ...]


def load() -> Lexicon:
    """Read and compile the lexicon."""
    content = tomllib.loads(Path(__file__).with_name("lexicon.toml").read_text(encoding="utf-8"))
    feelings = content["feelings"]
    return Lexicon(
        feelings={name: _any(alternatives, whole=True) for name, alternatives in feelings.items()},
        weights=(
            *_weights(content["signs"], whole=False),
            *_weights(content["weights"], whole=True),
        ),
    )


def _weights(lists: Mapping[str, Sequence[str]], *, whole: bool) -> list[tuple[int, Pattern]]:
    return [(int(weight), _any(one, whole=whole)) for weight, one in lists.items()]


def _any(alternatives: Sequence[str], *, whole: bool) -> Pattern:
    joined = "|".join(alternatives)
    return re.compile(rf"\b(?:{joined})\b" if whole else joined, re.IGNORECASE)
