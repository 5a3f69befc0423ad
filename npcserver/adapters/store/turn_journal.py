"""Queries over turns in progress, which have a row each until they are appended."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Connection, Row, TextClause, select, text, update

from npcserver.adapters.store import codec
from npcserver.adapters.store.dialect import made_of, to_moment
from npcserver.adapters.store.leases import gone_servers, server_name
from npcserver.adapters.store.tables import BEGUN_TURN
from npcserver.adapters.store.transactions import Queries, Transactions, as_read, as_write
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.ports.storage import RequestKey
from npcserver.ports.turn_journal import BegunTurn
from npcserver.ports.turn_leases import TurnLease

_COLUMNS = [column.name for column in BEGUN_TURN.columns]
# Texts, since a player waits: an expression takes as long to build as to run.
_INSERT = (
    f"INSERT INTO begun_turn ({', '.join(_COLUMNS)}) "
    f"SELECT {', '.join(f':{name}' for name in _COLUMNS)} {{}}"
    # A turn of which nothing was heard may begin anew, in a later scene.
    "ON CONFLICT (turn_id) DO UPDATE SET turn = excluded.turn "
    "WHERE begun_turn.owner = excluded.owner RETURNING owner"
)
_BEGIN = text(_INSERT.format("WHERE true "))  # SQLite would take ON for that of a join
# The lock keeps the lease, which others skip while it lasts.
_BEGIN_LEASED = text(
    _INSERT.format(
        "FROM (SELECT FROM turn_lease WHERE holder = :holder AND fence = :fence "
        "FOR KEY SHARE) AS held "
    )
)
_NOTE = text(
    "UPDATE begun_turn SET delivered = :delivered WHERE turn_id = :turn AND owner = :owner "
    "RETURNING turn_id"
)
_LEAVE = text(
    "UPDATE begun_turn SET delivered = :delivered, server = '', owner = '' "
    "WHERE turn_id = :turn AND owner = :owner RETURNING turn_id"
)  # no server has the empty name, so it counts as one that is gone
_END = text("DELETE FROM begun_turn WHERE turn_id = :turn AND owner = :owner RETURNING turn_id")
_END_LEFT = text("DELETE FROM begun_turn WHERE turn_id = :turn RETURNING turn_id")
_END_LEASE = text(
    "DELETE FROM turn_lease WHERE holder = :holder AND fence = :fence RETURNING fence"
)
_HELD_LEASE = text(
    "SELECT fence FROM turn_lease WHERE holder = :holder AND fence = :fence FOR KEY SHARE"
)
_EVICT = text(
    "UPDATE begun_turn SET server = '', owner = '' WHERE turn_id = :turn AND owner = :owner"
)
_EVICT_LEASED = text(
    "WITH old AS (SELECT * FROM begun_turn WHERE turn_id = :turn AND owner = :owner FOR UPDATE), "
    "free AS (UPDATE begun_turn SET server = '', owner = '' "
    "WHERE turn_id = :turn AND owner = :owner) "
    "DELETE FROM turn_lease USING old "
    "WHERE turn_lease.timeline_id = old.timeline_id "
    "AND turn_lease.character_id = old.character_id "
    "AND starts_with(turn_lease.holder, old.server || '/')"
)
_AT_ONCE = 500
_log = structlog.get_logger(__name__)


def _begin(connection: Connection, turn: BegunTurn, lease: TurnLease | None, now: int) -> bool:
    key = turn.key
    values: dict[str, Any] = {
        "turn_id": turn.turn.turn_id,
        "timeline_id": turn.timeline_id,
        "character_id": turn.character_id,
        "speaker_is_player": turn.speaker_is_player,
        "server": server_name(),
        "owner": turn.owner,
        "scope": None if key is None else key.scope,
        "request_id": None if key is None else key.request_id,
        "digest": None if key is None else key.digest,
        "turn": codec.encode(turn.turn),
        "delivered": codec.encode_delivered(turn.delivered),
        "begun_at": now,
    }
    if lease is None or not lease.holder:
        return connection.execute(_BEGIN, values).scalar() is not None
    values |= {"holder": lease.holder, "fence": lease.fence}
    return connection.execute(_BEGIN_LEASED, values).scalar() is not None


def _noting(statement: TextClause) -> Callable[[Connection, BegunTurn], bool]:
    def note(connection: Connection, turn: BegunTurn) -> bool:
        delivered = codec.encode_delivered(turn.delivered)
        values = {"turn": turn.turn.turn_id, "delivered": delivered, "owner": turn.owner}
        return connection.execute(statement, values).scalar() is not None

    return note


def _evict(connection: Connection, turn: BegunTurn) -> None:
    statement = _EVICT_LEASED if connection.dialect.name == "postgresql" else _EVICT
    connection.execute(statement, {"turn": turn.turn.turn_id, "owner": turn.owner})


def _take_over(connection: Connection, turn: BegunTurn, owner: str) -> bool:
    old = update(BEGUN_TURN).where(
        BEGUN_TURN.c.turn_id == turn.turn.turn_id, BEGUN_TURN.c.owner == turn.owner
    )
    new = old.values(server=server_name(), owner=owner)
    return connection.execute(new.returning(BEGUN_TURN.c.turn_id)).scalar() is not None


def end(connection: Connection, turn_id: TurnId, owner: str | None) -> bool:
    """Remove a turn; return whether it was there and this owner's, None for anybody's."""
    if owner is None:
        return connection.execute(_END_LEFT, {"turn": turn_id}).scalar() is not None
    return connection.execute(_END, {"turn": turn_id, "owner": owner}).scalar() is not None


def end_lease(connection: Connection, lease: TurnLease | None) -> bool:
    """End a lease with this transaction; return whether it was still held, or none is needed.

    One that is shared goes on.
    """
    if lease is None or not lease.holder:
        return True
    values = {"holder": lease.holder, "fence": lease.fence}
    statement = _HELD_LEASE if lease.is_shared else _END_LEASE
    was_held = connection.execute(statement, values).scalar() is not None
    return was_held and end_lease(connection, lease.circle)


def _left_with(
    connection: Connection, timeline_id: TimelineId, character_id: CharacterId, owner: str
) -> tuple[BegunTurn, ...]:
    own = (BEGUN_TURN.c.timeline_id == timeline_id, BEGUN_TURN.c.character_id == character_id)
    return _turns(connection, *own, owner=owner, are_left=True)


def _under(
    connection: Connection, key: RequestKey, owner: str, *, are_left: bool
) -> tuple[BegunTurn, ...]:
    own = (BEGUN_TURN.c.scope == key.scope, BEGUN_TURN.c.request_id == key.request_id)
    return _turns(connection, *own, owner=owner, are_left=are_left)


def _spoken(connection: Connection, turn_id: TurnId, owner: str) -> BegunTurn | None:
    own = BEGUN_TURN.c.turn_id == turn_id
    return next(iter(_turns(connection, own, owner=owner, are_left=False)), None)


def _abandoned(connection: Connection) -> tuple[BegunTurn, ...]:
    return _turns(connection, BEGUN_TURN.c.server != server_name(), owner="", are_left=True)


def _turns(
    connection: Connection, *own: ColumnElement[bool], owner: str, are_left: bool
) -> tuple[BegunTurn, ...]:
    """Return turns that are left: their owner's, or of servers that are gone; or the others."""
    wanted = select(BEGUN_TURN).where(*own).order_by(BEGUN_TURN.c.begun_at, BEGUN_TURN.c.turn_id)
    found = connection.execute(wanted.limit(_AT_ONCE)).all()
    gone = gone_servers(connection, {row.server for row in found if row.owner != owner})
    return _decoded(row for row in found if (row.owner == owner or row.server in gone) is are_left)


def _decoded(rows: Iterable[Row[Any]]) -> tuple[BegunTurn, ...]:
    """Return the readable turns; ones of a newer version must not block the others."""
    found: list[BegunTurn] = []
    for row in rows:
        try:
            found.append(_begun_turn(row))
        except (ValueError, KeyError):
            _log.warning("unfinished_turn_unreadable", turn=row.turn_id, exc_info=True)
    return tuple(found)


def _begun_turn(row: Row[Any]) -> BegunTurn:
    is_keyed = row.request_id is not None
    return made_of(
        BegunTurn,
        row,
        turn=codec.decode_turn(row.turn),
        key=RequestKey(row.scope, row.request_id, row.digest) if is_keyed else None,
        delivered=codec.decode_delivered(row.delivered),
    )


def _drop(connection: Connection, turn: BegunTurn) -> None:
    end(connection, turn.turn.turn_id, turn.owner)


class SqlTurnJournal(Queries):
    """Keeps turns in progress."""

    def __init__(self, transactions: Transactions, now: Callable[[], datetime]) -> None:
        super().__init__(transactions)
        self._now = now

    async def begin(self, turn: BegunTurn, lease: TurnLease | None = None) -> bool:
        """Enter a turn while its lease is held; return whether it is its owner's now."""
        return await self._transactions.write(_begin, turn, lease, to_moment(self._now()))

    note = as_write(_noting(_NOTE))
    leave = as_write(_noting(_LEAVE))
    evict = as_write(_evict)
    take_over = as_write(_take_over)
    drop = as_write(_drop)
    left_with = as_read(_left_with)
    left_under = as_read(partial(_under, are_left=True))
    held_under = as_read(partial(_under, are_left=False))
    spoken = as_read(_spoken)
    abandoned = as_read(_abandoned)
