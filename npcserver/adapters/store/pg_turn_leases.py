"""Leases of turns in PostgreSQL: rows of `turn_lease`, over one connection of each server.

A lease ends with the transaction that stores its turn (`end`). The heartbeat of its server renews
it; without that it lasts `_SECONDS` by the database's clock, or until the server's connections are
gone. A lost lease is a deleted row, so what its turn would store is refused.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
import structlog
from sqlalchemy import Engine

from npcserver.adapters.store.leases import IS_HELD, new_lease
from npcserver.aio import beside
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.turn_leases import TurnLease, TurnSignals

_SECONDS = 3.0
"""How long a lease outlives the last heartbeat: the longest wait for a server that is gone."""
_BEAT_SECONDS = 1.0
_LOOK_SECONDS = 0.25
"""Between two looks of a turn that waits; a turn stored in its timeline lets it look at once."""
_PATIENCE_SECONDS = 2.0
"""A turn is not kept where the database gives no lease in this time."""
_ASK = "SELECT * FROM npcserver_ask_turn(%s, %s, %s, %s)"
_RENEW = """
    UPDATE turn_lease
    SET expires_at = (extract(epoch FROM clock_timestamp()) + %s) * 1000000
    WHERE holder = ANY (%s)
"""
CHANNEL = "npcserver_turn"
_TELL = f"SELECT pg_notify('{CHANNEL}', %s)"
_GIVE_BACK = "DELETE FROM turn_lease WHERE holder = %s"
_DROP_GONE = f"""
    DELETE FROM turn_lease WHERE timeline_id = %s AND character_id = %s AND NOT EXISTS (
        {IS_HELD.replace("%s", "regexp_replace(holder, '/[^/]*$', '')")}
    )
"""  # noqa: S608 - no input
_log = structlog.get_logger(__name__)


class PgTurnLeases:
    """The leases of this server's turns, which `run` renews."""

    def __init__(self, writing: Engine, options: dict[str, Any], broadcast: Broadcast) -> None:
        _, where = writing.dialect.create_connect_args(writing.url)
        self._options = {**where, **options, "autocommit": True}
        self._broadcast = broadcast
        self.signals = TurnSignals(lambda message: beside(self._tell(message)))
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()
        self._kept: set[str] = set()
        self._has_any = asyncio.Event()

    @asynccontextmanager
    async def asked(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> AsyncGenerator[TurnLease, None]:
        """Have a row while the block runs."""
        lease = TurnLease(timeline_id, character_id, new_lease(), is_held=False)
        self._kept.add(lease.holder)
        self._has_any.set()
        try:
            await self._ask(lease)
            yield lease
        finally:
            self._kept.discard(lease.holder)
            if not lease.is_over:  # before the next one asks; if it fails, the row expires
                beside(self._answered(_GIVE_BACK, (lease.holder,)))

    async def granted(self, lease: TurnLease) -> None:
        """Look again and again, and at once when the timeline grows, until the lease is held."""
        looks = 0
        with self._broadcast.listening(lease.timeline_id) as ear:
            while not lease.is_held:
                ear.grown.clear()
                if looks % round(_BEAT_SECONDS / _LOOK_SECONDS) == 0:
                    await self._run(_DROP_GONE, (lease.timeline_id, lease.character_id))
                await self._ask(lease)
                looks += 1
                if not lease.is_held:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_SECONDS):
                            await ear.grown.wait()

    async def _tell(self, message: str) -> None:
        with suppress(Unavailable):
            await self._run(_TELL, (message,))

    async def run(self) -> None:
        """Renew all leases of this server, as long as it has any; never ends."""
        while True:
            await self._has_any.wait()
            await asyncio.sleep(_BEAT_SECONDS)
            if not self._kept:
                self._has_any.clear()
                continue
            with suppress(Unavailable):  # there is time to try again
                await self._run(_RENEW, (_SECONDS, list(self._kept)))

    async def close(self) -> None:
        """Close the connection."""
        async with self._turn:
            await self._drop()

    async def _ask(self, lease: TurnLease) -> None:
        values = (lease.holder, lease.timeline_id, lease.character_id, _SECONDS)
        rows = await self._run(_ASK, values)
        lease.fence, lease.is_held = rows[0]

    async def _run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        """Run a statement, to the end even if cancelled. Raises `Unavailable`."""
        return await asyncio.shield(beside(self._answered(statement, values)))

    async def _answered(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        """Run a statement, and once more where the connection was lost before it."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), self._turn:
                is_new = self._connection is None
                try:
                    return await self._executed(statement, values)
                except psycopg.OperationalError:
                    if is_new:
                        raise
                return await self._executed(statement, values)
        except (psycopg.Error, OSError, TimeoutError) as error:
            _log.warning("turn_lease_unavailable", error=type(error).__name__)
            raise Unavailable(
                "the database gives no lease; say it again", Reason.STORAGE_UNAVAILABLE
            ) from error

    async def _executed(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            if self._connection is None:
                self._connection = await psycopg.AsyncConnection.connect(**self._options)
                # A lease that a crash of the database loses only costs its turn a repeat.
                await self._connection.execute("SET synchronous_commit = off")
            cursor = await self._connection.execute(statement, values)
            return await cursor.fetchall() if cursor.description else []
        except BaseException:  # what a statement was cut off in is not known
            await self._drop()
            raise

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
