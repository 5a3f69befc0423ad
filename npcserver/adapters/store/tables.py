"""The tables of the database. `rows` turns their rows into model values and back."""

from datetime import datetime
from typing import Any, cast

from sqlalchemy import (
    JSON,
    BigInteger,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    false,
    func,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from npcserver.adapters.store.dialect import Flag, Key, Moment, TimeOfDay, UTCDateTime, Words

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
_NONE = text("0")


class Base(DeclarativeBase):
    """Base class with the metadata of all tables."""

    metadata = MetaData(naming_convention=NAMING)


def table_of(row: type[Base]) -> Table:
    """Return the table of a row class, for statements without the ORM."""
    return cast("Table", row.__table__)


def _where(name: str, condition: str, *columns: str, unique: bool = False) -> Index:
    """Return a partial index of the rows that satisfy a condition."""
    held = text(condition)
    return Index(name, *columns, unique=unique, sqlite_where=held, postgresql_where=held)


class WorldRow(Base):
    """A world."""

    __tablename__ = "world"

    id: Mapped[str] = mapped_column(Key, primary_key=True)
    name: Mapped[str] = mapped_column(Words)
    description: Mapped[str] = mapped_column(Words, server_default="")
    start_time: Mapped[datetime] = mapped_column(UTCDateTime)
    language: Mapped[str] = mapped_column(Words, server_default="en")
    affordances: Mapped[list[Any]] = mapped_column(JSON, server_default="[]")
    entities: Mapped[list[Any]] = mapped_column(JSON, server_default="[]")
    # No foreign key: genesis refers to its world, and one of the two must be inserted first.
    genesis_id: Mapped[str] = mapped_column(Key, server_default="")
    created_at: Mapped[datetime] = mapped_column(UTCDateTime, server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(UTCDateTime, server_default=func.now())
    # Columns of later revisions come last, where migrations can add them.
    budget_calls: Mapped[Any] = mapped_column(BigInteger, server_default=text("0"))
    budget_tokens: Mapped[Any] = mapped_column(BigInteger, server_default=text("0"))
    budget_micros: Mapped[Any] = mapped_column(BigInteger, server_default=text("0"))
    # Raised by triggers with every change of the world, its places, characters and personas, also
    # with those made without a server. So what was read at a revision need not be read again.
    revision: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # How the vectors of its memories are stored (see `vector_format`); never changed.
    vector_format: Mapped[str] = mapped_column(Words, server_default="float32")
    # Whether characters may tell others what was said to them in private.
    has_gossip: Mapped[Any] = mapped_column(Flag, server_default=false())


class PlaceRow(Base):
    """A node of a world's place tree."""

    __tablename__ = "place"
    __table_args__ = (
        ForeignKeyConstraint(["world_id", "parent_id"], ["place.world_id", "place.id"]),
        Index(None, "world_id", "parent_id"),
    )

    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    parent_id: Mapped[str | None] = mapped_column(Key)
    name: Mapped[str] = mapped_column(Words)
    description: Mapped[str] = mapped_column(Words, server_default="")
    opens: Mapped[Any | None] = mapped_column(TimeOfDay)
    closes: Mapped[Any | None] = mapped_column(TimeOfDay)
    capacity: Mapped[int | None] = mapped_column(Integer)
    objects: Mapped[list[str]] = mapped_column(JSON, server_default="[]")
    owner_ids: Mapped[Any] = mapped_column(JSON, server_default="[]")
    # Position in the author's order, from 0; NULL for what was added since, which comes last.
    position: Mapped[int | None] = mapped_column(Integer)
    prices: Mapped[Any] = mapped_column(JSON, server_default="{}")  # by ware, as authored


class CharacterRow(Base):
    """A character with its present persona, one column for each persona field."""

    __tablename__ = "character"
    __table_args__ = (
        ForeignKeyConstraint(["world_id", "place_id"], ["place.world_id", "place.id"]),
        Index(None, "world_id", "place_id"),
    )

    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    place_id: Mapped[str | None] = mapped_column(Key)
    name: Mapped[str] = mapped_column(Words)
    age: Mapped[int | None] = mapped_column(Integer)
    traits: Mapped[str] = mapped_column(Words, server_default="")
    background: Mapped[str] = mapped_column(Words, server_default="")
    currently: Mapped[str] = mapped_column(Words, server_default="")
    lifestyle: Mapped[str] = mapped_column(Words, server_default="")
    voice: Mapped[str] = mapped_column(Words, server_default="")
    goals: Mapped[Any] = mapped_column(JSON, server_default="[]")
    relations: Mapped[Any] = mapped_column(JSON, server_default="[]")
    greetings: Mapped[Any] = mapped_column(JSON, server_default="[]")
    fallback_lines: Mapped[Any] = mapped_column(JSON, server_default="[]")
    daily_plan: Mapped[str] = mapped_column(Words, server_default="")
    language: Mapped[str] = mapped_column(Words, server_default="en")
    created_at: Mapped[datetime] = mapped_column(UTCDateTime, server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(UTCDateTime, server_default=func.now())
    knows: Mapped[Any] = mapped_column(JSON, server_default="[]")
    is_deaf: Mapped[Any] = mapped_column(Flag, server_default=false())
    is_blind: Mapped[Any] = mapped_column(Flag, server_default=false())
    position: Mapped[int | None] = mapped_column(Integer)


class PersonaVersionRow(Base):
    """An earlier or the present version of a persona; never changed."""

    __tablename__ = "persona_version"
    __table_args__ = (
        ForeignKeyConstraint(
            ["world_id", "character_id"], ["character.world_id", "character.id"], ondelete="CASCADE"
        ),
    )

    world_id: Mapped[str] = mapped_column(Key, primary_key=True)
    character_id: Mapped[str] = mapped_column(Key, primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    persona: Mapped[Any] = mapped_column(JSON)
    digest: Mapped[str] = mapped_column(Words)
    created_at: Mapped[datetime] = mapped_column(UTCDateTime)


class TimelineRow(Base):
    """A timeline; appends lock its row. `clock` is the game time at `head`.

    One with a `deleted_at` is visible only to its saves and forks (see `deleting`).
    """

    __tablename__ = "timeline"
    __table_args__ = (_where("ix_timeline_deleted_at", "deleted_at IS NOT NULL", "deleted_at"),)

    id: Mapped[str] = mapped_column(Key, primary_key=True)
    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), index=True
    )
    parent_id: Mapped[str | None] = mapped_column(Key, ForeignKey("timeline.id"), index=True)
    forked_at: Mapped[int] = mapped_column(BigInteger)
    head: Mapped[int] = mapped_column(BigInteger)
    clock: Mapped[int] = mapped_column(Moment)
    label: Mapped[str] = mapped_column(Words)
    created_at: Mapped[int] = mapped_column(Moment)
    deleted_at: Mapped[int | None] = mapped_column(Moment)
    late_results: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class SaveRow(Base):
    """A named vantage."""

    __tablename__ = "save"

    id: Mapped[str] = mapped_column(Key, primary_key=True)
    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), index=True
    )
    timeline_id: Mapped[str] = mapped_column(
        Key, ForeignKey("timeline.id", ondelete="CASCADE"), index=True
    )
    seq: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(Words)
    game_time: Mapped[int] = mapped_column(Moment)
    created_at: Mapped[int] = mapped_column(Moment)


class RecordRow(Base):
    """A record; `clock` is the timeline's game time after it.

    `game_time` may lie in the past (a memory of yesterday); `clock` never decreases with seq.
    `following` counts the records after it in the same append. There is no foreign key: rows are
    written only under the lock of their timeline's row, which proves that it exists, and a key
    would be checked for every row.
    """

    __tablename__ = "record"
    __table_args__ = (
        # Answers "the newest of this kind for this subject" with one seek.
        Index(None, "timeline_id", "kind", "subject_id", "seq"),
        _where("ix_record_turn_id", "turn_id IS NOT NULL", "turn_id"),
        # One B-tree instead of two; rows are stored in order of seq.
        {"sqlite_with_rowid": False},
    )

    timeline_id: Mapped[str] = mapped_column(Key, primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(Key)
    subject_id: Mapped[str] = mapped_column(Key)
    text: Mapped[str] = mapped_column(Words)
    importance: Mapped[int | None] = mapped_column(Integer)
    game_time: Mapped[int] = mapped_column(Moment)
    clock: Mapped[int] = mapped_column(Moment)
    written_at: Mapped[int] = mapped_column(Moment)
    turn_id: Mapped[str | None] = mapped_column(Key)
    body: Mapped[str] = mapped_column(Words)
    following: Mapped[int] = mapped_column(Integer, server_default=_NONE)


class VectorRow(Base):
    """The vector of a memory in one vector space, in one of two formats (see `vector_format`).

    `scale` is NULL if `data` is float32.

    Not named `vector`: with pgvector that is a type, and every table name is also a type.
    """

    __tablename__ = "memory_vector"

    timeline_id: Mapped[str] = mapped_column(Key, primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    space: Mapped[str] = mapped_column(Key, primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    scale: Mapped[float | None] = mapped_column(Float(53))


class JobRow(Base):
    """An open job; `due_at` is null once it failed for good, `lease` is set while it is worked on.

    `rank` is the `Urgency` of the kind, `first_due_at` its time before retries.
    """

    __tablename__ = "job"
    __table_args__ = (
        UniqueConstraint("timeline_id", "subject_id", "kind"),
        _where("ix_job_rank_due_at", "lease IS NULL", "rank", "due_at", "id"),
        # One job of a subject at a time, whichever servers claim at the same moment.
        _where("uq_job_in_work", "lease IS NOT NULL", "timeline_id", "subject_id", unique=True),
    )

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    timeline_id: Mapped[str] = mapped_column(Key, ForeignKey("timeline.id", ondelete="CASCADE"))
    subject_id: Mapped[str] = mapped_column(Key)
    kind: Mapped[str] = mapped_column(Key)
    due_at: Mapped[int | None] = mapped_column(Moment)
    lease: Mapped[str | None] = mapped_column(Words)
    lease_until: Mapped[int] = mapped_column(Moment, server_default=text("0"))
    is_wanted_again: Mapped[bool] = mapped_column(server_default=false())
    attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    error: Mapped[str] = mapped_column(Words, server_default="")
    rank: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    first_due_at: Mapped[int | None] = mapped_column(Moment)


class RequestRow(Base):
    """An answered request, kept so that a repeat gets the same answer.

    `scope` is the timeline, world or save that it was about, `timeline_id` one that it started.
    """

    __tablename__ = "request"
    __table_args__ = (
        _where("ix_request_timeline_id", "timeline_id IS NOT NULL", "timeline_id"),
        {"sqlite_with_rowid": False},
    )

    scope: Mapped[str] = mapped_column(Key, primary_key=True)
    request_id: Mapped[str] = mapped_column(Key, primary_key=True)
    digest: Mapped[str] = mapped_column(Words)
    answer: Mapped[str] = mapped_column(Words)
    created_at: Mapped[int] = mapped_column(Moment, index=True)
    timeline_id: Mapped[str | None] = mapped_column(Key)


class BegunTurnRow(Base):
    """A turn in progress, or one whose server died during it (see `turn_journal`)."""

    __tablename__ = "begun_turn"

    turn_id: Mapped[str] = mapped_column(Key, primary_key=True)
    timeline_id: Mapped[str] = mapped_column(
        Key, ForeignKey("timeline.id", ondelete="CASCADE"), index=True
    )
    character_id: Mapped[str] = mapped_column(Key)
    speaker_is_player: Mapped[bool] = mapped_column()
    server: Mapped[str] = mapped_column(Words)
    owner: Mapped[str] = mapped_column(Words)
    scope: Mapped[str | None] = mapped_column(Key)
    request_id: Mapped[str | None] = mapped_column(Key)
    digest: Mapped[str | None] = mapped_column(Words)
    turn: Mapped[str] = mapped_column(Words)
    delivered: Mapped[str] = mapped_column(Words)
    begun_at: Mapped[int] = mapped_column(Moment)


class SpendingLimitRow(Base):
    """A limit on what models may cost in a day; NULL is no limit (see `spending`)."""

    __tablename__ = "spending_limit"

    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True
    )
    scope: Mapped[str] = mapped_column(Key, primary_key=True)
    subject_id: Mapped[str] = mapped_column(Key, primary_key=True)
    tokens: Mapped[int | None] = mapped_column(BigInteger)
    micros: Mapped[int | None] = mapped_column(BigInteger)
    thoughts_percent: Mapped[int | None] = mapped_column(Integer)


class SpendingRow(Base):
    """What a server has spent and was granted of an account; an empty `holder` has settled it."""

    __tablename__ = "spending"
    __table_args__ = (
        Index(None, "day"),
        _where("ix_spending_holder", "holder <> ''", "holder"),
    )

    world_id: Mapped[str] = mapped_column(
        Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True
    )
    day: Mapped[str] = mapped_column(Key, primary_key=True)
    scope: Mapped[str] = mapped_column(Key, primary_key=True)
    subject_id: Mapped[str] = mapped_column(Key, primary_key=True)
    is_of_thoughts: Mapped[bool] = mapped_column(primary_key=True)
    holder: Mapped[str] = mapped_column(Key, primary_key=True)
    calls: Mapped[int] = mapped_column(BigInteger, server_default=_NONE)
    tokens: Mapped[int] = mapped_column(BigInteger, server_default=_NONE)
    micros: Mapped[int] = mapped_column(BigInteger, server_default=_NONE)
    granted_tokens: Mapped[int] = mapped_column(BigInteger, server_default=_NONE)
    granted_micros: Mapped[int] = mapped_column(BigInteger, server_default=_NONE)


class NoteRow(Base):
    """A fact the server keeps about its own database."""

    __tablename__ = "note"

    name: Mapped[str] = mapped_column(Key, primary_key=True)
    value: Mapped[str] = mapped_column(Words)


class PromptTemplateRow(Base):
    """A version of a prompt template, with all parts it includes.

    It holds no words of players, so it stays when worlds and timelines are deleted. `sources` are
    texts by file name.
    """

    __tablename__ = "prompt_template"

    digest: Mapped[str] = mapped_column(Key, primary_key=True)
    language: Mapped[str] = mapped_column(Words)
    name: Mapped[str] = mapped_column(Words)
    sources: Mapped[dict[str, str]] = mapped_column(JSON)


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


class AccessKeyRow(Base):
    """A key that callers show; its secret is kept as a digest only. Revoked keys stay."""

    __tablename__ = "access_key"

    id: Mapped[str] = mapped_column(Key, primary_key=True)
    prefix: Mapped[str] = mapped_column(Words)
    name: Mapped[str] = mapped_column(Words)
    role: Mapped[str] = mapped_column(Words)
    world_ids: Mapped[list[str]] = mapped_column(JSON)
    digest: Mapped[str] = mapped_column(Words)
    previous_digest: Mapped[str] = mapped_column(Words)
    previous_until: Mapped[datetime | None] = mapped_column(UTCDateTime)
    created_at: Mapped[datetime] = mapped_column(UTCDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UTCDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UTCDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UTCDateTime)


class AffordanceSetRow(Base):
    """What characters may do in turns of players; `player_id` is empty where it is for all."""

    __tablename__ = "affordance_set"

    timeline_id: Mapped[str] = mapped_column(
        Key, ForeignKey("timeline.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str] = mapped_column(Words)
    affordances: Mapped[list[Any]] = mapped_column(JSON)
    entities: Mapped[list[Any]] = mapped_column(JSON)
