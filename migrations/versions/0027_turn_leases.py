"""Let servers of one PostgreSQL take turns at speaking for a character.

A row is a turn that speaks or waits. Of the turns of one character the row with the lowest fence
speaks. All times are those of the database, whose clock the servers share.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
# The lock makes rows visible in the order of their fences. A row that a server is about to delete,
# since it stores the turn, is skipped: it counts until that is committed.
ASK = """
CREATE FUNCTION npcserver_ask_turn(
    own text, of_timeline text, of_character text, seconds double precision
) RETURNS TABLE (own_fence bigint, is_first boolean) LANGUAGE plpgsql AS $$
DECLARE
    present bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(
        hashtextextended(concat_ws(chr(31), 'turn', of_timeline, of_character), 0)
    );
    present := extract(epoch FROM clock_timestamp()) * 1000000;
    DELETE FROM turn_lease WHERE holder IN (
        SELECT holder FROM turn_lease
        WHERE timeline_id = of_timeline AND character_id = of_character
        AND expires_at < present AND holder <> own
        FOR UPDATE SKIP LOCKED
    );
    INSERT INTO turn_lease AS mine (holder, fence, timeline_id, character_id, expires_at)
    VALUES (own, nextval('turn_fence'), of_timeline, of_character, present + seconds * 1000000)
    ON CONFLICT (holder) DO UPDATE SET expires_at = excluded.expires_at
    RETURNING mine.fence INTO own_fence;
    is_first := NOT EXISTS (
        SELECT FROM turn_lease
        WHERE timeline_id = of_timeline AND character_id = of_character AND fence < own_fence
    );
    RETURN NEXT;
END $$
"""


def upgrade() -> None:
    op.create_table(
        "turn_lease",
        sa.Column("holder", KEY, nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.Column("timeline_id", KEY, nullable=False),
        sa.Column("character_id", KEY, nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("holder", name="pk_turn_lease"),
    )
    op.create_index("ix_turn_lease_timeline_id", "turn_lease", ["timeline_id", "character_id"])
    if _is_postgresql():
        op.execute("CREATE SEQUENCE turn_fence")
        op.execute(ASK)


def downgrade() -> None:
    if _is_postgresql():
        op.execute("DROP FUNCTION npcserver_ask_turn")
        op.execute("DROP SEQUENCE turn_fence")
    op.drop_index("ix_turn_lease_timeline_id", "turn_lease")
    op.drop_table("turn_lease")


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
