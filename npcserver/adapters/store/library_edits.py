"""Changes to the books of worlds."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from npcserver.adapters.store import authored, dialect, library_reads, memories, shapes
from npcserver.adapters.store.library_tables import (
    BookRow,
    ChapterRow,
    PassageRow,
    PassageVectorRow,
    ShelfRow,
)
from npcserver.adapters.store.tables import table_of
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import WorldId, new_id
from npcserver.model.lore import Book, Passage
from npcserver.ports.embedder import Vectors

_BOOK = table_of(BookRow)
_CHAPTER = table_of(ChapterRow)
_PASSAGE = table_of(PassageRow)
_VECTOR = table_of(PassageVectorRow)
_SHELF = table_of(ShelfRow)
_IN_CHUNK = 500


def put(connection: Connection, book: Book, passages: Sequence[Passage], if_etag: str) -> Book:
    """Store a book with its passages, replacing what has its id."""
    authored.world(connection, book.world_id)
    renew(connection, book.world_id)
    try:
        before: Book | None = library_reads.book(connection, book.world_id, book.id)
    except NotFound:
        before = None
    _match(book.id, "" if before is None else before.etag, if_etag)
    kept: Sequence[Mapping[str, Any]] = ()
    position = None
    if before is not None:
        kept = _kept(connection, before, passages)
        own = (_BOOK.c.world_id == book.world_id, _BOOK.c.id == book.id)
        position = connection.execute(select(_BOOK.c.position).where(*own)).scalar()
        _take_off(connection, book.world_id, book.id)
    stored = replace(book, etag=_etag(book))
    _insert(connection, stored, passages, position)
    _insert_vectors(connection, kept)
    return stored


def _kept(
    connection: Connection, before: Book, passages: Sequence[Passage]
) -> Sequence[Mapping[str, Any]]:
    """Return the vectors of a stored book's passages whose text is unchanged."""
    own = _PASSAGE.c.book_id == before.id
    texts = {passage.id: passage.text for passage in passages}
    was = library_reads.passages_of(connection, before.world_id, select(_PASSAGE).where(own))
    same = [one.id for one in was if texts.get(one.id) == one.text]
    found: list[Mapping[str, Any]] = []
    for start in range(0, len(same), _IN_CHUNK):
        chosen = select(_VECTOR).where(
            _VECTOR.c.world_id == before.world_id,
            _VECTOR.c.passage_id.in_(same[start : start + _IN_CHUNK]),
        )
        found += [dict(row) for row in connection.execute(chosen).mappings()]
    return found


def _insert(
    connection: Connection, book: Book, passages: Sequence[Passage], position: int | None
) -> None:
    key = {"world_id": book.world_id, "book_id": book.id}
    connection.execute(
        insert(_BOOK),
        {
            "world_id": book.world_id,
            "id": book.id,
            "title": book.title,
            "author": book.author,
            "shelf": book.shelf,
            "readers": list(book.readers),
            "etag": book.etag,
            "position": position,
        },
    )
    chapters = [
        {
            **key,
            "number": number,
            "title": chapter.title,
            "text": chapter.text,
            "secret": "" if chapter.secret is None else json.dumps(shapes.plain(chapter.secret)),
        }
        for number, chapter in enumerate(book.chapters, start=1)
    ]
    rows = [
        {
            **key,
            "id": passage.id,
            "chapter": passage.chapter,
            "number": number,
            "begins": passage.start,
            "ends": passage.end,
        }
        for number, passage in enumerate(passages, start=1)
    ]
    for table, values in ((_CHAPTER, chapters), (_PASSAGE, rows)):
        if values:
            connection.execute(insert(table), values)


def _insert_vectors(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        statement = dialect.insert_into(connection, _VECTOR)
        connection.execute(statement.on_conflict_do_nothing(), list(rows))


def remove(connection: Connection, world_id: WorldId, book_id: str, if_etag: str) -> None:
    """Delete a book with its passages."""
    found = library_reads.book(connection, world_id, book_id)
    renew(connection, world_id)
    _match(book_id, found.etag, if_etag)
    _take_off(connection, world_id, book_id)


def _take_off(connection: Connection, world_id: WorldId, book_id: str) -> None:
    connection.execute(delete(_BOOK).where(_BOOK.c.world_id == world_id, _BOOK.c.id == book_id))


def add_vectors(
    connection: Connection,
    world_id: WorldId,
    space: str,
    passages: Sequence[Passage],
    vectors: Vectors,
) -> None:
    """Store vectors of passages whose text is unchanged."""
    # Every change of a book also changes this row, so the texts compared below stay the same.
    locked = select(_SHELF.c.revision).where(_SHELF.c.world_id == world_id)
    connection.execute(locked.with_for_update())
    ids = [passage.id for passage in passages]
    there = library_reads.passages_of(
        connection, world_id, select(_PASSAGE).where(_PASSAGE.c.id.in_(ids))
    )
    texts = {passage.id: passage.text for passage in there}
    rows = [
        {
            "world_id": world_id,
            "space": space,
            "passage_id": passage.id,
            "data": memories.to_blob(vector),
        }
        for passage, vector in zip(passages, vectors, strict=True)
        if texts.get(passage.id) == passage.text
    ]
    _insert_vectors(connection, rows)


def renew(connection: Connection, world_id: WorldId) -> None:
    """Change the revision, and lock it until the transaction ends."""
    statement = dialect.insert_into(connection, _SHELF)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["world_id"], set_={"revision": statement.excluded.revision}
        ),
        {"world_id": world_id, "revision": new_id("rev")},
    )


def _match(book_id: str, found: str, wanted: str) -> None:
    if wanted and wanted != found:
        raise Conflict(
            f"book {book_id!r} was changed by somebody else; read it again and decide again",
            Reason.ETAG_MISMATCH,
            etag=found,
        )


def _etag(book: Book) -> str:
    content = json.dumps(shapes.plain(replace(book, etag="")), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
