"""Keep the language of a timeline's players."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    column = sa.Column("language", sa.Text(), server_default="", nullable=False)
    op.add_column("timeline", column)


def downgrade() -> None:
    op.drop_column("timeline", "language")
