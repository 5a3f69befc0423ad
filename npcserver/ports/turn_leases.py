"""Leases by which servers on one database take turns at speaking for a character."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from npcserver.model.ids import CharacterId, TimelineId


@dataclass(slots=True, eq=False)
class TurnLease:
    """A turn's place among those of its character, on all servers; that with the lowest fence.

    `is_held` once all before it are over or lost. `is_over` once the turn was stored, which ends
    the lease in the same transaction and is refused where it was lost. The `holder` is empty where
    one server has the database for itself, so that the lock of its process is enough.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    holder: str = ""
    fence: int = 0
    is_held: bool = True
    is_over: bool = False


class TurnLeases(Protocol):
    """Gives each turn a place in line.

    Callers hold the lock of the character in their own process.
    """

    def asked(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> AbstractAsyncContextManager[TurnLease]:
        """Have a place in line while the block runs, held at once if nobody is before it.

        Raises `Unavailable` where the database does not answer.
        """
        ...

    async def granted(self, lease: TurnLease) -> None:
        """Return once a lease is held. Raises `Unavailable` as `asked` does."""


class OneServer:
    """The leases of a database that one server has for itself."""

    @asynccontextmanager
    async def asked(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> AsyncGenerator[TurnLease, None]:
        """Give a lease that needs no row."""
        yield TurnLease(timeline_id, character_id)

    async def granted(self, lease: TurnLease) -> None:
        """Return: it is held."""
