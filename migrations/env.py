"""Runs the migrations on the connection that `npcserver.adapters.store.migrate` hands over."""

from typing import Any

from alembic import context

from npcserver.adapters.store.tables import Base


def is_ours(_item: Any, name: str | None, kind: str, *_: object) -> bool:
    """Leave alone what procrastinate made for itself."""
    return kind != "table" or not (name or "").startswith("procrastinate_")


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    include_object=is_ours,
    # SQLite changes a table by making a new one.
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
