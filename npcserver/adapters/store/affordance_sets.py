"""What games register for the turns of players, and which players were told of the model.

Apart from the keys, which commands read without the log.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from npcserver.adapters.store import authored, codec, timelines
from npcserver.adapters.store.dialect import insert_new
from npcserver.adapters.store.tables import AFFORDANCE_SET, DISCLOSURE, TIMELINE
from npcserver.adapters.store.transactions import Transactions, as_read, as_write
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Vantage
from npcserver.ports.access import AffordanceSet


def _put_set(
    connection: Connection,
    timeline_id: TimelineId,
    name: str,
    player_id: str,
    affordances: Sequence[Affordance],
    entities: Sequence[Entity],
) -> None:
    timelines.lock_timeline(connection, Vantage(timeline_id, 0))
    own = (AFFORDANCE_SET.c.timeline_id == timeline_id, AFFORDANCE_SET.c.name == name)
    connection.execute(delete(AFFORDANCE_SET).where(*own))
    values: dict[str, object] = {
        "timeline_id": timeline_id,
        "name": name,
        "player_id": player_id,
        "affordances": [codec.plain(each) for each in affordances],
        "entities": [codec.plain(each) for each in entities],
    }
    connection.execute(insert(AFFORDANCE_SET).values(values))


def _get_set(
    connection: Connection, timeline_id: TimelineId, name: str
) -> tuple[str, tuple[Affordance, ...], tuple[Entity, ...]] | None:
    own = (AFFORDANCE_SET.c.timeline_id == timeline_id, AFFORDANCE_SET.c.name == name)
    row = connection.execute(select(AFFORDANCE_SET).where(*own)).one_or_none()
    if row is None:
        return None
    affordances = codec.read(tuple[Affordance, ...], row.affordances)
    return row.player_id, affordances, codec.read(tuple[Entity, ...], row.entities)


def _list_sets(connection: Connection, timeline_id: TimelineId) -> tuple[AffordanceSet, ...]:
    is_there = select(TIMELINE.c.id).where(
        TIMELINE.c.id == timeline_id, TIMELINE.c.deleted_at.is_(None)
    )
    if connection.execute(is_there).first() is None:
        raise authored.missing("timeline", timeline_id)
    own = select(AFFORDANCE_SET).where(AFFORDANCE_SET.c.timeline_id == timeline_id)
    return tuple(
        AffordanceSet(
            name=row.name,
            player_id=row.player_id,
            affordances=codec.read(tuple[Affordance, ...], row.affordances),
            entities=codec.read(tuple[Entity, ...], row.entities),
        )
        for row in sorted(connection.execute(own), key=lambda row: str(row.name))
    )


class SqlAffordanceSets:
    """Keeps what games register for the turns of players, by name."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    put = as_write(_put_set)
    get = as_read(_get_set)
    list = as_read(_list_sets)


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


class SqlDisclosures:
    """Keeps the players to whom a model has spoken, by timeline."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    has_told = as_read(_has_told)
    add = as_write(_add)
