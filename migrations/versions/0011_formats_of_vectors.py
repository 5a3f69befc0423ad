"""Let worlds made from now on keep their vectors in a byte a number."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "world", sa.Column("vector_format", sa.Text(), server_default="float32", nullable=False)
    )
    op.add_column("memory_vector", sa.Column("scale", sa.Float(53)))


def downgrade() -> None:
    """Drop what the earlier form cannot hold, and let it be embedded anew after the next start."""
    op.execute("DELETE FROM memory_vector WHERE scale IS NOT NULL")
    op.execute("DELETE FROM note WHERE name = 'embedder'")
    op.drop_column("memory_vector", "scale")
    op.drop_column("world", "vector_format")
