"""What a game registers for the turns of players, by name, and a turn refers to."""

from typing import Annotated

from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.bounds import Items, Name
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.ports.access import AffordanceSet, AffordanceSets


class RegisteredAffordances:
    """Stores sets, and finds the one that a turn refers to."""

    def __init__(self, sets: AffordanceSets) -> None:
        self._sets = sets

    async def put(
        self,
        *,
        timeline_id: TimelineId,
        name: Name,
        player_id: str = "",
        affordances: tuple[Affordance, ...],
        entities: Annotated[tuple[Entity, ...], Items(limits.ENTITIES, key="id")] = (),
    ) -> None:
        """Store a set; `player_id` is the only player who may refer to it, empty for all.

        Raises `NotFound` for an unknown timeline.
        """
        await self._sets.put(timeline_id, name, player_id, affordances, entities)

    async def get(
        self, timeline_id: TimelineId, name: str, player_id: str
    ) -> tuple[tuple[Affordance, ...], tuple[Entity, ...]]:
        """Return what a set holds. Raises `NotFound`, also where it is for another player."""
        found = await self._sets.get(timeline_id, name)
        if found is None or found.player_id not in ("", player_id):
            raise NotFound(
                "affordance_set",
                name,
                "the game's server registers it for this timeline with `PutAffordanceSet`",
            )
        return found.affordances, found.entities

    async def list(
        self, *, timeline_id: TimelineId, player_id: str = ""
    ) -> tuple[AffordanceSet, ...]:
        """Return the sets of a timeline by name, of all players or those that one may refer to."""
        found = await self._sets.list(timeline_id)
        return tuple(one for one in found if not player_id or one.player_id in ("", player_id))
