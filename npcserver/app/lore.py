"""The books of worlds: storing them, and searching them."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated

import structlog

from npcserver.aio import within
from npcserver.app.authoring.directory import load_people, resolve_book
from npcserver.app.authoring.lore_index import LoreIndexCache, book_drafts
from npcserver.app.context.discretion import Discretion, flags_of
from npcserver.app.context.recall import cue_of
from npcserver.app.idempotency import do_once, run_once
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.memory import passages as cutting
from npcserver.memory.arrays import in_thread
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreFilter, LoreIndex
from npcserver.memory.stream import MemoryStream
from npcserver.model import limits
from npcserver.model.bounds import Name, NumberRange, Words
from npcserver.model.errors import InvalidInput, NotFound, Unavailable
from npcserver.model.ids import CharacterId, TimelineId, WorldId, slug
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.lore import Book, Passage, Quote
from npcserver.model.record import Record
from npcserver.ports.storage import Reader, RequestKey, Store, UnitOfWork
from npcserver.ports.view import View

_EMBED_SECONDS = 5.0
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBook:
    """A book as stored, and how many passages it was cut into."""

    book: Book
    passages: int


class Lore:
    """The use cases of `LoreService`."""

    def __init__(self, store: Store, stream: MemoryStream, shelves: LoreIndexCache) -> None:
        self._store = store
        self._stream = stream
        self._shelves = shelves

    async def put(
        self, *, book: Book, if_etag: str = "", key: RequestKey | None = None
    ) -> StoredBook:
        """Store a book, replacing one of the same id; an empty id is made from the title.

        Its passages are found by lexical search at once, and by meaning once they are embedded.
        """
        stored = await run_once(
            self._store, key, StoredBook, lambda unit: put_book(unit, book, if_etag=if_etag)
        )
        self._shelves.forget(book.world_id)
        return stored

    async def get(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.library.book(world_id, book_id)

    async def list(self, world_id: WorldId, page: Page) -> ResultPage[Book]:
        """Return a page of a world's books by id, without the texts of their chapters."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.library.books(world_id, page.size + 1, page.cursor, texts=False)
        return cut_page(found, page, lambda book: book.id)

    async def passages(
        self,
        *,
        world_id: WorldId,
        book_id: str,
        chapter: Annotated[int, NumberRange(0, limits.CHAPTERS)] = 0,
        text: Words = "",
    ) -> tuple[Book, tuple[Passage, ...]]:
        """Return a book and its passages in order: of a chapter, and with all words of a text.

        Raises `NotFound`, or `InvalidInput` for a chapter that it does not have.
        """
        book = await self.get(world_id, book_id)
        if chapter > len(book.chapters):
            raise InvalidInput("chapter", f"must be 1 to {len(book.chapters)}, or 0 for all")
        words = text.casefold().split()
        return book, tuple(
            one
            for one in await in_thread(lambda: cutting.cut(book))
            if chapter in (0, one.chapter) and all(word in one.text.casefold() for word in words)
        )

    async def delete(
        self, world_id: WorldId, book_id: str, *, if_etag: str = "", key: RequestKey | None = None
    ) -> None:
        """Delete a book; receipts that cite it keep the ids of its passages."""
        await do_once(
            self._store,
            key,
            lambda unit: unit.library.delete_book(world_id, book_id, if_etag=if_etag),
        )

    async def ask(
        self,
        *,
        world_id: WorldId,
        question: Words,
        shelf: Name = "",
        reader_id: CharacterId | None = None,
        limit: Annotated[int, NumberRange(1, limits.PASSAGES)] = 5,
        least: Annotated[float, NumberRange(0, 1)] = 0.0,
        timeline_id: TimelineId | None = None,
    ) -> tuple[Quote, ...]:
        """Return the passages that answer or may answer, best first. Asks no model.

        Of one shelf, or of what a character has read, with a confidence of at least `least`; 0
        ranks all. With a timeline, its story flags unlock what they make public, and its drafts are
        in the place of books; without one, secrets stay locked.
        """
        asked = await self._question(question)
        async with self._store.read() as reader:
            await reader.world(world_id)
            if reader_id is not None:
                await reader.character(world_id, reader_id)
            discretion, drafts = Discretion(), tuple[Record, ...]()
            if timeline_id is not None:
                view = await _view_in(reader, world_id, timeline_id)
                discretion = Discretion(flags=await flags_of(view))
                drafts = await book_drafts(view)
            revision = await self._shelves.revision(reader, world_id)
            if not revision and not drafts:
                return ()
            books = await self._shelves.index(reader, world_id, revision, drafts)
        narrowing = LoreFilter(shelf=shelf, reader=reader_id or "")
        found = await in_thread(
            lambda: books.search(asked, limit, discretion.may_tell, narrowing, least=least)
        )
        return await self._pointed(books, asked, found.quotes)

    async def _pointed(
        self, books: LoreIndex, question: Cue, quotes: tuple[Quote, ...]
    ) -> tuple[Quote, ...]:
        """Choose the sentences by meaning too; by words alone where that cannot be had in time."""
        if not quotes or not question.vector.any():
            return quotes
        try:
            return await within(_EMBED_SECONDS, self._shelves.pointed(books, question, quotes))
        except (Unavailable, TimeoutError) as error:
            _log.warning("pointing_by_words_alone", error=error)
            return quotes

    async def _question(self, text: str) -> Cue:
        if self._shelves.has_own_questions:
            return await self._shelves.question(self._stream.words(text), _EMBED_SECONDS)
        cue, _ = await cue_of(self._stream, text, _EMBED_SECONDS)
        return cue


async def put_book(unit: UnitOfWork, book: Book, *, if_etag: str = "") -> StoredBook:
    """Store a book as part of a unit and queue its embedding; an identical one stays.

    Raises what `check_book` does, and `Conflict` (ETAG_MISMATCH).
    """
    world, wanted = await unit.world(book.world_id), await check_book(unit, book)
    found = cutting.cut(wanted)
    known = None
    with suppress(NotFound):
        known = await unit.library.book(wanted.world_id, wanted.id)
    if known is not None and replace(known, etag="") == wanted and if_etag in ("", known.etag):
        return StoredBook(book=known, passages=len(found))
    stored = await unit.library.put_book(wanted, found, if_etag=if_etag)
    await unit.want((JobDraft(JobKind.SHELVE, world.genesis_id, ""),))
    return StoredBook(book=stored, passages=len(found))


async def check_book(reader: Reader, book: Book) -> Book:
    """Return a book as it is stored, with people named by id.

    Raises `NotFound` for a reader that does not exist, and `InvalidInput` for a name that several
    characters bear.
    """
    people = await load_people(reader, book.world_id)
    chapters = tuple(replace(one, text=one.text.strip()) for one in book.chapters)
    named = replace(book, id=book.id or slug(book.title), chapters=chapters, etag="")
    found = resolve_book(named, people)
    for one in found.readers:
        if one not in people.names:
            raise NotFound("character", one, f"create it in world {book.world_id!r} first")
    return found


async def _view_in(reader: Reader, world_id: WorldId, timeline_id: TimelineId) -> View:
    view = await reader.head(timeline_id)
    if view.timeline.world_id != world_id:
        raise InvalidInput(
            "timeline_id",
            f"is a timeline of world {view.timeline.world_id!r}, and the books are those of "
            f"{world_id!r}; name a timeline of that world, or none",
        )
    return view
