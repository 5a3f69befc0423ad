"""Say of each place what its walls let through; NULL where its author does not."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("place", sa.Column("walls", sa.Text()))


def downgrade() -> None:
    op.drop_column("place", "walls")
