"""Let timelines be deleted while others rest on them, and count what came too late."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("timeline", sa.Column("deleted_at", sa.BigInteger()))
    op.add_column(
        "timeline",
        sa.Column("late_results", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
    )
    is_deleted = sa.text("deleted_at IS NOT NULL")
    op.create_index(
        "ix_timeline_deleted_at",
        "timeline",
        ["deleted_at"],
        sqlite_where=is_deleted,
        postgresql_where=is_deleted,
    )


def downgrade() -> None:
    """Show deleted timelines again, as far as they are kept."""
    op.execute("DELETE FROM job WHERE kind = 'free'")
    op.execute(
        "UPDATE timeline SET head = coalesce("
        "(SELECT max(seq) FROM record WHERE timeline_id = timeline.id), forked_at) "
        "WHERE deleted_at IS NOT NULL"
    )
    op.drop_index("ix_timeline_deleted_at", "timeline")
    op.drop_column("timeline", "late_results")
    op.drop_column("timeline", "deleted_at")
