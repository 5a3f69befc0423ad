"""Play state as one vantage sees it, which is the only way to read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from npcserver.model.ids import TurnId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Timeline, Vantage


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for newest records: of one subject, or of all subjects with a prefix.

    `most` limits the number of subjects to those with the newest records; 0 means no limit.
    """

    kind: RecordKind
    subject_id: str = ""
    is_prefix: bool = False
    most: int = 0


class View(Protocol):
    """Play state as one vantage sees it."""

    @property
    def vantage(self) -> Vantage: ...
    @property
    def lineage(self) -> Lineage: ...
    @property
    def timeline(self) -> Timeline: ...

    async def game_time(self) -> datetime:
        """Game time at the vantage: that of its last record, or the world's start."""
        ...

    async def tail(
        self,
        subject_id: str,
        kinds: Sequence[RecordKind],
        limit: int,
        *,
        before: int | None = None,
    ) -> tuple[Record, ...]:
        """Return the newest records of a subject, newest first, with seq below `before`."""
        ...

    async def latest(self, kind: RecordKind, subject_id: str) -> Record | None:
        """Return the newest record of this kind and subject, or None."""
        ...

    async def latest_by_subject(self, kind: RecordKind, prefix: str = "") -> dict[str, Record]:
        """Return the newest record of this kind for every subject that has one.

        With a `prefix`, only of subjects that begin with it, such as the facets of one character.
        """
        ...

    async def newest(self, wanted: Sequence[Wanted]) -> tuple[dict[str, Record], ...]:
        """Return the newest records by subject for each of `wanted`, in one query."""
        ...

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        """Return records with a greater seq, oldest first; of all kinds if none is named."""
        ...

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        """Return, by subject, the number of records of these kinds with a greater seq."""
        ...

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the visible records with these seqs, in order of seq."""
        ...

    async def turn(self, turn_id: TurnId) -> Record | None:
        """Return the record of a turn, or None."""
        ...

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        """Return the subject's oldest visible memories without an importance.

        They have neither one of their own nor one from a visible RATING.
        """
        ...
