"""Let PostgreSQL tell of each timeline that changes, so that servers need not look for it.

The notification is sent when the transaction commits; SQLite has one server and needs none.
"""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ON_POSTGRESQL = """
CREATE FUNCTION timeline_is_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('npcserver_timeline', OLD.id);
    RETURN NULL;
END;
$$;
CREATE TRIGGER timeline_is_told AFTER UPDATE OF head, deleted_at OR DELETE ON timeline
    FOR EACH ROW EXECUTE FUNCTION timeline_is_told();
"""


def upgrade() -> None:
    if _is_postgresql():
        op.execute(_ON_POSTGRESQL)


def downgrade() -> None:
    if _is_postgresql():
        op.execute("DROP TRIGGER timeline_is_told ON timeline")
        op.execute("DROP FUNCTION timeline_is_told")


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
