"""Keep the story beats of characters."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("character", sa.Column("beats", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    op.drop_column("character", "beats")
