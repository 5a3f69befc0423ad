"""The books of worlds: their texts, passages and vectors, read and changed."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

import numpy as np
import structlog
from sqlalchemy import Connection, Row, Select, and_, bindparam, delete, insert, literal, select

from npcserver.adapters.store import authored, codec, dialect
from npcserver.adapters.store.cells import TEXTS, Cells, Tell, shaped, warn
from npcserver.adapters.store.tables import (
    BOOK,
    CHAPTER,
    PASSAGE,
    PASSAGE_VECTOR,
    SHELF,
    VECTOR,
)
from npcserver.adapters.store.transactions import QueryRunner, as_method
from npcserver.adapters.store.vector_format import FLOAT32, read_sound, stored
from npcserver.model.errors import NotFound
from npcserver.model.ids import WorldId, new_id
from npcserver.model.lore import Book, Chapter, Passage
from npcserver.model.secret import Secret
from npcserver.ports.vectors import Vectors, dimension_of
from npcserver.ports.view import MemoryRef

_REVISION = select(SHELF.c.revision).where(SHELF.c.world_id == bindparam("world"))
_NOBODY = ("?",)
"""Readers of a book that no one has read; no character id looks like this."""
_LOCK = 'a JSON object, such as {"key": "the-debt", "trust": 60}, or nothing for no secret'


def list_books(
    connection: Connection,
    world_id: WorldId,
    limit: int,
    after: str = "",
    *,
    texts: bool = True,
    tell: Tell = warn,
) -> tuple[Book, ...]:
    """Return books of a world by id."""
    page = select(BOOK).where(BOOK.c.world_id == world_id, BOOK.c.id > after)
    rows = connection.execute(page.order_by(BOOK.c.id).limit(limit)).all()
    if not rows:
        return ()
    within = and_(
        CHAPTER.c.world_id == world_id,
        CHAPTER.c.book_id >= rows[0].id,
        CHAPTER.c.book_id <= rows[-1].id,
    )
    chapters: dict[str, list[Chapter]] = {}
    for row in connection.execute(_chapters(within, texts=texts)):
        chapters.setdefault(row.book_id, []).append(_chapter(world_id, row, tell))
    return tuple(_of_row(row, chapters.get(row.id, ()), tell) for row in rows)


def read_book(connection: Connection, world_id: WorldId, book_id: str) -> Book:
    """Return a book. Raises `NotFound`."""
    own = (BOOK.c.world_id == world_id, BOOK.c.id == book_id)
    row = connection.execute(select(BOOK).where(*own)).first()
    if row is None:
        raise NotFound("book", book_id, "list the books of the world first", worldId=world_id)
    within = and_(CHAPTER.c.world_id == world_id, CHAPTER.c.book_id == book_id)
    chapters = connection.execute(_chapters(within))
    return _of_row(row, [_chapter(world_id, one, warn) for one in chapters], warn)


def _chapters(within: Any, *, texts: bool = True) -> Select[Any]:
    text = CHAPTER.c.text if texts else literal("").label("text")
    columns = (CHAPTER.c.book_id, CHAPTER.c.number, CHAPTER.c.title, text, CHAPTER.c.secret)
    return select(*columns).where(within).order_by(CHAPTER.c.book_id, CHAPTER.c.number)


def _of_row(row: Row[Any], chapters: Iterable[Chapter], tell: Tell) -> Book:
    """Return a book; with an unreadable `readers` column no character has read it."""
    cells = Cells(row, "book", row.world_id, row.id)
    readers: tuple[str, ...] = cells.read(
        "readers", tuple[str, ...], _NOBODY, TEXTS, meanwhile="nobody has read it"
    )
    book = Book(
        id=row.id,
        world_id=WorldId(row.world_id),
        title=cells.name("title", row.id),
        author=cells.text("author"),
        shelf=cells.text("shelf"),
        readers=readers,
        chapters=tuple(chapters),
        etag=row.etag,
    )
    for cell in cells.broken:
        tell(cell)
    return book


def _chapter(world_id: WorldId, row: Row[Any], tell: Tell) -> Chapter:
    cells = Cells(row, "chapter", world_id, f"{row.book_id}/{row.number}")
    chapter = Chapter(title=cells.text("title"), text=cells.text("text"), secret=_secret(cells))
    for cell in cells.broken:
        tell(cell)
    return chapter


def _secret(cells: Cells) -> Secret | None:
    """Return the secret of a chapter; an unreadable one is never told."""
    written = cells.text("secret", "{}")
    if not written:
        return None
    try:
        secret, problem = shaped(Secret, json.loads(written))
    except ValueError:
        secret, problem = None, "is no JSON"
    if problem is None:
        found: Secret = secret
        return found
    cells.add("secret", problem, _LOCK, "the chapter is told to nobody")
    return Secret(key="unreadable")


def read_revision(connection: Connection, world_id: WorldId) -> str:
    """Return a value that changes whenever a book of the world does; empty without books."""
    return connection.execute(_REVISION, {"world": world_id}).scalar() or ""


def read_passages(connection: Connection, world_id: WorldId) -> tuple[Passage, ...]:
    """Return all passages of a world."""
    return read_passages_by_id(connection, world_id, select(PASSAGE))


def read_passages_by_id(
    connection: Connection, world_id: WorldId, chosen: Select[Any]
) -> tuple[Passage, ...]:
    """Return the chosen passages, cut out of their chapters, by book, chapter and position."""
    order = (PASSAGE.c.book_id, PASSAGE.c.chapter, PASSAGE.c.number)
    rows = connection.execute(chosen.where(PASSAGE.c.world_id == world_id).order_by(*order)).all()
    books = sorted({row.book_id for row in rows})
    chapters = {
        (one.book_id, one.number): _chapter(world_id, one, warn)
        for chunk in dialect.batched(books)
        for one in connection.execute(
            _chapters(and_(CHAPTER.c.world_id == world_id, CHAPTER.c.book_id.in_(chunk)))
        )
    }
    return tuple(_passage(row, chapters[row.book_id, row.chapter]) for row in rows)


def _passage(row: Row[Any], chapter: Chapter) -> Passage:
    return dialect.made_of(
        Passage,
        row,
        text=chapter.text[row.begins : row.ends],
        start=row.begins,
        end=row.ends,
        chapter_title=chapter.title,
        secrets=() if chapter.secret is None else (chapter.secret,),
    )


def read_passage_vectors(
    connection: Connection, world_id: WorldId, space: str
) -> tuple[tuple[str, ...], Vectors]:
    """Return the ids of passages that have a vector in a space, and the vectors, by id."""
    own = (PASSAGE_VECTOR.c.world_id == world_id, PASSAGE_VECTOR.c.space == space)
    page = (
        select(PASSAGE_VECTOR.c.passage_id, PASSAGE_VECTOR.c.data)
        .where(*own)
        .order_by(PASSAGE_VECTOR.c.passage_id)
    )
    rows = connection.execute(page).all()
    ids = tuple(row.passage_id for row in rows)
    sound, vectors = read_sound([(row.data, None) for row in rows], dimension_of(space))
    if not sound.all():
        broken = [name for name, is_sound in zip(ids, sound, strict=True) if not is_sound]
        structlog.get_logger(__name__).warning(
            "broken_vectors",
            table="passage_vector",
            space=space,
            world=world_id,
            count=len(broken),
            first=broken[0],
            problem="the length is another, or a number is not finite",
            advice="delete these rows and start the server again, which embeds the passages anew",
            meanwhile="the passages are found by words alone",
        )
    return tuple(compress(ids, sound)), vectors


def read_drafted_vectors(
    connection: Connection, space: str, draft: MemoryRef, count: int
) -> Vectors:
    """Return the vectors of a drafted book's passages, which its record has as one."""
    place = (VECTOR.c.timeline_id == draft.timeline_id, VECTOR.c.seq == draft.seq)
    columns = select(VECTOR.c.data, VECTOR.c.scale)
    row = connection.execute(columns.where(*place, VECTOR.c.space == space)).first()
    dimension = dimension_of(space)
    whole = None if dimension is None else dimension * count
    is_sound, found = read_sound([] if row is None else [(row.data, row.scale)], whole)
    if not is_sound.any() or not count or found.size % count:
        return np.zeros((0, 0), np.float32)
    return found.reshape(count, -1)


def passages_without_vector(
    connection: Connection, world_id: WorldId, space: str, limit: int, after: str = ""
) -> tuple[Passage, ...]:
    """Return the first passages by id without a vector in a space."""
    own = and_(
        PASSAGE_VECTOR.c.world_id == PASSAGE.c.world_id,
        PASSAGE_VECTOR.c.passage_id == PASSAGE.c.id,
        PASSAGE_VECTOR.c.space == space,
    )
    first = (
        select(PASSAGE.c.id)
        .where(PASSAGE.c.world_id == world_id, PASSAGE.c.id > after)
        .where(~select(PASSAGE_VECTOR.c.passage_id).where(own).exists())
        .order_by(PASSAGE.c.id)
        .limit(limit)
    )
    ids = connection.execute(first).scalars().all()
    found = read_passages_by_id(connection, world_id, select(PASSAGE).where(PASSAGE.c.id.in_(ids)))
    return tuple(sorted(found, key=lambda passage: passage.id))


def store_book(
    connection: Connection, book: Book, passages: Sequence[Passage], *, if_etag: str = ""
) -> Book:
    """Store a book with its passages, replacing what has its id."""
    authored.read_world(connection, book.world_id)
    renew_revision(connection, book.world_id)
    try:
        before: Book | None = read_book(connection, book.world_id, book.id)
    except NotFound:
        before = None
    authored.check_etag("book", book.id, "" if before is None else before.etag, if_etag)
    kept: Sequence[Mapping[str, Any]] = ()
    position = None
    if before is not None:
        kept = _kept(connection, before, passages)
        own = (BOOK.c.world_id == book.world_id, BOOK.c.id == book.id)
        position = connection.execute(select(BOOK.c.position).where(*own)).scalar()
        _take_off(connection, book.world_id, book.id)
    stored = replace(book, etag=_etag(book))
    _insert(connection, stored, passages, position)
    _insert_vectors(connection, kept)
    return stored


def _kept(
    connection: Connection, before: Book, passages: Sequence[Passage]
) -> Sequence[Mapping[str, Any]]:
    """Return the vectors of a stored book's passages whose text and title are unchanged."""
    own = PASSAGE.c.book_id == before.id
    texts = {passage.id: passage.headed for passage in passages}
    was = read_passages_by_id(connection, before.world_id, select(PASSAGE).where(own))
    same = [one.id for one in was if texts.get(one.id) == one.headed]
    found: list[Mapping[str, Any]] = []
    for chunk in dialect.batched(same):
        chosen = select(PASSAGE_VECTOR).where(
            PASSAGE_VECTOR.c.world_id == before.world_id, PASSAGE_VECTOR.c.passage_id.in_(chunk)
        )
        found += [dict(row) for row in connection.execute(chosen).mappings()]
    return found


def _insert(
    connection: Connection, book: Book, passages: Sequence[Passage], position: int | None
) -> None:
    key = {"world_id": book.world_id, "book_id": book.id}
    own = dialect.columns_of(BOOK, book, readers=list(book.readers), position=position)
    connection.execute(insert(BOOK), own)
    secrets = [
        "" if one.secret is None else json.dumps(codec.plain(one.secret)) for one in book.chapters
    ]
    chapters = [
        dialect.columns_of(CHAPTER, chapter, **key, number=number, secret=secrets[number - 1])
        for number, chapter in enumerate(book.chapters, start=1)
    ]
    rows = [
        dialect.columns_of(PASSAGE, one, **key, number=number, begins=one.start, ends=one.end)
        for number, one in enumerate(passages, start=1)
    ]
    for table, values in ((CHAPTER, chapters), (PASSAGE, rows)):
        if values:
            connection.execute(insert(table), values)


def _insert_vectors(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        statement = dialect.insert_into(connection, PASSAGE_VECTOR)
        connection.execute(statement.on_conflict_do_nothing(), list(rows))


def remove_book(
    connection: Connection, world_id: WorldId, book_id: str, *, if_etag: str = ""
) -> None:
    """Delete a book with its passages."""
    found = read_book(connection, world_id, book_id)
    renew_revision(connection, world_id)
    authored.check_etag("book", book_id, found.etag, if_etag)
    _take_off(connection, world_id, book_id)


def _take_off(connection: Connection, world_id: WorldId, book_id: str) -> None:
    connection.execute(delete(BOOK).where(BOOK.c.world_id == world_id, BOOK.c.id == book_id))


def add_passage_vectors(
    connection: Connection,
    world_id: WorldId,
    space: str,
    passages: Sequence[Passage],
    vectors: Vectors,
) -> None:
    """Store vectors of passages whose text and title are unchanged."""
    # Every change of a book also changes this row, so the texts compared below stay the same.
    locked = select(SHELF.c.revision).where(SHELF.c.world_id == world_id)
    connection.execute(locked.with_for_update())
    ids = [passage.id for passage in passages]
    there = read_passages_by_id(connection, world_id, select(PASSAGE).where(PASSAGE.c.id.in_(ids)))
    texts = {passage.id: passage.headed for passage in there}
    rows = [
        {
            "world_id": world_id,
            "space": space,
            "passage_id": passage.id,
            "data": data,
        }
        for passage, (data, _) in zip(passages, stored(vectors, FLOAT32), strict=True)
        if texts.get(passage.id) == passage.headed
    ]
    _insert_vectors(connection, rows)


def renew_revision(connection: Connection, world_id: WorldId) -> None:
    """Change the revision, and lock it until the transaction ends."""
    dialect.put(connection, SHELF, {"world_id": world_id, "revision": new_id("rev")})


def _etag(book: Book) -> str:
    content = json.dumps(codec.plain(replace(book, etag="")), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


class SqlBooks:
    """The books of all worlds in one snapshot."""

    def __init__(self, run: QueryRunner) -> None:
        self._run = run

    books = as_method(list_books)
    book = as_method(read_book)
    passages = as_method(read_passages)
    revision = as_method(read_revision)
    vectors = as_method(read_passage_vectors)
    drafted_vectors = as_method(read_drafted_vectors)
    lacking_vectors = as_method(passages_without_vector)
