"""What authors changed of a world, the newest first."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.model.author_change import AuthorChange, ChangeFilter
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import WorldId
from npcserver.ports.storage import Store

_PARTS: Final = 2  # of a cursor: the time and the id of the last change


class AuthorChanges:
    """Lists changes; each was noted with what it changed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list(
        self,
        world_id: WorldId,
        page: Page,
        chosen: ChangeFilter,
    ) -> tuple[ResultPage[AuthorChange], tuple[str, ...]]:
        """Return a page of changes, and the ids of all authors.

        The page says from where.
        """
        if page.cursor:
            chosen = replace(chosen, before=_position(page.cursor))
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.author_changes(world_id, chosen, page.size + 1)
            authors = await reader.authors(world_id)
        return cut_page(found, page, lambda one: f"{one.at.isoformat()} {one.id}"), authors

    async def get(self, world_id: WorldId, change_id: str) -> AuthorChange:
        """Return a change of a world, or of the server. Raises `InvalidInput`."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.author_change(change_id)
        if found is None or found.world_id not in (None, world_id):
            raise InvalidInput("change", "is none of this world; choose one of the list")
        return found


def _position(cursor: str) -> tuple[datetime, str]:
    parts = cursor.split(" ")
    try:
        if len(parts) == _PARTS:
            return datetime.fromisoformat(parts[0]), parts[1]
    except ValueError:
        pass
    raise InvalidInput("after", "is no position in this list; begin with its first page")
