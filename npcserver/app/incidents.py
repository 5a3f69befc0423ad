"""Incidents: one turn as a file that opens on another machine."""

from dataclasses import dataclass
from typing import Protocol

from npcserver.app.ledger.explanations import TurnExplanation
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.prompt import SentPrompt


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentFile:
    """A file of lines of JSON."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnChange:
    """What of a turn comes out otherwise: `what` is `line`, `intents`, `prompt` or another part."""

    what: str
    recorded: str
    replayed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAnswer:
    """What a model of this machine answers to the prompt of an incident."""

    model: str
    text: str
    intents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedIncident:
    """An incident as this server sees it.

    `changes` are what a replay from the recorded answer gives otherwise, `templates` the names of
    those with another text here. `redacted` records were of other players. `answer` is None unless
    the model of this machine was asked.
    """

    made: TurnExplanation
    prompt: SentPrompt
    character: str
    world: str
    server: str
    redacted: int
    templates: tuple[str, ...] = ()
    changes: tuple[TurnChange, ...] = ()
    answer: NewAnswer | None = None


class Incidents(Protocol):
    """Makes incidents of turns, and opens them. Nothing of it is stored."""

    async def export(self, *, timeline_id: TimelineId, turn_id: TurnId) -> IncidentFile:
        """Return a turn with all that it is made from, without words and names of other players.

        Raises `NotFound`.
        """

    async def open(self, content: bytes, name: str, *, asks: bool = False) -> OpenedIncident:
        """Return what a file tells, its turn replayed; with `asks` the model answers it anew.

        Raises `InvalidInput` for a file that is no whole incident.
        """
