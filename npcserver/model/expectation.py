"""What an author expects of characters: tests of a session, as a file of expectations has them."""

import re
from dataclasses import dataclass, field

from npcserver.model.affordance import Affordance, Value

EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Words that are looked for: a plain text, whatever its case, or a regular expression."""

    text: str
    pattern: re.Pattern[str] | None = None

    def occurs_in(self, said: str) -> bool:
        """Say whether it stands in a text; blanks and the shape of quotation marks do not count."""
        plain = _plain(said)
        if self.pattern is not None:
            return self.pattern.search(plain) is not None
        return _plain(self.text).casefold() in plain.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedIntent:
    """An intent by its affordance, and those of its arguments that matter."""

    affordance: str
    arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedMood:
    """The feelings that lines may carry: their labels, and between which bounds they lie.

    Without labels any will do. `valence` and `arousal` are (least, most).
    """

    labels: tuple[str, ...] = ()
    valence: tuple[float, float] = (-1.0, 1.0)
    arousal: tuple[float, float] = (-1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """Something that is asked at the end of a session, and leaves no trace.

    It is asked `times` times, each time as if it were the first: what is left to chance falls out
    differently. Without `affordances` the character is offered what the world's author wrote.
    """

    say: str
    by: str = ""
    times: int = 1
    affordances: tuple[Affordance, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which turns of a session a test is about; all that are named must hold."""

    numbers: tuple[int, ...] = ()
    heard: re.Pattern[str] | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """What is checked. `None` and empty leave it open.

    `says` holds when one of the turns says one of these, `never_says` when none says any of them;
    `offers_intent` and `never_offers` likewise. `mood`, `language` and `max_sentences` are to hold
    of every turn. `knows` and `does_not_know` are about what the character remembers at the end.
    `leaks_nothing` holds when no turn passes on a memory that may not be told to who heard it.
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
    """A test: of whom, in which turns or at which question, and what is expected.

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
