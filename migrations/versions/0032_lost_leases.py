"""Leave the turn of a lost lease to whoever speaks for its character next.

That one stores what was heard of it first, so that it knows it. The journal is locked before the
lease, as by servers that store a turn.
"""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_HEAD = """
CREATE OR REPLACE FUNCTION npcserver_ask_turn(
    own text, of_timeline text, of_character text, seconds double precision
) RETURNS TABLE (own_fence bigint, is_first boolean) LANGUAGE plpgsql AS $$
DECLARE
    present bigint;
    lost text[];
BEGIN
    PERFORM pg_advisory_xact_lock(
        hashtextextended(concat_ws(chr(31), 'turn', of_timeline, of_character), 0)
    );
    present := extract(epoch FROM clock_timestamp()) * 1000000;
"""
_DROP_LOST = """
    DELETE FROM turn_lease WHERE holder IN (
        SELECT holder FROM turn_lease
        WHERE timeline_id = of_timeline AND character_id = of_character
        AND expires_at < present AND holder <> own
        FOR UPDATE SKIP LOCKED
    );
"""
# Three statements, so that each sees what was stored before it.
_LEAVE_LOST = """
    IF EXISTS (
        SELECT FROM turn_lease
        WHERE timeline_id = of_timeline AND character_id = of_character
        AND expires_at < present AND holder <> own
    ) THEN
        PERFORM FROM begun_turn
        WHERE timeline_id = of_timeline AND character_id = of_character
        ORDER BY turn_id FOR UPDATE;
        WITH gone AS (
            DELETE FROM turn_lease WHERE holder IN (
                SELECT holder FROM turn_lease
                WHERE timeline_id = of_timeline AND character_id = of_character
                AND expires_at < present AND holder <> own
                FOR UPDATE SKIP LOCKED
            ) RETURNING holder
        )
        SELECT array_agg(holder) INTO lost FROM gone;
        UPDATE begun_turn SET server = '', owner = ''
        WHERE timeline_id = of_timeline AND character_id = of_character AND server <> ''
        AND EXISTS (SELECT FROM unnest(lost) AS holder WHERE starts_with(holder, server || '/'));
    END IF;
"""
_TAIL = """
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
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_HEAD + _LEAVE_LOST + _TAIL)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_HEAD + _DROP_LOST + _TAIL)
