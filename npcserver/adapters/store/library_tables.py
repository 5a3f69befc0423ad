"""Database tables of books; only the server writes them, since passages follow from the texts."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, Integer, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from npcserver.adapters.store.columns import Key, Words
from npcserver.adapters.store.tables import Base


class ShelfRow(Base):
    """The books of a world as a whole; `revision` changes whenever one of them does.

    Every change of a book locks this row. A world that never had a book has no row.
    """

    __tablename__ = "shelf"

    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True
    )
    revision: Mapped[str] = mapped_column(Words)


class BookRow(Base):
    """A book; `etag` is a digest of everything its author wrote."""

    __tablename__ = "book"

    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    title: Mapped[str] = mapped_column(Words)
    author: Mapped[str] = mapped_column(Words)
    shelf: Mapped[str] = mapped_column(Words)
    readers: Mapped[Any] = mapped_column(JSON)
    etag: Mapped[str] = mapped_column(Words)
    position: Mapped[int | None] = mapped_column(Integer)


class ChapterRow(Base):
    """A chapter; `secret` is JSON, or empty."""

    __tablename__ = "chapter"
    __table_args__ = (
        ForeignKeyConstraint(
            ["world_id", "book_id"], ["book.world_id", "book.id"], ondelete="CASCADE"
        ),
    )

    world_id: Mapped[str] = mapped_column(Key, primary_key=True)
    book_id: Mapped[str] = mapped_column(Key, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    title: Mapped[str] = mapped_column(Words)
    text: Mapped[str] = mapped_column(Words)
    secret: Mapped[str] = mapped_column(Words)


class PassageRow(Base):
    """Position of a passage in the text of its chapter, in characters."""

    __tablename__ = "passage"
    __table_args__ = (
        ForeignKeyConstraint(
            ["world_id", "book_id", "chapter"],
            ["chapter.world_id", "chapter.book_id", "chapter.number"],
            ondelete="CASCADE",
        ),
    )

    world_id: Mapped[str] = mapped_column(Key, primary_key=True)
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    book_id: Mapped[str] = mapped_column(Key)
    chapter: Mapped[int] = mapped_column(Integer)
    number: Mapped[int] = mapped_column(Integer)
    begins: Mapped[int] = mapped_column(Integer)
    ends: Mapped[int] = mapped_column(Integer)


class PassageVectorRow(Base):
    """The vector of a passage in one vector space: little-endian float32."""

    __tablename__ = "passage_vector"
    __table_args__ = (
        ForeignKeyConstraint(
            ["world_id", "passage_id"], ["passage.world_id", "passage.id"], ondelete="CASCADE"
        ),
    )

    world_id: Mapped[str] = mapped_column(Key, primary_key=True)
    space: Mapped[str] = mapped_column(Key, primary_key=True)
    passage_id: Mapped[str] = mapped_column(Key, primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
