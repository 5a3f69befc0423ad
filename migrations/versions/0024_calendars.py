"""Keep a world's own names of months, days and eras."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("world", sa.Column("calendar", sa.JSON(), server_default="{}", nullable=False))


def downgrade() -> None:
    op.drop_column("world", "calendar")
