"""Keys of clients, accounts of people, and the secrets that tokens are signed with."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select, update

from npcserver.adapters.store.dialect import columns_of, hold
from npcserver.adapters.store.tables import (
    ACCESS_KEY,
    ACCOUNT,
    ACCOUNT_SESSION,
    AUTHOR_CHANGE,
    TIMELINE,
)
from npcserver.adapters.store.transactions import (
    Queries,
    as_read,
    as_write,
    keep_note,
    read_note,
)
from npcserver.model.access import AccessKey, Account, AccountSession, KeyRole
from npcserver.model.author_change import AuthorChange

_SECRETS_NOTE = "player_token_secrets"
_ACCOUNTS = "accounts"  # the lock of all that changes one


def _read_keys(connection: Connection) -> tuple[AccessKey, ...]:
    rows = connection.execute(
        select(ACCESS_KEY).order_by(ACCESS_KEY.c.created_at.desc(), ACCESS_KEY.c.id)
    )
    return tuple(
        AccessKey(**{**row, "role": KeyRole(row["role"]), "world_ids": tuple(row["world_ids"])})
        for row in rows.mappings()
    )


def _values(key: AccessKey) -> dict[str, object]:
    return columns_of(ACCESS_KEY, key, world_ids=list(key.world_ids))


def note_change(connection: Connection, change: AuthorChange) -> None:
    """Store a change; one of a timeline without a world is of the timeline's."""
    values = columns_of(AUTHOR_CHANGE, change)
    if change.world_id is None and change.timeline_id is not None:
        own = select(TIMELINE.c.world_id).where(TIMELINE.c.id == change.timeline_id)
        values["world_id"] = own.scalar_subquery()
    connection.execute(insert(AUTHOR_CHANGE).values(values))


def _insert_key(connection: Connection, key: AccessKey, change: AuthorChange | None = None) -> None:
    connection.execute(insert(ACCESS_KEY).values(_values(key)))
    if change is not None:
        note_change(connection, change)


def _update_key(connection: Connection, key: AccessKey, change: AuthorChange | None = None) -> None:
    if change is not None:
        note_change(connection, change)
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


def _account(row: Any) -> Account:
    return Account(**row)


def _read_accounts(connection: Connection) -> tuple[Account, ...]:
    found = connection.execute(select(ACCOUNT).order_by(ACCOUNT.c.look)).mappings()
    return tuple(map(_account, found))


def _find_account(
    connection: Connection,
    *,
    account_id: str = "",
    look: str = "",
    subject: str = "",
    link_digest: str = "",
) -> Account | None:
    named = {"id": account_id, "look": look, "subject": subject, "link_digest": link_digest}
    wanted = [ACCOUNT.c[name] == value for name, value in named.items() if value]
    row = connection.execute(select(ACCOUNT).where(*wanted)).mappings().first()
    return None if row is None else _account(row)


def _add_account(
    connection: Connection, key: AccessKey, account: Account, change: AuthorChange | None = None
) -> bool:
    hold(connection, _ACCOUNTS)
    if _find_account(connection, look=account.look) is not None:
        return False
    _insert_key(connection, key, change)
    connection.execute(insert(ACCOUNT).values(asdict(account)))
    return True


def _put_account(
    connection: Connection,
    account: Account,
    *,
    before: Account,
    change: AuthorChange | None = None,
) -> bool:
    hold(connection, _ACCOUNTS)
    if _find_account(connection, account_id=account.id) != before:
        return False
    if account.subject:
        known = _find_account(connection, subject=account.subject)
        if known is not None and known.id != account.id:
            return False
    if change is not None:
        note_change(connection, change)
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == account.id).values(asdict(account)))
    return True


def _put_account_key(
    connection: Connection, key: AccessKey, change: AuthorChange | None = None
) -> bool:
    hold(connection, _ACCOUNTS)
    able = {one.id for one in _read_accounts(connection) if one.can_sign_in}
    admins = {one.id for one in _read_keys(connection) if one.id in able and _is_admin(one)}
    if admins == {key.id} and not _is_admin(key):
        return False
    _update_key(connection, key, change)
    return True


def _is_admin(key: AccessKey) -> bool:
    return key.role is KeyRole.ADMIN and not key.world_ids and key.revoked_at is None


def _begin_session(connection: Connection, session: AccountSession, over: datetime) -> None:
    connection.execute(delete(ACCOUNT_SESSION).where(ACCOUNT_SESSION.c.begun_at < over))
    connection.execute(insert(ACCOUNT_SESSION).values(asdict(session)))


def _read_session(connection: Connection, digest: str) -> AccountSession | None:
    found = connection.execute(
        select(ACCOUNT_SESSION).where(ACCOUNT_SESSION.c.digest == digest)
    ).mappings()
    return next((AccountSession(**row) for row in found), None)


def _read_sessions(connection: Connection, account_id: str) -> tuple[AccountSession, ...]:
    found = connection.execute(
        select(ACCOUNT_SESSION)
        .where(ACCOUNT_SESSION.c.account_id == account_id)
        .order_by(ACCOUNT_SESSION.c.begun_at.desc(), ACCOUNT_SESSION.c.digest)
    ).mappings()
    return tuple(AccountSession(**row) for row in found)


def _end_sessions(
    connection: Connection, account_id: str, digest: str = "", keep: str = ""
) -> None:
    ended = delete(ACCOUNT_SESSION).where(
        ACCOUNT_SESSION.c.account_id == account_id, ACCOUNT_SESSION.c.digest != keep
    )
    connection.execute(ended.where(ACCOUNT_SESSION.c.digest == digest) if digest else ended)


class SqlAccounts(Queries):
    """Keeps accounts and their sessions; passwords, links and cookies as digests only."""

    all = as_read(_read_accounts)
    find = as_read(_find_account)
    add = as_write(_add_account)
    put = as_write(_put_account)
    put_key = as_write(_put_account_key)
    begin = as_write(_begin_session)
    session = as_read(_read_session)
    sessions = as_read(_read_sessions)
    end = as_write(_end_sessions)


class SqlKeyArchive(Queries):
    """Keeps keys as digests, and the secrets that tokens are signed with."""

    all = as_read(_read_keys)
    add = as_write(_insert_key)
    put = as_write(_update_key)
    note_uses = as_write(_note_uses)
    secrets = as_read(_read_secrets)
    add_secret = as_write(_add_secret)
