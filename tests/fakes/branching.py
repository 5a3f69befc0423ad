"""Timelines that are grown, saved, deleted and freed, and what of them is left in the store."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from sqlalchemy import Connection, text

from npcserver.adapters.store import SqlStore
from npcserver.adapters.store.unit import SqlUnit
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.job import Job, JobDraft
from npcserver.model.timeline import Vantage
from npcserver.ports.rows import MemoryRef
from npcserver.ports.storage import UnitOfWork
from tests.fakes import stage
from tests.fakes.memory_store import MemoryStore, MemoryUnit
from tests.fakes.stage import put, seen

AnyStore = MemoryStore | SqlStore
SPACE = "test@2/own"


async def grow(
    store: AnyStore,
    timeline_id: str,
    vantage: Vantage,
    count: int,
    *,
    jobs: Sequence[JobDraft] = (),
    embedded: bool = False,
) -> TimelineId:
    """Fork a timeline and let Mira see something `count` times: `<timeline> <seq>`."""
    made = await stage.start(store, timeline_id, vantage)
    seqs = range(vantage.seq + 1, vantage.seq + count + 1)
    await put(store, *(seen(f"{made} {seq}") for seq in seqs), to=made, jobs=jobs)
    if embedded:
        await embed(store, made, seqs)
    return made


async def embed(store: AnyStore, timeline_id: TimelineId, seqs: Iterable[int]) -> None:
    """Store a vector for each of these seqs."""
    refs = [MemoryRef(timeline_id, seq) for seq in seqs]

    async def work(unit: UnitOfWork) -> None:
        await unit.add_vectors(SPACE, refs, np.ones((len(refs), 2), np.float32))

    await store.write(work)


async def add_save(store: AnyStore, save_id: str, vantage: Vantage) -> None:
    """Name a vantage."""

    async def work(unit: UnitOfWork) -> None:
        await unit.add_save(stage.save(save_id, vantage))

    await store.write(work)


async def delete(store: AnyStore, timeline_id: TimelineId, *, saves: bool = False) -> None:
    """Delete a timeline."""

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_timeline(timeline_id, saves=saves)

    await store.write(work)


async def delete_save(store: AnyStore, save_id: str) -> None:
    """Delete a save."""

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_save(SaveId(save_id))

    await store.write(work)


async def free(store: AnyStore, timeline_id: TimelineId, most: int) -> bool:
    """Free some rows of a timeline."""

    async def work(unit: UnitOfWork) -> bool:
        return await unit.free(timeline_id, most)

    return await store.write(work)


async def free_all(store: AnyStore, timeline_id: TimelineId, most: int = 2) -> None:
    """Free all rows of a timeline that nobody sees, a few at a time."""
    while not await free(store, timeline_id, most):
        pass


async def claim(store: AnyStore) -> Job | None:
    """Take the next job, wherever it is."""
    return await store.jobs.claim(datetime.now(UTC) + timedelta(minutes=1), 60)


async def wishes(store: AnyStore) -> list[tuple[str, str]]:
    """Take all jobs there are, by (timeline, kind), and finish them."""
    found: list[tuple[str, str]] = []
    while (job := await claim(store)) is not None:
        found.append((job.timeline_id, str(job.kind)))
        await store.jobs.finish(job)
    return found


async def free_as_wished(store: AnyStore, most: int = 100) -> None:
    """Do what a worker does about the jobs of freeing until none is left."""
    while (job := await claim(store)) is not None:
        if await free(store, job.timeline_id, most):
            await store.jobs.finish(job)
        else:
            await store.jobs.fail(job, "", datetime.now(UTC))


async def texts(store: AnyStore, vantage: Vantage) -> list[str]:
    """Return what can be seen from a vantage."""
    async with store.read() as reader:
        return [record.text for record in await (await reader.at(vantage)).after(0, 10_000)]


async def saved_texts(store: AnyStore, save_id: str) -> list[str]:
    """Return what can be seen from a save."""
    async with store.read() as reader:
        view = await reader.saved(SaveId(save_id))
        return [record.text for record in await view.after(0, 10_000)]


async def left_of(store: AnyStore, timeline_id: str) -> tuple[int, int, int]:
    """Count the rows a timeline has in the store: of its own (0 or 1), records and vectors."""
    if isinstance(store, SqlStore):
        return await store.write(lambda unit: _counted(unit, timeline_id))
    return await store.write(lambda unit: _looked_up(unit, timeline_id))


async def _looked_up(unit: MemoryUnit, timeline_id: str) -> tuple[int, int, int]:
    state = unit.state
    vectors = sum(key[1] == timeline_id for key in state.vectors)
    return int(timeline_id in state.timelines), len(state.log.get(timeline_id, [])), vectors


async def _counted(unit: SqlUnit, timeline_id: str) -> tuple[int, int, int]:
    def count(connection: Connection, table: str, key: str) -> int:
        statement = text(f"SELECT COUNT(*) FROM {table} WHERE {key} = :t")  # noqa: S608 - names of ours
        found: int = connection.execute(statement, {"t": timeline_id}).scalar_one()
        return found

    return (
        await unit.run(count, "timeline", "id"),
        await unit.run(count, "record", "timeline_id"),
        await unit.run(count, "memory_vector", "timeline_id"),
    )
