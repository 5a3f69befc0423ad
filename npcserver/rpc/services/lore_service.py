"""`LoreService`, and the translation of its messages."""

from collections.abc import AsyncGenerator

from npcserver.admin.v1 import lore_service_pb2 as pb
from npcserver.admin.v1.lore_service_pb2_grpc import LoreServiceServicer
from npcserver.app.lore import Lore
from npcserver.model import limits
from npcserver.model.lore import Book, Chapter, Passage, Quote
from npcserver.rpc import fields
from npcserver.rpc.decoder import call, reads
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.memory_messages import read_secret
from npcserver.rpc.methods import UseCaseServicer, paged, unary


def _check_book(message: pb.Book) -> None:
    if not message.chapters:
        fields.text("chapters", "", limits.CHAPTER)


reads(
    Book,
    pb.Book,
    _check_book,
    id=lambda message: fields.new_id("book_id", message.book_id),
    etag=None,
)
reads(
    Chapter,
    pb.Chapter,
    title=lambda message: fields.name("title", message.title, may_be_empty=True),
    text=lambda message: fields.authored("text", message.text, limits.CHAPTER).strip(),
    secret=read_secret,
)
reads(Lore.ask, pb.AskRequest, least="min_confidence")

sources(Passage, pb.Passage, title=None)
sources(
    Quote,
    pb.AskResponse,
    passage=lambda quote: encode(quote.passage, pb.Passage, title=quote.title),
    highlight_start=lambda quote: quote.highlight[0],
    highlight_end=lambda quote: quote.highlight[1],
)


class LoreServicer(UseCaseServicer, LoreServiceServicer):
    """The books of worlds."""

    PutBook = unary(pb.PutBookRequest, lambda services: services.lore.put, if_etag="book.etag")
    GetBook = unary(pb.GetBookRequest, lambda services: services.lore.get, "book")
    ListBooks = paged(pb.ListBooksRequest, lambda services: services.lore.list, "books")
    ListPassages = paged(
        pb.ListPassagesRequest,
        lambda services: services.lore.passages,
        "passages",
        lambda found: [encode(one, pb.Passage, title=found[0].title) for one in found[1]],
        text=lambda request: request.text and fields.text("text", request.text, limits.UTTERANCE),
    )
    DeleteBook = unary(pb.DeleteBookRequest, lambda services: services.lore.delete)

    async def Ask(
        self, request: pb.AskRequest, context: Context
    ) -> AsyncGenerator[pb.AskResponse, None]:
        """Stream the passages that answer a question."""
        for quote in await call(self.services.lore.ask, request):
            yield encode(quote, pb.AskResponse)
