"""A recorded session: everything that one vantage sees, and what shaped the prompts of its turns.

It holds no moment of real time and nothing of the machine it was recorded on, so that the same
moment recorded twice is the same.
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
    """The settings that decide what a prompt looks like; changed ones make other prompts.

    `prompt_tokens` is the budget of the prompts of turns whose receipts name none, from before
    receipts did; its default is that of the setting at that time.
    `attention` is how finely characters think for whom the game set nothing: those in the
    foreground talk longer.
    """

    prompt_tokens: int = 1500
    max_tokens: int = 300
    conversation_lines: int = 12
    attention: str = "background"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateUsed:
    """A template in a language, and the SHA-256 of its words when the session was recorded."""

    name: str
    language: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A timeline of the lineage: where it left its parent (the first has none)."""

    id: TimelineId
    parent_id: TimelineId | None = None
    forked_at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What `npcserver record` writes.

    `records` are all that the vantage sees, by seq, without a gap from 1. Turns from `first` on are
    performed again; what came before is what they rest on. `world` is as it was when the session
    was recorded, `personas` are the versions that spoke. `branches` go from the oldest timeline to
    that of the vantage.
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
    """How one call of a model went: what it wrote, and how that ended.

    `fault` is the name of the fault that ended it, empty for an answer that was finished.
    """

    text: str
    model: str
    usage: Usage = field(default_factory=Usage)
    rung: Rung = Rung.PRIMARY
    fault: str = ""
    why: str = ""
