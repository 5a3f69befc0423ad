"""Prompts that were sent, how much they ask of a model, and their parts."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PromptProfile(StrEnum):
    """How much a prompt asks of its model.

    SHORT has fewer rules, no promises, and names an action only if one seems to be asked for:
    models under a billion parameters copy whatever stands beside the words they answer. GUARDED has
    all of FULL, and as with SHORT no first line may be one of the character's own last lines, or a
    memory of the prompt that has nothing to do with the words.
    """

    FULL = "full"
    GUARDED = "guarded"
    SHORT = "short"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextLimit:
    """A context in tokens that was proven to be smaller than what was known, and how."""

    tokens: int
    why: str


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt: `system`, `user` or `assistant`."""

    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSection:
    """A part of a message under one heading or between one pair of marks.

    `name` is the heading, or the word in the marks; empty for text under neither. `tokens` are
    estimated.
    """

    role: str
    name: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OmittedEntries:
    """How many entries of a part did not fit in the prompt."""

    part: str
    count: int


class PromptStatus(StrEnum):
    """Whether the prompt behind a receipt can be shown."""

    AS_SENT = "as_sent"
    NOT_ASKED = "not_asked"  # no model was asked
    NOT_RECORDED = "not_recorded"  # it is stored no longer, or never was


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptBounds:
    """From when on a database stored prompts, and up to when it dropped them since."""

    since: datetime | None = None
    dropped_to: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentPrompt:
    """The last prompt of a turn or a thought, as it was sent, or `why` it cannot be shown.

    `digest`, `template` and `template_digest` are the receipt's. `budget` is the prompt's limit in
    tokens, 0 if it was not recorded.
    """

    status: PromptStatus
    why: str = ""
    messages: tuple[PromptMessage, ...] = ()
    sections: tuple[PromptSection, ...] = ()
    left_out: tuple[OmittedEntries, ...] = ()
    digest: str = ""
    template: str = ""
    template_digest: str = ""
    budget: int = 0

    @property
    def tokens(self) -> int:
        """Estimated tokens of the sections shown."""
        return sum(section.tokens for section in self.sections)
