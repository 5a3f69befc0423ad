"""The search indices over the books of worlds, and the job that embeds their passages."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

import structlog

from npcserver.aio import within
from npcserver.memory.lore import LoreIndex, tuning_of
from npcserver.memory.stream import space_name
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.lore import Book, Passage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, Store, UnitOfWork
from npcserver.ports.vectors import Embedder, Vectors

_PASSAGE = "passage"
_FRESH_SECONDS = 5.0
_WORLDS = 64
_ALL = 1_000_000
_MANY = 500
"""Passages from which putting them in order is left to a thread; 500 take 20 ms."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _IndexedBooks:
    """All that is known of the books of a world at a revision."""

    books: tuple[Book, ...]
    passages: tuple[Passage, ...]
    ids: tuple[str, ...]
    vectors: Vectors
    space: str

    def indexed(self) -> LoreIndex:
        return LoreIndex(
            self.books, self.passages, self.ids, self.vectors, tuning=tuning_of(self.space)
        )


@dataclass(frozen=True, slots=True)
class _CachedIndex:
    revision: str
    index: "asyncio.Future[LoreIndex]"

    @property
    def has_failed(self) -> bool:
        """Whether it could not be made, and is to be made anew."""
        index = self.index
        return index.done() and (index.cancelled() or index.exception() is not None)


class LoreIndexCache:
    """The indices of worlds with books, the least recently used let go.

    That a world has none is believed for a few seconds, so that a turn there costs no look. What
    changes in this process is known at once: see `forget`.
    """

    def __init__(self, embedder: Embedder, clock: Clock) -> None:
        self.space = space_name(embedder, _PASSAGE)
        self._clock = clock
        self._kept: OrderedDict[WorldId, _CachedIndex] = OrderedDict()
        self._empty: dict[WorldId, float] = {}

    def forget(self, world_id: WorldId) -> None:
        """Look again whether a world has books."""
        self._empty.pop(world_id, None)

    async def revision(self, reader: Reader, world_id: WorldId) -> str:
        """Return the revision of a world's books, empty where there are none: one look at most."""
        seen_at = self._empty.get(world_id)
        if seen_at is not None and self._clock.monotonic() - seen_at < _FRESH_SECONDS:
            return ""
        revision = await reader.library.revision(world_id)
        if revision:
            self._empty.pop(world_id, None)
        else:
            self._empty[world_id] = self._clock.monotonic()
        return revision

    async def index(self, reader: Reader, world_id: WorldId, revision: str) -> LoreIndex:
        """Return the index of a world's books as they are at a revision the reader sees.

        Whoever is cancelled meanwhile leaves it being made, for the next who asks.
        """
        kept = self._kept.get(world_id)
        if kept is None or kept.revision != revision or kept.has_failed:
            volume = await reader.together(partial(_read, world_id, self.space))
            kept = self._kept.get(world_id)
            if kept is None or kept.revision != revision or kept.has_failed:
                kept = self._kept[world_id] = _CachedIndex(revision, _build_index(volume))
        self._kept.move_to_end(world_id)
        while len(self._kept) > _WORLDS:
            self._kept.popitem(last=False)
        return await asyncio.shield(kept.index)

    async def ready(
        self, reader: Reader, world_id: WorldId, revision: str, seconds: float
    ) -> LoreIndex | None:
        """Return the index if it can be had within `seconds`: a player is waiting."""
        try:
            return await within(seconds, self.index(reader, world_id, revision))
        except TimeoutError:
            _log.warning("answering_without_books", world=world_id)
            return None


async def _read(world_id: WorldId, space: str, reader: Reader) -> _IndexedBooks:
    library = reader.library
    books = await library.books(world_id, _ALL, texts=False)
    ids, vectors = await library.vectors(world_id, space)
    return _IndexedBooks(books, await library.passages(world_id), ids, vectors, space)


def _build_index(volume: _IndexedBooks) -> "asyncio.Future[LoreIndex]":
    """Begin to put passages in order, in a thread where they are many."""
    loop = asyncio.get_running_loop()
    if len(volume.passages) >= _MANY:
        return loop.run_in_executor(None, volume.indexed)
    made: asyncio.Future[LoreIndex] = loop.create_future()
    made.set_result(volume.indexed())
    return made


_BATCH = 32
_BATCHES = 16
_WORLDS_AT_ONCE = 100


class LoreEmbedding:
    """Does SHELVE jobs: some batches of what lacks a vector, then the wish for the next.

    Until all of a world's passages have vectors those that lack one are found by words alone.
    """

    def __init__(self, store: Store, embedder: Embedder, shelves: LoreIndexCache) -> None:
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
