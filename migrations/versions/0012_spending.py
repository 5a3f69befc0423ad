"""Keep limits on spending, and what was spent and reserved of them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "spending_limit",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("scope", KEY, nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("tokens", sa.BigInteger()),
        sa.Column("micros", sa.BigInteger()),
        sa.Column("thoughts_percent", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_spending_limit_world_id_world", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("world_id", "scope", "subject_id", name="pk_spending_limit"),
    )
    op.create_table(
        "spending",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("day", KEY, nullable=False),
        sa.Column("scope", KEY, nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("is_of_thoughts", sa.Boolean(), nullable=False),
        sa.Column("holder", KEY, nullable=False),
        *(
            sa.Column(name, sa.BigInteger(), server_default=sa.text("0"), nullable=False)
            for name in ("calls", "tokens", "micros", "granted_tokens", "granted_micros")
        ),
        sa.ForeignKeyConstraint(
            ["world_id"], ["world.id"], name="fk_spending_world_id_world", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(
            *("world_id", "day", "scope", "subject_id", "is_of_thoughts", "holder"),
            name="pk_spending",
        ),
    )
    op.create_index("ix_spending_day", "spending", ["day"])
    held = sa.text("holder <> ''")
    op.create_index(
        "ix_spending_holder", "spending", ["holder"], sqlite_where=held, postgresql_where=held
    )


def downgrade() -> None:
    op.drop_index("ix_spending_holder", "spending")
    op.drop_index("ix_spending_day", "spending")
    op.drop_table("spending")
    op.drop_table("spending_limit")
