"""A recorded session in memory: the log of one lineage, seen from any of its vantages.

Lookups are searches in sorted lists, so replaying a turn takes little more time than building its
prompt.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import datetime

from npcserver.model import memory
from npcserver.model.errors import CursorTooNew, Reason
from npcserver.model.ids import TurnId
from npcserver.model.memory import Memory
from npcserver.model.record import (
    DRAFT_KINDS,
    MEMORY_KINDS,
    SPEECH_KINDS,
    Rated,
    Record,
    RecordKind,
    Remembered,
    TurnTaken,
    withdrawn_by,
)
from npcserver.model.timeline import Lineage, Segment, Timeline, Vantage
from npcserver.model.world import DEFAULT_START, World
from npcserver.ports.view import RecordLookups, RecordQuery
from npctools.session import Branch

LEFT_BEHIND = (*SPEECH_KINDS, RecordKind.MOOD, RecordKind.COMMITMENT)
"""The records that a turn leaves, besides its own."""
_BEYOND = "\U0010ffff"
"""Sorts after every id with a given prefix."""


class SessionLog:
    """The records of a session, indexed by kind, subject and seq.

    Records with `hidden` seqs do not exist for any read: today's world does not contain them.
    """

    def __init__(
        self,
        world: World,
        records: Sequence[Record],
        branches: Sequence[Branch],
        hidden: Iterable[int] = (),
    ) -> None:
        self.world = world
        self.branches = tuple(branches)
        gone = frozenset(hidden)
        kept = {record.seq: record for record in records if record.seq not in gone}
        self._records: dict[int, Record] = kept
        self._seqs = sorted(self._records)
        self._by_kind: dict[RecordKind, dict[str, list[int]]] = {}
        self._turns: dict[str, int] = {}
        self._left_by: dict[str, list[int]] = {}
        self._ratings: dict[int, list[tuple[int, int]]] = {}
        self._accesses: dict[int, list[tuple[int, datetime]]] = {}
        self._clocks: list[datetime] = []
        for seq in self._seqs:
            self._take_in(self._records[seq])
        self._subjects = {kind: sorted(known) for kind, known in self._by_kind.items()}

    @property
    def last(self) -> int:
        """The seq of the newest record, 0 without any."""
        return self._seqs[-1] if self._seqs else 0

    @property
    def records(self) -> tuple[Record, ...]:
        """All records, by seq."""
        return tuple(self._records[seq] for seq in self._seqs)

    def at(self, vantage: Vantage) -> "SessionView":
        """Return the view of a vantage. Raises `CursorTooNew` beyond the end of the session."""
        if vantage.seq > self.last:
            raise CursorTooNew(
                f"the session ends at {self.last}, before {vantage.seq}; record it again",
                Reason.CURSOR_TOO_NEW,
            )
        return SessionView(self, vantage)

    def clock(self, seq: int) -> datetime:
        """Return the game time after the record `seq`."""
        place = bisect_right(self._seqs, seq)
        return self._clocks[place - 1] if place else self.world.start_time

    def lineage(self, seq: int) -> Lineage:
        """Return the segments of timelines up to a seq, oldest first."""
        found: list[Segment] = []
        for place, branch in enumerate(self.branches):
            later = self.branches[place + 1 :]
            last = min([seq, *(one.forked_at for one in later)])
            if last > branch.forked_at:
                found.append(Segment(branch.id, branch.forked_at + 1, last))
        return tuple(found)

    def find(self, kind: RecordKind, subject_id: str) -> list[int]:
        """Return the seqs of the records of a kind and subject, ascending."""
        return self._by_kind.get(kind, {}).get(subject_id, [])

    def subjects(self, kind: RecordKind, prefix: str) -> Sequence[str]:
        """Return the subjects with a record of a kind whose ids begin with a prefix, sorted."""
        known = self._subjects.get(kind, [])
        first = bisect_left(known, prefix)
        last = bisect_left(known, prefix + _BEYOND, first) if prefix else len(known)
        return known[first:last]

    def get(self, seq: int) -> Record | None:
        """Return a record, None for none."""
        return self._records.get(seq)

    def between(self, first: int, last: int) -> tuple[Record, ...]:
        """Return the records `first ..= last`."""
        begin, end = bisect_left(self._seqs, first), bisect_right(self._seqs, last)
        return tuple(self._records[seq] for seq in self._seqs[begin:end])

    def turn(self, turn_id: str) -> Record | None:
        """Return the record of a turn, None for none."""
        seq = self._turns.get(turn_id)
        return None if seq is None else self._records[seq]

    def left_by(self, turn_id: str) -> tuple[Record, ...]:
        """Return the memories that a turn left, by seq."""
        return tuple(self._records[seq] for seq in self._left_by.get(turn_id, ()))

    def memory(self, seq: int, at: int) -> Memory | None:
        """Return a memory as of a seq: with its rating, and when it was last recalled."""
        record = self._records.get(seq)
        if record is None or record.kind not in MEMORY_KINDS:
            return None
        ratings = [value for rated, value in self._ratings.get(seq, ()) if rated <= at]
        accesses = [moment for came, moment in self._accesses.get(seq, ()) if came <= at]
        return memory.of(
            record,
            importance=ratings[-1] if ratings else record.importance,
            last_accessed_at=max([record.game_time, *accesses]),
        )

    def left_behind(self, turn: Record, left: Sequence[Record]) -> tuple[Record, ...]:
        """Return the records that a turn left, from the first of `left` to its own record."""
        first = min([record.seq for record in left], default=turn.seq)
        return tuple(
            record for record in self.between(first, turn.seq - 1) if record.kind in LEFT_BEHIND
        )

    def _take_in(self, record: Record) -> None:
        seq, body = record.seq, record.body
        self._by_kind.setdefault(record.kind, {}).setdefault(record.subject_id, []).append(seq)
        before = self._clocks[-1] if self._clocks else self.world.start_time
        self._clocks.append(max(before, record.game_time))
        if isinstance(body, TurnTaken):
            self._turns[body.turn_id] = seq
            for one in body.receipt.recalled:
                self._accesses.setdefault(one.seq, []).append((seq, record.game_time))
        elif isinstance(body, Rated):
            for rated, value in body.ratings:
                self._ratings.setdefault(rated, []).append((seq, value))
        elif isinstance(body, Remembered) and body.turn_id is not None:
            self._left_by.setdefault(body.turn_id, []).append(seq)


class SessionView(RecordLookups):
    """The state at one vantage of a session; implements `View`."""

    def __init__(self, log: SessionLog, vantage: Vantage, *, with_withdrawn: bool = False) -> None:
        self._log = log
        self._vantage = vantage
        self._with_withdrawn = with_withdrawn

    @property
    def vantage(self) -> Vantage:
        """The vantage."""
        return self._vantage

    @property
    def lineage(self) -> Lineage:
        """The segments of timelines that can be seen."""
        return self._log.lineage(self._vantage.seq)

    @property
    def timeline(self) -> Timeline:
        """The timeline as it was when the vantage was its head."""
        seq, branches = self._vantage.seq, self._log.branches
        own = next((one for one in branches if one.id == self._vantage.timeline_id), branches[-1])
        return Timeline(
            id=self._vantage.timeline_id,
            world_id=self._log.world.id,
            parent_id=own.parent_id,
            forked_at=own.forked_at,
            head=seq,
            game_time=self._log.clock(seq),
            created_at=DEFAULT_START,
            is_drafted=any(self._log.subjects(kind, "") for kind in DRAFT_KINDS),
        )

    @property
    def as_recorded(self) -> "SessionView":
        """The same vantage with the memories that an author has withdrawn."""
        return SessionView(self._log, self._vantage, with_withdrawn=True)

    async def game_time(self) -> datetime:
        """Return game time at the vantage."""
        return self._log.clock(self._vantage.seq)

    async def tail(
        self, subject_id: str, kinds: Sequence[RecordKind], limit: int, *, before: int | None = None
    ) -> tuple[Record, ...]:
        """Return the newest records of a subject, newest first, with seq below `before`."""
        end = self._vantage.seq if before is None else min(self._vantage.seq, before - 1)
        newest: list[int] = []
        withdrawn = self._withdrawn(subject_id)
        for kind in kinds:
            seqs = self._log.find(kind, subject_id)
            stop = bisect_right(seqs, end)
            newest += seqs[max(0, stop - limit - len(withdrawn)) : stop]
        return self._records(sorted(set(newest) - withdrawn, reverse=True)[:limit])

    async def newest(self, wanted: Sequence[RecordQuery]) -> tuple[dict[str, Record], ...]:
        """Return, for each `RecordQuery`, its newest records by subject."""
        found: list[dict[str, Record]] = []
        for each in wanted:
            who: Sequence[str] = (each.subject_id,)
            if each.is_prefix:
                who = self._log.subjects(each.kind, each.subject_id)
            records = {one: own for one in who if (own := self._newest(each.kind, one)) is not None}
            latest = sorted(records.items(), key=lambda pair: pair[1].seq, reverse=True)
            found.append(dict(sorted(latest[: each.most or len(latest)])))
        return tuple(found)

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        """Return records with a greater seq, oldest first."""
        found = self._log.between(seq + 1, self._vantage.seq)
        return tuple(record for record in found if not kinds or record.kind in kinds)[:limit]

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        """Return how many records of these kinds with a greater seq each subject has, if any."""
        counts: dict[str, int] = {}
        for record in await self.after(seq, self._log.last, kinds):
            counts[record.subject_id] = counts.get(record.subject_id, 0) + 1
        return counts

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the records with these seqs that can be seen, in order of seq."""
        found = self._records(seq for seq in sorted(set(seqs)) if seq <= self._vantage.seq)
        return tuple(one for one in found if one.seq not in self._withdrawn(one.subject_id))

    async def turn(self, turn_id: TurnId) -> Record | None:
        """Return the record of a turn."""
        found = self._log.turn(turn_id)
        return found if found is not None and found.seq <= self._vantage.seq else None

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        """Return the oldest memories of the subject without an importance that can be seen."""
        seqs = sorted(seq for kind in MEMORY_KINDS for seq in self._log.find(kind, subject_id))
        withdrawn = self._withdrawn(subject_id)
        seen = (seq for seq in seqs if seq <= self._vantage.seq and seq not in withdrawn)
        memories = ((seq, self._log.memory(seq, self._vantage.seq)) for seq in seen)
        unrated = (seq for seq, found in memories if found is None or not found.is_rated)
        return self._records(unrated)[:limit]

    def _withdrawn(self, subject_id: str) -> frozenset[int]:
        seqs = () if self._with_withdrawn else self._log.find(RecordKind.CORRECTION, subject_id)
        made = (self._log.get(seq) for seq in reversed(seqs) if seq <= self._vantage.seq)
        return withdrawn_by(one for one in made if one is not None)

    def _newest(self, kind: RecordKind, subject_id: str) -> Record | None:
        seqs = self._log.find(kind, subject_id)
        place = bisect_right(seqs, self._vantage.seq)
        return self._log.get(seqs[place - 1]) if place else None

    def _records(self, seqs: Iterable[int]) -> tuple[Record, ...]:
        found = (self._log.get(seq) for seq in seqs)
        return tuple(record for record in found if record is not None)
