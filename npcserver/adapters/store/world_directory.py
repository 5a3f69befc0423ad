"""The directory of worlds that a database does not serve: its rows, and what servers know of them.

It is read again when PostgreSQL tells that it changed; what is written needs no look at it, since
the rows of a world that is not served here are locked, or not there (see `world_move`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from npcserver.adapters.store.dialect import NotifyChannel, insert_into, made_of, notify
from npcserver.adapters.store.reader_pool import ReaderPool
from npcserver.adapters.store.tables import MOVED_ID, WORLD_LOCATION
from npcserver.model.errors import Fault
from npcserver.model.ids import WorldId
from npcserver.model.world_location import HELD_SECONDS, WorldLocation, WorldState
from npcserver.ports.broadcast import Broadcast

_UNTOLD_SECONDS = 0.5  # between two looks while PostgreSQL tells nothing
_NOT_SERVED = (WorldState.HELD, WorldState.LEFT, WorldState.ARRIVING)
"""One that has left, too: it may be back before this is told, and what is held of it is old."""
_AWAY = (WorldState.LEFT, WorldState.ARRIVING)


def location_of(connection: Connection, world_id: str) -> WorldLocation | None:
    """Return the row of a world, None for one that is served here as ever."""
    own = sa.select(WORLD_LOCATION).where(WORLD_LOCATION.c.world_id == world_id)
    row = connection.execute(own).first()
    return None if row is None else _location(row)


def put(connection: Connection, world_id: str, state: WorldState, shard: str) -> None:
    """Enter how far a world is; the row of one that has left stays as it is."""
    statement = insert_into(connection, WORLD_LOCATION)
    changed = statement.on_conflict_do_update(
        index_elements=["world_id"],
        set_={"state": statement.excluded.state, "shard": statement.excluded.shard},
        where=WORLD_LOCATION.c.state != str(WorldState.LEFT),
    )
    values = {"world_id": world_id, "state": str(state), "shard": shard}
    connection.execute(changed, values)
    notify(connection, NotifyChannel.NOTES)


def leave(connection: Connection, world_id: str, shard: str) -> None:
    """Enter that a world is elsewhere from the commit on."""
    drop_row = sa.delete(WORLD_LOCATION).where(WORLD_LOCATION.c.world_id == world_id)
    connection.execute(drop_row)
    put(connection, world_id, WorldState.LEFT, shard)


def drop(connection: Connection, world_id: str) -> None:
    """Remove the row of a world, which is served here from the commit on."""
    for table in (WORLD_LOCATION, MOVED_ID):
        connection.execute(sa.delete(table).where(table.c.world_id == world_id))
    notify(connection, NotifyChannel.NOTES)


def _location(row: Any) -> WorldLocation:
    return made_of(WorldLocation, row, state=WorldState(row.state))


def _all(connection: Connection) -> dict[WorldId, WorldLocation]:
    columns = (WORLD_LOCATION.c.world_id, WORLD_LOCATION.c.state, WORLD_LOCATION.c.shard)
    return {
        WorldId(row.world_id): _location(row) for row in connection.execute(sa.select(*columns))
    }


def _find(connection: Connection, identifier: str) -> WorldLocation | None:
    moved = sa.select(MOVED_ID.c.world_id).where(MOVED_ID.c.id == identifier)
    is_it = sa.or_(
        WORLD_LOCATION.c.world_id == identifier,
        WORLD_LOCATION.c.world_id == moved.scalar_subquery(),
    )
    is_away = WORLD_LOCATION.c.state != str(WorldState.LEAVING)
    row = connection.execute(sa.select(WORLD_LOCATION).where(is_it, is_away)).first()
    return None if row is None else _location(row)


class SqlWorldDirectory:
    """Which worlds the servers of this database must refuse, as of the last news."""

    def __init__(self, readers: ReaderPool, broadcast: Broadcast, *, is_shared: bool) -> None:
        self._readers = readers
        self._broadcast = broadcast
        self._is_shared = is_shared
        self._rows: dict[WorldId, WorldLocation] = {}
        self._not_served: dict[WorldId, WorldLocation] = {}
        self._read_at = 0.0
        self.when_back: Callable[[WorldId], Awaitable[None]] | None = None
        """Drops what this process holds in memory of a world that was elsewhere, and changed."""

    @property
    def not_served(self) -> dict[WorldId, WorldLocation]:
        """The worlds whose calls are refused; a hold is over after a while, also untold."""
        if self._not_served and self._has_held() and self._age() > HELD_SECONDS:
            return {
                world_id: one
                for world_id, one in self._not_served.items()
                if one.state is not WorldState.HELD
            }
        return self._not_served

    @property
    def is_holding(self) -> bool:
        """Whether a world is held at this moment, so that writes to it wait in vain."""
        return bool(self._not_served) and self._has_held() and self._age() <= HELD_SECONDS

    def _has_held(self) -> bool:
        return any(one.state is WorldState.HELD for one in self._not_served.values())

    def _age(self) -> float:
        return asyncio.get_running_loop().time() - self._read_at

    async def find(self, identifier: str) -> WorldLocation | None:
        """Return where the world is that has this id, or a part of it has; None for here."""
        return await self._readers.run(_find, identifier)

    async def _look(self) -> None:
        found = await self._readers.run(_all)
        # Before a world is served again: until then calls would be answered from what was held.
        for world_id in self._rows.keys() - found.keys():
            if self._rows[world_id].state in _AWAY and self.when_back is not None:
                await self.when_back(world_id)
        self._rows = found
        self._not_served = {name: one for name, one in found.items() if one.state in _NOT_SERVED}
        self._read_at = asyncio.get_running_loop().time()

    async def run(self) -> None:
        """Follow the directory until cancelled."""
        with self._broadcast.reading_notes() as has_news:
            while True:
                has_news.clear()
                with suppress(Fault):  # of a database that is away; it tells again when it is back
                    await self._look()
                is_untold = self._is_shared and not self._broadcast.is_told
                with suppress(TimeoutError):
                    async with asyncio.timeout(_UNTOLD_SECONDS if is_untold else None):
                        await has_news.wait()
