"""Play state as one vantage sees it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from npcserver.adapters.store import authored, log, memories
from npcserver.adapters.store.dialect import from_moment
from npcserver.adapters.store.log_cache import TimelineHead
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.transactions import QueryRunner
from npcserver.model.ids import TurnId
from npcserver.model.record import MEMORY_KINDS, Record, RecordKind, withdrawn_by
from npcserver.model.timeline import Lineage, Timeline, Vantage, owner
from npcserver.ports.view import RecordLookups, RecordQuery

_MEMORIES = frozenset(MEMORY_KINDS)
_MOST_CORRECTIONS = 10_000  # of one character


class SqlView(RecordLookups):
    """Play state as one vantage sees it.

    With a `head`, which is the vantage, answers come from there where it has them. Withdrawn
    memories are looked up where the timeline is marked as corrected, and nowhere else.
    """

    def __init__(
        self,
        run: QueryRunner,
        facts: RowCache,
        timeline: Timeline,
        vantage: Vantage,
        lineage: Lineage,
        head: TimelineHead | None = None,
    ) -> None:
        self._run = run
        self._facts = facts
        self.timeline = timeline
        self.vantage = vantage
        self.lineage = lineage
        self._head = head

    @property
    def as_recorded(self) -> "SqlView":
        """The same vantage with the memories that an author has withdrawn."""
        timeline = replace(self.timeline, is_corrected=False)
        return type(self)(self._run, self._facts, timeline, self.vantage, self.lineage, self._head)

    async def game_time(self) -> datetime:
        """Return game time at the vantage."""
        if self.vantage.seq == self.timeline.head:
            return self.timeline.game_time
        owner_id = owner(self.lineage, self.vantage.seq)
        if owner_id is None:
            world = await self._run(authored.read_world, self.timeline.world_id)
            return world.start_time
        return from_moment(await self._run(log.clock, owner_id, self.vantage.seq))

    async def tail(
        self, subject_id: str, kinds: Sequence[RecordKind], limit: int, *, before: int | None = None
    ) -> tuple[Record, ...]:
        """Return the newest records of a subject, newest first, with seq below `before`."""
        withdrawn: Collection[int] = ()
        if self.timeline.is_corrected and not _MEMORIES.isdisjoint(kinds):
            withdrawn = await self._withdrawn(subject_id)
        found = await self._tail(subject_id, kinds, limit + len(withdrawn), before)
        return tuple(one for one in found if one.seq not in withdrawn)[: max(limit, 0)]

    async def _tail(
        self, subject_id: str, kinds: Sequence[RecordKind], limit: int, before: int | None = None
    ) -> tuple[Record, ...]:
        if self._head is not None and before is None and limit > 0 and kinds:
            return await self._run(self._head.tail, self._facts, subject_id, kinds, limit)
        return await self._run(
            log.tail, self._facts, self.lineage, subject_id, kinds, limit, before
        )

    async def newest(self, wanted: Sequence[RecordQuery]) -> tuple[dict[str, Record], ...]:
        """Return the newest records by subject for each of `wanted`."""
        if self._head is not None:
            return await self._run(self._head.newest, self._facts, wanted)
        return await self._run(log.newest, self._facts, self.lineage, wanted)

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        """Return records with a greater seq, oldest first."""
        return await self._run(log.after, self.lineage, seq, limit, kinds)

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        """Return, by subject, the number of records of these kinds with a greater seq."""
        return await self._run(log.count, self.lineage, seq, kinds)

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the visible records with these seqs, in order of seq."""
        if self._head is not None:
            found = self._head.held(seqs)
            if len(found) < len({*seqs}):  # else not worth a thread
                found = await self._run(self._head.get, seqs)
        else:
            found = await self._run(log.get, self.lineage, seqs)
        return await self._current(found)

    async def turn(self, turn_id: TurnId) -> Record | None:
        """Return the record of a turn if it is visible, else None."""
        found = await self._run(log.turn, turn_id)
        if found is None or owner(self.lineage, found.seq) != found.timeline_id:
            return None
        return found

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        """Return the subject's oldest visible memories without an importance."""
        withdrawn = await self._withdrawn(subject_id)
        most = limit + len(withdrawn)
        found = await self._run(memories.unrated, self._facts, self.lineage, subject_id, most)
        return tuple(one for one in found if one.seq not in withdrawn)[:limit]

    async def _withdrawn(self, subject_id: str) -> frozenset[int]:
        """Return the seqs of a subject's memories that an author has withdrawn."""
        if not self.timeline.is_corrected:
            return frozenset()
        return withdrawn_by(
            await self._tail(subject_id, (RecordKind.CORRECTION,), _MOST_CORRECTIONS)
        )

    async def _current(self, records: tuple[Record, ...]) -> tuple[Record, ...]:
        """Return records without memories that an author has withdrawn."""
        if not self.timeline.is_corrected:
            return records
        minds = sorted({one.subject_id for one in records if one.kind in _MEMORIES})
        withdrawn = {mind: await self._withdrawn(mind) for mind in minds}
        return tuple(one for one in records if one.seq not in withdrawn.get(one.subject_id, ()))
