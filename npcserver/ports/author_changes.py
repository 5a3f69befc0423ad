"""Who changed what: listed, noted with the change itself, and taken back."""

from typing import Protocol

from npcserver.model.author_change import AuthorChange, ChangeFilter, ChangeKind, State
from npcserver.model.ids import TimelineId, WorldId


class ChangeReader(Protocol):
    """Lists what authors changed."""

    async def author_changes(
        self, world_id: WorldId, chosen: ChangeFilter, limit: int
    ) -> tuple[AuthorChange, ...]:
        """Return the changes of a world that are chosen, newest first, without their states.

        Those of the server have theirs.
        """

    async def author_change(self, change_id: str) -> AuthorChange | None: ...
    async def authors(self, world_id: WorldId) -> tuple[str, ...]:
        """Return the ids of those who changed a world, or something of the server."""


class ChangeNotes(ChangeReader, Protocol):
    """Notes changes within a unit of work; of rows that authors write it does so by itself."""

    async def authored_state(
        self, kind: ChangeKind, world_id: WorldId, own_id: str
    ) -> State | None:
        """Return what authors wrote: of a world, place, character, portrait or book; or None."""

    async def note_edit(
        self,
        kind: ChangeKind,
        world_id: WorldId,
        subject_id: str,
        before: State | None,
        after: State | None,
        timeline_id: TimelineId | None = None,
    ) -> None:
        """Note a change, if a caller asked for it and the states differ."""

    async def begin_undo(self, change_id: str, why: str) -> None:
        """Mark a change as undone by what this unit notes from here on."""
