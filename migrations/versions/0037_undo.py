"""Keep what it takes to undo a change of an author."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    for column in (
        sa.Column("effect", KEY, server_default="changed", nullable=False),
        sa.Column("names", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("undoes", KEY, server_default="", nullable=False),
        # What was kept before has the columns of tables and not the fields that are put back.
        sa.Column("is_kept", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_undone", sa.Boolean(), server_default=sa.false(), nullable=False),
    ):
        op.add_column("author_change", column)
    op.create_index("ix_author_change_subject_id", "author_change", ["subject_id"])
    is_owned = "kind NOT IN ('correction', 'flag', 'key', 'account')"
    for effect, state in (("added", "before"), ("deleted", "after")):
        op.execute(
            f"UPDATE author_change SET effect = '{effect}' WHERE {state} IS NULL AND {is_owned}"  # noqa: S608 - constants
        )
    op.execute("UPDATE author_change SET is_kept = true WHERE kind = 'correction'")


def downgrade() -> None:
    op.drop_index("ix_author_change_subject_id", "author_change")
    for name in ("effect", "names", "why", "undoes", "is_kept", "is_undone"):
        op.drop_column("author_change", name)
