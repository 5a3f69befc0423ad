"""Let the table of jobs be the queue on PostgreSQL too; what procrastinate had made goes.

Every lease ends: no server runs while the schema changes, and a unique index holds from now on that
one job of a subject is in work at a time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

DROP_QUEUE = r"""
DROP TRIGGER IF EXISTS job_leaves_the_line ON job;
DROP FUNCTION IF EXISTS job_leaves_the_line;
DROP TABLE IF EXISTS procrastinate_periodic_defers, procrastinate_events, procrastinate_jobs,
    procrastinate_workers CASCADE;
DO $$
DECLARE
    each regprocedure;
BEGIN
    FOR each IN SELECT oid FROM pg_proc
        WHERE proname LIKE 'procrastinate\_%' AND pronamespace = current_schema()::regnamespace
    LOOP
        EXECUTE 'DROP FUNCTION ' || each || ' CASCADE';
    END LOOP;
END;
$$;
DROP TYPE IF EXISTS procrastinate_job_to_defer_v1, procrastinate_job_event_type,
    procrastinate_job_status;
"""


def upgrade() -> None:
    connection = op.get_bind()
    op.execute("UPDATE job SET lease = NULL WHERE lease IS NOT NULL")
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(DROP_QUEUE, execution_options={"no_parameters": True})
    op.drop_index("ix_job_ticket", "job")
    op.drop_index("ix_job_rank_due_at", "job")
    op.drop_column("job", "ticket")
    partial_index("ix_job_rank_due_at", ["rank", "due_at", "id"], "lease IS NULL")
    partial_index("uq_job_in_work", ["timeline_id", "subject_id"], "lease IS NOT NULL", unique=True)


def downgrade() -> None:
    op.drop_index("uq_job_in_work", "job")
    op.drop_index("ix_job_rank_due_at", "job")
    op.add_column("job", sa.Column("ticket", sa.BigInteger()))
    partial_index("ix_job_rank_due_at", ["rank", "due_at"], "ticket IS NULL")
    partial_index("ix_job_ticket", ["ticket"], "ticket IS NOT NULL")


def partial_index(name: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    held = sa.text(where)
    op.create_index(name, "job", columns, unique=unique, sqlite_where=held, postgresql_where=held)
