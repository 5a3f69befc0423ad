"""Erasing what is stored of one player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from npcserver.model.erasure import PlayerTraces, StoredRecord
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.record import Body, RecordKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """That a player of a world was forgotten, without saying who: `digest` is salted.

    `forgotten_at` in microseconds since 1970. It `is_done` once a search has erased all it found.
    """

    world_id: WorldId
    salt: str
    digest: str
    forgotten_at: int
    is_done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedCount:
    """How much one search erased: records, those of them that were only derived, prompts, others.

    `others` are rows of other tables, and records that keep their place without the player.
    """

    records: int = 0
    prompts: int = 0
    others: int = 0

    @property
    def was_known(self) -> bool:
        """Whether the world held anything of the player."""
        return bool(self.records or self.prompts or self.others)


class ErasureArchive(Protocol):
    """Searches a world for a player, and erases what it finds."""

    async def traces(self, world_id: WorldId, player_id: str, until: int) -> PlayerTraces:
        """Return traces with nothing found yet. Raises `NotFound` for an unknown world."""

    async def timelines(self, world_id: WorldId) -> tuple[TimelineId, ...]:
        """Return all timelines of a world, deleted ones included, parents before forks."""

    async def erase(self, world_id: WorldId, traces: PlayerTraces) -> ErasedCount:
        """Search the log of a world and all tables beside it, and erase what is found."""

    async def export(self, world_id: WorldId, traces: PlayerTraces) -> list[StoredRecord]:
        """Return the records that are tied to the player, those of each timeline in order."""

    def body(self, kind: RecordKind, body: str) -> Body:
        """Return the body of an exported record. Raises `ValueError` for what is none."""

    async def players(self, world_id: WorldId) -> frozenset[str]:
        """Return the ids of all who may be players in the log of a world."""

    async def keep_tombstone(self, tombstone: Tombstone) -> None:
        """Store a tombstone, replacing the one with its digest."""

    async def tombstones(self) -> tuple[Tombstone, ...]:
        """Return all tombstones of the database."""


class TombstoneFile(Protocol):
    """A file beside the database, which no backup of the database brings back."""

    async def add(self, tombstone: Tombstone) -> None:
        """Append a tombstone; durable on return."""

    async def read(self) -> Sequence[Tombstone]:
        """Return all tombstones of the file; none if there is no file."""
