"""The search indices over the books of worlds, and the job that embeds their passages."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import structlog
from cachetools import LRUCache

from npcserver.aio import within
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreIndex, LoreQuery, tuning_of
from npcserver.memory.stream import space_name
from npcserver.model.errors import Unavailable
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.lore import Book, Passage, Quote
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, Store, UnitOfWork
from npcserver.ports.vectors import Embedder, QuestionEmbedder, Vectors

_TITLED = "titled"
"""The kind of text that is embedded: a passage below the title of its chapter."""

_FRESH_SECONDS = 5.0
_WORLDS = 64
_ALL = 1_000_000
_MANY = 500
"""From so many passages on the index is built in a thread; building one of 500 takes 20 ms."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _IndexedBooks:
    """The books of a world at a revision, with their passages and vectors."""

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
        """Whether building the index failed, so that it must be built again."""
        index = self.index
        return index.done() and (index.cancelled() or index.exception() is not None)


class LoreIndexCache:
    """The indices of worlds with books; the least recently used are evicted.

    That a world has no books is cached for a few seconds, so that a turn there needs no query. A
    change in this process shows at once: see `forget`.
    """

    def __init__(
        self, embedder: Embedder, clock: Clock, *, asks: QuestionEmbedder | None = None
    ) -> None:
        """`asks` embeds questions; None where they come embedded as `embedder` does it."""
        self.space = space_name(embedder, _TITLED)
        self.embedder = embedder
        self._asks = asks
        self._clock = clock
        self._kept: LRUCache[WorldId, _CachedIndex] = LRUCache(_WORLDS)
        self._empty: dict[WorldId, float] = {}

    @property
    def has_own_questions(self) -> bool:
        """Whether questions are embedded here, whatever vector a cue has."""
        return self._asks is not None

    def forget(self, world_id: WorldId) -> None:
        """Drop the cached fact that a world has no books."""
        self._empty.pop(world_id, None)

    async def revision(self, reader: Reader, world_id: WorldId) -> str:
        """Return the revision of a world's books, empty when there are none; one query at most."""
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
        """Return the index of a world's books at a revision that the reader sees.

        A caller that is cancelled leaves the build running for the next caller.
        """
        kept = self._kept.get(world_id)
        if kept is None or kept.revision != revision or kept.has_failed:
            # Another task may have started the build while this one read, so look again.
            volume = await reader.together(partial(_read, world_id, self.space))
            kept = self._kept.get(world_id)
            if kept is None or kept.revision != revision or kept.has_failed:
                kept = self._kept[world_id] = _CachedIndex(revision, _build_index(volume))
        return await asyncio.shield(kept.index)

    async def question(self, cue: Cue, seconds: float) -> LoreQuery:
        """Return a question to books; by words alone if it is not embedded within `seconds`."""
        if self._asks is None:
            return LoreQuery(text=cue.text, vector=cue.own)
        try:
            (vector,) = await within(seconds, self._asks.embed_questions([cue.text]))
        except (Unavailable, TimeoutError) as error:
            _log.warning("asking_by_words_alone", error=error)
            return LoreQuery.by_words(cue.text)
        return LoreQuery(text=cue.text, vector=vector)

    async def pointed(
        self, index: LoreIndex, question: LoreQuery, quotes: Sequence[Quote]
    ) -> tuple[Quote, ...]:
        """Return quotes whose sentences were chosen by meaning too.

        Raises `Unavailable` if the embedder fails.
        """
        parts = [index.sentences(quote.passage.id) for quote in quotes]
        texts = [text for part in parts if len(part) > 1 for text in part]
        if not texts:
            return tuple(quotes)
        vectors = await self.embedder.embed(texts)
        likeness = iter((vectors @ question.vector).tolist())
        return tuple(
            index.pointed(quote, question.text, [next(likeness) for _ in part])
            if len(part) > 1
            else quote
            for quote, part in zip(quotes, parts, strict=True)
        )

    async def ready(
        self, reader: Reader, world_id: WorldId, revision: str, seconds: float
    ) -> LoreIndex | None:
        """Return the index if it is available within `seconds`, else None: a player is waiting."""
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
    """Runs SHELVE jobs: embeds some batches of passages, then queues the next job.

    Until all passages of a world have vectors, those without one are found by lexical search alone.
    """

    def __init__(self, store: Store, embedder: Embedder, shelves: LoreIndexCache) -> None:
        self._store = store
        self._embedder = embedder
        self._space = shelves.space

    async def embed(self, job: Job) -> None:
        """Embed passages that lack a vector of the present embedder; a second run finds none."""
        async with self._store.read() as reader:
            world_id = (await reader.timeline(job.timeline_id)).world_id
        after = ""
        for _ in range(_BATCHES):
            async with self._store.read() as reader:
                passages = await reader.library.lacking_vectors(
                    world_id, self._space, _BATCH, after
                )
            if passages:
                vectors = await self._embedder.embed([passage.headed for passage in passages])
                await self._store.write(partial(self._add, world_id, passages, vectors))
                after = passages[-1].id
            if len(passages) < _BATCH:
                await self._store.write(lambda unit: unit.library.announce(world_id))
                return
        await self._store.write(partial(_want, job.timeline_id))

    async def embed_all(self, job: Job) -> None:
        """Embed all passages of a world that lack a vector."""
        while True:
            async with self._store.read() as reader:
                world_id = (await reader.timeline(job.timeline_id)).world_id
                if not await reader.library.lacking_vectors(world_id, self._space, 1):
                    return
            await self.embed(job)

    async def catch_up(self) -> None:
        """Queue jobs for the worlds whose passages lack vectors, as after a change of embedder."""
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


async def _want(timeline_id: TimelineId, unit: UnitOfWork) -> None:
    await unit.want((JobDraft(JobKind.SHELVE, timeline_id, ""),))
