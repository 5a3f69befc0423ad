"""The books of worlds. Authored like places and characters, and searched by their passages."""

from collections.abc import Sequence
from typing import Protocol

from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Passage
from npcserver.ports.embedder import Vectors


class Books(Protocol):
    """The books of all worlds, their passages, and the vectors of these, as a snapshot has them."""

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        """Return books of a world by id, those after `after`; chapters without `texts` if asked."""
        ...

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""
        ...

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        """Return all passages of a world, by book, chapter and place."""
        ...

    async def revision(self, world_id: WorldId) -> str:
        """Return what changes whenever a book of the world does; cheap, for every turn.

        Empty for a world that never had a book.
        """
        ...

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        """Return the ids of passages that have a vector in a space, and the vectors, by id.

        Shape (n, dimension); (0, 0) when none has one.
        """
        ...

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        """Return the first passages by id, those after `after`, without a vector in a space."""
        ...


class Library(Books, Protocol):
    """The same as part of a unit of work, which can change it."""

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        """Store a book with its passages in place of what was there under its id.

        Vectors of passages whose text is the same stay. Raises `Conflict` (ETAG_MISMATCH) for an
        `if_etag` that does not match, `NotFound` for an unknown world.
        """
        ...

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        """Delete a book with its passages. Raises `NotFound`, or `Conflict` (ETAG_MISMATCH)."""
        ...

    async def add_vectors(
        self, world_id: WorldId, space: str, passages: Sequence[Passage], vectors: Vectors
    ) -> None:
        """Store vectors of passages; those of passages that changed meanwhile are let go."""
        ...

    async def announce(self, world_id: WorldId) -> None:
        """Change the revision, so that vectors which were added are taken notice of."""
        ...
