"""Keys, secrets that tokens are signed with, and what games register for the turns of players."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from npcserver.adapters.store import authored, authored_edits, codec, dialect, timelines
from npcserver.adapters.store.reader_pool import ReaderPool
from npcserver.adapters.store.tables import ACCESS_KEY, AFFORDANCE_SET
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.adapters.store.writer import Writer
from npcserver.model.access import AccessKey, KeyRole
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Vantage

_SECRETS_NOTE = "player_token_secrets"


class SqlKeyArchive:
    """Keeps keys as digests, and the secrets that tokens are signed with."""

    def __init__(self, writer: Writer, lanes: ReaderPool) -> None:
        self._writer = writer
        self._lanes = lanes

    async def all(self) -> tuple[AccessKey, ...]:
        """Return all keys, newest first."""
        async with self._lanes.lane() as lane:
            return await lane.run(_read_keys)

    async def add(self, key: AccessKey) -> None:
        """Store a new key."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(_insert_key, key)

        await self._writer.work(work)

    async def put(self, key: AccessKey) -> None:
        """Replace a key, but for the time of its last use."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(_update_key, key)

        await self._writer.work(work)

    async def note_uses(self, uses: Mapping[str, datetime]) -> None:
        """Store when keys were last used, by id; an earlier time changes nothing."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(_note_uses, uses)

        await self._writer.work(work)

    async def secrets(self) -> tuple[tuple[str, str], ...]:
        """Return the (id, secret) pairs that this server's tokens are signed with, newest first."""
        async with self._lanes.lane() as lane:
            return await lane.run(_read_secrets)

    async def add_secret(self, kid: str, secret: str, keep: int) -> None:
        """Store a new signing secret, unless its id is there; keep only the `keep` newest."""

        async def work(unit: SqlUnit) -> None:
            await unit.run(dialect.hold, "note", _SECRETS_NOTE)
            known = await unit.run(_read_secrets)
            if kid not in dict(known):
                kept = ((kid, secret), *known)[:keep]
                await unit.run(authored_edits.keep_note, _SECRETS_NOTE, json.dumps(kept))

        await self._writer.work(work)


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


def _read_secrets(connection: Connection) -> tuple[tuple[str, str], ...]:
    written = authored.read_note(connection, _SECRETS_NOTE)
    return tuple((kid, secret) for kid, secret in json.loads(written or "[]"))


class SqlAffordanceSets:
    """Keeps what games register for the turns of players, by name."""

    def __init__(self, writer: Writer, lanes: ReaderPool) -> None:
        self._writer = writer
        self._lanes = lanes

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

        async def work(unit: SqlUnit) -> None:
            await unit.run(_replace_set, timeline_id, name, values)

        await self._writer.work(work)

    async def get(
        self, timeline_id: TimelineId, name: str
    ) -> tuple[str, tuple[Affordance, ...], tuple[Entity, ...]] | None:
        """Return the only player who may use a set (empty for all), and what it holds; or None."""
        async with self._lanes.lane() as lane:
            row = await lane.run(_read_set, timeline_id, name)
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
