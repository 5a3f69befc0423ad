"""Keep the axes of standings that a world declares."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("world", sa.Column("axes", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    op.drop_column("world", "axes")
