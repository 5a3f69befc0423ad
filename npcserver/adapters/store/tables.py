"""The tables of the database. `rows` turns their rows into model values and back."""

from itertools import chain
from typing import Any

import sqlalchemy as sa

from npcserver.adapters.store.dialect import Flag, Key, Moment, TimeOfDay, UTCDateTime, Words

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA = sa.MetaData(naming_convention=NAMING)

_NONE = sa.text("0")
_NOW = sa.func.now()
_Columns = list[sa.Column[Any]]


def _table(
    name: str, *parts: "sa.Column[Any] | _Columns | sa.Constraint | sa.Index", **options: Any
) -> sa.Table:
    """Return a table of columns, or lists of columns, with its constraints and indexes."""
    listed = (part if isinstance(part, list) else [part] for part in parts)
    return sa.Table(name, METADATA, *chain.from_iterable(listed), **options)


def _columns(kind: Any, *names: str, default: Any = None) -> _Columns:
    """Return columns of one type that are never NULL; the default is what the database fills in."""
    return [sa.Column(name, kind, server_default=default, nullable=False) for name in names]


def _optional(kind: Any, *names: str) -> _Columns:
    """Return columns of one type that may be NULL."""
    return [sa.Column(name, kind) for name in names]


def _keys(*names: str) -> _Columns:
    """Return the texts that a primary key consists of."""
    return [sa.Column(name, Key, primary_key=True) for name in names]


def _number_key(name: str, kind: Any = sa.BigInteger) -> sa.Column[Any]:
    """Return a number in a primary key, which the database does not give."""
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _of(parent: str, *, is_key: bool = False, **options: Any) -> sa.Column[Any]:
    """Return the id of a parent, whose rows go with it."""
    to = sa.ForeignKey(f"{parent}.id", ondelete="CASCADE")
    options = {"nullable": False, **options}
    return sa.Column(f"{parent}_id", Key, to, primary_key=is_key, **options)


def _in_world(parent: str, column: str, ondelete: str | None = None) -> sa.ForeignKeyConstraint:
    """Refer to a row of the same world."""
    there = [f"{parent}.world_id", f"{parent}.id"]
    return sa.ForeignKeyConstraint(["world_id", column], there, ondelete=ondelete)


def _where(name: str, condition: str, *columns: str, unique: bool = False) -> sa.Index:
    """Return a partial index of the rows that satisfy a condition."""
    held = sa.text(condition)
    return sa.Index(name, *columns, unique=unique, sqlite_where=held, postgresql_where=held)


WORLD = _table(
    "world",
    _keys("id"),
    _columns(Words, "name"),
    _columns(Words, "description", default=""),
    _columns(UTCDateTime, "start_time"),
    _columns(Words, "language", default="en"),
    _columns(sa.JSON, "affordances", "entities", default="[]"),
    # No foreign key: genesis refers to its world, and one of the two must be inserted first.
    _columns(Key, "genesis_id", default=""),
    _columns(UTCDateTime, "created_at", "updated_at", default=_NOW),
    # Columns of later revisions come last, where migrations can add them.
    _columns(sa.BigInteger, "budget_calls", "budget_tokens", "budget_micros", default=_NONE),
    # Raised by triggers with every change of the world, its places, characters and personas, also
    # with those made without a server. So what was read at a revision need not be read again.
    _columns(sa.BigInteger, "revision", default=_NONE),
    # How the vectors of its memories are stored (see `vector_format`); never changed.
    _columns(Words, "vector_format", default="float32"),
    # Whether characters may tell others what was said to them in private.
    _columns(Flag, "has_gossip", default=sa.false()),
    # What players are told before a model speaks to them for the first time, by language.
    _columns(sa.JSON, "disclosures", default="[]"),
    # Its own names of months, days and eras, and how many hours a day has.
    _columns(sa.JSON, "calendar", default="{}"),
    _columns(sa.JSON, "axes", default="[]"),
)
"""A world."""

PLACE = _table(
    "place",
    _of("world", is_key=True),
    _keys("id"),
    _optional(Key, "parent_id"),
    _columns(Words, "name"),
    _columns(Words, "description", default=""),
    _optional(TimeOfDay, "opens", "closes"),
    _optional(sa.Integer, "capacity"),
    _columns(sa.JSON, "objects", "owner_ids", default="[]"),
    # Position in the author's order, from 0; NULL for what was added since, which comes last.
    _optional(sa.Integer, "position"),
    _columns(sa.JSON, "prices", default="{}"),  # by ware, as authored
    _optional(Words, "walls"),
    _in_world("place", "parent_id"),
    sa.Index(None, "world_id", "parent_id"),
)
"""A node of a world's place tree."""

CHARACTER = _table(
    "character",
    _of("world", is_key=True),
    _keys("id"),
    _optional(Key, "place_id"),
    _columns(Words, "name"),
    _optional(sa.Integer, "age"),
    _columns(Words, "traits", "background", "currently", "lifestyle", "voice", default=""),
    _columns(sa.JSON, "goals", "relations", "greetings", "fallback_lines", default="[]"),
    _columns(Words, "daily_plan", default=""),
    _columns(Words, "language", default="en"),
    _columns(UTCDateTime, "created_at", "updated_at", default=_NOW),
    _columns(sa.JSON, "knows", default="[]"),
    _columns(Flag, "is_deaf", "is_blind", default=sa.false()),
    _optional(sa.Integer, "position"),
    _columns(sa.JSON, "beats", default="[]"),
    _in_world("place", "place_id"),
    sa.Index(None, "world_id", "place_id"),
)
"""A character with its present persona, one column for each persona field."""

PERSONA_VERSION = _table(
    "persona_version",
    _keys("world_id", "character_id"),
    _number_key("version", sa.Integer),
    _columns(sa.JSON, "persona"),
    _columns(Words, "digest"),
    _columns(UTCDateTime, "created_at"),
    _in_world("character", "character_id", "CASCADE"),
)
"""An earlier or the present version of a persona; never changed."""

PORTRAIT = _table(
    "portrait",
    _keys("world_id", "character_id"),
    _columns(Words, "media_type"),
    _columns(sa.LargeBinary, "content"),
    _columns(Words, "digest"),
    _in_world("character", "character_id", "CASCADE"),
)
"""The picture of a character (see `model.portrait`)."""

TIMELINE = _table(
    "timeline",
    _keys("id"),
    _of("world", index=True),
    sa.Column("parent_id", Key, sa.ForeignKey("timeline.id"), index=True),
    _columns(sa.BigInteger, "forked_at", "head"),
    _columns(Moment, "clock"),
    _columns(Words, "label"),
    _columns(Moment, "created_at"),
    _optional(Moment, "deleted_at"),
    _columns(sa.BigInteger, "late_results", default=_NONE),
    _columns(Words, "language", default=""),
    _columns(sa.Boolean, "is_corrected", "is_drafted", default=sa.false()),
    _where("ix_timeline_deleted_at", "deleted_at IS NOT NULL", "deleted_at"),
)
"""A timeline; appends lock its row. `clock` is the game time at `head`; `language` that of its
players, empty for the world's.

One with a `deleted_at` is visible only to its saves and forks.
"""

SAVE = _table(
    "save",
    _keys("id"),
    _of("world", index=True),
    _of("timeline", index=True),
    _columns(sa.BigInteger, "seq"),
    _columns(Words, "name"),
    _columns(Moment, "game_time", "created_at"),
)
"""A named vantage."""

RECORD = _table(
    "record",
    _keys("timeline_id"),
    _number_key("seq"),
    _columns(Key, "kind", "subject_id"),
    _columns(Words, "text"),
    _optional(sa.Integer, "importance"),
    _columns(Moment, "game_time", "clock", "written_at"),
    _optional(Key, "turn_id"),
    _columns(Words, "body"),
    _columns(sa.Integer, "following", default=_NONE),
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

VECTOR = _table(
    "memory_vector",
    _keys("timeline_id"),
    _number_key("seq"),
    _keys("space"),
    _columns(sa.LargeBinary, "data"),
    _optional(sa.Float(53), "scale"),
)
"""The vector of a memory in one vector space, in one of two formats (see `vector_format`).

The drafts of books have one, too: those of all passages, one after another.

`scale` is NULL if `data` is float32.

Not named `vector`: with pgvector that is a type, and every table name is also a type.
"""

JOB = _table(
    "job",
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    _of("timeline"),
    _columns(Key, "subject_id", "kind"),
    _optional(Moment, "due_at"),
    _optional(Words, "lease"),
    _columns(Moment, "lease_until", default=_NONE),
    _columns(sa.Boolean, "is_wanted_again", default=sa.false()),
    _columns(sa.Integer, "attempts", default=_NONE),
    _columns(Words, "error", default=""),
    _columns(sa.Integer, "rank", default=sa.text("1")),
    _optional(Moment, "first_due_at"),
    sa.UniqueConstraint("timeline_id", "subject_id", "kind"),
    _where("ix_job_rank_due_at", "lease IS NULL", "rank", "due_at", "id"),
    # One job of a subject at a time, whichever servers claim at the same moment.
    _where("uq_job_in_work", "lease IS NOT NULL", "timeline_id", "subject_id", unique=True),
)
"""An open job; `due_at` is null once it failed for good, `lease` is set while it is worked on.

`rank` is the `Urgency` of the kind, `first_due_at` its time before retries.
"""

REQUEST = _table(
    "request",
    _keys("scope", "request_id"),
    _columns(Words, "digest", "answer"),
    sa.Column("created_at", Moment, index=True, nullable=False),
    _optional(Key, "timeline_id"),
    _where("ix_request_timeline_id", "timeline_id IS NOT NULL", "timeline_id"),
    sqlite_with_rowid=False,
)
"""An answered request, kept so that a repeat gets the same answer.

`scope` is the timeline, world or save that it was about, `timeline_id` one that it started.
"""

BEGUN_TURN = _table(
    "begun_turn",
    _keys("turn_id"),
    _of("timeline", index=True),
    _columns(Key, "character_id"),
    _columns(sa.Boolean, "speaker_is_player"),
    _columns(Words, "server", "owner"),
    _optional(Key, "scope", "request_id"),
    _optional(Words, "digest"),
    _columns(Words, "turn", "delivered"),
    _columns(Moment, "begun_at"),
)
"""A turn in progress, or one whose server died during it (see `turn_journal`)."""

TURN_LEASE = _table(
    "turn_lease",
    _keys("holder"),
    _columns(sa.BigInteger, "fence"),
    _columns(Key, "timeline_id", "character_id"),
    _columns(Moment, "expires_at"),
    sa.Index("ix_turn_lease_timeline_id", "timeline_id", "character_id"),
)
"""A turn that speaks for a character, or waits for that (see `pg_turn_leases`); on PostgreSQL."""

SPENDING_LIMIT = _table(
    "spending_limit",
    _of("world", is_key=True),
    _keys("scope", "subject_id"),
    _optional(sa.BigInteger, "tokens", "micros"),
    _optional(sa.Integer, "thoughts_percent"),
)
"""A limit on what models may cost in a day; NULL is no limit (see `spending`)."""

SPENDING = _table(
    "spending",
    _of("world", is_key=True),
    _keys("day", "scope", "subject_id"),
    sa.Column("is_of_thoughts", sa.Boolean, primary_key=True),
    _keys("holder"),
    _columns(sa.BigInteger, "calls", "tokens", "micros", default=_NONE),
    _columns(sa.BigInteger, "granted_tokens", "granted_micros", default=_NONE),
    sa.Index(None, "day"),
    _where("ix_spending_holder", "holder <> ''", "holder"),
)
"""What a server has spent and was granted of an account; an empty `holder` has settled it."""

NOTE = _table("note", _keys("name"), _columns(Words, "value"))
"""A fact the server keeps about its own database."""

PROMPT_BEGINNING = _table("prompt_beginning", _keys("digest"), _columns(sa.LargeBinary, "data"))
"""The beginning that prompts share, compressed with zstd; it goes with the last of them."""

PROMPT = _table(
    "prompt",
    _keys("timeline_id"),
    _number_key("seq"),
    _columns(Moment, "written_at"),
    sa.Column("beginning", Key, sa.ForeignKey("prompt_beginning.digest"), index=True),
    _columns(sa.Integer, "size"),
    _columns(sa.LargeBinary, "body"),
    sa.Index(None, "written_at", "size"),
)
"""What follows the `beginning` of the prompt behind a record: `size` bytes of JSON in zstd."""

SHELF = _table("shelf", _of("world", is_key=True), _columns(Words, "revision"))
"""The books of a world as a whole; `revision` changes whenever one of them does.

Every change of a book locks this row. A world that never had a book has no row.
"""

BOOK = _table(
    "book",
    _of("world", is_key=True),
    _keys("id"),
    _columns(Words, "title", "author", "shelf"),
    _columns(sa.JSON, "readers"),
    _columns(Words, "etag"),
    _optional(sa.Integer, "position"),
)
"""A book; `etag` is a digest of everything its author wrote."""

CHAPTER = _table(
    "chapter",
    _keys("world_id", "book_id"),
    _number_key("number", sa.Integer),
    _columns(Words, "title", "text", "secret"),
    _in_world("book", "book_id", "CASCADE"),
)
"""A chapter; `secret` is JSON, or empty."""

PASSAGE = _table(
    "passage",
    _keys("world_id", "id"),
    _columns(Key, "book_id"),
    _columns(sa.Integer, "chapter", "number", "begins", "ends"),
    sa.ForeignKeyConstraint(
        ["world_id", "book_id", "chapter"],
        ["chapter.world_id", "chapter.book_id", "chapter.number"],
        ondelete="CASCADE",
    ),
)
"""Position of a passage in the text of its chapter, in characters."""

PASSAGE_VECTOR = _table(
    "passage_vector",
    _keys("world_id", "space", "passage_id"),
    _columns(sa.LargeBinary, "data"),
    _in_world("passage", "passage_id", "CASCADE"),
)
"""The vector of a passage in one vector space: little-endian float32."""

AFFORDANCE_SET = _table(
    "affordance_set",
    _of("timeline", is_key=True),
    _keys("name"),
    _columns(Words, "player_id"),
    _columns(sa.JSON, "affordances", "entities"),
)
"""What characters may do in turns of players; `player_id` is empty where it is for all."""

DISCLOSURE = _table("disclosure", _keys("player_id"), _of("timeline", is_key=True))
"""A player whom a model has spoken to in a timeline. Told once, it is told in no other again; once
all of them are deleted nothing of the player is left here."""

AUDIT_ENTRY = _table(
    "audit_entry",
    _of("world", is_key=True),
    _number_key("number"),
    _columns(Key, "kind", "timeline_id"),
    _columns(sa.BigInteger, "seq"),
    _columns(Moment, "written_at"),
    _columns(Words, "digest", "link"),
    _optional(sa.LargeBinary, "digest_key"),
    sa.Index(None, "timeline_id", "seq"),
)
"""An entry of a world's audit log (see `model.audit`); NULL keys are of what was erased."""

AUDIT_HEAD = _table(
    "audit_head", _of("world", is_key=True), _number_key("number"), _columns(Words, "note")
)
"""A signed head of an audit log: that it had so many entries, and the link of the last."""

WORLD_LOCATION = _table(
    "world_location",
    _keys("world_id"),
    _columns(Key, "state"),
    _columns(Words, "shard"),
    _optional(sa.BigInteger, "position"),
    _optional(sa.LargeBinary, "pending"),
)
"""A world that is on its way, or elsewhere (see `model.world_location`). `pending` has the rows by
which it lives until it is served from here, `position` says what of the rest was copied."""

MOVED_ID = _table("moved_id", _keys("id"), sa.Column("world_id", Key, index=True, nullable=False))
"""A timeline or save of a world that has a location."""

ACCESS_KEY = _table(
    "access_key",
    _keys("id"),
    _columns(Words, "prefix", "name", "role"),
    _columns(sa.JSON, "world_ids"),
    _columns(Words, "digest", "previous_digest"),
    _optional(UTCDateTime, "previous_until"),
    _columns(UTCDateTime, "created_at"),
    _optional(UTCDateTime, "expires_at", "revoked_at", "used_at"),
)
"""A key that callers show; its secret is kept as a digest only. Revoked keys stay.

The key of a person's account has no secret: its digest is empty, which is that of nothing.
"""

_ITS_KEY = sa.ForeignKey("access_key.id", ondelete="CASCADE", name="fk_account_id_access_key")
ACCOUNT = _table(
    "account",
    sa.Column("id", Key, _ITS_KEY, primary_key=True),
    _columns(Key, "look"),
    _columns(Words, "password", "subject", "link_digest"),
    _optional(UTCDateTime, "link_until"),
    sa.UniqueConstraint("look", name="uq_account_look"),
)
"""How a person signs in to the studio; the access key of the same id has name, role and worlds."""

_ITS_ACCOUNT = sa.ForeignKey("account.id", ondelete="CASCADE", name="fk_account_session_account_id")
ACCOUNT_SESSION = _table(
    "account_session",
    _keys("digest"),
    sa.Column("account_id", Key, _ITS_ACCOUNT, nullable=False),
    _columns(UTCDateTime, "begun_at"),
    _columns(Words, "agent", "address"),
    sa.Index("ix_account_session_account_id", "account_id"),
)
"""A browser in which a person is signed in; its cookie is kept as a digest only."""

AUTHOR_CHANGE = _table(
    "author_change",
    _keys("id"),
    _of("world", nullable=True),
    _columns(UTCDateTime, "at"),
    _columns(Key, "author_id", "kind", "subject_id"),
    _optional(Key, "timeline_id"),
    _optional(sa.JSON(none_as_null=True), "before", "after"),
    _columns(Key, "effect", default="changed"),
    _columns(sa.JSON, "names", default="[]"),
    _columns(Words, "why", default=""),
    _columns(Key, "undoes", default=""),
    _columns(sa.Boolean, "is_kept", "is_undone", default=sa.false()),
    sa.Index(None, "world_id", "at"),
    sa.Index(None, "subject_id"),
)
"""What an author changed; without a world it is of the server. It goes with its world."""
