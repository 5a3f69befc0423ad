"""Keep who changed what of a world, in play, and of keys and accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
# As migrations 0014 and 0016 say for other rows of worlds.
SEEN = (
    "coalesce(current_setting('npcserver.worlds', true), '') = ''"
    " OR world_id = ANY (string_to_array(current_setting('npcserver.worlds', true), ','))"
)
WRITTEN = SEEN.replace("npcserver.worlds", "npcserver.written_worlds")


def upgrade() -> None:
    op.create_table(
        "author_change",
        sa.Column("id", KEY, nullable=False),
        sa.Column("world_id", KEY),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author_id", KEY, nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("timeline_id", KEY),
        sa.Column("before", sa.JSON()),
        sa.Column("after", sa.JSON()),
        sa.PrimaryKeyConstraint("id", name="pk_author_change"),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_author_change_world_id_world", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_author_change_world_id_at", "author_change", ["world_id", "at"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"CREATE POLICY seen ON author_change FOR SELECT USING ({SEEN})")
        op.execute(f"CREATE POLICY added ON author_change FOR INSERT WITH CHECK ({WRITTEN})")
        op.execute(f"CREATE POLICY changed ON author_change FOR UPDATE USING ({WRITTEN})")
        op.execute(f"CREATE POLICY removed ON author_change FOR DELETE USING ({WRITTEN})")
        op.execute("ALTER TABLE author_change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_table("author_change")
