"""Create the log and the authored world."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
DATE = sa.DateTime(timezone=True)
TABLES = (
    "world",
    "place",
    "character",
    "persona_version",
    "timeline",
    "save",
    "record",
    "memory_vector",
    "job",
    "request",
    "note",
)


def upgrade() -> None:
    create_world()
    create_place()
    create_character()
    create_persona_version()
    create_timeline()
    create_save()
    create_record()
    create_memory_vector()
    create_job()
    create_request()
    create_note()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def create_world() -> None:
    op.create_table(
        "world",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("start_time", DATE, nullable=False),
        sa.Column("language", sa.Text(), server_default="en", nullable=False),
        sa.Column("affordances", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("entities", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("genesis_id", KEY, server_default="", nullable=False),
        sa.Column("created_at", DATE, server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", DATE, server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_world"),
    )


def create_place() -> None:
    op.create_table(
        "place",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("parent_id", KEY),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("opens", sa.Time()),
        sa.Column("closes", sa.Time()),
        sa.Column("capacity", sa.Integer()),
        sa.Column("objects", sa.JSON(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(
            ["world_id", "parent_id"],
            ["place.world_id", "place.id"],
            name="fk_place_world_id_parent_id_place",
        ),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_place_world_id_world", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("world_id", "id", name="pk_place"),
    )
    op.create_index("ix_place_world_id_parent_id", "place", ["world_id", "parent_id"])


def create_character() -> None:
    op.create_table(
        "character",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("place_id", KEY),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("age", sa.Integer()),
        sa.Column("traits", sa.Text(), server_default="", nullable=False),
        sa.Column("background", sa.Text(), server_default="", nullable=False),
        sa.Column("currently", sa.Text(), server_default="", nullable=False),
        sa.Column("lifestyle", sa.Text(), server_default="", nullable=False),
        sa.Column("voice", sa.Text(), server_default="", nullable=False),
        sa.Column("goals", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("relations", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("greetings", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("fallback_lines", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("daily_plan", sa.Text(), server_default="", nullable=False),
        sa.Column("language", sa.Text(), server_default="en", nullable=False),
        sa.Column("created_at", DATE, server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", DATE, server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["world_id", "place_id"],
            ["place.world_id", "place.id"],
            name="fk_character_world_id_place_id_place",
        ),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_character_world_id_world", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("world_id", "id", name="pk_character"),
    )
    op.create_index("ix_character_world_id_place_id", "character", ["world_id", "place_id"])


def create_persona_version() -> None:
    op.create_table(
        "persona_version",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("character_id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("persona", sa.JSON(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("created_at", DATE, nullable=False),
        sa.ForeignKeyConstraint(
            ["world_id", "character_id"],
            ["character.world_id", "character.id"],
            name="fk_persona_version_world_id_character_id_character",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("world_id", "character_id", "version", name="pk_persona_version"),
    )


def create_timeline() -> None:
    op.create_table(
        "timeline",
        sa.Column("id", KEY, nullable=False),
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("parent_id", KEY),
        sa.Column("forked_at", sa.BigInteger(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("clock", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["timeline.id"], name="fk_timeline_parent_id_timeline"
        ),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_timeline_world_id_world", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_timeline"),
    )
    op.create_index("ix_timeline_parent_id", "timeline", ["parent_id"])
    op.create_index("ix_timeline_world_id", "timeline", ["world_id"])


def create_save() -> None:
    op.create_table(
        "save",
        sa.Column("id", KEY, nullable=False),
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game_time", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["timeline_id"],
            ["timeline.id"],
            name="fk_save_timeline_id_timeline",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_save_world_id_world", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_save"),
    )
    op.create_index("ix_save_timeline_id", "save", ["timeline_id"])
    op.create_index("ix_save_world_id", "save", ["world_id"])


def create_record() -> None:
    op.create_table(
        "record",
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("importance", sa.Integer()),
        sa.Column("game_time", sa.BigInteger(), nullable=False),
        sa.Column("clock", sa.BigInteger(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("turn_id", KEY),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("timeline_id", "seq", name="pk_record"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_record_timeline_id_kind_subject_id_seq",
        "record",
        ["timeline_id", "kind", "subject_id", "seq"],
    )
    op.create_index(
        "ix_record_turn_id",
        "record",
        ["turn_id"],
        sqlite_where=sa.text("turn_id IS NOT NULL"),
        postgresql_where=sa.text("turn_id IS NOT NULL"),
    )


def create_memory_vector() -> None:
    op.create_table(
        "memory_vector",
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("space", KEY, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("timeline_id", "seq", "space", name="pk_memory_vector"),
    )


def create_job() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("lease", sa.Text()),
        sa.Column("lease_until", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("is_wanted_again", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["timeline_id"], ["timeline.id"], name="fk_job_timeline_id_timeline", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        sa.UniqueConstraint(
            "timeline_id", "subject_id", "kind", name="uq_job_timeline_id_subject_id_kind"
        ),
    )
    op.create_index("ix_job_due_at", "job", ["due_at"])


def create_request() -> None:
    op.create_table(
        "request",
        sa.Column("scope", KEY, nullable=False),
        sa.Column("request_id", KEY, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "request_id", name="pk_request"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_request_created_at", "request", ["created_at"])


def create_note() -> None:
    op.create_table(
        "note",
        sa.Column("name", KEY, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_note"),
    )
