"""Give places a price list."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("place", sa.Column("prices", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("place", "prices")
