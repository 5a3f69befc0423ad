"""The connection over which PostgreSQL tells what is committed."""

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
import structlog
from sqlalchemy import Engine, event

TIMELINES = "npcserver_timeline"  # as in migration 0015
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_KEEPALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}

_log = structlog.get_logger(__name__)


class CommitListener:
    """Listens for the commits of other processes than that of the engine `writing`.

    It has to be made before the engine connects. `channels` are the names under which something is
    told, and who hears it.
    """

    def __init__(self, writing: Engine, options: dict[str, Any]) -> None:
        _, where = writing.dialect.create_connect_args(writing.url)
        self._options = {**where, **options, **_KEEPALIVE, "autocommit": True}
        self.channels: dict[str, Callable[[str], object]] = {}
        self._own_pid = 0
        event.listen(writing, "connect", self._note_own)

    def _note_own(self, connection: Any, record: object) -> None:
        del record
        self._own_pid = connection.info.backend_pid  # the engine has one connection at a time

    async def run(self, turn: Callable[[bool], None]) -> None:
        """Pass on what other processes tell, until cancelled.

        `turn` is called with True once the connection stands, and with False when it is lost; it is
        then tried again and again.
        """
        pause = _FIRST_PAUSE
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**self._options) as connection:
                    for name in self.channels:
                        await connection.execute(f"LISTEN {name}")
                    turn(True)
                    pause = _FIRST_PAUSE
                    await self._hear(connection)
            except (psycopg.Error, OSError) as error:
                _log.warning("database_tells_nothing", error=type(error).__name__, again_in=pause)
            turn(False)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _pass_on(self, channel: str, payload: str) -> None:
        try:
            self.channels[channel](payload)
        except Exception:  # noqa: BLE001 - such as one of another version; others are still heard
            _log.exception("notification_broke", channel=channel)

    async def _hear(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Pass on what comes, until the connection is lost.

        Psycopg's own generator of notifications wakes ten times a second.
        """
        loop, socket, pgconn = asyncio.get_running_loop(), connection.fileno(), connection.pgconn
        has_news = asyncio.Event()
        loop.add_reader(socket, has_news.set)
        try:
            while True:
                pgconn.consume_input()
                while (notice := pgconn.notifies()) is not None:
                    if notice.be_pid != self._own_pid:
                        self._pass_on(notice.relname.decode(), notice.extra.decode())
                await has_news.wait()
                has_news.clear()
        finally:
            loop.remove_reader(socket)
