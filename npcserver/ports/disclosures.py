"""Where it is kept which players were told that a language model speaks to them."""

from typing import Protocol

from npcserver.model.ids import TimelineId, WorldId


class DisclosureArchive(Protocol):
    """The players to whom a model has spoken, by timeline."""

    async def has_told(self, world_id: WorldId, player_id: str) -> bool:
        """Return whether a model has spoken to a player in a timeline that is there."""

    async def add(self, timeline_id: TimelineId, player_id: str) -> None:
        """Store that one has; it goes with the timeline. A repeat changes nothing.

        Raises `NotFound` for an unknown timeline.
        """
