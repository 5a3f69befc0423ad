"""Keep the prompts that were sent; the templates that they were rendered from again go."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
# The same for prompts as migrations 0014 and 0016 say for records.
SEEN = (
    "coalesce(current_setting('npcserver.worlds', true), '') = ''"
    " OR npcserver_sees_timeline(timeline_id)"
)
WRITTEN = (
    "coalesce(current_setting('npcserver.written_worlds', true), '') = ''"
    " OR npcserver_writes_timeline(timeline_id)"
)


def upgrade() -> None:
    connection = op.get_bind()
    op.drop_table("prompt_template")
    op.create_table(
        "prompt_beginning",
        sa.Column("digest", KEY, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_prompt_beginning"),
    )
    op.create_table(
        "prompt",
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("beginning", KEY, nullable=True),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("timeline_id", "seq", name="pk_prompt"),
        sa.ForeignKeyConstraint(
            ["beginning"],
            ["prompt_beginning.digest"],
            name="fk_prompt_beginning_prompt_beginning",
        ),
    )
    op.create_index("ix_prompt_beginning", "prompt", ["beginning"])
    op.create_index("ix_prompt_written_at_size", "prompt", ["written_at", "size"])
    if connection.dialect.name == "postgresql":
        op.execute(f"CREATE POLICY seen ON prompt FOR SELECT USING ({SEEN})")
        op.execute(f"CREATE POLICY added ON prompt FOR INSERT WITH CHECK ({WRITTEN})")
        op.execute(f"CREATE POLICY changed ON prompt FOR UPDATE USING ({WRITTEN})")
        op.execute(f"CREATE POLICY removed ON prompt FOR DELETE USING ({WRITTEN})")
        op.execute("ALTER TABLE prompt ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")
    # Receipts from before have no prompt, which `Explain` tells from prompts that were dropped.
    since = int(datetime.now(UTC).timestamp() * 1_000_000)
    connection.execute(
        sa.text("INSERT INTO note (name, value) VALUES ('prompts_since', :since)"),
        {"since": str(since)},
    )


def downgrade() -> None:
    op.execute("DELETE FROM note WHERE name IN ('prompts_since', 'prompts_dropped_to')")
    op.drop_table("prompt")
    op.drop_table("prompt_beginning")
    op.create_table(
        "prompt_template",
        sa.Column("digest", KEY, nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_prompt_template"),
    )
