"""Prompts rendered again from the log, and the templates stored for that."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTemplate:
    """The sources of a template and of all parts it includes, by file name, with their digest."""

    digest: str
    language: str
    name: str
    sources: tuple[tuple[str, str], ...]


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
    """Whether a re-rendered prompt is the one that was sent."""

    AS_SENT = "as_sent"  # its digest equals that of the receipt
    NOT_AS_SENT = "not_as_sent"  # only sections known to be unchanged are shown
    NOT_ASKED = "not_asked"  # no model was asked
    NOT_RECORDED = "not_recorded"  # the receipt has no digest to compare with


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPrompt:
    """The last prompt of a turn or a thought, rendered again from the log.

    `messages` are complete and present only with AS_SENT. With NOT_AS_SENT `sections` are those
    whose digests the receipt has, `missing` counts the others, and `why` says what prevented a
    match. `digest`, `template` and `template_digest` are the receipt's. `budget` is the prompt's
    limit in tokens, 0 if it was not recorded.
    """

    status: PromptStatus
    why: str = ""
    messages: tuple[PromptMessage, ...] = ()
    sections: tuple[PromptSection, ...] = ()
    missing: int = 0
    left_out: tuple[OmittedEntries, ...] = ()
    digest: str = ""
    template: str = ""
    template_digest: str = ""
    budget: int = 0

    @property
    def tokens(self) -> int:
        """Estimated tokens of the sections shown."""
        return sum(section.tokens for section in self.sections)
