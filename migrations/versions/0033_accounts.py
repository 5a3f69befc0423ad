"""Keep accounts of people, and the browsers in which they are signed in."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", KEY, nullable=False),
        sa.Column("look", KEY, nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("link_digest", sa.Text(), nullable=False),
        sa.Column("link_until", WHEN),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.ForeignKeyConstraint(
            ["id"], ["access_key.id"], name="fk_account_id_access_key", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("look", name="uq_account_look"),
    )
    op.create_table(
        "account_session",
        sa.Column("digest", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("begun_at", WHEN, nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_account_session"),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["account.id"],
            name="fk_account_session_account_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_account_session_account_id", "account_session", ["account_id"])


def downgrade() -> None:
    op.drop_index("ix_account_session_account_id", "account_session")
    op.drop_table("account_session")
    op.drop_table("account")
