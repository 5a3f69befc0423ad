"""Keys of clients, and the secrets that tokens are signed with."""

import json
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, insert, or_, select, update

from npcserver.adapters.store.dialect import hold
from npcserver.adapters.store.tables import ACCESS_KEY
from npcserver.adapters.store.transactions import (
    Transactions,
    as_read,
    as_write,
    keep_note,
    read_note,
)
from npcserver.model.access import AccessKey, KeyRole

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
