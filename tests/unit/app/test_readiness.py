"""Readiness follows the last read, the last write and a probe, and tells of each change."""

import asyncio

import pytest

from npcserver.app.readiness import PROBE_SECONDS, Readiness
from npcserver.model.errors import Fault, NotFound, OverLimit, Reason, Unavailable
from npcserver.ports.storage_health import StorageHealth
from tests.fakes.memory_store import MemoryStore

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
