"""Name the timeline that a request began, so that its answer goes with that timeline."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("request", sa.Column("timeline_id", KEY))
    has_begun = sa.text("timeline_id IS NOT NULL")
    op.create_index(
        "ix_request_timeline_id",
        "request",
        ["timeline_id"],
        sqlite_where=has_begun,
        postgresql_where=has_begun,
    )
    # The answers of StartTimeline and Load: `{"id":"tl_` and 20 characters more.
    op.execute(
        "UPDATE request SET timeline_id = substr(answer, 8, 23) "
        'WHERE substr(answer, 1, 10) = \'{"id":"tl_\''
    )


def downgrade() -> None:
    op.drop_index("ix_request_timeline_id", "request")
    op.drop_column("request", "timeline_id")
