"""Which worlds are not served from this database, and where they are."""

from collections.abc import Mapping
from typing import Protocol

from npcserver.model.ids import WorldId
from npcserver.model.world_location import WorldLocation


class WorldDirectory(Protocol):
    """The directory of a database, as this server knows it."""

    @property
    def not_served(self) -> Mapping[WorldId, WorldLocation]:
        """The worlds whose calls are refused, as of the last news; those that left, too."""

    async def find(self, identifier: str) -> WorldLocation | None:
        """Return where the world is that has this id, or a part of it has; None for here."""
