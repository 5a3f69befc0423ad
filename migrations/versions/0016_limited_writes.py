"""Let PostgreSQL refuse changes of other worlds' rows in what is written for a limited caller.

A transaction that sets `npcserver.written_worlds` to a list such as `,harbour,inn` adds, changes,
locks and deletes rows of these worlds alone, until it sets another list. Where it is not set, as in
background work, all rows may be changed. What is read meanwhile is not limited by it.
"""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

IS_SERVER = "coalesce(current_setting('npcserver.written_worlds', true), '') = ''"
WORLDS = "string_to_array(current_setting('npcserver.written_worlds', true), ',')"
WRITES_TIMELINE = f"""
CREATE FUNCTION npcserver_writes_timeline(wanted text) RETURNS boolean
STABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM timeline WHERE timeline.id = wanted AND timeline.world_id = ANY ({WORLDS})
    );
END $$
"""
# The answer of a call that deleted a save is stored when the save is gone.
WRITES_REQUEST = f"""
CREATE FUNCTION npcserver_writes_request(wanted text) RETURNS boolean
STABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
BEGIN
    RETURN wanted = ANY ({WORLDS}) OR npcserver_writes_timeline(wanted) OR NOT EXISTS (
        SELECT 1 FROM world WHERE world.id = wanted
        UNION ALL SELECT 1 FROM timeline WHERE timeline.id = wanted
        UNION ALL SELECT 1 FROM save
            WHERE save.id = wanted AND save.world_id <> ALL ({WORLDS})
    );
END $$
"""  # noqa: S608 - no input
OF_WORLD = (
    "place",
    "character",
    "persona_version",
    "timeline",
    "save",
    "spending_limit",
    "spending",
    "shelf",
    "book",
    "chapter",
    "passage",
    "passage_vector",
)
OF_TIMELINE = ("record", "memory_vector", "job", "begun_turn", "affordance_set")
WRITTEN = {
    "world": f"id = ANY ({WORLDS})",
    **dict.fromkeys(OF_WORLD, f"world_id = ANY ({WORLDS})"),
    **dict.fromkeys(OF_TIMELINE, "npcserver_writes_timeline(timeline_id)"),
    "request": "npcserver_writes_request(scope)",
}
"""What is true of the rows of each table that a limited caller may write."""


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(WRITES_TIMELINE)
    op.execute(WRITES_REQUEST)
    for table, written in WRITTEN.items():
        _allow(table, f"{IS_SERVER} OR {written}")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in WRITTEN:
        _allow(table, "true")
    op.execute("DROP FUNCTION npcserver_writes_request")
    op.execute("DROP FUNCTION npcserver_writes_timeline")


def _allow(table: str, condition: str) -> None:
    op.execute(f"ALTER POLICY added ON {table} WITH CHECK ({condition})")
    for policy in ("changed", "removed"):
        op.execute(f"ALTER POLICY {policy} ON {table} USING ({condition})")
