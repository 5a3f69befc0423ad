"""Messages of `LoreService` → use case inputs."""

from npcserver.app.lore import Ask, PutBook
from npcserver.model import limits
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.rpc import fields, secrets
from npcserver.rpc.request_key import request_key
from npcserver.v1 import lore_service_pb2 as pb

_DEFAULT_LIMIT = 5


def put_book(request: pb.PutBookRequest) -> PutBook:
    """Read the book to store."""
    message = request.book
    return PutBook(
        book=_book(message),
        if_etag=fields.reference("book.etag", message.etag, may_be_empty=True),
        key=request_key("PutBook", message.world_id, request.request_id, request),
    )


def ask(request: pb.AskRequest) -> Ask:
    """Read a question."""
    reader = fields.reference("reader_id", request.reader_id, may_be_empty=True)
    timeline = fields.reference("timeline_id", request.timeline_id, may_be_empty=True)
    return Ask(
        world_id=WorldId(fields.reference("world_id", request.world_id)),
        question=fields.text("question", request.question, limits.UTTERANCE),
        shelf=fields.name("shelf", request.shelf, may_be_empty=True),
        reader_id=CharacterId(reader) if reader else None,
        limit=fields.whole("limit", request.limit or _DEFAULT_LIMIT, 1, limits.PASSAGES),
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
        chapters=fields.each("book.chapters", _chapter, message.chapters),
    )


def _reader(value: str) -> str:
    return fields.reference("", value)


def _chapter(message: pb.Chapter) -> Chapter:
    text = fields.text("text", message.text, limits.CHAPTER).strip()
    return Chapter(
        title=fields.name("title", message.title, may_be_empty=True),
        text=text,
        secret=(
            secrets.decode("secret", message.secret, text) if message.HasField("secret") else None
        ),
    )
