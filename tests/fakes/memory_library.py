"""Books in dicts."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import WorldId, new_id
from npcserver.model.lore import Book, Passage
from npcserver.ports.embedder import Vectors
from tests.fakes.memory_view import State


class MemoryLibrary:
    """The books of a state; a unit's may be changed."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        own = sorted(key[1] for key in self._state.books if key[0] == world_id)
        found = [self._state.books[world_id, one] for one in own if one > after][:limit]
        return tuple(found if texts else map(_without_texts, found))

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        found = self._state.books.get((world_id, book_id))
        if found is None:
            raise NotFound("book", book_id, "list the books of the world first")
        return found

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        keys = sorted(key for key in self._state.passages if key[0] == world_id)
        return tuple(passage for key in keys for passage in self._state.passages[key])

    async def revision(self, world_id: WorldId) -> str:
        return self._state.revisions.get(world_id, "")

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        own = {
            key[2]: vector
            for key, vector in self._state.passage_vectors.items()
            if key[:2] == (world_id, space)
        }
        ids = tuple(sorted(own))
        if not ids:
            return (), np.zeros((0, 0), np.float32)
        return ids, np.stack([own[one] for one in ids])

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        lacking = (
            passage
            for passage in await self.passages(world_id)
            if (world_id, space, passage.id) not in self._state.passage_vectors
        )
        ordered = sorted((one for one in lacking if one.id > after), key=lambda one: one.id)
        return tuple(ordered[:limit])

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        if book.world_id not in self._state.worlds:
            raise NotFound("world", book.world_id, "create it first")
        before = self._state.books.get((book.world_id, book.id))
        _match("" if before is None else before.etag, if_etag)
        was = self._state.passages.get((book.world_id, book.id), ())
        now = {passage.id: passage.text for passage in passages}
        self._let_go(book.world_id, {one.id for one in was if now.get(one.id) != one.text})
        digest = hashlib.sha256(repr(replace(book, etag="")).encode()).hexdigest()[:16]
        stored = replace(book, etag=digest)
        self._state.books[book.world_id, book.id] = stored
        self._state.passages[book.world_id, book.id] = tuple(passages)
        await self.announce(book.world_id)
        return stored

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        _match((await self.book(world_id, book_id)).etag, if_etag)
        del self._state.books[world_id, book_id]
        gone = self._state.passages.pop((world_id, book_id))
        self._let_go(world_id, {passage.id for passage in gone})
        await self.announce(world_id)

    async def add_vectors(
        self, world_id: WorldId, space: str, passages: Sequence[Passage], vectors: Vectors
    ) -> None:
        there = {passage.id: passage.text for passage in await self.passages(world_id)}
        for passage, vector in zip(passages, vectors, strict=True):
            if there.get(passage.id) == passage.text:
                self._state.passage_vectors.setdefault((world_id, space, passage.id), vector)

    async def announce(self, world_id: WorldId) -> None:
        self._state.revisions[world_id] = new_id("rev")

    def _let_go(self, world_id: WorldId, passage_ids: set[str]) -> None:
        vectors = self._state.passage_vectors
        for key in [key for key in vectors if key[0] == world_id and key[2] in passage_ids]:
            del vectors[key]


def _without_texts(book: Book) -> Book:
    return replace(book, chapters=tuple(replace(one, text="") for one in book.chapters))


def _match(found: str, wanted: str) -> None:
    if wanted and wanted != found:
        raise Conflict("somebody else was first", Reason.ETAG_MISMATCH)
