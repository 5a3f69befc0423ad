"""Where a world is that this database does not serve, or not now."""

from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import WorldId

HELD_SECONDS = 3.0
"""Longest time for which servers refuse calls of a world that is said to be held: the move holds it
for less than a second, and may have died."""


ARCHIVE = "archive "
"""What the name of a file begins with in place of a shard."""


class WorldState(StrEnum):
    """How far a move is, as the database that has the row sees it."""

    LEAVING = "leaving"
    """It is being copied, and is served here."""
    HELD = "held"
    """The last of it is being copied; nothing of it can be written for about a second."""
    LEFT = "left"
    """It is served elsewhere, or is in an archive."""
    ARRIVING = "arriving"
    """It is not served here yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldLocation:
    """A world that has a row in the directory; `shard` is the other place."""

    world_id: WorldId
    state: WorldState
    shard: str

    @property
    def is_archive(self) -> bool:
        """Whether the other place is a file, which an operator has to restore."""
        return self.shard.startswith(ARCHIVE)

    def refusal(self) -> "WorldMoved":
        """Return the error for a call that names this world."""
        if self.state is WorldState.HELD:
            return WorldMoved(self, f"is moving to {self.shard} at this moment")
        if self.is_archive:
            return WorldMoved(self, f"is in the {self.shard}, until its operator restores it")
        served = "is still at" if self.state is WorldState.ARRIVING else "is at"
        return WorldMoved(self, f"{served} {self.shard}, and not here")


class WorldMoved(Unavailable):
    """The world is not served here; the same request is answered where it is."""

    def __init__(self, location: WorldLocation, where: str) -> None:
        super().__init__(
            f"world {location.world_id!r} {where}; repeat the call under its request id, so that "
            "the balancer finds it",
            Reason.WORLD_MOVED,
            worldId=location.world_id,
            shard=location.shard,
        )
