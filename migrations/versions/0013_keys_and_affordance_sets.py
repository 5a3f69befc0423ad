"""Keep keys as digests, and what games register for the turns of players."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "access_key",
        sa.Column("id", KEY, nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("world_ids", sa.JSON(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("previous_digest", sa.Text(), nullable=False),
        sa.Column("previous_until", WHEN),
        sa.Column("created_at", WHEN, nullable=False),
        sa.Column("expires_at", WHEN),
        sa.Column("revoked_at", WHEN),
        sa.Column("used_at", WHEN),
        sa.PrimaryKeyConstraint("id", name="pk_access_key"),
    )
    op.create_table(
        "affordance_set",
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("name", KEY, nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("affordances", sa.JSON(), nullable=False),
        sa.Column("entities", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("timeline_id", "name", name="pk_affordance_set"),
        sa.ForeignKeyConstraint(
            ["timeline_id"],
            ["timeline.id"],
            name="fk_affordance_set_timeline_id_timeline",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    op.drop_table("affordance_set")
    op.drop_table("access_key")
