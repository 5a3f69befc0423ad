"""Limits on spending, and the accounts of what was spent and reserved.

Each server has a row of its own for each account: what it used, and up to where it was granted. The
row with an empty holder is what earlier servers have settled. The rows of an account, each with the
greater of its two amounts, never exceed the limit by grants.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, astuple
from functools import reduce
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, select

from npcserver.adapters.store import authored
from npcserver.adapters.store.dialect import hold, insert_into, made_of, put
from npcserver.adapters.store.leases import gone_servers, new_lease
from npcserver.adapters.store.tables import SPENDING, SPENDING_LIMIT, WORLD
from npcserver.adapters.store.transactions import (
    Queries,
    as_read,
    as_write,
    keep_note,
    read_note,
)
from npcserver.adapters.store.world_rows import is_there
from npcserver.model.budget_accounts import (
    AccountKey,
    BlockRequest,
    SpendingLimit,
    SpendingScope,
    SpendingSubject,
)
from npcserver.model.ids import WorldId
from npcserver.model.model_use import Cost

_KEY = [column.name for column in SPENDING.primary_key]
_REVISION = "spending_revision"


def _limits(
    connection: Connection, world_id: WorldId | None = None
) -> tuple[tuple[SpendingSubject, SpendingLimit], ...]:
    wanted = select(SPENDING_LIMIT).order_by(
        SPENDING_LIMIT.c.world_id, SPENDING_LIMIT.c.scope, SPENDING_LIMIT.c.subject_id
    )
    if world_id is not None:
        wanted = wanted.where(SPENDING_LIMIT.c.world_id == world_id)
    return tuple(
        (
            SpendingSubject(row.world_id, SpendingScope(row.scope), row.subject_id),
            made_of(SpendingLimit, row),
        )
        for row in connection.execute(wanted)
    )


def _set_limit(
    connection: Connection, subject: SpendingSubject, limit: SpendingLimit | None
) -> None:
    authored.read_world(connection, subject.world_id)  # raises `NotFound`
    keep_note(connection, _REVISION, secrets.token_hex(8))
    key = {"world_id": subject.world_id, "scope": subject.scope, "subject_id": subject.id}
    if limit is None:
        connection.execute(delete(SPENDING_LIMIT).filter_by(**key))
    else:
        put(connection, SPENDING_LIMIT, {**key, **asdict(limit)})


def _exchange_all(
    connection: Connection, holder: str, requests: Sequence[BlockRequest]
) -> tuple[Cost, ...]:
    # Always in the same order, so that two servers do not wait for each other.
    ordered = sorted(requests, key=lambda one: one.key)
    granted = {one.key: _exchange(connection, holder, one) for one in ordered}
    return tuple(granted[one.key] for one in requests)


def _exchange(connection: Connection, holder: str, request: BlockRequest) -> Cost:
    key = request.key
    if not is_there(connection, WORLD, key.subject.world_id):
        return request.granted
    hold(connection, "spending", *map(str, astuple(key)))
    rows = connection.execute(select(SPENDING).where(_is(key), SPENDING.c.holder != holder))
    others = reduce(Cost.plus, map(_reserved, rows), Cost())
    granted = Cost(**{name: _granted(request, name, others) for name in ("tokens", "micros")})
    amounts = {"granted_tokens": granted.tokens, "granted_micros": granted.micros}
    values = {**_values(key), "holder": holder, **asdict(request.used), **amounts}
    put(connection, SPENDING, values)
    return granted


def _granted(request: BlockRequest, name: str, others: Cost) -> int:
    """Return up to where a server may spend, which never takes the account beyond its limit."""
    granted, limit = getattr(request.granted, name), getattr(request.limit, name)
    wanted: int = granted + getattr(request.wanted, name)
    return wanted if limit is None else max(granted, min(wanted, limit - getattr(others, name)))


def _reserved(row: Row[Any]) -> Cost:
    """Return what a server may have spent of an account: what it used, or was granted."""
    tokens, micros = max(row.tokens, row.granted_tokens), max(row.micros, row.granted_micros)
    return Cost(calls=row.calls, tokens=tokens, micros=micros)


def _close(connection: Connection, holder: str, keys: Sequence[AccountKey] | None = None) -> None:
    closed = SPENDING.c.holder == holder
    if keys is None:
        _settle(connection, connection.execute(delete(SPENDING).where(closed).returning(SPENDING)))
        return
    for key in sorted(keys):
        ended = delete(SPENDING).where(closed, _is(key)).returning(SPENDING)
        _settle(connection, connection.execute(ended))


def _abandoned(connection: Connection) -> frozenset[str]:
    holders = connection.execute(
        select(SPENDING.c.holder).where(SPENDING.c.holder != "").distinct()
    )
    servers = {holder: holder.rpartition("/")[0] for holder in holders.scalars()}
    gone = gone_servers(connection, set(servers.values()))
    return frozenset(holder for holder, server in servers.items() if server in gone)


def _settle_abandoned(connection: Connection, holders: Collection[str]) -> int:
    left = delete(SPENDING).where(SPENDING.c.holder.in_(holders)).returning(SPENDING)
    return _settle(connection, connection.execute(left), as_granted=True)


def _settle(connection: Connection, rows: Iterable[Row[Any]], *, as_granted: bool = False) -> int:
    """Add rows to what is settled of their accounts, and return their number."""
    ended = sorted(rows, key=lambda row: tuple(getattr(row, name) for name in _KEY))
    for row in ended:
        spent = asdict(_reserved(row) if as_granted else made_of(Cost, row))
        key = {name: getattr(row, name) for name in _KEY} | {"holder": ""}
        entry = insert_into(connection, SPENDING).values(**key, **spent)
        more = {name: SPENDING.c[name] + entry.excluded[name] for name in spent}
        connection.execute(entry.on_conflict_do_update(index_elements=_KEY, set_=more))
    return len(ended)


def _spent(
    connection: Connection, world_id: WorldId, day: str
) -> dict[AccountKey, tuple[Cost, Cost]]:
    found: dict[AccountKey, tuple[Cost, Cost]] = {}
    wanted = select(SPENDING).where(SPENDING.c.world_id == world_id, SPENDING.c.day == day)
    for row in connection.execute(wanted):
        subject = SpendingSubject(row.world_id, SpendingScope(row.scope), row.subject_id)
        key = AccountKey(row.day, subject, row.is_of_thoughts)
        spent, reserved = found.get(key, (Cost(), Cost()))
        used = made_of(Cost, row)
        found[key] = (spent.plus(used), reserved.plus(_reserved(row).minus(used)))
    return found


def _forget_before(connection: Connection, day: str) -> None:
    connection.execute(delete(SPENDING).where(SPENDING.c.day < day))


def _values(key: AccountKey) -> dict[str, Any]:
    return {
        "world_id": key.subject.world_id,
        "day": key.day,
        "scope": key.subject.scope,
        "subject_id": key.subject.id,
        "is_of_thoughts": key.is_of_thoughts,
    }


def _is(key: AccountKey) -> ColumnElement[bool]:
    return and_(*(SPENDING.c[name] == value for name, value in _values(key).items()))


class SqlSpending(Queries):
    """Keeps limits, and accounts by day, subject and server."""

    def new_holder(self) -> str:
        """Return a new name for the blocks of this process."""
        return new_lease()

    async def revision(self) -> str:
        """Return a value that changes whenever a limit does."""
        return await self._transactions.read(read_note, _REVISION) or ""

    limits = as_read(_limits)
    set_limit = as_write(_set_limit)
    exchange = as_write(_exchange_all)
    close_blocks = as_write(_close)
    abandoned = as_read(_abandoned)
    settle_abandoned = as_write(_settle_abandoned)
    spent = as_read(_spent)
    forget_before = as_write(_forget_before)
