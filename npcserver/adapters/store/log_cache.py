"""Answers of queries at the head of timelines, kept and brought up to date by `seq`.

Records never change, and a timeline only grows, so an answer at one head and the records that came
since give the answer at the next. A save that is loaded is a timeline of its own, with answers of
its own.
"""

from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache
from sqlalchemy import Connection

from npcserver.adapters.store import log, rows, statements
from npcserver.adapters.store.requests import TurnStartRow
from npcserver.adapters.store.row_cache import RowCache
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind, owner_of_subject
from npcserver.model.timeline import Lineage, Segment, Timeline
from npcserver.model.world import WorldRevision
from npcserver.ports.view import RecordQuery

_NEWS = 2_000
"""Records that are read to bring a timeline up to date; with more since, all is read anew."""
_MOST_TIMELINES = 256
_MOST_STARTS = 10_000  # each is a timeline without its records
_MOST_RECORDS = 30_000  # some 60 MB: a third of them turns of 6 kB, as most of a turn is shared
_MOST_OF_ONE = 20_000
"""Beyond it a timeline loses its answers on single subjects, since few may be in use. Those on all
subjects of a kind stay: a town of 10,000 has more than this, and reads them with each request."""
_RECORDS = 256
"""Records of a timeline that are kept by seq, those used last, and as many of the newest, by which
minds catch up. A talk brings three a turn: of minds that were silent for longer, more is read."""
_KIND = statements.COLUMNS.split(", ").index("kind")


class _TailQuery(NamedTuple):
    subject_id: str
    kinds: tuple[RecordKind, ...]


class _Tail(NamedTuple):
    """The newest `limit` records, newest first; all of them where there are fewer."""

    records: tuple[Record, ...]
    limit: int


class TimelineHead:
    """The answers at one head of a timeline, and the records with which it grew last (`recent`)."""

    def __init__(self, lineage: Lineage, recent: Sequence["_Row"] = ()) -> None:
        self.lineage = lineage
        self.size = len(recent)  # records held, about: several threads add to it
        self._recent = recent
        self._begin = recent[0].seq if recent else lineage[-1].last + 1
        self._newest: dict[RecordQuery, dict[str, Record]] = {}
        self._tails: dict[_TailQuery, _Tail] = {}
        self._records: dict[int, Record] = {}  # those asked for by seq, last used last

    @property
    def seq(self) -> int:
        """The seq of the head."""
        return self.lineage[-1].last

    def newest(
        self, connection: Connection, facts: RowCache, wanted: Sequence[RecordQuery]
    ) -> tuple[dict[str, Record], ...]:
        """Return the newest records by subject for each of `wanted`."""
        lacking = [each for each in wanted if each not in self._newest]
        if lacking:
            found = log.newest(connection, facts, self.lineage, lacking)
            self._newest.update(zip(lacking, found, strict=True))
            self.size += sum(max(1, len(each)) for each in found)
        return tuple(dict(self._newest[each]) for each in wanted)

    def tail(
        self,
        connection: Connection,
        facts: RowCache,
        subject_id: str,
        kinds: Sequence[RecordKind],
        limit: int,
    ) -> tuple[Record, ...]:
        """Return the newest records of a subject, newest first."""
        query = _TailQuery(subject_id, tuple(kinds))
        known = self._tails.get(query)
        if known is None or (known.limit < limit and len(known.records) == known.limit):
            found = log.tail(connection, facts, self.lineage, subject_id, kinds, limit)
            known = self._tails[query] = _Tail(found, limit)
            self.size += self._older(known)
        return known.records[:limit]

    def get(self, connection: Connection, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return the visible records with these seqs, in order of seq."""
        found = {record.seq: record for record in self.held(seqs)}
        read = log.get(connection, self.lineage, [seq for seq in seqs if seq not in found])
        self.size += len(read)
        self._records |= {record.seq: record for record in read}
        return tuple(sorted((*found.values(), *read), key=lambda record: record.seq))

    def held(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return those of the records with these seqs that need not be read, in order of seq."""
        found = [
            one for seq in sorted({*seqs}) if (one := self._records.pop(seq, None)) is not None
        ]
        self._records |= {record.seq: record for record in found}  # so that they stand last
        return tuple(found)

    def grown(self, lineage: Lineage, news: Iterable["_Row"]) -> "TimelineHead":
        """Return the answers at a later head; `news` are all records since, oldest first."""
        fresh = list(news)
        head = TimelineHead(lineage, [*self._recent, *fresh][-_RECORDS:])
        is_too_large = self.size > _MOST_OF_ONE
        # A town has hundreds of answers and as many news: each answer looks at its owner's alone.
        by_owner: defaultdict[str, list[_Row]] = defaultdict(list)
        for row in fresh:
            by_owner[_owner(row.subject_id)].append(row)
        by_owner[""] = fresh
        for wanted, known in list(self._newest.items()):
            if is_too_large and wanted.subject_id:
                continue
            owner = _owner(wanted.subject_id)
            is_whole = not wanted.is_prefix or owner != wanted.subject_id
            own = by_owner.get(owner if is_whole else "")
            head._newest[wanted] = _with_newest(wanted, known, own) if own else known
            head.size += max(1, len(head._newest[wanted]))
        for query, tail in () if is_too_large else list(self._tails.items()):
            own = by_owner.get(_owner(query.subject_id))
            head._tails[query] = _with_tail(query, tail, own) if own else tail
            head.size += head._older(head._tails[query])
        head._records = dict(list(self._records.items())[-_RECORDS:])
        head.size += len(head._records)
        return head

    def _older(self, tail: _Tail) -> int:
        """Return how many records of a tail are not among the recent ones."""
        return len(tail.records) - bisect_left(
            tail.records, 1 - self._begin, key=lambda record: -record.seq
        )

    def recent(
        self, segment: Segment, subject_id: str, kinds: Sequence[RecordKind]
    ) -> tuple[Record, ...] | None:
        """Return a subject's records in a segment, oldest first; None if not all are held."""
        recent = self._recent
        if not recent or segment.first < recent[0].seq or segment.last > self.seq:
            return None
        return tuple(
            row.record
            for row in recent
            if row.subject_id == subject_id
            and row.kind in kinds
            and segment.first <= row.seq <= segment.last
        )


class _Row:
    """A row of the log that is decoded when it is needed: most concern other characters.

    It is dropped then, since the text of a turn is larger than what is made of it.
    """

    __slots__ = ("_held", "kind", "seq", "subject_id")

    def __init__(self, row: Any) -> None:
        self._held = row
        self.kind: str = row[_KIND]
        self.seq: int = row[statements.SEQ]
        self.subject_id: str = row[statements.SUBJECT]

    @property
    def record(self) -> Record:
        held = self._held
        if not isinstance(held, Record):
            held = self._held = rows.record(held)
        return held


def _owner(subject_id: str) -> str:
    """Return the character or place that a subject belongs to."""
    return owner_of_subject(subject_id).partition("/")[0]


def _with_newest(
    wanted: RecordQuery, known: dict[str, Record], news: Sequence[_Row]
) -> dict[str, Record]:
    own = {
        row.subject_id: row
        for row in news
        if row.kind == wanted.kind
        and (
            row.subject_id == wanted.subject_id
            or (wanted.is_prefix and row.subject_id.startswith(wanted.subject_id))
        )
    }
    if not own:
        return known
    found = known | {subject_id: row.record for subject_id, row in own.items()}
    if len(found) > len(known):
        found = dict(sorted(found.items()))
    if wanted.most and len(found) > wanted.most:
        latest = sorted(found.items(), key=lambda pair: pair[1].seq, reverse=True)
        found = dict(latest[: wanted.most])
    return found


def _with_tail(query: _TailQuery, known: _Tail, news: Iterable[_Row]) -> _Tail:
    own = [row for row in news if row.kind in query.kinds and row.subject_id == query.subject_id]
    if not own:
        return known
    records = (*(row.record for row in own[: -known.limit - 1 : -1]), *known.records)
    return _Tail(records[: known.limit], known.limit)


class LogCache:
    """The heads of the timelines that are talked in; the least recently used are dropped, but one.

    Shared by the threads of readers: a head is made anew when its timeline grows, and an older
    snapshot keeps the one that it has.
    """

    def __init__(self, *, most_records: int = _MOST_RECORDS) -> None:
        self._most_records = most_records
        self._heads: OrderedDict[TimelineId, TimelineHead] = OrderedDict()
        self._starts: LRUCache[TimelineId, tuple[TurnStartRow, Lineage]] = LRUCache(_MOST_STARTS)
        self._lock = Lock()

    def head(self, connection: Connection, lineage: Lineage) -> TimelineHead:
        """Return the answers at a head that the connection sees; one query at most."""
        own = lineage[-1]
        with self._lock:
            known = self._heads.get(own.timeline_id)
        if known is not None and known.seq == own.last:
            return known
        if known is not None and known.seq > own.last:
            return TimelineHead(lineage)  # for an older snapshot, not kept
        if known is None or own.last - known.seq > _NEWS:
            made = TimelineHead(lineage)
        else:
            since = Segment(own.timeline_id, known.seq + 1, own.last)
            values = statements.bounds((since,), 1) | {"n": log.LAST}
            made = known.grown(
                lineage, map(_Row, connection.execute(statements.following(0), values))
            )
        self._keep(own.timeline_id, made)
        return made

    def keep_start(self, start: TurnStartRow, lineage: Lineage) -> None:
        """Keep what a turn began with, unless a newer start in its timeline is kept."""
        timeline = start.timeline
        with self._lock:
            kept = self._starts.get(timeline.id)
            if kept is None or kept[0].timeline.head <= timeline.head:
                self._starts[timeline.id] = start, lineage

    def move_start(self, timeline: Timeline, revision: WorldRevision, lineage: Lineage) -> None:
        """Let what is kept of the last turn's start begin at a newer head that was read."""
        with self._lock:
            kept = self._starts.get(timeline.id)
            if kept is not None and kept[0].timeline.head <= timeline.head:
                start = replace(kept[0], timeline=timeline, revision=revision)
                self._starts[timeline.id] = start, lineage

    def last_start(self, timeline_id: TimelineId) -> tuple[TurnStartRow, TimelineHead] | None:
        """Return what the newest turn began with, and its head; None if not both are kept."""
        with self._lock:
            start, lineage = self._starts.get(timeline_id, (None, ()))
            # A new timeline has no records yet: what it sees ends with its parent's.
            head = self._heads.get(lineage[-1].timeline_id) if lineage else None
        if start is None or head is None or head.seq != lineage[-1].last:
            return None
        return start, head

    def recent(
        self, segment: Segment, subject_id: str, kinds: Sequence[RecordKind]
    ) -> tuple[Record, ...] | None:
        """Return a subject's records in a segment, oldest first; None if not all are held."""
        with self._lock:
            known = self._heads.get(segment.timeline_id)
        return None if known is None else known.recent(segment, subject_id, kinds)

    def drop(self, timeline_id: TimelineId) -> None:
        """Forget a timeline that is no longer there."""
        with self._lock:
            self._heads.pop(timeline_id, None)
            self._starts.pop(timeline_id, None)

    def _keep(self, timeline_id: TimelineId, head: TimelineHead) -> None:
        with self._lock:
            kept = self._heads.get(timeline_id)
            if kept is not None and kept.seq > head.seq:
                return
            self._heads[timeline_id] = head
            self._heads.move_to_end(timeline_id)
            held = sum(each.size for each in self._heads.values())
            while len(self._heads) > 1 and (
                len(self._heads) > _MOST_TIMELINES or held > self._most_records
            ):
                _, dropped = self._heads.popitem(last=False)
                held -= dropped.size
