"""Readiness follows the last read, the last write and a probe, and tells of each change."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.app import readiness
from npcserver.app.readiness import PROBE_SECONDS, Readiness
from npcserver.model.errors import Fault, NotFound, OverLimit, Reason, Unavailable
from npcserver.ports.storage_health import StorageHealth
from tests.fakes.memory_store import MemoryStore

T = TypeVar("T")

GONE = Unavailable("gone", Reason.STORAGE_UNAVAILABLE)
FULL = OverLimit("full", Reason.STORAGE_FULL)


def followed(health: StorageHealth) -> tuple[Readiness, list[bool]]:
    told: list[bool] = []
    ready = Readiness(MemoryStore(), health)
    ready.follow(told.append)
    return ready, told


@pytest.mark.parametrize("fault", [GONE, FULL])
def test_a_failed_write_is_told_at_once_and_so_is_the_next_good_one(fault: Fault) -> None:
    """Reads that go on meanwhile do not make up for it."""
    health = StorageHealth()
    ready, told = followed(health)

    health.note_write(fault)
    health.note_read()
    assert not ready.is_ready
    health.note_write(fault)
    health.note_write()

    assert told == [True, False, True]


def test_faults_of_callers_say_nothing() -> None:
    """What does not exist is not the database's fault."""
    health = StorageHealth()
    _, told = followed(health)

    health.note_read(NotFound("world", "x", "create it"))
    health.note_write(RuntimeError("broken"))

    assert told == [True]


async def test_a_probe_writes_once_the_last_write_failed() -> None:
    """A server that nobody writes to finds out that there is space again."""
    store = MemoryStore()
    health = StorageHealth()
    ready = Readiness(store, health)
    await ready.probe()
    async with store.read() as reader:
        assert await reader.note("readiness_probe") is None

    health.note_write(FULL)
    await ready.probe()

    async with store.read() as reader:
        assert await reader.note("readiness_probe") == ""


class StuckStore(MemoryStore):
    """A store whose writes wait for `gate`."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.writes = 0

    async def write(self, work: Callable[[SqlUnit], Awaitable[T]]) -> T:
        self.writes += 1
        await self.gate.wait()
        return await super().write(work)


async def test_a_write_that_takes_too_long_is_told_and_not_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slow database is not ready; that it takes nothing only a failed write says."""
    monkeypatch.setattr(readiness, "_PATIENCE_SECONDS", 0.5)
    store, health = StuckStore(), StorageHealth()
    ready, told = Readiness(store, health), list[bool]()
    ready.follow(told.append)

    await ready.probe()
    await ready.probe()

    assert (told, store.writes) == ([True, False], 1)
    assert not health.refuses_writes
    store.gate.set()
    await ready.probe()
    health.note_write()  # as the store does that was asked
    assert told == [True, False, True]


def test_after_a_failed_write_none_is_tried_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server without probes finds out by the next one that it is taken again."""
    health, seconds = StorageHealth(), [100.0]
    monkeypatch.setattr("npcserver.ports.storage_health.time.monotonic", lambda: seconds[0])

    health.note_read(GONE)
    assert not health.refuses_writes
    health.note_write(FULL)
    assert health.refuses_writes
    health.note_write()
    assert not health.refuses_writes
    health.note_write(GONE)
    seconds[0] += 11
    assert not health.refuses_writes
    assert not health.is_well


def test_a_probe_and_its_patience_are_over_within_five_seconds() -> None:
    """So much is promised for the time until health checks tell."""
    assert PROBE_SECONDS + 2.0 < 5


async def test_probes_go_on() -> None:
    """The task ends only when it is cancelled."""
    ready, _ = followed(StorageHealth())
    probing = asyncio.ensure_future(ready.run())
    await asyncio.sleep(0)
    probing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probing


def test_a_server_that_leaves_is_not_ready_any_more() -> None:
    """Not even once the database, which was away, is back."""
    health = StorageHealth()
    ready, told = followed(health)

    ready.leave()
    health.note_read(GONE)
    health.note_read()

    assert not ready.is_ready
    assert told == [True, False, False, False]
