"""Journal of turns in progress, so that a crash loses nothing a player said or heard.

A turn is entered while the model is called. What is sent to the player is noted before it is sent.
`UnitOfWork.end_turn` removes the turn in the transaction that appends it to its timeline, so any
turn left over belongs to a server that died, could not store it, or left it for a repeat.
"""

from dataclasses import dataclass
from typing import Protocol

from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.record import TurnTaken
from npcserver.model.turn import NOTHING_DELIVERED, Delivered
from npcserver.ports.storage import RequestKey
from npcserver.ports.turn_leases import TurnLease


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunTurn:
    """A turn in progress: what was heard, its id (which determines its seed), and its receipt.

    `turn` has no events; what was delivered of it is in `delivered`. `owner` names the dialogue
    that speaks it, within its server.
    """

    owner: str
    timeline_id: TimelineId
    character_id: CharacterId
    speaker_is_player: bool
    turn: TurnTaken
    key: RequestKey | None = None
    delivered: Delivered = NOTHING_DELIVERED


class TurnJournal(Protocol):
    """The journal; writes are durable on return and are applied in the order of the calls."""

    async def begin(self, turn: BegunTurn, lease: TurnLease | None = None) -> bool:
        """Enter a turn while its lease is held; return whether it is its owner's now.

        One that is there already stays with its owner, who may begin it anew.
        """

    async def note(self, turn: BegunTurn) -> bool:
        """Replace what was delivered of a turn; return whether it was there and its owner's."""

    async def leave(self, turn: BegunTurn) -> bool:
        """Give a turn up as it is now; return whether it was there and its owner's.

        Any dialogue may go on with it, or store it, as with one of a server that is gone.
        """

    async def evict(self, turn: BegunTurn) -> None:
        """Take a turn and its lease from its owner, as if that one had left it.

        Who waits for the character speaks next, and stores what was heard of the turn first.
        """

    async def take_over(self, turn: BegunTurn, owner: str) -> bool:
        """Give a turn to another owner; return whether it was still the old one's.

        From then on the old owner can neither note, store nor drop it.
        """

    async def drop(self, turn: BegunTurn) -> None:
        """Remove a turn that can no longer be stored, if it is still its owner's."""

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId, owner: str
    ) -> tuple[BegunTurn, ...]:
        """Return a character's turns that no dialogue speaks any more, oldest first.

        Those of servers that are gone, and those of `owner`, which must not be speaking any.
        """

    async def left_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        """Return turns begun under a request's key that no dialogue speaks any more.

        Oldest first; see `left_with` for `owner`.
        """

    async def held_under(self, key: RequestKey, owner: str) -> tuple[BegunTurn, ...]:
        """Return turns begun under a request's key that another dialogue may still speak.

        Oldest first; its server lives, or is not yet known to be gone.
        """

    async def spoken(self, turn_id: TurnId, owner: str) -> BegunTurn | None:
        """Return a turn that another dialogue may still speak, or None; see `held_under`."""

    async def abandoned(self) -> tuple[BegunTurn, ...]:
        """Return turns of servers that are gone, oldest first, a few hundred at a time."""
