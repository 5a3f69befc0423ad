"""Watching a timeline grow, without gaps or repeats, and the signal that wakes watchers."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

from npcserver.model.errors import CursorTooNew, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Record, RecordKind, TimelineLeft
from npcserver.model.timeline import Lineage
from npcserver.ports.storage import Store


class Broadcast:
    """Notifies watchers in this process that a timeline grew; other processes poll."""

    def __init__(self) -> None:
        self._ears: defaultdict[tuple[TimelineId, bool], set[asyncio.Event]] = defaultdict(set)

    @property
    def watchers(self) -> int:
        """How many listeners wait for news; those that wait only for the end are not counted."""
        return sum(len(ears) for (_, only_end), ears in self._ears.items() if not only_end)

    def announce(self, timeline_id: TimelineId, *, is_end: bool = False) -> None:
        """Wake all listeners of this timeline; `is_end` when the game left or deleted it.

        Listeners with `only_end` sleep on until then.
        """
        for only_end in (False, True) if is_end else (False,):
            for ear in self._ears.get((timeline_id, only_end), ()):
                ear.set()

    @contextmanager
    def listening(
        self, timeline_id: TimelineId, *, only_end: bool = False
    ) -> Iterator[asyncio.Event]:
        """Return a context with an event set whenever the timeline grew; the listener clears it."""
        name, ear = (timeline_id, only_end), asyncio.Event()
        self._ears[name].add(ear)
        try:
            yield ear
        finally:
            self._ears[name].discard(ear)
            if not self._ears[name]:
                del self._ears[name]


_BATCH = 200
_POLL_SECONDS = 0.5  # how late a watcher sees what another replica wrote
_END_POLL_SECONDS = 2.0  # how late others notice a load on another replica
_QUIET_LOOKS = 20  # reads without news for this watcher before a checkpoint
_QUIET = (
    RecordKind.RATING,
    RecordKind.KNOWLEDGE,
    RecordKind.REFLECTED,
    RecordKind.SPENDING,
    RecordKind.PIN,
    RecordKind.GROUP,  # watchers of a group chat see what their member may know
)
_OF_ALL = (RecordKind.LEFT, RecordKind.FLAG, RecordKind.BUDGET)
_SHOWN = tuple(kind for kind in RecordKind if kind not in _QUIET)


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """What to watch: after `after_seq` (None: from now on), these characters (empty: all)."""

    timeline_id: TimelineId
    after_seq: int | None = None
    character_ids: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Nothing more happened up to here."""

    seq: int
    game_time: datetime


@dataclass(frozen=True, slots=True)
class WatchedRecord:
    """A record, and the lineage it was seen through, which resolves its references."""

    record: Record
    lineage: Lineage

    @property
    def seq(self) -> int:
        """Its position."""
        return self.record.seq


class TimelineWatch:
    """The use case of `PlayService.Watch`."""

    def __init__(self, store: Store, broadcast: Broadcast) -> None:
        self._store = store
        self._broadcast = broadcast

    async def watch(self, watch: WatchRequest) -> AsyncGenerator[WatchedRecord | Checkpoint, None]:
        """Yield records as they are stored, and a checkpoint when it has been quiet for a while.

        Ends after the record that the game has left this timeline; a client that resumes after it
        goes on as usual. Raises `CursorTooNew` when `after_seq` lies beyond the head, `NotFound`
        when the timeline is deleted.
        """
        seq = await self._start(watch)
        quiet = 0
        with self._broadcast.listening(watch.timeline_id) as grown:
            while True:
                grown.clear()
                records, lineage, head, now = await self._news(watch.timeline_id, seq)
                shown = [record for record in records if concerns(record, watch)]
                for record in shown:
                    yield WatchedRecord(record, lineage)
                    if record.kind is RecordKind.LEFT:
                        return
                seq = records[-1].seq if records else max(seq, head)
                quiet = 0 if shown else quiet + 1
                if quiet >= _QUIET_LOOKS:
                    quiet = 0
                    yield Checkpoint(seq, now)
                if not records:
                    await _wait(grown, _POLL_SECONDS)

    async def left_after(
        self, timeline_id: TimelineId, seq: int
    ) -> tuple[int, TimelineLeft] | None:
        """Return the seq at which the game first left a timeline after `seq`, and where it went.

        None where it did not. Raises `CursorTooNew` when `seq` lies beyond the head, `NotFound`
        when the timeline is deleted.
        """
        await self._start(WatchRequest(timeline_id=timeline_id, after_seq=seq))
        return (await self._end(timeline_id, seq))[0]

    async def until_left(self, timeline_id: TimelineId, seq: int) -> TimelineLeft:
        """Return once the game leaves a timeline after position `seq`, and where it goes.

        For those who do not watch: it queries only every `_END_POLL_SECONDS`. Raises `NotFound`
        when the timeline is deleted.
        """
        with self._broadcast.listening(timeline_id, only_end=True) as ended:
            while True:
                ended.clear()
                with suppress(Unavailable):  # there is time to try again
                    found, seq = await self._end(timeline_id, seq)
                    if found:
                        return found[1]
                await _wait(ended, _END_POLL_SECONDS)

    async def _end(
        self, timeline_id: TimelineId, seq: int
    ) -> tuple[tuple[int, TimelineLeft] | None, int]:
        """Query once whether the game has left a timeline; return also the seq seen so far."""
        async with self._store.read() as reader:
            timeline = await reader.timeline(timeline_id)
            view = await reader.at(timeline.vantage)
            since = max(seq, timeline.forked_at)  # an ancestor that was left does not count
            for mark in await view.after(since, 1, (RecordKind.LEFT,)):
                if isinstance(mark.body, TimelineLeft):
                    return (mark.seq, mark.body), mark.seq
            return None, timeline.head

    async def _start(self, watch: WatchRequest) -> int:
        async with self._store.read() as reader:
            head = (await reader.timeline(watch.timeline_id)).head
        if watch.after_seq is None:
            return head
        if watch.after_seq > head:
            raise CursorTooNew(
                f"the position {watch.after_seq} lies beyond the head, {head}; resume from an "
                "earlier one, of this timeline",
                Reason.CURSOR_TOO_NEW,
                head=str(head),
            )
        return watch.after_seq

    async def _news(
        self, timeline_id: TimelineId, seq: int
    ) -> tuple[tuple[Record, ...], Lineage, int, datetime]:
        async with self._store.read() as reader:
            timeline = await reader.timeline(timeline_id)
            if timeline.head <= seq:
                return (), (), timeline.head, timeline.game_time
            view = await reader.at(timeline.vantage)
            found = await view.after(seq, _BATCH, _SHOWN)
            return found, view.lineage, timeline.head, timeline.game_time


def concerns(record: Record, watch: WatchRequest) -> bool:
    """Return whether a record is about the characters that are watched."""
    if record.kind is RecordKind.LEFT:  # an ancestor that was left does not count
        return record.timeline_id == watch.timeline_id
    is_of_all = not watch.character_ids or record.kind in _OF_ALL
    return is_of_all or record.character_id in watch.character_ids


async def _wait(news: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return
