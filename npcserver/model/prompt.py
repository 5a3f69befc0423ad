"""A prompt looked at again, and what is kept so that it can be."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTemplate:
    """The words of a template and of all parts it pulls in, by file name, under their digest."""

    digest: str
    language: str
    name: str
    sources: tuple[tuple[str, str], ...]


class PromptProfile(StrEnum):
    """How much a prompt asks of its model.

    SHORT has fewer rules, no promises, and names an action only where one seems to be asked for:
    models of less than a billion weights copy what stands beside the words they answer.
    """

    FULL = "full"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt: `system`, `user` or `assistant`."""

    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSection:
    """A stretch of a message under one heading or between one pair of marks.

    `name` is the heading, or the word in the marks; empty for what stands under neither. `tokens`
    are estimated.
    """

    role: str
    name: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """How many entries of a part did not fit into the prompt."""

    part: str
    count: int


class PromptStatus(StrEnum):
    """Whether a prompt that was rendered again is the one that was sent."""

    AS_SENT = "as_sent"  # its digest is that of the receipt
    NOT_AS_SENT = "not_as_sent"  # only the sections known to be as they were are shown
    NOT_ASKED = "not_asked"  # no model was asked
    NOT_RECORDED = "not_recorded"  # the receipt has no digest to hold it to


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPrompt:
    """The last prompt of a turn or a thought, rendered again from the log.

    `messages` are whole and only there with AS_SENT. With NOT_AS_SENT `sections` are those whose
    digests the receipt has, and `missing` counts the others; `why` says what stood in the way.
    `digest`, `template` and `template_digest` are the receipt's. `calls` is how many questions the
    receipt tells of: the prompt is that of the last. `budget` is how many tokens it might have, 0
    where that was not recorded.
    """

    status: PromptStatus
    why: str = ""
    messages: tuple[PromptMessage, ...] = ()
    sections: tuple[PromptSection, ...] = ()
    missing: int = 0
    left_out: tuple[LeftOut, ...] = ()
    digest: str = ""
    template: str = ""
    template_digest: str = ""
    budget: int = 0

    @property
    def tokens(self) -> int:
        """The estimated tokens of the sections that are shown."""
        return sum(section.tokens for section in self.sections)
