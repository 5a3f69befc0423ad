"""Recorded sessions, and the tests of personas that run against them.

It holds no moment of real time and nothing of the machine it was recorded on, so that the same
moment recorded twice is the same.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from npcserver.model.affordance import Affordance, Value
from npcserver.model.character import PersonaVersion
from npcserver.model.errors import (
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
    PromptTooLong,
    Unspeakable,
)
from npcserver.model.expectation import TextPattern
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.record import Record
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Rung, Usage
from npcserver.model.worldfile import WorldFile
from npcserver.ports.language_model import Message

_FAULTS: Mapping[str, type[ModelFault]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            ModelUnreachable,
            ModelTooSlow,
            ModelTruncated,
            PromptTooLong,
            Unspeakable,
            ModelTalkedNonsense,
        )
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptShape:
    """The settings that affect prompts; different ones make different prompts.

    `prompt_tokens` is the prompt budget for turns whose receipts do not record one; its default is
    that of the setting before receipts recorded it. `attention` is the tier of characters for whom
    the game set none: those in the foreground talk longer. A talk of more than `conversation_lines`
    begins in a prompt with one of its `beginnings` oldest lines; always with the oldest where that
    is 1, as before there was a choice.
    """

    prompt_tokens: int = 1500
    max_tokens: int = 300
    conversation_lines: int = 12
    attention: str = "background"
    beginnings: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateUsed:
    """A template in a language, and the SHA-256 of its text when the session was recorded."""

    name: str
    language: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A timeline of the lineage and where it forked from its parent; the first has no parent."""

    id: TimelineId
    parent_id: TimelineId | None = None
    forked_at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """What a session of one turn holds besides its records.

    `prompt` is what the model was sent, empty if none was asked. `redacted` records were of players
    other than the one who spoke: their words and names are not in the session.
    """

    turn_id: TurnId
    prompt: tuple[Message, ...] = ()
    redacted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSession:
    """Content of a file written by `npcserver record` or `npcserver incident`.

    `records` are all that the vantage sees, by seq, without a gap from 1; those of an `incident`
    are what its turn, the last record, is made from. Turns from `first` on are replayed; earlier
    records are their context. `world` is as of the recording, `personas` are the versions that
    spoke. `branches` go from the oldest timeline to that of the vantage.
    """

    vantage: Vantage
    world: WorldFile
    records: tuple[Record, ...]
    branches: tuple[Branch, ...]
    personas: tuple[PersonaVersion, ...] = ()
    shape: PromptShape = field(default_factory=PromptShape)
    templates: tuple[TemplateUsed, ...] = ()
    first: int = 1
    server: str = ""
    incident: Incident | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedAnswer:
    """Result of one model call: its text, and how it ended.

    `fault` is the name of the fault that ended it, empty for a complete answer.
    """

    text: str
    model: str
    usage: Usage = field(default_factory=Usage)
    rung: Rung = Rung.PRIMARY
    fault: str = ""
    why: str = ""

    def raised(self) -> ModelFault | None:
        """Return the fault that ended it, None for an answer that was finished."""
        kind = _FAULTS.get(self.fault, ModelTalkedNonsense)
        return kind(self.why) if self.fault else None


EVERYBODY = "everybody"


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
class TurnSelector:
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

    says: tuple[TextPattern, ...] = ()
    never_says: tuple[TextPattern, ...] = ()
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
    turns: TurnSelector = field(default_factory=TurnSelector)
    probe: Probe | None = None
    checks: Checks = field(default_factory=Checks)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaTests:
    """A file of expectations; `name` is what reports call it."""

    name: str
    tests: tuple[PersonaTest, ...]
