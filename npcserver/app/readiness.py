"""Whether the server is ready: what it reads and writes reaches the database."""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from npcserver.aio import beside
from npcserver.model.errors import Fault, Reason, Unavailable
from npcserver.ports.storage import Store, UnitOfWork
from npcserver.ports.storage_health import StorageHealth

PROBE_SECONDS = 2.0
_PATIENCE_SECONDS = 2.0
_NOTE = "readiness_probe"
_log = structlog.get_logger(__name__)


class Readiness:
    """Follows the last read and write, and probes the database every `PROBE_SECONDS`.

    A probe reads, and opens a transaction for writing, in which it writes only if the last write
    failed. `tell` is called with whether the server is ready, at once and each time that this
    changes.
    """

    def __init__(self, store: Store, health: StorageHealth) -> None:
        self._store = store
        self._health = health
        self._is_leaving = False
        self._writing: asyncio.Future[Any] | None = None
        self._tell: Callable[[bool], None] = lambda _is_ready: None
        health.changed = self._changed

    @property
    def is_ready(self) -> bool:
        """Whether the last read, write and probe succeeded, and the server stays."""
        return self._health.is_well and not self._is_leaving

    def leave(self) -> None:
        """Tell that the server is about to end: not ready, whatever becomes of the database."""
        self._is_leaving = True
        self._tell(self.is_ready)

    def follow(self, tell: Callable[[bool], None]) -> None:
        """Call `tell` now and with each change."""
        self._tell = tell
        tell(self.is_ready)

    async def run(self) -> None:
        """Probe again and again; never ends."""
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            await self.probe()

    async def probe(self) -> None:
        """Read from the database, then see whether it can be written to."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), self._store.read() as reader:
                await reader.probe()
        except TimeoutError:
            silent = "the database does not answer in time"
            self._health.note_read(Unavailable(silent, Reason.STORAGE_UNAVAILABLE))
        except Fault as fault:
            _log.debug("probe_failed", problem=fault)
        else:
            await self._probe_writing()

    async def _probe_writing(self) -> None:
        """Wait for a write, not for long; one that takes longer goes on, and no other is begun."""
        if self._writing is None or self._writing.done():
            # the lock for writing alone costs the disk nothing
            work = _write if self._health.write_problem else _take_lock
            self._writing = beside(self._store.write(work))
        done, _ = await asyncio.wait((self._writing,), timeout=_PATIENCE_SECONDS)
        if not done:
            self._health.note_slow_write()

    def _changed(self, is_well: bool) -> None:  # noqa: FBT001 - as `StorageHealth` calls it
        if is_well:
            _log.info("ready")
        else:
            problem = self._health.read_problem or self._health.write_problem
            _log.warning("not_ready", problem=problem)
        self._tell(self.is_ready)


async def _take_lock(_: UnitOfWork) -> None:
    pass


async def _write(unit: UnitOfWork) -> None:
    await unit.keep_note(_NOTE, "")
