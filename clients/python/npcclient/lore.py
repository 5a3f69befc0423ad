"""`LoreService`: the books of worlds, and searching them."""

from collections.abc import Awaitable

import grpc

from npcclient import errors
from npcclient.admin.v1 import lore_service_pb2 as pb
from npcclient.admin.v1.lore_service_pb2 import AskResponse, Book, Passage
from npcclient.admin.v1.lore_service_pb2_grpc import LoreServiceStub
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import character_id, timeline_id, world_id
from npcclient.v1.timeline_service_pb2 import Timeline


class Lore:
    """Manages books, and searches their passages."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = LoreServiceStub(channel)
        self._caller = caller
        self._call = caller.call

    async def put(self, book: Book, *, request_id: str = "") -> Book:
        """Store a book, replacing one of the same id; a set `etag` must match."""
        request = pb.PutBookRequest(request_id=request_id or new_request_id(), book=book)
        return (await self._call(self._stub.PutBook, request)).book

    async def get(self, world: World | str, book: Book | str) -> Book:
        """Return the present version of a book."""
        request = pb.GetBookRequest(world_id=world_id(world), book_id=_book_id(book))
        return (await self._call(self._stub.GetBook, request)).book

    def list(self, world: World | str) -> Listing[Book]:
        """Return the books of a world, by id, without the texts of their chapters."""

        def fetch(token: str) -> Awaitable[pb.ListBooksResponse]:
            request = pb.ListBooksRequest(world_id=world_id(world), page_token=token)
            return self._call(self._stub.ListBooks, request)

        return listing(fetch, lambda page: page.books)

    def passages(
        self, world: World | str, book: Book | str, *, chapter: int = 0, text: str = ""
    ) -> Listing[Passage]:
        """Return the passages of a book, of one chapter, or those with all words of a text."""

        def fetch(token: str) -> Awaitable[pb.ListPassagesResponse]:
            request = pb.ListPassagesRequest(
                world_id=world_id(world),
                book_id=_book_id(book),
                chapter=chapter,
                text=text,
                page_token=token,
            )
            return self._call(self._stub.ListPassages, request)

        return listing(fetch, lambda page: page.passages)

    async def delete(
        self, world: World | str, book: Book | str, *, etag: str = "", request_id: str = ""
    ) -> None:
        """Delete a book; receipts keep the ids of its passages."""
        request = pb.DeleteBookRequest(
            request_id=request_id or new_request_id(),
            world_id=world_id(world),
            book_id=_book_id(book),
            etag=etag,
        )
        await self._call(self._stub.DeleteBook, request)

    async def ask(
        self,
        world: World | str,
        question: str,
        *,
        shelf: str = "",
        reader: Character | str = "",
        limit: int = 0,
        timeline: Timeline | str = "",
        min_confidence: float = 0.0,
    ) -> tuple[AskResponse, ...]:
        """Return the passages that answer or may answer, best first.

        One with a `confidence` below 0.5 only may; `min_confidence` leaves such out. With a
        `reader`, of the books that this character has read. The story flags of a `timeline` unlock
        what they make public. Raises an `NpcError`.
        """
        request = pb.AskRequest(
            world_id=world_id(world),
            question=question,
            shelf=shelf,
            reader_id=character_id(reader),
            limit=limit,
            timeline_id=timeline_id(timeline),
            min_confidence=min_confidence,
        )
        answers = self._stub.Ask(request, timeout=self._caller.patience.call)
        try:
            return tuple([answer async for answer in answers])
        except grpc.aio.AioRpcError as error:
            raise errors.from_call(error) from error


def _book_id(book: Book | str) -> str:
    return book if isinstance(book, str) else book.book_id
