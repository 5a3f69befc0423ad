"""Give open jobs the rank of their kind, and let those in a line of the old form line up anew."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_RANK = """
UPDATE job SET rank = CASE
    WHEN kind IN ('live', 'resume', 'react') THEN 0
    WHEN kind IN ('plan', 'decompose') THEN 1
    WHEN kind IN ('converse', 'perform') THEN 2
    ELSE 3 END
"""
_OLD_RANK = """
UPDATE job SET rank = CASE
    WHEN kind IN ('live', 'resume', 'react', 'converse', 'perform') THEN 0 ELSE 1 END
"""


def upgrade() -> None:
    op.execute(_RANK)
    _leave_line()


def downgrade() -> None:
    op.execute(_OLD_RANK)
    _leave_line()


def _leave_line() -> None:
    """Take every job out of PostgreSQL's line, worked on or not: each claim lines them up anew."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    op.execute("UPDATE job SET ticket = NULL, lease = NULL WHERE ticket IS NOT NULL")
    if sa.inspect(connection).has_table("procrastinate_jobs"):
        op.execute("DELETE FROM procrastinate_jobs")
