"""The memories of one character over all timelines: columns, and vectors by row.

A row number names a memory here and in every index of the mind; rows are only ever added.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from npcserver.memory.arrays import Column, ReadersWriterLock, in_thread
from npcserver.memory.eight_bit import EightBitRows
from npcserver.memory.embedding_texts import conversation_key, witnessed_key
from npcserver.model.ids import TimelineId
from npcserver.model.record import MEMORY_KINDS, Correction, Rated, Record, RecordKind, TurnTaken
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.storage import MemorySource
from npcserver.ports.vectors import VectorIndex, Vectors
from npcserver.ports.view import MemoryRef

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

UNRATED: Final = 0
"""Importance of a memory that has not been rated."""

_KIND_CODES = {kind: code for code, kind in enumerate(MEMORY_KINDS)}

EPISODE_GAP: Final = 3600.0
"""Seconds of game time after which talk, or what happens at a place, is a new episode."""

NOBODY: Final = -1
"""Row number for "none before in this conversation or at this place"."""


def seconds(time: datetime) -> float:
    """Return a game time as seconds since 1970."""
    return (time - _EPOCH).total_seconds()


def moment(at: float) -> datetime:
    """Return the game time this many seconds after 1970, to the microsecond."""
    return _EPOCH + timedelta(seconds=at)


class TimelineRows:
    """The character's rows of one timeline; `caught_up` is the last seq that was read."""

    __slots__ = (
        "caught_up", "rated_at", "rated_importance", "rated_seq", "rows", "seqs", "speech",
        "touched_at", "touched_seq", "touched_time", "withdrawn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.caught_up = 0
        self.rows = Column(np.int64)
        self.seqs = Column(np.int64)
        # amendments: seq of the amending record, seq of the memory, new value
        self.touched_at = Column(np.int64)
        self.touched_seq = Column(np.int64)
        self.touched_time = Column(np.float64)
        self.rated_at = Column(np.int64)
        self.rated_seq = Column(np.int64)
        self.rated_importance = Column(np.int8)
        self.speech: dict[str, array[int]] = {}
        # seq of a correction, seq of a memory, whether it holds from there on; few, if any
        self.withdrawn: list[tuple[int, int, bool]] = []

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        columns = (
            self.rows, self.seqs, self.touched_at, self.touched_seq, self.touched_time,
            self.rated_at, self.rated_seq, self.rated_importance,
        )  # fmt: skip
        return sum(column.nbytes for column in columns) + sum(
            len(rows) * rows.itemsize for rows in self.speech.values()
        )

    def corrections(self, segment: Segment) -> Iterator[tuple[int, bool]]:
        """Yield the seqs that corrections in a segment concern, oldest first, and if they hold."""
        for at, seq, holds in self.withdrawn:
            if segment.first <= at <= segment.last:
                yield seq, holds


@dataclass(frozen=True, slots=True)
class RowSpan:
    """Consecutive rows `start..stop-1` of one timeline, with their seqs ascending."""

    timeline_id: TimelineId
    start: int
    stop: int
    seqs: NDArray[np.int64]

    @property
    def segment(self) -> Segment:
        """The smallest segment that contains them."""
        return Segment(self.timeline_id, int(self.seqs[0]), int(self.seqs[-1]))


class MindRows:
    """Columns by row number, and one `TimelineRows` per timeline."""

    def __init__(self) -> None:
        self._strands: dict[TimelineId, TimelineRows] = {}
        self._strand_bytes: dict[TimelineId, int] = {}
        self._held = 0  # bytes of all strands, as last counted
        self._timelines: list[TimelineId] = []
        self._codes: dict[TimelineId, int] = {}
        self._code = Column(np.int32)
        self._seq = Column(np.int64)
        self.created = Column(np.float64)  # in seconds of game time
        self.importance = Column(np.int8)  # in the record itself: 1..10, or `UNRATED`
        self.idle = Column(np.bool_)  # whether the text has "idle", which the reference code checks
        self._kind = Column(np.int8)
        # Row of the first memory of the same episode: of speech of one conversation, or of what was
        # witnessed at one place, with at most `EPISODE_GAP` between two. Other memories are alone.
        self.episode = Column(np.int64)

    @property
    def size(self) -> int:
        """Number of rows."""
        return self._seq.size

    def of_kinds(self, rows: NDArray[np.int64], kinds: Collection[RecordKind]) -> NDArray[np.bool_]:
        """Return which of some rows are memories of these kinds; shape as `rows`."""
        codes = [_KIND_CODES[kind] for kind in kinds if kind in _KIND_CODES]
        return np.isin(self._kind.values[rows], np.array(codes, np.int8))

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        columns = (
            self._code, self._seq, self.created, self.importance, self.idle, self._kind,
            self.episode,
        )  # fmt: skip
        return sum(column.nbytes for column in columns) + self._held

    def strand(self, timeline_id: TimelineId) -> TimelineRows:
        """Return the strand of a timeline, creating an empty one if needed."""
        known = self._strands.get(timeline_id)
        if known is None:
            known = self._strands[timeline_id] = TimelineRows()
            self._codes[timeline_id] = len(self._timelines)
            self._timelines.append(timeline_id)
        return known

    def count(self, timeline_id: TimelineId) -> int:
        """Return the number of rows of a timeline."""
        known = self._strands.get(timeline_id)
        return 0 if known is None else known.rows.size

    def caught_up(self, segment: Segment) -> int:
        """Return the last seq of the segment's timeline that was read."""
        known = self._strands.get(segment.timeline_id)
        return segment.first - 1 if known is None else max(known.caught_up, segment.first - 1)

    def place(self, row: int) -> tuple[TimelineId, int]:
        """Return the timeline and seq of a row."""
        return self._timelines[self._code.values[row]], int(self._seq.values[row])

    def timelines_of(self, rows: Sequence[int]) -> list[TimelineId]:
        """Return the timelines that some rows are on, each once."""
        codes = np.unique(self._code.values[np.array(rows, np.int64)])
        return [self._timelines[code] for code in codes.tolist()]

    def runs(self, start: int, stop: int, longest: int) -> list[RowSpan]:
        """Split rows `start..stop-1` into runs of one timeline and at most `longest` rows."""
        if start == stop:
            return []
        codes, seqs = self._code.values, self._seq.values
        changes = np.flatnonzero(np.diff(codes[start:stop])) + start + 1
        found: list[RowSpan] = []
        for begin, end in zip([start, *changes], [*changes, stop], strict=True):
            timeline_id = self._timelines[codes[begin]]
            for at in range(int(begin), int(end), longest):
                until = min(at + longest, int(end))
                found.append(RowSpan(timeline_id, at, until, seqs[at:until]))
        return found

    def add(
        self,
        timeline_id: TimelineId,
        ancestors: Lineage,
        records: Sequence[Record],
        texts: Sequence[str],
    ) -> None:
        """Append memories of one timeline in order of seq, with their searchable texts.

        `ancestors` are the segments before the timeline in its lineage.
        """
        strand = self.strand(timeline_id)
        first, seqs = self.size, [record.seq for record in records]
        times = [seconds(record.game_time) for record in records]
        episodes: list[int] = []
        known: dict[tuple[RecordKind, int], tuple[str | None, str | None]] = {}
        for row, (record, time) in enumerate(zip(records, times, strict=True), first):
            # of equal bodies, which records share, both keys are equal
            if (keys := known.get(alike := (record.kind, id(record.body)))) is None:
                keys = known[alike] = conversation_key(record), witnessed_key(record)
            before = self._link(strand, ancestors, keys[0] or keys[1], row)
            if before >= first:
                begun, last = episodes[before - first], times[before - first]
            elif before != NOBODY:
                begun, last = int(self.episode.values[before]), float(self.created.values[before])
            is_same = before != NOBODY and abs(time - last) <= EPISODE_GAP
            episodes.append(begun if is_same else row)
        strand.rows.extend(np.arange(first, first + len(records)))
        strand.seqs.extend(seqs)
        self._code.extend(np.full(len(records), self._codes[timeline_id]))
        self._seq.extend(seqs)
        self.created.extend(times)
        self.importance.extend([record.importance or UNRATED for record in records])
        self.idle.extend(["idle" in text for text in texts])
        self._kind.extend([_KIND_CODES[record.kind] for record in records])
        self.episode.extend(episodes)
        self._weigh(timeline_id, strand)

    def amend(self, timeline_id: TimelineId, records: Sequence[Record]) -> None:
        """Append the accesses, ratings and corrections of one timeline, in order of seq."""
        strand = self.strand(timeline_id)
        touches: list[tuple[int, int]] = []
        times: list[float] = []
        ratings: list[tuple[int, int, int]] = []
        for record in records:
            if isinstance(record.body, TurnTaken):
                recalled = [one for one in record.body.receipt.recalled if one.is_called]
                touches += [(record.seq, memory.seq) for memory in recalled]
                times += [seconds(record.game_time)] * len(recalled)
            elif isinstance(record.body, Rated):
                ratings += [(record.seq, seq, value) for seq, value in record.body.ratings]
            elif isinstance(record.body, Correction):
                strand.withdrawn += [(record.seq, seq, False) for seq in record.body.withdrawn]
                strand.withdrawn += [(record.seq, seq, True) for seq in record.body.restored]
        strand.touched_at.extend([at for at, _ in touches])
        strand.touched_seq.extend([seq for _, seq in touches])
        strand.touched_time.extend(times)
        strand.rated_at.extend([at for at, _, _ in ratings])
        strand.rated_seq.extend([seq for _, seq, _ in ratings])
        strand.rated_importance.extend([min(max(value, 1), 10) for _, _, value in ratings])
        self._weigh(timeline_id, strand)

    def _weigh(self, timeline_id: TimelineId, strand: TimelineRows) -> None:
        """Update the byte count for one strand; only one of a thousand has grown."""
        held = strand.nbytes
        self._held += held - self._strand_bytes.get(timeline_id, 0)
        self._strand_bytes[timeline_id] = held

    def _link(self, strand: TimelineRows, ancestors: Lineage, key: str | None, row: int) -> int:
        """Note a row as the newest of its conversation or place and return the previous one."""
        if key is None:
            return NOBODY
        said = strand.speech.setdefault(key, array("q"))
        before = said[-1] if said else self._last_said(ancestors, key)
        said.append(row)
        return before

    def _last_said(self, ancestors: Lineage, key: str) -> int:
        for segment in reversed(ancestors):
            known = self._strands.get(segment.timeline_id)
            said = known.speech.get(key) if known is not None else None
            if said:
                seqs = self._seq.values
                within = bisect_right(said, segment.last, key=lambda row: int(seqs[row]))
                if within:
                    return said[within - 1]
        return NOBODY


_LONGEST_RUN = 8192
"""Vectors read at once; limits the second copy held while they are added."""

_MOST_PENDING = 512
"""Missing vectors requested again per catch-up; the rest wait for the next one."""

SCREENED = 1_000
"""Number of rows from which they are kept in eight bits as well."""

_HEAVY = 256
"""Number of rows from which copying is done in a thread."""


class VectorSpace:
    """A vector index kept in step with `MindRows`; a row without a vector holds zeros.

    Zeros have the cosine 0 with everything, so a memory that is not embedded can still be recalled
    by recency, importance and words. `eight_bit` has the same rows once they are many.
    """

    def __init__(self, name: str, index: VectorIndex) -> None:
        self._name = name
        self._index = index
        self._has_vector = Column(np.bool_)
        self._pending: dict[int, None] = {}  # in the order in which to request them
        self._asked: MemorySource | None = None  # the snapshot that lacks all that is pending
        self._blanks = 0  # rows of zeros
        self.eight_bit: EightBitRows | None = None
        self.longest = 0.0

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        held = self._index.nbytes + self._has_vector.nbytes + 64 * len(self._pending)
        return held if self.eight_bit is None else held + self.eight_bit.nbytes

    @property
    def size(self) -> int:
        """Number of rows."""
        return self._index.size

    @property
    def is_sound(self) -> bool:
        """Whether the index has as many rows as were added to it."""
        return self._index.size == self._has_vector.size

    @property
    def storage(self) -> Vectors:
        """The rows, shape (size, dimension), not copied; valid until the next catch-up writes."""
        return self._index.view()

    @property
    def has_vector(self) -> NDArray[np.bool_] | None:
        """Mask of the rows that are not all zeros; None if none is."""
        return self._has_vector.values if self._blanks else None

    @property
    def pending(self) -> tuple[int, ...]:
        """Rows whose vectors are missing."""
        return tuple(self._pending)

    def is_level(self, rows: MindRows, source: MemorySource) -> bool:
        """Return whether this snapshot of the store has nothing more to offer."""
        is_asked = self._asked is source or not self._pending
        return self._has_vector.size == rows.size and is_asked

    async def catch_up(
        self,
        source: MemorySource,
        rows: MindRows,
        subject_id: str,
        gate: ReadersWriterLock,
    ) -> None:
        """Request the missing vectors again, and those of new rows: of a few in the same query."""
        asked = [] if self._asked is source else list(self._pending)[:_MOST_PENDING]
        few = range(self._index.size, min(rows.size, self._index.size + _HEAVY + 1))
        few = few if len(few) <= _HEAVY else range(0)
        if asked or few:
            refs = [MemoryRef(*rows.place(row)) for row in (*asked, *few)]
            known, found = await source.vectors(self._name, refs)
            await self._ask_again(source, asked, known[: len(asked)], found[: len(asked)], gate)
        self._reserve(rows.size)
        if few:
            places = np.flatnonzero(known[len(asked) :])
            await gate.quiet()
            self._add(len(few), places, found[len(asked) :][places])
        for run in rows.runs(self._index.size, rows.size, _LONGEST_RUN):
            await self.add_run(source, run, subject_id, gate)

    async def add_run(
        self, source: MemorySource, run: RowSpan, subject_id: str, gate: ReadersWriterLock
    ) -> None:
        """Add the vectors of new rows, which may still be added to the mind's columns."""
        seqs, found = await source.vector_rows(self._name, run.segment, subject_id)
        self._reserve(run.stop)
        there = np.isin(seqs, run.seqs)
        if not there.all():
            seqs, found = seqs[there], found[there]
        places = np.searchsorted(run.seqs, seqs)
        await _change(gate, len(seqs), partial(self._add, run.stop - run.start, places, found))

    def give_up(self, rows: Iterable[int]) -> None:
        """Ask no more for the vectors of some rows."""
        for row in rows:
            self._pending.pop(row, None)

    def lend(self, rows: Sequence[int], vectors: Vectors) -> None:
        """Give rows whose vectors are missing some until the store has theirs."""
        lacking = [at for at, row in enumerate(rows) if row in self._pending]
        self._overwrite([rows[at] for at in lacking], vectors[lacking])

    async def _ask_again(
        self,
        source: MemorySource,
        asked: Sequence[int],
        known: NDArray[np.bool_],
        found: Vectors,
        gate: ReadersWriterLock,
    ) -> None:
        """Take in what the store has by now of the vectors that were missing."""
        if not asked:
            return
        if len(asked) == len(self._pending):
            self._asked = source
        come = [row for row, is_known in zip(asked, known, strict=True) if is_known]
        for row in asked:
            if row in self._pending:  # else it was given up meanwhile
                # rows still missing go to the end, so that all get their turn
                del self._pending[row]
                self._pending[row] = None
        if come:
            await _change(gate, len(come), partial(self._overwrite, come, found[known]))
            self.give_up(come)

    def _reserve(self, size: int) -> None:
        """Make space for so many rows, in eight bits too where those are many."""
        self._index.reserve(size)
        if self.eight_bit is None and size >= SCREENED:
            self.eight_bit = EightBitRows(self._index.view().shape[1])
            self.eight_bit.extend(self._index.view())
        if self.eight_bit is not None:
            self.eight_bit.reserve(size)

    def _add(self, count: int, places: NDArray[np.int64], found: Vectors) -> None:
        first = self._index.size
        if len(places) == count:
            fresh = self._sound(found)
        else:
            fresh = np.zeros((count, self._index.view().shape[1]), np.float32)
            if len(places):
                fresh[places] = self._sound(found)
        self._index.add(fresh)
        if self.eight_bit is not None:
            self.eight_bit.extend(fresh)
        known = np.zeros(count, np.bool_)
        known[places] = True
        has_vector = fresh.any(axis=1)
        self._has_vector.extend(has_vector)
        self._blanks += count - int(has_vector.sum())
        self._pending.update(dict.fromkeys((np.flatnonzero(~known) + first).tolist()))

    def _overwrite(self, rows: Sequence[int], vectors: Vectors) -> None:
        sound = self._sound(vectors)
        self._index.replace(rows, sound)
        if self.eight_bit is not None:
            self.eight_bit.replace(np.array(rows, np.int64), sound)
        had_vector, has_vector = self._has_vector.values[list(rows)], sound.any(axis=1)
        self._has_vector.values[list(rows)] = has_vector
        self._blanks += int(had_vector.sum()) - int(has_vector.sum())

    def _sound(self, found: Vectors) -> Vectors:
        """Replace rows with a non-finite number by zeros, and update the greatest norm."""
        norms = np.sqrt(np.einsum("ij,ij->i", found, found, dtype=np.float64))
        if not np.isfinite(norms).all():
            found = np.where(np.isfinite(norms)[:, None], found, np.float32(0.0))
            norms = norms[np.isfinite(norms)]
        self.longest = max(self.longest, float(norms.max(initial=0.0)))
        return found


async def _change(gate: ReadersWriterLock, size: int, work: Callable[[], None]) -> None:
    await gate.quiet()
    if size > _HEAVY:
        await in_thread(work)
    else:
        work()
