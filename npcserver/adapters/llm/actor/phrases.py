"""The actor's own phrases, kept as data beside the code, one file per language."""

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from npcserver.model.stems import stem

PLAIN = "plain"
_ENOUGH = 3
_SLOT = re.compile(r"\{(\w+)\}")

Bank = Mapping[str, Mapping[str, Sequence[str]]]


class Phrases:
    """Phrases of one language, by topic and manner."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        kin: Mapping[str, Sequence[str]] = bank.get("kin", {})
        self._kin: dict[str, frozenset[str]] = {}
        for group in kin.values():
            stems = frozenset(stem(word) for word in group)
            for word in stems:
                self._kin[word] = self._kin.get(word, frozenset()) | stems

    def kin(self, word: str) -> frozenset[str]:
        """Return the words that ask for the same thing as this one."""
        return self._kin.get(word, frozenset())

    def manner(self, character: str) -> str:
        """Return the manner that a description of traits and voice suggests."""
        low = character.lower()
        for manner, marks in self._bank["manners"].items():
            if any(re.search(rf"(?<!un)\b{re.escape(mark)}", low) for mark in marks):
                return manner
        return PLAIN

    def of(self, topic: str, manner: str) -> list[str]:
        """Return all phrases that suit a topic and a manner."""
        by_manner = self._bank[topic]
        own = list(by_manner.get(manner, ()))
        return own if len(own) >= _ENOUGH else [*own, *by_manner[PLAIN]]


def load(language: str) -> Phrases:
    """Read the phrases of `en` or `zh`; any other language speaks English."""
    file = Path(__file__).with_name(f"phrases_{'zh' if language.startswith('zh') else 'en'}.toml")
    return Phrases(tomllib.loads(file.read_text(encoding="utf-8")))


class Speech:
    """Chooses among phrases by chance that is repeatable, and avoids what was said lately."""

    def __init__(
        self, phrases: Phrases, manner: str, seed: str, said: str, fill: Callable[[str], str]
    ) -> None:
        self._phrases = phrases
        self._manner = manner
        self._chance = random.Random(seed)  # noqa: S311 - the same turn sounds the same again
        self._said = said
        self._fill = fill

    def say(self, topic: str, **slots: str) -> str:
        """Return a phrase of that topic with its slots filled; one not said lately, if there is."""
        options = self._phrases.of(topic, self._manner)
        filled = [text for phrase in options if (text := self._filled(phrase, slots))]
        return self.one_of(filled)

    def one_of(self, texts: Sequence[str]) -> str:
        """Return one of the texts, preferring what was not said lately."""
        if not texts:
            return ""
        fresh = [text for text in texts if text.strip(" .!?") not in self._said]
        return self._chance.choice(fresh or list(texts))

    def happens(self, share: float) -> bool:
        """Say yes in that share of all cases."""
        return self._chance.random() < share

    def _filled(self, phrase: str, slots: Mapping[str, str]) -> str:
        values = {name: slots.get(name) or self._fill(name) for name in _SLOT.findall(phrase)}
        if not all(values.values()):
            return ""
        return _SLOT.sub(lambda slot: values[slot[1]], phrase)
