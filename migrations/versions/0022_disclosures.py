"""Keep which players were told that a model speaks, and what worlds tell them."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
# The same for players who were told as migrations 0014 and 0016 say for records.
SEEN = (
    "coalesce(current_setting('npcserver.worlds', true), '') = ''"
    " OR npcserver_sees_timeline(timeline_id)"
)
WRITTEN = (
    "coalesce(current_setting('npcserver.written_worlds', true), '') = ''"
    " OR npcserver_writes_timeline(timeline_id)"
)


def upgrade() -> None:
    op.add_column("world", sa.Column("disclosures", sa.JSON(), server_default="[]", nullable=False))
    op.create_table(
        "disclosure",
        sa.Column("player_id", KEY, nullable=False),
        sa.Column("timeline_id", KEY, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "timeline_id", name="pk_disclosure"),
        sa.ForeignKeyConstraint(
            ["timeline_id"],
            ["timeline.id"],
            name="fk_disclosure_timeline_id_timeline",
            ondelete="CASCADE",
        ),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"CREATE POLICY seen ON disclosure FOR SELECT USING ({SEEN})")
        op.execute(f"CREATE POLICY added ON disclosure FOR INSERT WITH CHECK ({WRITTEN})")
        op.execute(f"CREATE POLICY changed ON disclosure FOR UPDATE USING ({WRITTEN})")
        op.execute(f"CREATE POLICY removed ON disclosure FOR DELETE USING ({WRITTEN})")
        op.execute("ALTER TABLE disclosure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_table("disclosure")
    op.drop_column("world", "disclosures")
