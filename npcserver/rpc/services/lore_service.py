"""`LoreService`, and the translation of its messages."""

from collections.abc import AsyncGenerator

from npcserver.app.lore import AskLore, PutBook
from npcserver.model import limits
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.lore import Book, Chapter, Passage, Quote
from npcserver.rpc import fields
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.fields import request_key
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.v1 import lore_service_pb2 as pb
from npcserver.v1.lore_service_pb2_grpc import LoreServiceServicer

_DEFAULT_LIMIT = 5


def decode_put_book(request: pb.PutBookRequest) -> PutBook:
    """Read the book to store."""
    message = request.book
    return PutBook(
        book=_book(message),
        if_etag=fields.reference("book.etag", message.etag, may_be_empty=True),
        key=request_key("PutBook", message.world_id, request.request_id, request),
    )


def decode_ask(request: pb.AskRequest) -> AskLore:
    """Read a question."""
    reader = fields.reference("reader_id", request.reader_id, may_be_empty=True)
    timeline = fields.reference("timeline_id", request.timeline_id, may_be_empty=True)
    return AskLore(
        world_id=WorldId(fields.reference("world_id", request.world_id)),
        question=fields.text("question", request.question, limits.UTTERANCE),
        shelf=fields.name("shelf", request.shelf, may_be_empty=True),
        reader_id=CharacterId(reader) if reader else None,
        limit=fields.whole("limit", request.limit or _DEFAULT_LIMIT, 1, limits.PASSAGES),
        least=fields.share("min_confidence", request.min_confidence),
        timeline_id=TimelineId(timeline) if timeline else None,
    )


def _book(message: pb.Book) -> Book:
    world_id = WorldId(fields.reference("book.world_id", message.world_id))
    fields.few("book.reader_ids", message.reader_ids, limits.READERS)
    fields.few("book.chapters", message.chapters, limits.CHAPTERS)
    if not message.chapters:
        fields.text("book.chapters", "", limits.CHAPTER)
    return Book(
        id=fields.new_id("book.book_id", message.book_id),
        world_id=world_id,
        title=fields.name("book.title", message.title),
        author=fields.name("book.author", message.author, may_be_empty=True),
        shelf=fields.name("book.shelf", message.shelf, may_be_empty=True),
        readers=tuple(dict.fromkeys(fields.each("book.reader_ids", _reader, message.reader_ids))),
        chapters=fields.each("book.chapters", _decode_chapter, message.chapters),
    )


def _reader(value: str) -> str:
    return fields.reference("", value)


def _decode_chapter(message: pb.Chapter) -> Chapter:
    text = fields.authored("text", message.text, limits.CHAPTER).strip()
    return Chapter(
        title=fields.name("title", message.title, may_be_empty=True),
        text=text,
        secret=(
            fields.decode_secret("secret", message.secret, text)
            if message.HasField("secret")
            else None
        ),
    )


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

    PutBook = unary(
        pb.PutBookRequest, lambda services, request: services.lore.put(decode_put_book(request))
    )
    GetBook = unary(
        pb.GetBookRequest,
        lambda services, request: services.lore.get(
            fields.world_of(request), fields.reference("book_id", request.book_id)
        ),
        "book",
    )
    ListBooks = paged(
        pb.ListBooksRequest,
        lambda services, request, page: services.lore.list(fields.world_of(request), page()),
        "books",
    )
    DeleteBook = unary(
        pb.DeleteBookRequest,
        lambda services, request: services.lore.delete(
            fields.world_of(request),
            fields.reference("book_id", request.book_id),
            if_etag=fields.reference("etag", request.etag, may_be_empty=True),
            key=request_key("DeleteBook", request.world_id, request.request_id, request),
        ),
    )

    async def Ask(
        self, request: pb.AskRequest, context: Context
    ) -> AsyncGenerator[pb.AskResponse, None]:
        """Stream the passages that answer a question."""
        for quote in await self.services.lore.ask(decode_ask(request)):
            yield encode(quote, pb.AskResponse)
