"""Persona tests: what an author expects of characters, as a file of expectations states it."""

import re
from dataclasses import dataclass, field

from npcserver.model.affordance import Affordance, Value

EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A text to look for, ignoring case, or a regular expression."""

    text: str
    pattern: re.Pattern[str] | None = None

    def occurs_in(self, said: str) -> bool:
        """Return whether it occurs in `said`; whitespace and the kind of quotes do not matter."""
        plain = _plain(said)
        if self.pattern is not None:
            return self.pattern.search(plain) is not None
        return _plain(self.text).casefold() in plain.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedIntent:
    """An expected intent: its affordance, and those of its arguments that matter."""

    affordance: str
    arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedMood:
    """Bounds on the emotion of lines.

    Empty `labels` allow any. `valence` and `arousal` are (least, most).
    """

    labels: tuple[str, ...] = ()
    valence: tuple[float, float] = (-1.0, 1.0)
    arousal: tuple[float, float] = (-1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A question asked at the end of a session that leaves no trace.

    It is asked `times` times, each time from the same state, so that random choices may differ. If
    `affordances` is None, the character is offered the world's own.
    """

    say: str
    by: str = ""
    times: int = 1
    affordances: tuple[Affordance, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which turns of a session a test is about; all the given criteria must hold."""

    numbers: tuple[int, ...] = ()
    heard: re.Pattern[str] | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """What a test checks; `None` and empty fields check nothing.

    `says` holds if at least one turn says one of these, `never_says` if no turn says any of them;
    `offers_intent` and `never_offers` likewise. `mood`, `language` and `max_sentences` must hold in
    every turn. `knows` and `does_not_know` are about what the character remembers at the end.
    `leaks_nothing` holds if no turn passes on a memory that its listeners may not be told.
    """

    says: tuple[Wording, ...] = ()
    never_says: tuple[Wording, ...] = ()
    offers_intent: tuple[WantedIntent, ...] = ()
    never_offers: tuple[WantedIntent, ...] = ()
    knows: tuple[str, ...] = ()
    does_not_know: tuple[str, ...] = ()
    mood: WantedMood | None = None
    language: str = ""
    max_sentences: int = 0
    leaks_nothing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaTest:
    """One test: its character, its turns or its probe, and what is expected.

    `character` is an id or a name, or `EVERYBODY` for each character of the world.
    """

    name: str
    character: str
    line: int = 0
    turns: Choice = field(default_factory=Choice)
    probe: Probe | None = None
    checks: Checks = field(default_factory=Checks)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaTests:
    """A file of expectations; `name` is what reports call it."""

    name: str
    tests: tuple[PersonaTest, ...]


_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split())
