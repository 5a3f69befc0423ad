"""The offline actor's own phrases, and the patterns it understands. Data: `actor_speech.toml`."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from npcserver.language import DEFAULT, code_of, data, filled, has_spaces
from npcserver.language.stems import stem

PLAIN = "plain"
_ENOUGH = 3
_SLOT = re.compile(r"\{(\w+)\}")

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class AskPattern:
    """Something that can be asked for: how it is asked, what answers it, and its filler words."""

    asked: Pattern
    answered: Pattern
    dropped: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Patterns and phrases of one language.

    `kinds` are tried in order. `marks` and `asks` are by name. `forms` frame what is quoted or
    looked up. `lines` are by occasion and manner. `akin` maps a stem to stems of the same meaning.
    """

    language: str
    kinds: tuple[tuple[str, Pattern], ...]
    marks: Mapping[str, Pattern]
    asks: Mapping[str, AskPattern]
    forms: Mapping[str, str]
    manners: Mapping[str, Sequence[str]]
    lines: Mapping[str, Mapping[str, Sequence[str]]]
    akin: Mapping[str, frozenset[str]]

    @property
    def has_spaces(self) -> bool:
        """Whether the language writes spaces between words."""
        return has_spaces(self.language)

    def manner(self, character: str) -> str:
        """Return the manner that a description of traits and voice suggests."""
        low = character.lower()
        for manner, marks in self.manners.items():
            if any(re.search(rf"(?<!un)\b{re.escape(mark)}", low) for mark in marks):
                return manner
        return PLAIN

    def of(self, occasion: str, manner: str) -> list[str]:
        """Return all phrases for an occasion in a manner."""
        by_manner = self.lines[occasion]
        own = list(by_manner.get(manner, ()))
        return own if len(own) >= _ENOUGH else [*own, *by_manner[PLAIN]]


@cache
def phrases_of(language: str) -> Phrases:
    """Return the phrases for a persona's language.

    Missing marks, forms and lines are taken from English, other tables only as a whole.
    """
    code = code_of(language)
    content = {**data("actor_speech", DEFAULT), **data("actor_speech", code)}
    content |= {key: filled("actor_speech", code)[key] for key in ("marks", "forms", "lines")}
    akin: dict[str, frozenset[str]] = {}
    for group in content["kin"].values():
        stems = frozenset(stem(word) for word in group)
        for word in stems:
            akin[word] = akin.get(word, frozenset()) | stems
    return Phrases(
        language=code,
        kinds=tuple((kind, _compiled("|".join(any_))) for kind, any_ in content["kinds"].items()),
        marks={name: _compiled(pattern) for name, pattern in content["marks"].items()},
        asks={
            name: AskPattern(
                _compiled(one["asked"]), _compiled(one["answered"]), _compiled(one["dropped"])
            )
            for name, one in content["asks"].items()
        },
        forms=content["forms"],
        manners=content["manners"],
        lines=content["lines"],
        akin=akin,
    )


def _compiled(pattern: str) -> Pattern:
    return re.compile(pattern, re.IGNORECASE)


class PhraseChooser:
    """Chooses among phrases by repeatable chance, and avoids recent ones."""

    def __init__(
        self, phrases: Phrases, manner: str, seed: str, said: str, fill: Callable[[str], str]
    ) -> None:
        self._phrases = phrases
        self._manner = manner
        self._chance = random.Random(seed)  # noqa: S311 - the same turn must sound the same again
        self._said = said
        self._fill = fill

    def say(self, occasion: str, **slots: str) -> str:
        """Return a phrase with its slots filled, one not said recently if possible."""
        options = self._phrases.of(occasion, self._manner)
        filled = [text for phrase in options if (text := self.filled(phrase, slots))]
        return self.one_of(filled)

    def one_of(self, texts: Sequence[str]) -> str:
        """Return one of the texts, preferring those not said recently; empty for none."""
        if not texts:
            return ""
        fresh = [text for text in texts if text.strip(" .!?。！？") not in self._said]
        return self._chance.choice(fresh or list(texts))

    def filled(self, phrase: str, slots: Mapping[str, str]) -> str:
        """Return a phrase with its slots filled; empty if one of them is unknown."""
        values = {name: slots.get(name) or self._fill(name) for name in _SLOT.findall(phrase)}
        if not all(values.values()):
            return ""
        return _SLOT.sub(lambda slot: values[slot[1]], phrase)
