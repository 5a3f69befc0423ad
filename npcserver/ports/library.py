"""The books of worlds: authored like places and characters, and searched by passage."""

from collections.abc import Sequence
from typing import Protocol

from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Passage
from npcserver.ports.embedder import Vectors


class Books(Protocol):
    """The books of all worlds with their passages and vectors, in one snapshot."""

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        """Return up to `limit` books with ids after `after`; without `texts` chapters are empty."""
        ...

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""
        ...

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        """Return all passages of a world, in order of book, chapter and position."""
        ...

    async def revision(self, world_id: WorldId) -> str:
        """Return a value that changes whenever a book of the world does.

        Cheap enough for every turn. Empty for a world that never had a book.
        """
        ...

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        """Return the ids of passages that have a vector in a space, and the vectors, by id.

        Shape (n, dimension); (0, 0) if there is none.
        """
        ...

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        """Return the first passages, by id after `after`, without a vector in a space."""
        ...


class Library(Books, Protocol):
    """Books within a unit of work, which can change them."""

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        """Store a book with its passages, replacing what has its id.

        Vectors of passages with unchanged text stay. Raises `Conflict` (ETAG_MISMATCH) if `if_etag`
        does not match, `NotFound` for an unknown world.
        """
        ...

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        """Delete a book with its passages. Raises `NotFound`, or `Conflict` (ETAG_MISMATCH)."""
        ...

    async def add_vectors(
        self, world_id: WorldId, space: str, passages: Sequence[Passage], vectors: Vectors
    ) -> None:
        """Store vectors of passages, except of those that have changed meanwhile."""
        ...

    async def announce(self, world_id: WorldId) -> None:
        """Change the revision, so that caches notice added vectors."""
        ...
