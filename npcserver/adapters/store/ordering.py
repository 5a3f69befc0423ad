"""The authored order of places, characters and books."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, select, update

from npcserver.adapters.store.library_tables import BookRow
from npcserver.adapters.store.tables import CharacterRow, PlaceRow, table_of
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.worldfile import Order

_PLACE, _BOOK = table_of(PlaceRow), table_of(BookRow)
_CHARACTER = table_of(CharacterRow)


def order(connection: Connection, world_id: WorldId) -> Order:
    """Return the ids of authored data: those with a position in that order, then the others."""
    return Order(
        places=_ids(connection, _PLACE, world_id, _PLACE.c.id),
        characters=_ids(connection, _CHARACTER, world_id, _CHARACTER.c.created_at, _CHARACTER.c.id),
        books=_ids(connection, _BOOK, world_id, _BOOK.c.id),
    )


def first_character(connection: Connection, world_id: WorldId) -> CharacterId | None:
    """Return the first character of a world, or None."""
    by = (_CHARACTER.c.created_at, _CHARACTER.c.id)
    found = _ids(connection, _CHARACTER, world_id, *by, limit=1)
    return CharacterId(found[0]) if found else None


def arrange(connection: Connection, world_id: WorldId, order: Order) -> None:
    """Store the order of authored data."""
    for table, ids in (
        (_PLACE, order.places),
        (_CHARACTER, order.characters),
        (_BOOK, order.books),
    ):
        if ids:
            _number(connection, table, world_id, ids)


def _ids(
    connection: Connection, table: Table, world_id: WorldId, *by: Any, limit: int | None = None
) -> tuple[str, ...]:
    own = select(table.c.id).where(table.c.world_id == world_id)
    placed = (table.c.position.is_(None), table.c.position)
    return tuple(connection.execute(own.order_by(*placed, *by).limit(limit)).scalars())


def _number(connection: Connection, table: Table, world_id: WorldId, ids: Sequence[str]) -> None:
    own = (table.c.world_id == world_id, table.c.id == bindparam("own_id"))
    connection.execute(
        update(table).where(*own).values(position=bindparam("number")),
        [{"own_id": one, "number": number} for number, one in enumerate(ids)],
    )
