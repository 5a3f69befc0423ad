"""Play state, as one vantage sees it. There is no other way in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from npcserver.model.ids import TurnId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Timeline, Vantage


@dataclass(frozen=True, slots=True)
class Wanted:
    """Newest records to look up: of one subject, or of all subjects that begin with it.

    With `most`, of so many subjects at most: those that a record was written of last.
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
        """Return the newest record of this kind and subject."""
        ...

    async def latest_by_subject(self, kind: RecordKind, prefix: str = "") -> dict[str, Record]:
        """Return the newest record of this kind for every subject that has one.

        With a `prefix`, only of subjects that begin with it, such as the facets of one mind.
        """
        ...

    async def newest(self, wanted: Sequence[Wanted]) -> tuple[dict[str, Record], ...]:
        """Return, for each of what is wanted, its newest records by subject; all in one look."""
        ...

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        """Return records with a greater seq, oldest first; all kinds when none is named."""
        ...

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        """Return how many records of these kinds with a greater seq each subject has, if any."""
        ...

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the records with these seqs that can be seen, in order of seq."""
        ...

    async def turn(self, turn_id: TurnId) -> Record | None:
        """Return the record of a turn."""
        ...

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        """Return the oldest memories of the subject without an importance that this vantage sees.

        Neither given at birth nor by a visible RATING.
        """
        ...
