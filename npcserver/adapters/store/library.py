"""Storage of books: texts, positions of passages, and vectors."""

from collections.abc import Sequence

from npcserver.adapters.store import library_edits, library_reads
from npcserver.adapters.store.lanes import Run
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Passage
from npcserver.ports.embedder import Vectors


class SqlBooks:
    """The books of all worlds in one snapshot."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def books(
        self, world_id: WorldId, limit: int, after: str = "", *, texts: bool = True
    ) -> tuple[Book, ...]:
        """Return books of a world by id."""
        return await self._run(library_reads.books, world_id, limit, after, texts=texts)

    async def book(self, world_id: WorldId, book_id: str) -> Book:
        """Return a book. Raises `NotFound`."""
        return await self._run(library_reads.book, world_id, book_id)

    async def passages(self, world_id: WorldId) -> tuple[Passage, ...]:
        """Return all passages of a world."""
        return await self._run(library_reads.passages, world_id)

    async def revision(self, world_id: WorldId) -> str:
        """Return a value that changes whenever a book of the world does."""
        return await self._run(library_reads.revision, world_id)

    async def vectors(self, world_id: WorldId, space: str) -> tuple[tuple[str, ...], Vectors]:
        """Return the ids of passages that have a vector in a space, and the vectors."""
        return await self._run(library_reads.vectors, world_id, space)

    async def lacking_vectors(
        self, world_id: WorldId, space: str, limit: int, after: str = ""
    ) -> tuple[Passage, ...]:
        """Return the first passages without a vector in a space."""
        return await self._run(library_reads.lacking, world_id, space, limit, after)


class SqlLibrary(SqlBooks):
    """The books of all worlds in a transaction that changes them."""

    async def put_book(self, book: Book, passages: Sequence[Passage], *, if_etag: str = "") -> Book:
        """Store a book with its passages, replacing what has its id."""
        return await self._run(library_edits.put, book, passages, if_etag)

    async def delete_book(self, world_id: WorldId, book_id: str, *, if_etag: str = "") -> None:
        """Delete a book with its passages."""
        await self._run(library_edits.remove, world_id, book_id, if_etag)

    async def add_vectors(
        self, world_id: WorldId, space: str, passages: Sequence[Passage], vectors: Vectors
    ) -> None:
        """Store vectors of passages that have not changed."""
        await self._run(library_edits.add_vectors, world_id, space, passages, vectors)

    async def announce(self, world_id: WorldId) -> None:
        """Change the revision."""
        await self._run(library_edits.renew, world_id)
