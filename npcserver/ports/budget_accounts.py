"""The store of limits on spending, and of what was reserved and spent."""

from collections.abc import Collection, Sequence
from typing import Protocol

from npcserver.model.budget_accounts import AccountKey, BlockRequest, SpendingLimit, SpendingSubject
from npcserver.model.ids import WorldId
from npcserver.model.model_use import Cost


class SpendingStore(Protocol):
    """Keeps limits, and accounts by day, subject and server."""

    def new_holder(self) -> str:
        """Return a new name for the blocks of a server, by which it is known to be gone or not."""

    async def revision(self) -> str:
        """Return a value that changes whenever a limit does."""

    async def limits(
        self, world_id: WorldId | None = None
    ) -> tuple[tuple[SpendingSubject, SpendingLimit], ...]:
        """Return the limits that were set, of one world or of all, in order of their subjects."""

    async def set_limit(self, subject: SpendingSubject, limit: SpendingLimit | None) -> None:
        """Store a limit, or delete it if None. Raises `NotFound` for an unknown world."""

    async def exchange(self, holder: str, requests: Sequence[BlockRequest]) -> tuple[Cost, ...]:
        """Store what a server used of its blocks, and return what it is granted from now on.

        All accounts of a request are settled in one transaction. Grants of all servers together
        never exceed a limit; repeating a request changes nothing. Of a deleted world nothing is
        stored, and nothing more is granted.
        """

    async def close_blocks(self, holder: str, keys: Sequence[AccountKey] | None = None) -> None:
        """Settle blocks that a server no longer needs, or all: only what was stored as used counts.

        Of blocks that are not there nothing is settled, so that repeating it changes nothing.
        """

    async def abandoned(self) -> frozenset[str]:
        """Return the holders of blocks whose servers are gone."""

    async def settle_abandoned(self, holders: Collection[str]) -> int:
        """Count the blocks of servers that died as spent, and return their number."""

    async def spent(self, world_id: WorldId, day: str) -> dict[AccountKey, tuple[Cost, Cost]]:
        """Return of each account of a day what was spent, and what is reserved beside that."""

    async def forget_before(self, day: str) -> None:
        """Delete the accounts of all days before a day."""
