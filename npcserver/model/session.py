"""A recorded session: everything one vantage sees, and what shaped the prompts of its turns.

It holds no real time and nothing about the machine, so recording the same vantage twice gives the
same session.
"""

from dataclasses import dataclass, field

from npcserver.model.character import PersonaVersion
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Rung, Usage
from npcserver.model.worldfile import WorldFile


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptShape:
    """The settings that affect prompts; different ones make different prompts.

    `prompt_tokens` is the prompt budget for turns whose receipts do not record one; its default is
    that of the setting before receipts recorded it. `attention` is the tier of characters for whom
    the game set none: those in the foreground talk longer.
    """

    prompt_tokens: int = 1500
    max_tokens: int = 300
    conversation_lines: int = 12
    attention: str = "background"


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
class Session:
    """Content of a file written by `npcserver record`.

    `records` are all that the vantage sees, by seq, without a gap from 1. Turns from `first` on are
    replayed; earlier records are their context. `world` is as of the recording, `personas` are the
    versions that spoke. `branches` go from the oldest timeline to that of the vantage.
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
