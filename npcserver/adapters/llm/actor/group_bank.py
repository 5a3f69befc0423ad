"""The phrases of a group chat, and how lines are classified by them. Data: `actor_debate.toml`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from npcserver.language import filled

_SLOT = re.compile(r"\{(\w+)\}")
_EDGES = ' ,.:;?!"\u201c\u201d\uff0c\u3002\uff1a\uff1b\uff1f\uff01'
_WIDE_FROM = "\u3040"

_KINDS: Mapping[str, str] = {
    "agreed": "praise",
    "answer.dodge": "hedge",
    "answer.open": "argument",
    "argued.agree": "agreement",
    "argued.deny": "denial",
    "argued.weigh": "hedge",
    "asked.maybe": "hedge",
    "asked.no": "refusal",
    "asked.yes": "agreement",
    "attacked.cool": "hedge",
    "attacked.hot": "attack",
    "close": "farewell",
    "group.answer": "argument",
    "group.appeal": "appeal",
    "group.ask": "appeal",
    "group.back": "backing",
    "group.claim": "argument",
    "group.close": "farewell",
    "group.contradict": "denial",
    "group.lean": "lean",
    "group.mine": "argument",
    "group.neutral": "hedge",
    "memory": "argument",
    "move.claim": "argument",
    "move.condition": "hedge",
    "move.confide": "trust",
    "move.lean": "lean",
    "move.mine": "argument",
    "move.plan": "trust",
    "move.rival": "slight",
    "move.support": "request",
    "move.topic": "argument",
    "move.truce": "offer",
    "move.warn": "attack",
    "move.yours": "praise",
    "nod": "farewell",
    "open.ally": "trust",
    "open.rival": "challenge",
    "open.undecided": "courtship",
    "praised": "hedge",
    "refused.accept": "farewell",
    "refused.press": "pressure",
    "statement.other": "lean",
}
"""What a phrase of an act amounts to for its hearers."""

_SILENT = ("hearing", "temper", "bias", "endorsing", "generic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A sentence with slots: the names of the slots, and the pieces between them in order."""

    act: str
    text: str
    gaps: frozenset[str]
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, act: str, text: str) -> Self:
        """Read a phrase as written in the data file."""
        pieces = (one.strip(_EDGES) for one in _SLOT.split(text)[::2])
        return cls(
            act=act,
            text=text,
            gaps=frozenset(_SLOT.findall(text)),
            pieces=tuple(one for one in pieces if len(one) > 1),
        )

    def fits(self, fillings: Mapping[str, str]) -> bool:
        """Return whether every slot can be filled."""
        return all(fillings.get(gap) for gap in self.gaps)

    def is_in(self, line: str) -> bool:
        """Return whether a line contains this phrase, whatever its slots were filled with."""
        at = 0
        for piece in self.pieces:
            found = line.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        return bool(self.pieces)


class Bank:
    """All phrases and expressions of one language."""

    def __init__(self, content: Mapping[str, Mapping[str, object]]) -> None:
        self._content = {name: dict(_entries(name, part)) for name, part in content.items()}
        self._patterns = {
            f"{part}.{name}": _any(self._content[part][f"{part}.{name}"])
            for part in ("hearing", "temper", "bias")
            for name in content[part]
        }

    @classmethod
    def load(cls, language: str) -> Self:
        """Return the phrases of a language; missing ones are taken from English."""
        return cls(filled("actor_debate", language))

    @cached_property
    def phrases(self) -> Mapping[str, tuple[Phrase, ...]]:
        """All phrases by act; an act of one temper ends in its name: `open.rival.hard`."""
        return {
            act: tuple(Phrase.of(act.removesuffix(".any"), text) for text in texts)
            for name, part in self._content.items()
            if name not in _SILENT
            for act, texts in part.items()
        }

    def of(self, act: str, temper: str = "") -> tuple[Phrase, ...]:
        """Return the phrases of an act that suit a temper."""
        found = self.phrases
        own = found.get(f"{act}.{temper}", ()) if temper else ()
        return (*own, *found.get(f"{act}.any", found.get(act, ())))

    def texts(self, part: str, name: str) -> Sequence[str]:
        """Return entries that are not phrases, such as generic topics."""
        return self._content[part][f"{part}.{name}"]

    def matches(self, entry: str, text: str) -> bool:
        """Return whether an expression, such as `temper.hard`, occurs in a text."""
        return self._patterns[entry].search(text) is not None

    def kinds(self, line: str) -> frozenset[str]:
        """Return the kinds of speech in a line, such as request, refusal, agreement or question."""
        heard = {kind for kind, phrases in self._telling if any(one.is_in(line) for one in phrases)}
        if not heard:
            names = ("request", "refusal", "agreement", "attack", "praise", "argument")
            heard = {name for name in names if self.matches(f"hearing.{name}", line)}
        if "?" in line or "\uff1f" in line:
            heard.add("question")
        return frozenset(heard)

    @cached_property
    def _telling(self) -> tuple[tuple[str, tuple[Phrase, ...]], ...]:
        named = [(_kind(act), phrases) for act, phrases in self.phrases.items()]
        return tuple((kind, phrases) for kind, phrases in named if kind)


def _kind(act: str) -> str:
    """Return what a phrase of an act amounts to; empty for nothing in particular."""
    parts = act.split(".")
    return _KINDS.get(".".join(parts[:2])) or _KINDS.get(parts[0], "")


def _any(expressions: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(expressions), re.IGNORECASE)


def is_wide(text: str) -> bool:
    """Return whether a text is written without spaces between its words."""
    return any(sign > _WIDE_FROM for sign in text)


def _entries(path: str, part: Mapping[str, object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in part.items():
        if isinstance(value, dict):
            yield from _entries(f"{path}.{name}", value)
        elif isinstance(value, list):
            yield f"{path}.{name}", tuple(map(str, value))
