"""What seed memories say of how people stand to each other. Data: `standings.toml`.

Each language with such data has a module `standings` with `frames(written, tie)`, which returns the
sentences in which a tie is stated, as patterns, and may have `as_told_to(text)`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from npcserver import language
from npcserver.language import DEFAULT, code_of, data, functions, has_spaces

COMMON_WORDS = language.words("standings", "common_words")
"""First names, in lower case, that are words as well."""
BETWEEN_NAMES = language.expression("standings", "between")
"""What parts names in a row, as a pattern."""

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRelation:
    """A relation that memories state, with what it amounts to."""

    familiarity: int
    affinity: int
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingWords:
    """What is looked for in one language; `@` in a pattern is the name of the other.

    `me` stands for the name of who remembers.
    """

    code: str
    me: str
    ties: tuple[StatedRelation, ...]
    feelings: tuple[tuple[int, Pattern], ...]
    known: Pattern
    distant: Pattern
    unmet: Pattern

    def as_told_to(self, text: str) -> str:
        """Return a memory that tells of its owner by name with its possessives as the owner's."""
        change = functions("standings", "as_told_to").get(self.code)
        return text if change is None else str(change(text))


@cache
def standing_words(tag: str) -> StandingWords:
    """Return what is looked for in a language, in English where that has no such data."""
    frames = functions("standings", "frames")
    code = code_of(tag) if code_of(tag) in frames else DEFAULT
    written = data("standings", code)
    return StandingWords(
        code=code,
        me=written["me"],
        ties=tuple(
            StatedRelation(
                familiarity=tie["familiarity"],
                affinity=tie["affinity"],
                patterns=tuple(
                    re.compile(one, re.IGNORECASE) for one in frames[code](written, tie)
                ),
            )
            for tie in written["ties"]
        ),
        feelings=tuple(
            (int(by), _any(patterns, code)) for by, patterns in written["feelings"].items()
        ),
        known=_any(written["known"], code),
        distant=_any(written["distant"], code),
        unmet=_any(written["unmet"], code),
    )


def _any(patterns: Sequence[str], code: str) -> Pattern:
    edge, end = (r"(?<![\w])", r"(?![\w])") if has_spaces(code) else ("", "")
    return re.compile("|".join(f"{edge}(?:{one}){end}" for one in patterns), re.IGNORECASE)
