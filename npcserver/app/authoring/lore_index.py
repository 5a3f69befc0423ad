"""The search indices over the books of worlds, and the job that embeds their passages."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import structlog
from cachetools import LRUCache, TTLCache

from npcserver.aio import within
from npcserver.app.authored import drafts_in_force, each_timeline
from npcserver.memory.arrays import stacked
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreIndex, tuning_of
from npcserver.memory.passages import cut
from npcserver.memory.stream import space_name
from npcserver.model.draft import BookDraft
from npcserver.model.errors import Unavailable
from npcserver.model.ids import WorldId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.lore import Book, Passage, Quote
from npcserver.model.record import Record, RecordKind
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, Store, UnitOfWork
from npcserver.ports.vectors import Embedder, QuestionEmbedder, Vectors
from npcserver.ports.view import MemoryRef, View

_TITLED = "titled"
"""The kind of text that is embedded: a passage below the title of its chapter."""

_FRESH_SECONDS = 5.0
_WORLDS = 64
_ALL = 1_000_000
_MANY = 500
"""From so many passages on the index is built in a thread; building one of 500 takes 20 ms."""

_log = structlog.get_logger(__name__)


async def book_drafts(view: View) -> tuple[Record, ...]:
    """Return the drafts of books that hold at a vantage, by book."""
    found = await drafts_in_force(view, RecordKind.BOOK_DRAFT)
    return tuple(found[one] for one in sorted(found))


def with_drafts(books: Iterable[Book], drafts: Iterable[Record]) -> tuple[Book, ...]:
    """Return books with drafts in place of those that they are drafts of; by id."""
    found = {book.id: book for book in (*books, *map(_book, drafts))}
    return tuple(found[one] for one in sorted(found))


def _book(draft: Record) -> Book:
    if not isinstance(body := draft.body, BookDraft) or body.book is None:
        raise TypeError(f"a {draft.kind} that is no draft of a book, or is over")
    return body.book


def _place(draft: Record) -> MemoryRef:
    return MemoryRef(draft.timeline_id, draft.seq)


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


_Key = tuple[WorldId, tuple[MemoryRef, ...]]
"""A world, and the drafts of books that hold."""


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
        self._kept: LRUCache[_Key, _CachedIndex] = LRUCache(_WORLDS)
        self._empty: TTLCache[WorldId, bool] = TTLCache(_WORLDS, _FRESH_SECONDS, clock.monotonic)

    @property
    def has_own_questions(self) -> bool:
        """Whether questions are embedded here, whatever vector a cue has."""
        return self._asks is not None

    def forget(self, world_id: WorldId) -> None:
        """Drop the cached fact that a world has no books."""
        self._empty.pop(world_id, None)

    async def revision(self, reader: Reader, world_id: WorldId) -> str:
        """Return the revision of a world's books, empty when there are none; one query at most."""
        if world_id in self._empty:
            return ""
        revision = await reader.library.revision(world_id)
        if revision:
            self._empty.pop(world_id, None)
        else:
            self._empty[world_id] = True
        return revision

    async def index(
        self, reader: Reader, world_id: WorldId, revision: str, drafts: Sequence[Record] = ()
    ) -> LoreIndex:
        """Return the index of a world's books at a revision that the reader sees, with drafts.

        A caller that is cancelled leaves the build running for the next caller.
        """
        key = world_id, tuple(map(_place, drafts))
        kept = self._kept.get(key)
        if kept is None or kept.revision != revision or kept.has_failed:
            # Another task may have started the build while this one read, so look again.
            volume = await reader.together(partial(_read, world_id, self.space, drafts))
            kept = self._kept.get(key)
            if kept is None or kept.revision != revision or kept.has_failed:
                kept = self._kept[key] = _CachedIndex(revision, _build_index(volume))
        return await asyncio.shield(kept.index)

    async def question(self, cue: Cue, seconds: float) -> Cue:
        """Return a question to books; by words alone if it is not embedded within `seconds`."""
        if self._asks is None:
            return cue
        try:
            (vector,) = await within(seconds, self._asks.embed_questions([cue.text]))
        except (Unavailable, TimeoutError) as error:
            _log.warning("asking_by_words_alone", error=error)
            vector = 0 * cue.vector
        return Cue(cue.text, vector)

    async def pointed(
        self, index: LoreIndex, question: Cue, quotes: Sequence[Quote]
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
        self,
        reader: Reader,
        world_id: WorldId,
        revision: str,
        drafts: Sequence[Record],
        seconds: float,
    ) -> LoreIndex | None:
        """Return the index if it is available within `seconds`, else None: a player is waiting."""
        try:
            return await within(seconds, self.index(reader, world_id, revision, drafts))
        except TimeoutError:
            _log.warning("answering_without_books", world=world_id)
            return None


async def _read(
    world_id: WorldId, space: str, drafts: Sequence[Record], reader: Reader
) -> _IndexedBooks:
    library = reader.library
    books = await library.books(world_id, _ALL, texts=False)
    ids, vectors = await library.vectors(world_id, space)
    passages = await library.passages(world_id)
    if not drafts:
        return _IndexedBooks(books, passages, ids, vectors, space)
    drafted = {draft.subject_id for draft in drafts}
    texts = {one.id: one.headed for one in passages}
    kept = [one for one in passages if one.book_id not in drafted]
    known = dict(zip(ids, vectors, strict=True))
    for draft in drafts:
        own = cut(_book(draft))
        found = await library.drafted_vectors(space, _place(draft), len(own))
        kept += own
        for number, passage in enumerate(own):
            if len(found):
                known[passage.id] = found[number]
            elif texts.get(passage.id) != passage.headed:  # it was published with another text
                known.pop(passage.id, None)
    there = {one.id for one in kept}
    known = {one: vector for one, vector in known.items() if one in there}
    kept.sort(key=lambda one: one.book_id)  # stable: passages of a book stay in order
    return _IndexedBooks(
        with_drafts(books, drafts), tuple(kept), tuple(known), stacked(known.values()), space
    )


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

    A job with a subject is for the draft of that book in its timeline, and embeds all of it.

    Until all passages of a world have vectors, those without one are found by lexical search alone.
    """

    def __init__(self, store: Store, embedder: Embedder, shelves: LoreIndexCache) -> None:
        self._store = store
        self._embedder = embedder
        self._space = shelves.space

    async def embed(self, job: Job) -> None:
        """Embed passages that lack a vector of the present embedder; a second run finds none."""
        if job.subject_id:
            await self._embed_draft(job)
            return
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
        await self._store.write(partial(_want, [JobDraft(JobKind.SHELVE, job.timeline_id, "")]))

    async def _embed_draft(self, job: Job) -> None:
        async with self._store.read() as reader:
            view = await reader.head(job.timeline_id)
            draft = (await drafts_in_force(view, RecordKind.BOOK_DRAFT)).get(job.subject_id)
            if draft is None:
                return
            if len(await self._vectors(reader, draft)):
                return
        texts = [passage.headed for passage in cut(_book(draft))]
        batches = [texts[at : at + _BATCH] for at in range(0, len(texts), _BATCH)]
        vectors = stacked([row for batch in batches for row in await self._embedder.embed(batch)])

        async def add(unit: UnitOfWork) -> None:
            # one row for all of them, as the draft is one record
            await unit.add_vectors(self._space, [_place(draft)], vectors.reshape(1, -1))
            await unit.library.announce(view.timeline.world_id)

        await self._store.write(add)

    async def embed_all(self, job: Job) -> None:
        """Embed all passages of a world that lack a vector, or those of a draft."""
        if job.subject_id:
            await self._embed_draft(job)
            return
        while True:
            async with self._store.read() as reader:
                world_id = (await reader.timeline(job.timeline_id)).world_id
                if not await reader.library.lacking_vectors(world_id, self._space, 1):
                    return
            await self.embed(job)

    async def catch_up(self) -> None:
        """Queue jobs for the worlds whose passages lack vectors, as after a change of embedder."""
        async for jobs in self.embedding_jobs():
            await self._store.write(partial(_want, jobs))

    async def embedding_jobs(self) -> AsyncGenerator[list[JobDraft], None]:
        """Yield jobs for worlds and drafts that lack vectors of the present embedder."""
        after = ""
        while True:
            async with self._store.read() as reader:
                worlds = await reader.worlds(_WORLDS_AT_ONCE, after)
                lacking = [
                    world
                    for world in worlds
                    if await reader.library.lacking_vectors(world.id, self._space, 1)
                ]
                jobs = [one for world in worlds for one in await self._of_drafts(reader, world.id)]
            jobs += [JobDraft(JobKind.SHELVE, world.genesis_id, "") for world in lacking]
            if jobs:
                yield jobs
            if len(worlds) < _WORLDS_AT_ONCE:
                return
            after = worlds[-1].id

    async def _of_drafts(self, reader: Reader, world_id: WorldId) -> list[JobDraft]:
        """Return the jobs for drafts of books without vectors of the present embedder."""
        found: list[JobDraft] = []
        async for timeline in each_timeline(reader, world_id):
            drafts = (
                await book_drafts(await reader.head(timeline.id)) if timeline.is_drafted else ()
            )
            found += [
                JobDraft(JobKind.SHELVE, timeline.id, one.subject_id)
                for one in drafts
                if one.timeline_id == timeline.id and not len(await self._vectors(reader, one))
            ]
        return found

    async def _vectors(self, reader: Reader, draft: Record) -> Vectors:
        count = len(cut(_book(draft)))
        return await reader.library.drafted_vectors(self._space, _place(draft), count)

    async def _add(
        self, world_id: WorldId, passages: tuple[Passage, ...], vectors: Vectors, unit: UnitOfWork
    ) -> None:
        await unit.library.add_vectors(world_id, self._space, passages, vectors)


async def _want(jobs: Sequence[JobDraft], unit: UnitOfWork) -> None:
    await unit.want(jobs)
