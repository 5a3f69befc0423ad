"""Let PostgreSQL hide the rows of other worlds from reads that are made for a limited caller.

A read transaction that sets `npcserver.worlds` to a list such as `,harbour,inn` sees the rows of
these worlds alone. Where it is not set, as in writes and background work, all rows are seen. The
policies hold for the owner of the tables, too, but not for superusers.
"""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

# No subqueries here: they would be planned for each statement, also where no caller is limited.
IS_SERVER = "coalesce(current_setting('npcserver.worlds', true), '') = ''"
WORLDS = "string_to_array(current_setting('npcserver.worlds', true), ',')"
# Runs with the rights of who reads, so that the policy of `timeline` decides.
SEES_TIMELINE = """
CREATE FUNCTION npcserver_sees_timeline(wanted text) RETURNS boolean
STABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
BEGIN
    RETURN EXISTS (SELECT FROM timeline WHERE timeline.id = wanted);
END $$
"""
# The answers of repeated calls are those of a timeline, a world or a save.
SEES_REQUEST = f"""
CREATE FUNCTION npcserver_sees_request(wanted text) RETURNS boolean
STABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
BEGIN
    RETURN wanted = ANY ({WORLDS}) OR npcserver_sees_timeline(wanted)
        OR EXISTS (SELECT FROM save WHERE save.id = wanted);
END $$
"""
WORLD = {
    "world": "id",
    "place": "world_id",
    "character": "world_id",
    "persona_version": "world_id",
    "timeline": "world_id",
    "save": "world_id",
    "spending_limit": "world_id",
    "spending": "world_id",
    "shelf": "world_id",
    "book": "world_id",
    "chapter": "world_id",
    "passage": "world_id",
    "passage_vector": "world_id",
}
"""The column of each table that holds a world."""
TIMELINE = {
    "record": "timeline_id",
    "memory_vector": "timeline_id",
    "job": "timeline_id",
    "begun_turn": "timeline_id",
    "affordance_set": "timeline_id",
    "request": "scope",
}
"""The column of each table that holds a timeline, which the policy of that table hides."""


def _seen(table: str) -> str:
    if table in WORLD:
        return f"{WORLD[table]} = ANY ({WORLDS})"
    kind = "request" if table == "request" else "timeline"
    return f"npcserver_sees_{kind}({TIMELINE[table]})"


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(SEES_TIMELINE)
    op.execute(SEES_REQUEST)
    for table in (*WORLD, *TIMELINE):
        op.execute(
            f"CREATE POLICY seen ON {table} FOR SELECT USING ({IS_SERVER} OR {_seen(table)})"
        )
        op.execute(f"CREATE POLICY added ON {table} FOR INSERT WITH CHECK (true)")
        op.execute(f"CREATE POLICY changed ON {table} FOR UPDATE USING (true)")
        op.execute(f"CREATE POLICY removed ON {table} FOR DELETE USING (true)")
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in (*WORLD, *TIMELINE):
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY")
        for policy in ("seen", "added", "changed", "removed"):
            op.execute(f"DROP POLICY {policy} ON {table}")
    op.execute("DROP FUNCTION npcserver_sees_request")
    op.execute("DROP FUNCTION npcserver_sees_timeline")
