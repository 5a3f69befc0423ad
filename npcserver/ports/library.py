"""The books of worlds. Authored like places and characters, and searched by their passages."""

from collections.abc import Sequence
from typing import Protocol

from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Passage
from npcserver.ports.embedder import Vectors


class Library(Protocol):
    """Keeps the books of all worlds, their passages, and the vectors of these."""

    async def books(self, world_id: WorldId, limit: int, after: str = "") -> tuple[Book, ...]:
        """Return books of a world by id, those after `after`."""
        ...

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""
        ...

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        """Store a book with its passages in place of what was there under its id."""
        ...

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        """Delete a book with its passages. Raises `NotFound`."""
        ...

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        """Return all passages of a world, by book, chapter and place."""
        ...

    async def revision(self, world_id: WorldId) -> str:
        """Return what changes whenever a book of the world does; cheap, for every turn."""
        ...

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        """Return the ids of passages that have a vector in a space, and the vectors, by id."""
        ...

    async def add_vectors(
        self, world_id: WorldId, space: str, passage_ids: Sequence[str], vectors: Vectors
    ) -> None:
        """Store vectors of passages; those of passages that changed meanwhile are let go."""
        ...
