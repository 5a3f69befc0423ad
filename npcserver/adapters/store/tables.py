"""The tables of the database. `rows` turns their rows into model values and back."""

import sqlalchemy as sa

from npcserver.adapters.store import access_tables
from npcserver.adapters.store.dialect import Flag, Key, Moment, TimeOfDay, UTCDateTime, Words

_NONE = sa.text("0")

METADATA = access_tables.METADATA


def _where(name: str, condition: str, *columns: str, unique: bool = False) -> sa.Index:
    """Return a partial index of the rows that satisfy a condition."""
    held = sa.text(condition)
    return sa.Index(name, *columns, unique=unique, sqlite_where=held, postgresql_where=held)


def _of_timeline(*, is_key: bool = False, index: bool = False) -> sa.Column[str]:
    to = sa.ForeignKey("timeline.id", ondelete="CASCADE")
    return sa.Column("timeline_id", Key, to, primary_key=is_key, index=index, nullable=False)


WORLD = sa.Table(
    "world",
    METADATA,
    sa.Column("id", Key, primary_key=True),
    sa.Column("name", Words, nullable=False),
    sa.Column("description", Words, server_default="", nullable=False),
    sa.Column("start_time", UTCDateTime, nullable=False),
    sa.Column("language", Words, server_default="en", nullable=False),
    sa.Column("affordances", sa.JSON, server_default="[]", nullable=False),
    sa.Column("entities", sa.JSON, server_default="[]", nullable=False),
    # No foreign key: genesis refers to its world, and one of the two must be inserted first.
    sa.Column("genesis_id", Key, server_default="", nullable=False),
    sa.Column("created_at", UTCDateTime, server_default=sa.func.now(), nullable=False),
    sa.Column("updated_at", UTCDateTime, server_default=sa.func.now(), nullable=False),
    # Columns of later revisions come last, where migrations can add them.
    sa.Column("budget_calls", sa.BigInteger, server_default=sa.text("0"), nullable=False),
    sa.Column("budget_tokens", sa.BigInteger, server_default=sa.text("0"), nullable=False),
    sa.Column("budget_micros", sa.BigInteger, server_default=sa.text("0"), nullable=False),
    # Raised by triggers with every change of the world, its places, characters and personas, also
    # with those made without a server. So what was read at a revision need not be read again.
    sa.Column("revision", sa.BigInteger, server_default=sa.text("0"), nullable=False),
    # How the vectors of its memories are stored (see `vector_format`); never changed.
    sa.Column("vector_format", Words, server_default="float32", nullable=False),
    # Whether characters may tell others what was said to them in private.
    sa.Column("has_gossip", Flag, server_default=sa.false(), nullable=False),
    # What players are told before a model speaks to them for the first time, by language.
    sa.Column("disclosures", sa.JSON, server_default="[]", nullable=False),
    # Its own names of months, days and eras, and how many hours a day has.
    sa.Column("calendar", sa.JSON, server_default="{}", nullable=False),
    sa.Column("axes", sa.JSON, server_default="[]", nullable=False),
)
"""A world."""

PLACE = sa.Table(
    "place",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", Key, primary_key=True),
    sa.Column("parent_id", Key),
    sa.Column("name", Words, nullable=False),
    sa.Column("description", Words, server_default="", nullable=False),
    sa.Column("opens", TimeOfDay),
    sa.Column("closes", TimeOfDay),
    sa.Column("capacity", sa.Integer),
    sa.Column("objects", sa.JSON, server_default="[]", nullable=False),
    sa.Column("owner_ids", sa.JSON, server_default="[]", nullable=False),
    # Position in the author's order, from 0; NULL for what was added since, which comes last.
    sa.Column("position", sa.Integer),
    sa.Column("prices", sa.JSON, server_default="{}", nullable=False),  # by ware, as authored
    sa.Column("walls", Words),
    sa.ForeignKeyConstraint(["world_id", "parent_id"], ["place.world_id", "place.id"]),
    sa.Index(None, "world_id", "parent_id"),
)
"""A node of a world's place tree."""

CHARACTER = sa.Table(
    "character",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", Key, primary_key=True),
    sa.Column("place_id", Key),
    sa.Column("name", Words, nullable=False),
    sa.Column("age", sa.Integer),
    sa.Column("traits", Words, server_default="", nullable=False),
    sa.Column("background", Words, server_default="", nullable=False),
    sa.Column("currently", Words, server_default="", nullable=False),
    sa.Column("lifestyle", Words, server_default="", nullable=False),
    sa.Column("voice", Words, server_default="", nullable=False),
    sa.Column("goals", sa.JSON, server_default="[]", nullable=False),
    sa.Column("relations", sa.JSON, server_default="[]", nullable=False),
    sa.Column("greetings", sa.JSON, server_default="[]", nullable=False),
    sa.Column("fallback_lines", sa.JSON, server_default="[]", nullable=False),
    sa.Column("daily_plan", Words, server_default="", nullable=False),
    sa.Column("language", Words, server_default="en", nullable=False),
    sa.Column("created_at", UTCDateTime, server_default=sa.func.now(), nullable=False),
    sa.Column("updated_at", UTCDateTime, server_default=sa.func.now(), nullable=False),
    sa.Column("knows", sa.JSON, server_default="[]", nullable=False),
    sa.Column("is_deaf", Flag, server_default=sa.false(), nullable=False),
    sa.Column("is_blind", Flag, server_default=sa.false(), nullable=False),
    sa.Column("position", sa.Integer),
    sa.Column("beats", sa.JSON, server_default="[]", nullable=False),
    sa.ForeignKeyConstraint(["world_id", "place_id"], ["place.world_id", "place.id"]),
    sa.Index(None, "world_id", "place_id"),
)
"""A character with its present persona, one column for each persona field."""

PERSONA_VERSION = sa.Table(
    "persona_version",
    METADATA,
    sa.Column("world_id", Key, primary_key=True),
    sa.Column("character_id", Key, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("persona", sa.JSON, nullable=False),
    sa.Column("digest", Words, nullable=False),
    sa.Column("created_at", UTCDateTime, nullable=False),
    sa.ForeignKeyConstraint(
        ["world_id", "character_id"], ["character.world_id", "character.id"], ondelete="CASCADE"
    ),
)
"""An earlier or the present version of a persona; never changed."""

PORTRAIT = sa.Table(
    "portrait",
    METADATA,
    sa.Column("world_id", Key, primary_key=True),
    sa.Column("character_id", Key, primary_key=True),
    sa.Column("media_type", Words, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("digest", Words, nullable=False),
    sa.ForeignKeyConstraint(
        ["world_id", "character_id"], ["character.world_id", "character.id"], ondelete="CASCADE"
    ),
)
"""The picture of a character (see `model.portrait`)."""

TIMELINE = sa.Table(
    "timeline",
    METADATA,
    sa.Column("id", Key, primary_key=True),
    sa.Column(
        "world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), index=True, nullable=False
    ),
    sa.Column("parent_id", Key, sa.ForeignKey("timeline.id"), index=True),
    sa.Column("forked_at", sa.BigInteger, nullable=False),
    sa.Column("head", sa.BigInteger, nullable=False),
    sa.Column("clock", Moment, nullable=False),
    sa.Column("label", Words, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("deleted_at", Moment),
    sa.Column("late_results", sa.BigInteger, server_default=sa.text("0"), nullable=False),
    sa.Column("language", Words, server_default="", nullable=False),
    sa.Column("is_corrected", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Column("is_drafted", sa.Boolean, server_default=sa.false(), nullable=False),
    _where("ix_timeline_deleted_at", "deleted_at IS NOT NULL", "deleted_at"),
)
"""A timeline; appends lock its row. `clock` is the game time at `head`; `language` that of its
    players, empty for the world's.

    One with a `deleted_at` is visible only to its saves and forks (see `deleting`).
    """

SAVE = sa.Table(
    "save",
    METADATA,
    sa.Column("id", Key, primary_key=True),
    sa.Column(
        "world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), index=True, nullable=False
    ),
    _of_timeline(index=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("name", Words, nullable=False),
    sa.Column("game_time", Moment, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
)
"""A named vantage."""

RECORD = sa.Table(
    "record",
    METADATA,
    sa.Column("timeline_id", Key, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", Key, nullable=False),
    sa.Column("subject_id", Key, nullable=False),
    sa.Column("text", Words, nullable=False),
    sa.Column("importance", sa.Integer),
    sa.Column("game_time", Moment, nullable=False),
    sa.Column("clock", Moment, nullable=False),
    sa.Column("written_at", Moment, nullable=False),
    sa.Column("turn_id", Key),
    sa.Column("body", Words, nullable=False),
    sa.Column("following", sa.Integer, server_default=_NONE, nullable=False),
    # Answers "the newest of this kind for this subject" with one seek.
    sa.Index(None, "timeline_id", "kind", "subject_id", "seq"),
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

VECTOR = sa.Table(
    "memory_vector",
    METADATA,
    sa.Column("timeline_id", Key, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("space", Key, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("scale", sa.Float(53)),
)
"""The vector of a memory in one vector space, in one of two formats (see `vector_format`).

    The drafts of books have one, too: those of all passages, one after another.

    `scale` is NULL if `data` is float32.

    Not named `vector`: with pgvector that is a type, and every table name is also a type.
    """

JOB = sa.Table(
    "job",
    METADATA,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _of_timeline(),
    sa.Column("subject_id", Key, nullable=False),
    sa.Column("kind", Key, nullable=False),
    sa.Column("due_at", Moment),
    sa.Column("lease", Words),
    sa.Column("lease_until", Moment, server_default=sa.text("0"), nullable=False),
    sa.Column("is_wanted_again", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Column("attempts", sa.Integer, server_default=sa.text("0"), nullable=False),
    sa.Column("error", Words, server_default="", nullable=False),
    sa.Column("rank", sa.Integer, server_default=sa.text("1"), nullable=False),
    sa.Column("first_due_at", Moment),
    sa.UniqueConstraint("timeline_id", "subject_id", "kind"),
    _where("ix_job_rank_due_at", "lease IS NULL", "rank", "due_at", "id"),
    # One job of a subject at a time, whichever servers claim at the same moment.
    _where("uq_job_in_work", "lease IS NOT NULL", "timeline_id", "subject_id", unique=True),
)
"""An open job; `due_at` is null once it failed for good, `lease` is set while it is worked on.

    `rank` is the `Urgency` of the kind, `first_due_at` its time before retries.
    """

REQUEST = sa.Table(
    "request",
    METADATA,
    sa.Column("scope", Key, primary_key=True),
    sa.Column("request_id", Key, primary_key=True),
    sa.Column("digest", Words, nullable=False),
    sa.Column("answer", Words, nullable=False),
    sa.Column("created_at", Moment, index=True, nullable=False),
    sa.Column("timeline_id", Key),
    _where("ix_request_timeline_id", "timeline_id IS NOT NULL", "timeline_id"),
    sqlite_with_rowid=False,
)
"""An answered request, kept so that a repeat gets the same answer.

    `scope` is the timeline, world or save that it was about, `timeline_id` one that it started.
    """

BEGUN_TURN = sa.Table(
    "begun_turn",
    METADATA,
    sa.Column("turn_id", Key, primary_key=True),
    _of_timeline(index=True),
    sa.Column("character_id", Key, nullable=False),
    sa.Column("speaker_is_player", sa.Boolean, nullable=False),
    sa.Column("server", Words, nullable=False),
    sa.Column("owner", Words, nullable=False),
    sa.Column("scope", Key),
    sa.Column("request_id", Key),
    sa.Column("digest", Words),
    sa.Column("turn", Words, nullable=False),
    sa.Column("delivered", Words, nullable=False),
    sa.Column("begun_at", Moment, nullable=False),
)
"""A turn in progress, or one whose server died during it (see `turn_journal`)."""

TURN_LEASE = sa.Table(
    "turn_lease",
    METADATA,
    sa.Column("holder", Key, primary_key=True),
    sa.Column("fence", sa.BigInteger, nullable=False),
    sa.Column("timeline_id", Key, nullable=False),
    sa.Column("character_id", Key, nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Index("ix_turn_lease_timeline_id", "timeline_id", "character_id"),
)
"""A turn that speaks for a character, or waits for that (see `pg_turn_leases`); on PostgreSQL."""

SPENDING_LIMIT = sa.Table(
    "spending_limit",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("scope", Key, primary_key=True),
    sa.Column("subject_id", Key, primary_key=True),
    sa.Column("tokens", sa.BigInteger),
    sa.Column("micros", sa.BigInteger),
    sa.Column("thoughts_percent", sa.Integer),
)
"""A limit on what models may cost in a day; NULL is no limit (see `spending`)."""

SPENDING = sa.Table(
    "spending",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("day", Key, primary_key=True),
    sa.Column("scope", Key, primary_key=True),
    sa.Column("subject_id", Key, primary_key=True),
    sa.Column("is_of_thoughts", sa.Boolean, primary_key=True),
    sa.Column("holder", Key, primary_key=True),
    sa.Column("calls", sa.BigInteger, server_default=_NONE, nullable=False),
    sa.Column("tokens", sa.BigInteger, server_default=_NONE, nullable=False),
    sa.Column("micros", sa.BigInteger, server_default=_NONE, nullable=False),
    sa.Column("granted_tokens", sa.BigInteger, server_default=_NONE, nullable=False),
    sa.Column("granted_micros", sa.BigInteger, server_default=_NONE, nullable=False),
    sa.Index(None, "day"),
    _where("ix_spending_holder", "holder <> ''", "holder"),
)
"""What a server has spent and was granted of an account; an empty `holder` has settled it."""

NOTE = sa.Table(
    "note",
    METADATA,
    sa.Column("name", Key, primary_key=True),
    sa.Column("value", Words, nullable=False),
)
"""A fact the server keeps about its own database."""

PROMPT_BEGINNING = sa.Table(
    "prompt_beginning",
    METADATA,
    sa.Column("digest", Key, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""The beginning that prompts share, compressed with zstd; it goes with the last of them."""

PROMPT = sa.Table(
    "prompt",
    METADATA,
    sa.Column("timeline_id", Key, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("written_at", Moment, nullable=False),
    sa.Column("beginning", Key, sa.ForeignKey("prompt_beginning.digest"), index=True),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Index(None, "written_at", "size"),
)
"""What follows the `beginning` of the prompt behind a record: `size` bytes of JSON in zstd."""

SHELF = sa.Table(
    "shelf",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("revision", Words, nullable=False),
)
"""The books of a world as a whole; `revision` changes whenever one of them does.

    Every change of a book locks this row. A world that never had a book has no row.
    """

BOOK = sa.Table(
    "book",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", Key, primary_key=True),
    sa.Column("title", Words, nullable=False),
    sa.Column("author", Words, nullable=False),
    sa.Column("shelf", Words, nullable=False),
    sa.Column("readers", sa.JSON, nullable=False),
    sa.Column("etag", Words, nullable=False),
    sa.Column("position", sa.Integer),
)
"""A book; `etag` is a digest of everything its author wrote."""

CHAPTER = sa.Table(
    "chapter",
    METADATA,
    sa.Column("world_id", Key, primary_key=True),
    sa.Column("book_id", Key, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("title", Words, nullable=False),
    sa.Column("text", Words, nullable=False),
    sa.Column("secret", Words, nullable=False),
    sa.ForeignKeyConstraint(
        ["world_id", "book_id"], ["book.world_id", "book.id"], ondelete="CASCADE"
    ),
)
"""A chapter; `secret` is JSON, or empty."""

PASSAGE = sa.Table(
    "passage",
    METADATA,
    sa.Column("world_id", Key, primary_key=True),
    sa.Column("id", Key, primary_key=True),
    sa.Column("book_id", Key, nullable=False),
    sa.Column("chapter", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("begins", sa.Integer, nullable=False),
    sa.Column("ends", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(
        ["world_id", "book_id", "chapter"],
        ["chapter.world_id", "chapter.book_id", "chapter.number"],
        ondelete="CASCADE",
    ),
)
"""Position of a passage in the text of its chapter, in characters."""

PASSAGE_VECTOR = sa.Table(
    "passage_vector",
    METADATA,
    sa.Column("world_id", Key, primary_key=True),
    sa.Column("space", Key, primary_key=True),
    sa.Column("passage_id", Key, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.ForeignKeyConstraint(
        ["world_id", "passage_id"], ["passage.world_id", "passage.id"], ondelete="CASCADE"
    ),
)
"""The vector of a passage in one vector space: little-endian float32."""

AFFORDANCE_SET = sa.Table(
    "affordance_set",
    METADATA,
    _of_timeline(is_key=True),
    sa.Column("name", Key, primary_key=True),
    sa.Column("player_id", Words, nullable=False),
    sa.Column("affordances", sa.JSON, nullable=False),
    sa.Column("entities", sa.JSON, nullable=False),
)
"""What characters may do in turns of players; `player_id` is empty where it is for all."""

DISCLOSURE = sa.Table(
    "disclosure",
    METADATA,
    sa.Column("player_id", Key, primary_key=True),
    _of_timeline(is_key=True),
)
"""A player whom a model has spoken to in a timeline. Told once, it is told in no other again; once
all of them are deleted nothing of the player is left here."""

AUDIT_ENTRY = sa.Table(
    "audit_entry",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", Key, nullable=False),
    sa.Column("timeline_id", Key, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("written_at", Moment, nullable=False),
    sa.Column("digest", Words, nullable=False),
    sa.Column("link", Words, nullable=False),
    sa.Column("digest_key", sa.LargeBinary),
    sa.Index(None, "timeline_id", "seq"),
)
"""An entry of a world's audit log (see `model.audit`); NULL keys are of what was erased."""

AUDIT_HEAD = sa.Table(
    "audit_head",
    METADATA,
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("note", Words, nullable=False),
)
"""A signed head of an audit log: that it had so many entries, and the link of the last."""

WORLD_LOCATION = sa.Table(
    "world_location",
    METADATA,
    sa.Column("world_id", Key, primary_key=True),
    sa.Column("state", Key, nullable=False),
    sa.Column("shard", Words, nullable=False),
    sa.Column("position", sa.BigInteger),
    sa.Column("pending", sa.LargeBinary),
)
"""A world that is on its way, or elsewhere (see `model.world_location`). `pending` has the rows by
which it lives until it is served from here, `position` says what of the rest was copied."""

MOVED_ID = sa.Table(
    "moved_id",
    METADATA,
    sa.Column("id", Key, primary_key=True),
    sa.Column("world_id", Key, index=True, nullable=False),
)
"""A timeline or save of a world that has a location."""
