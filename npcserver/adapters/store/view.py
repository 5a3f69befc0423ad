"""Play state as one vantage sees it."""

from collections.abc import Sequence
from datetime import datetime
from typing import ParamSpec, TypeVar

from npcserver.adapters.store import authored, log, memories
from npcserver.adapters.store.columns import from_moment
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.lanes import Run
from npcserver.model.ids import TurnId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Timeline, Vantage, owner
from npcserver.ports.view import Wanted

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class SqlView:
    """Play state as one vantage sees it."""

    def __init__(
        self, run: Run, facts: Facts, timeline: Timeline, vantage: Vantage, lineage: Lineage
    ) -> None:
        self._run = run
        self._facts = facts
        self._timeline = timeline
        self._vantage = vantage
        self._lineage = lineage

    @property
    def vantage(self) -> Vantage:
        """The vantage of this view."""
        return self._vantage

    @property
    def lineage(self) -> Lineage:
        """The visible segments, oldest first."""
        return self._lineage

    @property
    def timeline(self) -> Timeline:
        """The vantage's timeline with its present head."""
        return self._timeline

    async def game_time(self) -> datetime:
        """Return game time at the vantage."""
        if self._vantage.seq == self._timeline.head:
            return self._timeline.game_time
        owner_id = owner(self._lineage, self._vantage.seq)
        if owner_id is None:
            world = await self._run(authored.world, self._timeline.world_id)
            return world.start_time
        return from_moment(await self._run(log.clock, owner_id, self._vantage.seq))

    async def tail(
        self,
        subject_id: str,
        kinds: Sequence[RecordKind],
        limit: int,
        *,
        before: int | None = None,
    ) -> tuple[Record, ...]:
        """Return the newest records of a subject, newest first, with seq below `before`."""
        return await self._run(
            log.tail, self._facts, self._lineage, subject_id, kinds, limit, before
        )

    async def latest(self, kind: RecordKind, subject_id: str) -> Record | None:
        """Return the newest record of this kind and subject, or None."""
        found = await self._run(log.tail, self._facts, self._lineage, subject_id, (kind,), 1)
        return found[0] if found else None

    async def latest_by_subject(self, kind: RecordKind, prefix: str = "") -> dict[str, Record]:
        """Return the newest record of this kind for every subject that begins with `prefix`."""
        (found,) = await self.newest((Wanted(kind, prefix, is_prefix=True),))
        return found

    async def newest(self, wanted: Sequence[Wanted]) -> tuple[dict[str, Record], ...]:
        """Return the newest records by subject for each of `wanted`."""
        return await self._run(log.newest, self._facts, self._lineage, wanted)

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        """Return records with a greater seq, oldest first."""
        return await self._run(log.after, self._lineage, seq, limit, kinds)

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        """Return, by subject, the number of records of these kinds with a greater seq."""
        return await self._run(log.count, self._lineage, seq, kinds)

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the visible records with these seqs, in order of seq."""
        return await self._run(log.get, self._lineage, seqs)

    async def turn(self, turn_id: TurnId) -> Record | None:
        """Return the record of a turn if it is visible, else None."""
        found = await self._run(log.turn, turn_id)
        if found is None or owner(self._lineage, found.seq) != found.timeline_id:
            return None
        return found

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        """Return the subject's oldest visible memories without an importance."""
        return await self._run(memories.unrated, self._facts, self._lineage, subject_id, limit)
