"""Vectors and books of snapshots that hold none themselves."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.passages import cut
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Passage
from npcserver.model.timeline import Segment
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef


class NoVectors:
    """The vector part of a `MemorySource` that has none."""

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return that no ref has a vector in `space`; shapes (n,) and (n, 0)."""
        del space
        return np.zeros(len(refs), np.bool_), np.zeros((len(refs), 0), np.float32)

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return no rows; shapes (0,) and (0, 0)."""
        del space, segment, subject_id
        return np.zeros(0, np.int64), np.zeros((0, 0), np.float32)


class LexicalBooks:
    """The books of one world from a snapshot, without vectors."""

    def __init__(self, books: Sequence[Book]) -> None:
        self._books = {book.id: book for book in books}

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        """Return up to `limit` books with ids after `after`, in order of id."""
        del world_id
        found = (self._books[key] for key in sorted(self._books) if key > after)
        return tuple(book if texts else _without_texts(book) for book in found)[:limit]

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""
        del world_id
        found = self._books.get(book_id)
        if found is None:
            raise NotFound("book", book_id, "the world has none of that id")
        return found

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        """Return all passages, in order of book id."""
        del world_id
        return tuple(part for key in sorted(self._books) for part in cut(self._books[key]))

    async def revision(self, world_id: WorldId) -> str:
        """Return a constant, or an empty text if there are no books."""
        del world_id
        return "recorded" if self._books else ""

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        """Return no vectors; shape (0, 0)."""
        del world_id, space
        return (), np.zeros((0, 0), np.float32)

    async def drafted_vectors(self, space: str, draft: MemoryRef, count: int) -> Vectors:
        """Return no vectors; shape (0, 0)."""
        del space, draft, count
        return np.zeros((0, 0), np.float32)

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        """Return nothing, since a read-only snapshot is never embedded."""
        del world_id, space, limit, after
        return ()


def _without_texts(book: Book) -> Book:
    return replace(book, chapters=tuple(replace(each, text="") for each in book.chapters))
