"""Keys and secrets, what games register for the turns of players, and whom a disclosure reached."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, or_, select, update

from npcserver.adapters.store import authored, codec, timelines
from npcserver.adapters.store.dialect import hold, insert_new
from npcserver.adapters.store.tables import ACCESS_KEY, AFFORDANCE_SET, DISCLOSURE, TIMELINE
from npcserver.adapters.store.transactions import (
    Transactions,
    as_read,
    as_write,
    keep_note,
    read_note,
)
from npcserver.model.access import AccessKey, KeyRole
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.timeline import Vantage
from npcserver.ports.access import AffordanceSet

_SECRETS_NOTE = "player_token_secrets"


def _read_keys(connection: Connection) -> tuple[AccessKey, ...]:
    rows = connection.execute(
        select(ACCESS_KEY).order_by(ACCESS_KEY.c.created_at.desc(), ACCESS_KEY.c.id)
    )
    return tuple(
        AccessKey(**{**row, "role": KeyRole(row["role"]), "world_ids": tuple(row["world_ids"])})
        for row in rows.mappings()
    )


def _values(key: AccessKey) -> dict[str, object]:
    values = {column.name: getattr(key, column.name) for column in ACCESS_KEY.c}
    return {**values, "world_ids": list(key.world_ids)}


def _insert_key(connection: Connection, key: AccessKey) -> None:
    connection.execute(insert(ACCESS_KEY).values(_values(key)))


def _update_key(connection: Connection, key: AccessKey) -> None:
    values = _values(key)
    del values["id"], values["used_at"]
    connection.execute(update(ACCESS_KEY).where(ACCESS_KEY.c.id == key.id).values(values))


def _note_uses(connection: Connection, uses: Mapping[str, datetime]) -> None:
    for key_id, used_at in sorted(uses.items()):
        is_later = or_(ACCESS_KEY.c.used_at.is_(None), ACCESS_KEY.c.used_at < used_at)
        connection.execute(
            update(ACCESS_KEY).where(ACCESS_KEY.c.id == key_id, is_later).values(used_at=used_at)
        )


def _add_secret(connection: Connection, kid: str, secret: str, keep: int) -> None:
    hold(connection, "note", _SECRETS_NOTE)
    known = _read_secrets(connection)
    if kid not in dict(known):
        kept = ((kid, secret), *known)[:keep]
        keep_note(connection, _SECRETS_NOTE, json.dumps(kept))


def _read_secrets(connection: Connection) -> tuple[tuple[str, str], ...]:
    written = read_note(connection, _SECRETS_NOTE)
    return tuple((kid, secret) for kid, secret in json.loads(written or "[]"))


class SqlKeyArchive:
    """Keeps keys as digests, and the secrets that tokens are signed with."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    all = as_read(_read_keys)
    add = as_write(_insert_key)
    put = as_write(_update_key)
    note_uses = as_write(_note_uses)
    secrets = as_read(_read_secrets)
    add_secret = as_write(_add_secret)


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
