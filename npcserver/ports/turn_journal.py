"""Turns that are being spoken, kept so that a crash loses nothing a player said or was told.

A turn enters the journal beside the call of the model. What is about to go out to the player is
noted before it does. `UnitOfWork.end_turn` removes the turn in the transaction that appends it to
its timeline, so what is left belongs to a server that died, or could not store the turn.
"""

from dataclasses import dataclass
from typing import Protocol

from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import TurnTaken
from npcserver.model.turn import NOTHING_DELIVERED, Delivered
from npcserver.ports.storage import RequestKey


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunTurn:
    """A turn that began: what was heard, its id, from which its seed follows, and its receipt.

    `turn` has no events; what was delivered of it is in `delivered`. `owner` names the dialogue
    that speaks it, within the server that does.
    """

    owner: str
    timeline_id: TimelineId
    character_id: CharacterId
    speaker_is_player: bool
    turn: TurnTaken
    key: RequestKey | None = None
    delivered: Delivered = NOTHING_DELIVERED


class TurnJournal(Protocol):
    """Writes return once they are durable. What is asked for in order is written in that order."""

    async def begin(self, turn: BegunTurn) -> None:
        """Enter a turn, or take over one of the same id."""
        ...

    async def note(self, turn: BegunTurn) -> None:
        """Replace what was delivered of a turn, where it is still in the journal."""
        ...

    async def drop(self, turn: BegunTurn) -> None:
        """Remove a turn that can no longer be stored."""
        ...

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId, owner: str
    ) -> tuple[BegunTurn, ...]:
        """Return turns of a character that nobody speaks any more, oldest first.

        Those of servers that are gone, and those of `owner`, who knows that it speaks none.
        """
        ...

    async def left_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        """Return turns begun under a request's key that nobody speaks any more, oldest first."""
        ...

    async def abandoned(self) -> tuple[BegunTurn, ...]:
        """Return turns of servers that are gone, oldest first, a few hundred at a time."""
        ...
