"""Values of the whole database, each under a name."""

from sqlalchemy import Connection, select

from npcserver.adapters.store.dialect import insert_into
from npcserver.adapters.store.tables import NOTE


def read_note(connection: Connection, name: str) -> str | None:
    """Return the note with a name, or None."""
    return connection.execute(select(NOTE.c.value).where(NOTE.c.name == name)).scalar()


def keep_note(connection: Connection, name: str, value: str) -> None:
    """Store a note under a name, replacing an earlier one."""
    statement = insert_into(connection, NOTE)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["name"], set_={"value": statement.excluded.value}
        ),
        {"name": name, "value": value},
    )
