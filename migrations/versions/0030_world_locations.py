"""Say of each world that is not served from here where it is, and by which ids it is asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
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
        "world_location",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("state", KEY, nullable=False),
        sa.Column("shard", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger()),
        sa.Column("pending", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("world_id", name="pk_world_location"),
    )
    op.create_table(
        "moved_id",
        sa.Column("id", KEY, nullable=False),
        sa.Column("world_id", KEY, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moved_id"),
    )
    op.create_index("ix_moved_id_world_id", "moved_id", ["world_id"])
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in ("world_location", "moved_id"):
        op.execute(f"CREATE POLICY seen ON {table} FOR SELECT USING ({SEEN})")
        op.execute(f"CREATE POLICY added ON {table} FOR INSERT WITH CHECK ({WRITTEN})")
        op.execute(f"CREATE POLICY changed ON {table} FOR UPDATE USING ({WRITTEN})")
        op.execute(f"CREATE POLICY removed ON {table} FOR DELETE USING ({WRITTEN})")
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_table("moved_id")
    op.drop_table("world_location")
