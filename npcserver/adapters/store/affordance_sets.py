"""What games register for the turns of players, and which players were told of the model.

Apart from the keys, which commands read without the log.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from npcserver.adapters.store import authored, codec, timelines
from npcserver.adapters.store.dialect import insert_new, made_of, put
from npcserver.adapters.store.tables import AFFORDANCE_SET, DISCLOSURE, TIMELINE
from npcserver.adapters.store.transactions import Queries, as_read, as_write
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
    values: dict[str, object] = {
        "timeline_id": timeline_id,
        "name": name,
        "player_id": player_id,
        "affordances": [codec.plain(each) for each in affordances],
        "entities": [codec.plain(each) for each in entities],
    }
    put(connection, AFFORDANCE_SET, values)


def _get_set(connection: Connection, timeline_id: TimelineId, name: str) -> AffordanceSet | None:
    own = (AFFORDANCE_SET.c.timeline_id == timeline_id, AFFORDANCE_SET.c.name == name)
    row = connection.execute(select(AFFORDANCE_SET).where(*own)).one_or_none()
    return None if row is None else _read_set(row)


def _read_set(row: Any) -> AffordanceSet:
    affordances = codec.read(tuple[Affordance, ...], row.affordances)
    entities = codec.read(tuple[Entity, ...], row.entities)
    return made_of(AffordanceSet, row, affordances=affordances, entities=entities)


def _list_sets(connection: Connection, timeline_id: TimelineId) -> tuple[AffordanceSet, ...]:
    authored.read_timeline(connection, timeline_id)  # raises `NotFound`
    own = select(AFFORDANCE_SET).where(AFFORDANCE_SET.c.timeline_id == timeline_id)
    return tuple(map(_read_set, connection.execute(own.order_by(AFFORDANCE_SET.c.name))))


class SqlAffordanceSets(Queries):
    """Keeps what games register for the turns of players, by name."""

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


class SqlDisclosures(Queries):
    """Keeps the players to whom a model has spoken, by timeline."""

    has_told = as_read(_has_told)
    add = as_write(_add)
