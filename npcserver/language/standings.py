"""What seed memories say of how people stand to each other. Data: `standings.toml`.

Each language with such data has a module `standings` with the functions in `StandingReader`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from npcserver import language
from npcserver.language import DEFAULT, code_of, data, has_spaces, modules

COMMON_WORDS = language.words("standings", "common_words")
"""First names, in lower case, that are words as well."""
BETWEEN_NAMES = language.expression("standings", "between")
"""What parts names in a row, as a pattern."""

Pattern = re.Pattern[str]


class StandingReader(Protocol):
    """What the module `standings` of a language gives; `as_told_to` may be left out."""

    def frames(self, written: Mapping[str, Any], tie: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the sentences in which a tie is stated, as patterns."""
        ...

    def as_told_to(self, text: str) -> str:
        """Return a memory that tells of its owner by name with its possessives as the owner's."""
        ...


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
        change = getattr(modules("standings")[self.code], "as_told_to", None)
        return text if change is None else str(change(text))


@cache
def standing_words(tag: str) -> StandingWords:
    """Return what is looked for in a language, in English where that has no such data."""
    code = code_of(tag)
    code = code if code in modules("standings") else DEFAULT
    written = data("standings", code)
    reader = cast("StandingReader", modules("standings")[code])
    return StandingWords(
        code=code,
        me=written["me"],
        ties=tuple(
            StatedRelation(
                familiarity=tie["familiarity"],
                affinity=tie["affinity"],
                patterns=tuple(
                    re.compile(one, re.IGNORECASE) for one in reader.frames(written, tie)
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
