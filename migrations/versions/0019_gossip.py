"""Say of each world whether its characters may tell others what was said to them in private."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("world", sa.Column("has_gossip", FLAG, server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("world", "has_gossip")
