"""Books and quoted passages → messages."""

from npcserver.model.lore import Book, Chapter, Quote
from npcserver.rpc import secrets
from npcserver.v1 import lore_service_pb2 as pb


def book(value: Book) -> pb.Book:
    """Write a book."""
    return pb.Book(
        book_id=value.id,
        world_id=value.world_id,
        title=value.title,
        author=value.author,
        shelf=value.shelf,
        reader_ids=value.readers,
        chapters=map(_chapter, value.chapters),
        etag=value.etag,
    )


def answer(value: Quote) -> pb.AskResponse:
    """Write a passage, its score, and the span of the sentence that answers."""
    passage = value.passage
    start, end = value.highlight
    return pb.AskResponse(
        passage=pb.Passage(
            passage_id=passage.id,
            book_id=passage.book_id,
            title=value.title,
            chapter=passage.chapter,
            chapter_title=value.chapter_title,
            text=passage.text,
            start=passage.start,
            end=passage.end,
        ),
        score=value.score,
        highlight_start=start,
        highlight_end=end,
    )


def _chapter(value: Chapter) -> pb.Chapter:
    return pb.Chapter(
        title=value.title,
        text=value.text,
        secret=None if value.secret is None else secrets.encode(value.secret),
    )
