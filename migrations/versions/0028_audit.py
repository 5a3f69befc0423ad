"""Keep an audit log for each world, and signed heads of it."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
# As migrations 0014 and 0016 say for other rows of worlds.
SEEN = (
    "coalesce(current_setting('npcserver.worlds', true), '') = ''"
    " OR world_id = ANY (string_to_array(current_setting('npcserver.worlds', true), ','))"
)
WRITTEN = SEEN.replace("npcserver.worlds", "npcserver.written_worlds")
COLUMNS = {
    "audit_entry": (
        sa.Column("kind", KEY, nullable=False),
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("digest_key", sa.LargeBinary()),
    ),
    "audit_head": (sa.Column("note", sa.Text(), nullable=False),),
}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        op.create_table(
            table,
            sa.Column("world_id", KEY, nullable=False),
            sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
            *columns,
            sa.PrimaryKeyConstraint("world_id", "number", name=f"pk_{table}"),
            sa.ForeignKeyConstraint(
                ["world_id"], ["world.id"], name=f"fk_{table}_world_id_world", ondelete="CASCADE"
            ),
        )
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"CREATE POLICY seen ON {table} FOR SELECT USING ({SEEN})")
            op.execute(f"CREATE POLICY added ON {table} FOR INSERT WITH CHECK ({WRITTEN})")
            op.execute(f"CREATE POLICY changed ON {table} FOR UPDATE USING ({WRITTEN})")
            op.execute(f"CREATE POLICY removed ON {table} FOR DELETE USING ({WRITTEN})")
            op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")
    op.create_index("ix_audit_entry_timeline_id_seq", "audit_entry", ["timeline_id", "seq"])


def downgrade() -> None:
    for table in COLUMNS:
        op.drop_table(table)
