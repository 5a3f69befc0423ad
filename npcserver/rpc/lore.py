"""`LoreService`: translation only."""

from collections.abc import AsyncGenerator

from npcserver.app.lore import Lore
from npcserver.model.ids import WorldId
from npcserver.rpc import decode_lore, encode_lore, fields
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.request_key import request_key
from npcserver.v1 import lore_service_pb2 as pb
from npcserver.v1.lore_service_pb2_grpc import LoreServiceServicer


class LoreServicer(LoreServiceServicer):
    """The books of worlds."""

    def __init__(self, lore: Lore, tokens: PageTokens) -> None:
        self._lore = lore
        self._tokens = tokens

    async def PutBook(self, request: pb.PutBookRequest, context: Context) -> pb.PutBookResponse:
        """Store a book."""
        stored = await self._lore.put(decode_lore.put_book(request))
        return pb.PutBookResponse(book=encode_lore.book(stored.book), passages=stored.passages)

    async def GetBook(self, request: pb.GetBookRequest, context: Context) -> pb.GetBookResponse:
        """Return a book."""
        found = await self._lore.get(
            WorldId(fields.reference("world_id", request.world_id)),
            fields.reference("book_id", request.book_id),
        )
        return pb.GetBookResponse(book=encode_lore.book(found))

    async def ListBooks(
        self, request: pb.ListBooksRequest, context: Context
    ) -> pb.ListBooksResponse:
        """Return a page of a world's books."""
        world_id = WorldId(fields.reference("world_id", request.world_id))
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._lore.list(world_id, page)
        return pb.ListBooksResponse(
            books=map(encode_lore.book, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def DeleteBook(
        self, request: pb.DeleteBookRequest, context: Context
    ) -> pb.DeleteBookResponse:
        """Delete a book."""
        await self._lore.delete(
            WorldId(fields.reference("world_id", request.world_id)),
            fields.reference("book_id", request.book_id),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeleteBook", request.world_id, request.request_id, request),
        )
        return pb.DeleteBookResponse()

    async def Ask(
        self, request: pb.AskRequest, context: Context
    ) -> AsyncGenerator[pb.AskResponse, None]:
        """Stream the passages that answer a question."""
        for quote in await self._lore.ask(decode_lore.ask(request)):
            yield encode_lore.answer(quote)
