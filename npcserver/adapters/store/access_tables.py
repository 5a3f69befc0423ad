"""The tables of keys, of accounts and of what authors changed; `tables` has all others."""

import sqlalchemy as sa

from npcserver.adapters.store.dialect import Key, UTCDateTime, Words

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

METADATA = sa.MetaData(naming_convention=NAMING)

ACCESS_KEY = sa.Table(
    "access_key",
    METADATA,
    sa.Column("id", Key, primary_key=True),
    sa.Column("prefix", Words, nullable=False),
    sa.Column("name", Words, nullable=False),
    sa.Column("role", Words, nullable=False),
    sa.Column("world_ids", sa.JSON, nullable=False),
    sa.Column("digest", Words, nullable=False),
    sa.Column("previous_digest", Words, nullable=False),
    sa.Column("previous_until", UTCDateTime),
    sa.Column("created_at", UTCDateTime, nullable=False),
    sa.Column("expires_at", UTCDateTime),
    sa.Column("revoked_at", UTCDateTime),
    sa.Column("used_at", UTCDateTime),
)
"""A key that callers show; its secret is kept as a digest only. Revoked keys stay.

The key of a person's account has no secret: its digest is empty, which is that of nothing.
"""

ACCOUNT = sa.Table(
    "account",
    METADATA,
    sa.Column(
        "id",
        Key,
        sa.ForeignKey("access_key.id", ondelete="CASCADE", name="fk_account_id_access_key"),
        primary_key=True,
    ),
    sa.Column("look", Key, nullable=False),
    sa.Column("password", Words, nullable=False),
    sa.Column("subject", Words, nullable=False),
    sa.Column("link_digest", Words, nullable=False),
    sa.Column("link_until", UTCDateTime),
    sa.UniqueConstraint("look", name="uq_account_look"),
)
"""How a person signs in to the studio; the access key of the same id has name, role and worlds."""

ACCOUNT_SESSION = sa.Table(
    "account_session",
    METADATA,
    sa.Column("digest", Key, primary_key=True),
    sa.Column(
        "account_id",
        Key,
        sa.ForeignKey("account.id", ondelete="CASCADE", name="fk_account_session_account_id"),
        nullable=False,
    ),
    sa.Column("begun_at", UTCDateTime, nullable=False),
    sa.Column("agent", Words, nullable=False),
    sa.Column("address", Words, nullable=False),
    sa.Index("ix_account_session_account_id", "account_id"),
)
"""A browser in which a person is signed in; its cookie is kept as a digest only."""

AUTHOR_CHANGE = sa.Table(
    "author_change",
    METADATA,
    sa.Column("id", Key, primary_key=True),
    sa.Column("world_id", Key, sa.ForeignKey("world.id", ondelete="CASCADE")),
    sa.Column("at", UTCDateTime, nullable=False),
    sa.Column("author_id", Key, nullable=False),
    sa.Column("kind", Key, nullable=False),
    sa.Column("subject_id", Key, nullable=False),
    sa.Column("timeline_id", Key),
    sa.Column("before", sa.JSON(none_as_null=True)),
    sa.Column("after", sa.JSON(none_as_null=True)),
    sa.Column("effect", Key, server_default="changed", nullable=False),
    sa.Column("names", sa.JSON, server_default="[]", nullable=False),
    sa.Column("why", Words, server_default="", nullable=False),
    sa.Column("undoes", Key, server_default="", nullable=False),
    sa.Column("is_kept", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Column("is_undone", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Index(None, "world_id", "at"),
    sa.Index(None, "subject_id"),
)
"""What an author changed; without a world it is of the server. It goes with its world."""
