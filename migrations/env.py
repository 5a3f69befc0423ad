"""Runs the migrations on the connection that `npcserver.adapters.store.migrate` hands over."""

from alembic import context

from npcserver.adapters.store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    # SQLite changes a table by making a new one.
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
