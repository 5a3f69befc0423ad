"""Keep when a job was first due, which its retries do not change: so late thoughts can be told."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job", sa.Column("first_due_at", sa.BigInteger()))
    op.execute("UPDATE job SET first_due_at = due_at")


def downgrade() -> None:
    with op.batch_alter_table("job") as job:
        job.drop_column("first_due_at")
