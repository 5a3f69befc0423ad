"""The tables of the database. `rows` turns their rows into model values and back."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
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

from npcserver.adapters.store.dialect import Flag, Key, Moment, TimeOfDay, UTCDateTime, Words

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
_NONE = text("0")


METADATA = MetaData(naming_convention=NAMING)


def _where(name: str, condition: str, *columns: str, unique: bool = False) -> Index:
    """Return a partial index of the rows that satisfy a condition."""
    held = text(condition)
    return Index(name, *columns, unique=unique, sqlite_where=held, postgresql_where=held)


WORLD = Table(
    "world",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("name", Words, nullable=False),
    Column("description", Words, server_default="", nullable=False),
    Column("start_time", UTCDateTime, nullable=False),
    Column("language", Words, server_default="en", nullable=False),
    Column("affordances", JSON, server_default="[]", nullable=False),
    Column("entities", JSON, server_default="[]", nullable=False),
    # No foreign key: genesis refers to its world, and one of the two must be inserted first.
    Column("genesis_id", Key, server_default="", nullable=False),
    Column("created_at", UTCDateTime, server_default=func.now(), nullable=False),
    Column("updated_at", UTCDateTime, server_default=func.now(), nullable=False),
    # Columns of later revisions come last, where migrations can add them.
    Column("budget_calls", BigInteger, server_default=text("0"), nullable=False),
    Column("budget_tokens", BigInteger, server_default=text("0"), nullable=False),
    Column("budget_micros", BigInteger, server_default=text("0"), nullable=False),
    # Raised by triggers with every change of the world, its places, characters and personas, also
    # with those made without a server. So what was read at a revision need not be read again.
    Column("revision", BigInteger, server_default=text("0"), nullable=False),
    # How the vectors of its memories are stored (see `vector_format`); never changed.
    Column("vector_format", Words, server_default="float32", nullable=False),
    # Whether characters may tell others what was said to them in private.
    Column("has_gossip", Flag, server_default=false(), nullable=False),
    # What players are told before a model speaks to them for the first time, by language.
    Column("disclosures", JSON, server_default="[]", nullable=False),
)
"""A world."""

PLACE = Table(
    "place",
    METADATA,
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Key, primary_key=True),
    Column("parent_id", Key),
    Column("name", Words, nullable=False),
    Column("description", Words, server_default="", nullable=False),
    Column("opens", TimeOfDay),
    Column("closes", TimeOfDay),
    Column("capacity", Integer),
    Column("objects", JSON, server_default="[]", nullable=False),
    Column("owner_ids", JSON, server_default="[]", nullable=False),
    # Position in the author's order, from 0; NULL for what was added since, which comes last.
    Column("position", Integer),
    Column("prices", JSON, server_default="{}", nullable=False),  # by ware, as authored
    ForeignKeyConstraint(["world_id", "parent_id"], ["place.world_id", "place.id"]),
    Index(None, "world_id", "parent_id"),
)
"""A node of a world's place tree."""

CHARACTER = Table(
    "character",
    METADATA,
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Key, primary_key=True),
    Column("place_id", Key),
    Column("name", Words, nullable=False),
    Column("age", Integer),
    Column("traits", Words, server_default="", nullable=False),
    Column("background", Words, server_default="", nullable=False),
    Column("currently", Words, server_default="", nullable=False),
    Column("lifestyle", Words, server_default="", nullable=False),
    Column("voice", Words, server_default="", nullable=False),
    Column("goals", JSON, server_default="[]", nullable=False),
    Column("relations", JSON, server_default="[]", nullable=False),
    Column("greetings", JSON, server_default="[]", nullable=False),
    Column("fallback_lines", JSON, server_default="[]", nullable=False),
    Column("daily_plan", Words, server_default="", nullable=False),
    Column("language", Words, server_default="en", nullable=False),
    Column("created_at", UTCDateTime, server_default=func.now(), nullable=False),
    Column("updated_at", UTCDateTime, server_default=func.now(), nullable=False),
    Column("knows", JSON, server_default="[]", nullable=False),
    Column("is_deaf", Flag, server_default=false(), nullable=False),
    Column("is_blind", Flag, server_default=false(), nullable=False),
    Column("position", Integer),
    ForeignKeyConstraint(["world_id", "place_id"], ["place.world_id", "place.id"]),
    Index(None, "world_id", "place_id"),
)
"""A character with its present persona, one column for each persona field."""

PERSONA_VERSION = Table(
    "persona_version",
    METADATA,
    Column("world_id", Key, primary_key=True),
    Column("character_id", Key, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("persona", JSON, nullable=False),
    Column("digest", Words, nullable=False),
    Column("created_at", UTCDateTime, nullable=False),
    ForeignKeyConstraint(
        ["world_id", "character_id"], ["character.world_id", "character.id"], ondelete="CASCADE"
    ),
)
"""An earlier or the present version of a persona; never changed."""

TIMELINE = Table(
    "timeline",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), index=True, nullable=False),
    Column("parent_id", Key, ForeignKey("timeline.id"), index=True),
    Column("forked_at", BigInteger, nullable=False),
    Column("head", BigInteger, nullable=False),
    Column("clock", Moment, nullable=False),
    Column("label", Words, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("deleted_at", Moment),
    Column("late_results", BigInteger, server_default=text("0"), nullable=False),
    Column("language", Words, server_default="", nullable=False),
    _where("ix_timeline_deleted_at", "deleted_at IS NOT NULL", "deleted_at"),
)
"""A timeline; appends lock its row. `clock` is the game time at `head`; `language` that of its
    players, empty for the world's.

    One with a `deleted_at` is visible only to its saves and forks (see `deleting`).
    """

SAVE = Table(
    "save",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), index=True, nullable=False),
    Column(
        "timeline_id",
        Key,
        ForeignKey("timeline.id", ondelete="CASCADE"),
        index=True,
        nullable=False,
    ),
    Column("seq", BigInteger, nullable=False),
    Column("name", Words, nullable=False),
    Column("game_time", Moment, nullable=False),
    Column("created_at", Moment, nullable=False),
)
"""A named vantage."""

RECORD = Table(
    "record",
    METADATA,
    Column("timeline_id", Key, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Key, nullable=False),
    Column("subject_id", Key, nullable=False),
    Column("text", Words, nullable=False),
    Column("importance", Integer),
    Column("game_time", Moment, nullable=False),
    Column("clock", Moment, nullable=False),
    Column("written_at", Moment, nullable=False),
    Column("turn_id", Key),
    Column("body", Words, nullable=False),
    Column("following", Integer, server_default=_NONE, nullable=False),
    # Answers "the newest of this kind for this subject" with one seek.
    Index(None, "timeline_id", "kind", "subject_id", "seq"),
    _where("ix_record_turn_id", "turn_id IS NOT NULL", "turn_id"),
    # One B-tree instead of two; rows are stored in order of seq.
    sqlite_with_rowid=False,
)
"""A record; `clock` is the timeline's game time after it.

    `game_time` may lie in the past (a memory of yesterday); `clock` never decreases with seq.
    `following` counts the records after it in the same append. There is no foreign key: rows are
    written only under the lock of their timeline's row, which proves that it exists, and a key
    would be checked for every row.
    """

VECTOR = Table(
    "memory_vector",
    METADATA,
    Column("timeline_id", Key, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("space", Key, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("scale", Float(53)),
)
"""The vector of a memory in one vector space, in one of two formats (see `vector_format`).

    `scale` is NULL if `data` is float32.

    Not named `vector`: with pgvector that is a type, and every table name is also a type.
    """

JOB = Table(
    "job",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("timeline_id", Key, ForeignKey("timeline.id", ondelete="CASCADE"), nullable=False),
    Column("subject_id", Key, nullable=False),
    Column("kind", Key, nullable=False),
    Column("due_at", Moment),
    Column("lease", Words),
    Column("lease_until", Moment, server_default=text("0"), nullable=False),
    Column("is_wanted_again", Boolean, server_default=false(), nullable=False),
    Column("attempts", Integer, server_default=text("0"), nullable=False),
    Column("error", Words, server_default="", nullable=False),
    Column("rank", Integer, server_default=text("1"), nullable=False),
    Column("first_due_at", Moment),
    UniqueConstraint("timeline_id", "subject_id", "kind"),
    _where("ix_job_rank_due_at", "lease IS NULL", "rank", "due_at", "id"),
    # One job of a subject at a time, whichever servers claim at the same moment.
    _where("uq_job_in_work", "lease IS NOT NULL", "timeline_id", "subject_id", unique=True),
)
"""An open job; `due_at` is null once it failed for good, `lease` is set while it is worked on.

    `rank` is the `Urgency` of the kind, `first_due_at` its time before retries.
    """

REQUEST = Table(
    "request",
    METADATA,
    Column("scope", Key, primary_key=True),
    Column("request_id", Key, primary_key=True),
    Column("digest", Words, nullable=False),
    Column("answer", Words, nullable=False),
    Column("created_at", Moment, index=True, nullable=False),
    Column("timeline_id", Key),
    _where("ix_request_timeline_id", "timeline_id IS NOT NULL", "timeline_id"),
    sqlite_with_rowid=False,
)
"""An answered request, kept so that a repeat gets the same answer.

    `scope` is the timeline, world or save that it was about, `timeline_id` one that it started.
    """

BEGUN_TURN = Table(
    "begun_turn",
    METADATA,
    Column("turn_id", Key, primary_key=True),
    Column(
        "timeline_id",
        Key,
        ForeignKey("timeline.id", ondelete="CASCADE"),
        index=True,
        nullable=False,
    ),
    Column("character_id", Key, nullable=False),
    Column("speaker_is_player", Boolean, nullable=False),
    Column("server", Words, nullable=False),
    Column("owner", Words, nullable=False),
    Column("scope", Key),
    Column("request_id", Key),
    Column("digest", Words),
    Column("turn", Words, nullable=False),
    Column("delivered", Words, nullable=False),
    Column("begun_at", Moment, nullable=False),
)
"""A turn in progress, or one whose server died during it (see `turn_journal`)."""

SPENDING_LIMIT = Table(
    "spending_limit",
    METADATA,
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    Column("scope", Key, primary_key=True),
    Column("subject_id", Key, primary_key=True),
    Column("tokens", BigInteger),
    Column("micros", BigInteger),
    Column("thoughts_percent", Integer),
)
"""A limit on what models may cost in a day; NULL is no limit (see `spending`)."""

SPENDING = Table(
    "spending",
    METADATA,
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Key, primary_key=True),
    Column("scope", Key, primary_key=True),
    Column("subject_id", Key, primary_key=True),
    Column("is_of_thoughts", Boolean, primary_key=True),
    Column("holder", Key, primary_key=True),
    Column("calls", BigInteger, server_default=_NONE, nullable=False),
    Column("tokens", BigInteger, server_default=_NONE, nullable=False),
    Column("micros", BigInteger, server_default=_NONE, nullable=False),
    Column("granted_tokens", BigInteger, server_default=_NONE, nullable=False),
    Column("granted_micros", BigInteger, server_default=_NONE, nullable=False),
    Index(None, "day"),
    _where("ix_spending_holder", "holder <> ''", "holder"),
)
"""What a server has spent and was granted of an account; an empty `holder` has settled it."""

NOTE = Table(
    "note",
    METADATA,
    Column("name", Key, primary_key=True),
    Column("value", Words, nullable=False),
)
"""A fact the server keeps about its own database."""

PROMPT_BEGINNING = Table(
    "prompt_beginning",
    METADATA,
    Column("digest", Key, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""The beginning that prompts share, compressed with zstd; it goes with the last of them."""

PROMPT = Table(
    "prompt",
    METADATA,
    Column("timeline_id", Key, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("written_at", Moment, nullable=False),
    Column("beginning", Key, ForeignKey("prompt_beginning.digest"), index=True),
    Column("size", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index(None, "written_at", "size"),
)
"""What follows the `beginning` of the prompt behind a record: `size` bytes of JSON in zstd."""

SHELF = Table(
    "shelf",
    METADATA,
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Words, nullable=False),
)
"""The books of a world as a whole; `revision` changes whenever one of them does.

    Every change of a book locks this row. A world that never had a book has no row.
    """

BOOK = Table(
    "book",
    METADATA,
    Column("world_id", Key, ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Key, primary_key=True),
    Column("title", Words, nullable=False),
    Column("author", Words, nullable=False),
    Column("shelf", Words, nullable=False),
    Column("readers", JSON, nullable=False),
    Column("etag", Words, nullable=False),
    Column("position", Integer),
)
"""A book; `etag` is a digest of everything its author wrote."""

CHAPTER = Table(
    "chapter",
    METADATA,
    Column("world_id", Key, primary_key=True),
    Column("book_id", Key, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("title", Words, nullable=False),
    Column("text", Words, nullable=False),
    Column("secret", Words, nullable=False),
    ForeignKeyConstraint(["world_id", "book_id"], ["book.world_id", "book.id"], ondelete="CASCADE"),
)
"""A chapter; `secret` is JSON, or empty."""

PASSAGE = Table(
    "passage",
    METADATA,
    Column("world_id", Key, primary_key=True),
    Column("id", Key, primary_key=True),
    Column("book_id", Key, nullable=False),
    Column("chapter", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("begins", Integer, nullable=False),
    Column("ends", Integer, nullable=False),
    ForeignKeyConstraint(
        ["world_id", "book_id", "chapter"],
        ["chapter.world_id", "chapter.book_id", "chapter.number"],
        ondelete="CASCADE",
    ),
)
"""Position of a passage in the text of its chapter, in characters."""

PASSAGE_VECTOR = Table(
    "passage_vector",
    METADATA,
    Column("world_id", Key, primary_key=True),
    Column("space", Key, primary_key=True),
    Column("passage_id", Key, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    ForeignKeyConstraint(
        ["world_id", "passage_id"], ["passage.world_id", "passage.id"], ondelete="CASCADE"
    ),
)
"""The vector of a passage in one vector space: little-endian float32."""

ACCESS_KEY = Table(
    "access_key",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("prefix", Words, nullable=False),
    Column("name", Words, nullable=False),
    Column("role", Words, nullable=False),
    Column("world_ids", JSON, nullable=False),
    Column("digest", Words, nullable=False),
    Column("previous_digest", Words, nullable=False),
    Column("previous_until", UTCDateTime),
    Column("created_at", UTCDateTime, nullable=False),
    Column("expires_at", UTCDateTime),
    Column("revoked_at", UTCDateTime),
    Column("used_at", UTCDateTime),
)
"""A key that callers show; its secret is kept as a digest only. Revoked keys stay."""

AFFORDANCE_SET = Table(
    "affordance_set",
    METADATA,
    Column("timeline_id", Key, ForeignKey("timeline.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Key, primary_key=True),
    Column("player_id", Words, nullable=False),
    Column("affordances", JSON, nullable=False),
    Column("entities", JSON, nullable=False),
)
"""What characters may do in turns of players; `player_id` is empty where it is for all."""

DISCLOSURE = Table(
    "disclosure",
    METADATA,
    Column("player_id", Key, primary_key=True),
    Column("timeline_id", Key, ForeignKey("timeline.id", ondelete="CASCADE"), primary_key=True),
)
"""A player whom a model has spoken to in a timeline. Told once, it is told in no other again; once
all of them are deleted nothing of the player is left here."""
