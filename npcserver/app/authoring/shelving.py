"""Embedding the passages of books, after they were stored."""

from functools import partial

from npcserver.app.authoring.shelves import Shelves
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.lore import Passage
from npcserver.ports.embedder import Embedder, Vectors
from npcserver.ports.storage import Store, UnitOfWork

_BATCH = 32
_BATCHES = 16
_WORLDS_AT_ONCE = 100


class Shelving:
    """Does SHELVE jobs: some batches of what lacks a vector, then the wish for the next.

    Until all of a world's passages have vectors those that lack one are found by words alone.
    """

    def __init__(self, store: Store, embedder: Embedder, shelves: Shelves) -> None:
        self._store = store
        self._embedder = embedder
        self._space = shelves.space

    async def embed(self, job: Job) -> None:
        """Embed what lacks a vector of the present embedder; the second time there is nothing."""
        async with self._store.read() as reader:
            world_id = (await reader.timeline(job.timeline_id)).world_id
        after = ""
        for _ in range(_BATCHES):
            async with self._store.read() as reader:
                passages = await reader.library.lacking_vectors(
                    world_id, self._space, _BATCH, after
                )
            if passages:
                vectors = await self._embedder.embed([passage.text for passage in passages])
                await self._store.write(partial(self._add, world_id, passages, vectors))
                after = passages[-1].id
            if len(passages) < _BATCH:
                await self._store.write(partial(_announce, world_id))
                return
        await self._store.write(partial(_want, job.timeline_id))

    async def catch_up(self) -> None:
        """Wish for vectors wherever some are lacking, as after a change of the embedder."""
        after = ""
        while True:
            async with self._store.read() as reader:
                worlds = await reader.worlds(_WORLDS_AT_ONCE, after)
                lacking = [
                    world
                    for world in worlds
                    if await reader.library.lacking_vectors(world.id, self._space, 1)
                ]
            for world in lacking:
                await self._store.write(partial(_want, world.genesis_id))
            if len(worlds) < _WORLDS_AT_ONCE:
                return
            after = worlds[-1].id

    async def _add(
        self, world_id: WorldId, passages: tuple[Passage, ...], vectors: Vectors, unit: UnitOfWork
    ) -> None:
        await unit.library.add_vectors(world_id, self._space, passages, vectors)


async def _announce(world_id: WorldId, unit: UnitOfWork) -> None:
    await unit.library.announce(world_id)


async def _want(timeline_id: TimelineId, unit: UnitOfWork) -> None:
    await unit.want((JobDraft(JobKind.SHELVE, timeline_id, ""),))
