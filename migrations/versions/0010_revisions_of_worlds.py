"""Count the changes of what was authored, so that servers can keep it in memory.

Triggers raise `world.revision`, since designers also edit these tables without a server.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_PARTS = ("place", "character", "persona_version")
_CHANGES = (("insert", "NEW"), ("update", "NEW"), ("delete", "OLD"))
_ON_POSTGRESQL = """
CREATE FUNCTION world_is_revised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.revision = OLD.revision + 1;
    RETURN NEW;
END;
$$;
CREATE TRIGGER world_is_revised BEFORE UPDATE ON world
    FOR EACH ROW EXECUTE FUNCTION world_is_revised();
CREATE FUNCTION part_of_world_is_revised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE world SET revision = revision WHERE id = OLD.world_id;
    ELSE
        UPDATE world SET revision = revision WHERE id = NEW.world_id;
    END IF;
    RETURN NULL;
END;
$$;
"""


def upgrade() -> None:
    op.add_column(
        "world", sa.Column("revision", sa.BigInteger(), server_default=sa.text("0"), nullable=False)
    )
    if _is_postgresql():
        op.execute(_ON_POSTGRESQL)
        for part in _PARTS:
            op.execute(
                f"CREATE TRIGGER {part}_is_revised AFTER INSERT OR UPDATE OR DELETE ON {part} "
                "FOR EACH ROW EXECUTE FUNCTION part_of_world_is_revised()"
            )
        return
    op.execute(
        "CREATE TRIGGER world_is_revised AFTER UPDATE ON world "
        "WHEN NEW.revision = OLD.revision BEGIN "
        "UPDATE world SET revision = revision + 1 WHERE id = NEW.id; END"
    )
    for part in _PARTS:
        for change, row in _CHANGES:
            body = f"UPDATE world SET revision = revision + 1 WHERE id = {row}.world_id"  # noqa: S608 - no input
            name = f"{part}_is_revised_by_{change}"
            op.execute(f"CREATE TRIGGER {name} AFTER {change} ON {part} BEGIN {body}; END")


def downgrade() -> None:
    if _is_postgresql():
        for table in (*_PARTS, "world"):
            op.execute(f"DROP TRIGGER {table}_is_revised ON {table}")
        op.execute("DROP FUNCTION part_of_world_is_revised, world_is_revised")
    else:
        op.execute("DROP TRIGGER world_is_revised")
        for part in _PARTS:
            for change, _ in _CHANGES:
                op.execute(f"DROP TRIGGER {part}_is_revised_by_{change}")
    op.drop_column("world", "revision")


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
