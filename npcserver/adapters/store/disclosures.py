"""Which players were told that a language model speaks to them."""

from sqlalchemy import Connection, select

from npcserver.adapters.store import timelines
from npcserver.adapters.store.dialect import insert_new
from npcserver.adapters.store.tables import DISCLOSURE, TIMELINE
from npcserver.adapters.store.transactions import Transactions
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Vantage


class SqlDisclosures:
    """Keeps the players to whom a model has spoken, by timeline."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    async def has_told(self, world_id: WorldId, player_id: str) -> bool:
        """Return whether a model has spoken to a player in a timeline that is there."""
        return await self._transactions.read(_has_told, world_id, player_id)

    async def add(self, timeline_id: TimelineId, player_id: str) -> None:
        """Store that one has; it goes with the timeline. A repeat changes nothing.

        Raises `NotFound` for an unknown timeline.
        """
        await self._transactions.write(_add, timeline_id, player_id)


def _has_told(connection: Connection, world_id: WorldId, player_id: str) -> bool:
    told = (
        select(DISCLOSURE.c.player_id)
        .join(TIMELINE, TIMELINE.c.id == DISCLOSURE.c.timeline_id)
        .where(
            DISCLOSURE.c.player_id == player_id,
            TIMELINE.c.world_id == world_id,
            TIMELINE.c.deleted_at.is_(None),
        )
        .limit(1)
    )
    return connection.execute(told).first() is not None


def _add(connection: Connection, timeline_id: TimelineId, player_id: str) -> None:
    timelines.lock_timeline(connection, Vantage(timeline_id, 0))
    insert_new(connection, DISCLOSURE, {"timeline_id": timeline_id, "player_id": player_id})
