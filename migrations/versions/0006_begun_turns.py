"""Keep turns while they are spoken, and how many records came in one append."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
LARGEST_TURN = 512  # records; more than everybody who overhears one leaves
TURNS = "SELECT timeline_id, seq, turn_id, written_at FROM record WHERE turn_id IS NOT NULL"
BEFORE = """
    SELECT seq, body FROM record
    WHERE timeline_id = :timeline_id AND seq BETWEEN :first AND :last AND written_at = :written_at
    ORDER BY seq
"""
MARK = """
    UPDATE record SET following = :last + 1 - seq
    WHERE timeline_id = :timeline_id AND seq BETWEEN :first AND :last
"""


def upgrade() -> None:
    op.add_column(
        "record",
        sa.Column("following", sa.Integer(), server_default=sa.text("0"), nullable=False),
    )
    op.create_table(
        "begun_turn",
        sa.Column("turn_id", KEY, nullable=False),
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("character_id", KEY, nullable=False),
        sa.Column("speaker_is_player", sa.Boolean(), nullable=False),
        sa.Column("server", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("scope", KEY),
        sa.Column("request_id", KEY),
        sa.Column("digest", sa.Text()),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("delivered", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["timeline_id"],
            ["timeline.id"],
            name="fk_begun_turn_timeline_id_timeline",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("turn_id", name="pk_begun_turn"),
    )
    op.create_index("ix_begun_turn_timeline_id", "begun_turn", ["timeline_id"])
    mark_turns(op.get_bind())


def mark_turns(connection: sa.Connection) -> None:
    """Write down which records belong to each turn that is there: those of one moment before it.

    Of older appends that were no turn nothing is known; each of their records stands alone.
    """
    for turn in list(connection.execute(sa.text(TURNS))):
        bounds = {
            "timeline_id": turn.timeline_id,
            "first": turn.seq - LARGEST_TURN,
            "last": turn.seq - 1,
        }
        near = connection.execute(sa.text(BEFORE), {**bounds, "written_at": turn.written_at})
        first = min(belonging(near.all(), turn.turn_id), default=None)
        if first is not None:
            connection.execute(sa.text(MARK), {**bounds, "first": first})


def belonging(rows: Any, turn_id: str) -> Iterator[int]:
    for seq, body in rows:
        if f'"{turn_id}"' in body and json.loads(body).get("turn_id") == turn_id:
            yield seq


def downgrade() -> None:
    op.drop_index("ix_begun_turn_timeline_id", "begun_turn")
    op.drop_table("begun_turn")
    op.drop_column("record", "following")
