"""Portraits of characters: a row each."""

import hashlib
from collections.abc import Mapping

from sqlalchemy import Connection, delete, select

from npcserver.adapters.store.dialect import insert_into
from npcserver.adapters.store.tables import PORTRAIT
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.portrait import Portrait


def read_portrait(
    connection: Connection, world_id: WorldId, character_id: CharacterId
) -> Portrait | None:
    """Return the portrait of a character; None if it has none."""
    row = connection.execute(
        select(PORTRAIT).where(
            PORTRAIT.c.world_id == world_id, PORTRAIT.c.character_id == character_id
        )
    ).first()
    if row is None:
        return None
    return Portrait(
        character_id=row.character_id, media_type=row.media_type, content=bytes(row.content)
    )


def list_portraits(connection: Connection, world_id: WorldId) -> Mapping[str, str]:
    """Return the digests of all portraits of a world, by the ids of their characters."""
    found = select(PORTRAIT.c.character_id, PORTRAIT.c.digest).where(
        PORTRAIT.c.world_id == world_id
    )
    return {row.character_id: row.digest for row in connection.execute(found)}


def put_portrait(connection: Connection, world_id: WorldId, portrait: Portrait) -> None:
    """Store a portrait in place of the one that there may be; one without content takes it away.

    Its character must exist.
    """
    keys = {"world_id": world_id, "character_id": portrait.character_id}
    if not portrait.content:
        connection.execute(delete(PORTRAIT).filter_by(**keys))
        return
    values = {
        "media_type": portrait.media_type,
        "content": portrait.content,
        "digest": hashlib.sha256(portrait.content).hexdigest(),
    }
    added = insert_into(connection, PORTRAIT).values(**keys, **values)
    connection.execute(added.on_conflict_do_update(index_elements=[*keys], set_=values))
