"""What games register for the turns of players."""

from collections.abc import Sequence

from sqlalchemy import Connection, Row, delete, insert, select

from npcserver.adapters.store import codec, timelines
from npcserver.adapters.store.tables import AFFORDANCE_SET
from npcserver.adapters.store.transactions import Transactions
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Vantage


class SqlAffordanceSets:
    """Keeps what games register for the turns of players, by name."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    async def put(
        self,
        timeline_id: TimelineId,
        name: str,
        player_id: str,
        affordances: Sequence[Affordance],
        entities: Sequence[Entity],
    ) -> None:
        """Store a set, replacing one of its name. Raises `NotFound` for an unknown timeline."""
        values: dict[str, object] = {
            "timeline_id": timeline_id,
            "name": name,
            "player_id": player_id,
            "affordances": [codec.plain(each) for each in affordances],
            "entities": [codec.plain(each) for each in entities],
        }
        await self._transactions.write(_replace_set, timeline_id, name, values)

    async def get(
        self, timeline_id: TimelineId, name: str
    ) -> tuple[str, tuple[Affordance, ...], tuple[Entity, ...]] | None:
        """Return the only player who may use a set (empty for all), and what it holds; or None."""
        row = await self._transactions.read(_read_set, timeline_id, name)
        if row is None:
            return None
        return (
            row.player_id,
            codec.read(tuple[Affordance, ...], row.affordances),
            codec.read(tuple[Entity, ...], row.entities),
        )


def _replace_set(
    connection: Connection, timeline_id: TimelineId, name: str, values: dict[str, object]
) -> None:
    timelines.lock_timeline(connection, Vantage(timeline_id, 0))
    connection.execute(
        delete(AFFORDANCE_SET).where(
            AFFORDANCE_SET.c.timeline_id == timeline_id, AFFORDANCE_SET.c.name == name
        )
    )
    connection.execute(insert(AFFORDANCE_SET).values(values))


def _read_set(connection: Connection, timeline_id: TimelineId, name: str) -> Row[object] | None:
    own = (AFFORDANCE_SET.c.timeline_id == timeline_id, AFFORDANCE_SET.c.name == name)
    return connection.execute(select(AFFORDANCE_SET).where(*own)).one_or_none()
