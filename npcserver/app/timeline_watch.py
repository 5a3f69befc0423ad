"""Watching timelines grow, without gaps or repeats, however many watch."""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from contextvars import Context
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from npcserver.aio import Wake, beside
from npcserver.app.thoughts.job_worker import SharedLateness, TimelineLateness, step_of
from npcserver.model import limits
from npcserver.model.bounds import Items, Seq
from npcserver.model.errors import CursorTooNew, Reason
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Vantage
from npcserver.ports.storage import FollowedStore, Reader

_BATCH = 200  # records of one look at the log
_SKIPPED = 200  # records of no interest to a watcher before it gets a checkpoint
_MOMENTS = 10  # at which watchers go on, in the time that they wait
_QUIET = (
    RecordKind.RATING,
    RecordKind.KNOWLEDGE,
    RecordKind.REFLECTED,
    RecordKind.SPENDING,
    RecordKind.PIN,
    RecordKind.CROWD,
    RecordKind.FORGOTTEN,
    RecordKind.GROUP,  # watchers of a group chat see what their member may know
)
_OF_ALL = (RecordKind.LEFT, RecordKind.FLAG, RecordKind.BUDGET)
_SHOWN = tuple(kind for kind in RecordKind if kind not in _QUIET)
_FOLLOWED = (*_SHOWN, RecordKind.GROUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """What to watch: after `after_seq` (None: from now on), these characters (empty: all)."""

    timeline_id: TimelineId
    after_seq: Seq | None = None
    character_ids: Annotated[tuple[CharacterId, ...], Items(limits.CHARACTERS)] = ()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Nothing more happened up to here."""

    seq: int
    game_time: datetime


@dataclass(frozen=True, slots=True)
class LatenessChange:
    """Thoughts have fallen behind by more than before, or have caught up; seen at a position."""

    seq: int
    game_time: datetime
    lateness: TimelineLateness


@dataclass(frozen=True, slots=True)
class WatchedRecord:
    """A record, and the lineage it was seen through, which resolves its references."""

    record: Record
    lineage: Lineage

    @property
    def seq(self) -> int:
        """Its position."""
        return self.record.seq

    @property
    def game_time(self) -> datetime:
        """Its game time."""
        return self.record.game_time


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """What a follower takes of a timeline's records: those of `kinds` that are `wanted`."""

    timeline_id: TimelineId
    kinds: tuple[RecordKind, ...]
    wanted: Callable[[Record], bool]


class Follower:
    """The records that a tail has read for one watcher, until it takes them.

    `is_behind` says that it has to read the log itself, up to where the tail is: at first, and
    after it left more than `buffered` records here, which are then dropped.
    """

    def __init__(self, interest: Interest, buffered: int) -> None:
        self.interest = interest
        self.is_behind = True
        self.fault: Exception | None = None
        self.skipped = 0
        """Records that were of no interest since `take` returned the last one."""
        self._buffered = buffered
        self._records: list[WatchedRecord] = []
        self._woken = Wake()

    def offer(self, records: Sequence[WatchedRecord]) -> None:
        """Keep what is of interest for the watcher."""
        if self.is_behind:
            return
        wanted = [one for one in records if self.interest.wanted(one.record)]
        self.skipped += len(records) - len(wanted)
        if len(self._records) + len(wanted) > self._buffered:
            self._records.clear()
            self.is_behind = True
        self._records.extend(() if self.is_behind else wanted)
        if wanted or self.skipped >= _SKIPPED:
            self._woken.set()

    def fail(self, fault: Exception) -> None:
        """Let the watcher end with a fault, after what it has not taken yet."""
        self.fault = fault
        self._woken.set()

    def catch_up(self) -> None:
        """Note that the watcher reads the log up to where the tail is now."""
        self.is_behind, self.skipped = False, 0

    def take(self) -> WatchedRecord | None:
        """Return the next record, None for none. Raises the fault after the last one."""
        if self._records:
            self.skipped = 0
            return self._records.pop(0)
        if self.fault is not None:
            raise self.fault.with_traceback(None)  # others raise it too
        return None

    async def wait(self, seconds: float | None) -> bool:
        """Return once there is something to do; whether there was within `seconds`, about."""
        self._woken.clear()  # what it was set for has been done
        if seconds is None:
            await self._woken.wait()
            return True
        # A timer that sets the event costs less than a timeout, which is raised through all above.
        # Watchers that wait equally long share the moments at which they go on, so that the loop
        # wakes a few times in that time, however many watch.
        loop, step = asyncio.get_running_loop(), seconds / _MOMENTS
        ends_at = math.ceil(loop.time() / step + _MOMENTS) * step
        timer = loop.call_at(ends_at, self._woken.set)
        try:
            await self._woken.wait()
        finally:
            timer.cancel()
        return loop.time() < ends_at


class TimelineTail:
    """Reads what is new in one timeline, once for all who follow it.

    `seq` is the position up to which it has read; all after it is offered to the followers that
    there are by then.
    """

    def __init__(self, store: FollowedStore, timeline_id: TimelineId) -> None:
        self._store = store
        self._timeline_id = timeline_id
        self.followers: set[Follower] = set()
        self.is_ready = asyncio.Event()
        self.fault: Exception | None = None
        self.seq = 0
        self.game_time = datetime.min.replace(tzinfo=UTC)

    async def run(self) -> None:
        """Read until cancelled; a fault is that of all followers."""
        try:
            with self._store.broadcast.listening(self._timeline_id) as ear:
                async with self._store.read() as reader:
                    timeline = await reader.timeline(self._timeline_id)
                self.seq, self.game_time = timeline.head, timeline.game_time
                while True:
                    ear.seq = self.seq
                    self.is_ready.set()
                    await ear.grown.wait()
                    ear.grown.clear()
                    while await self._look():
                        pass
        except Exception as fault:  # noqa: BLE001 - it is raised by each follower
            self.fault = fault
            for follower in self.followers:
                follower.fail(fault)
        finally:
            self.is_ready.set()

    async def _look(self) -> bool:
        """Offer what is new; return whether there may be more."""
        since = self.seq

        async def news(reader: Reader) -> tuple[Sequence[Record], Lineage, int, datetime]:
            view = await reader.head(self._timeline_id)
            head, now = view.timeline.head, view.timeline.game_time
            found = await view.after(since, _BATCH, _FOLLOWED) if head > since else ()
            return found, view.lineage, head, now

        async with self._store.read() as reader:
            records, lineage, head, self.game_time = await reader.together(news)
        is_full = len(records) == _BATCH
        self.seq = records[-1].seq if is_full else max(head, since)
        offered = [WatchedRecord(record, lineage) for record in records]
        for follower in self.followers if offered else ():
            follower.offer(offered)
        return is_full


class LogFollower:
    """Follows timelines for any number of watchers, with one look at the log for each timeline.

    A watcher may have `buffered` records left to take before it has to read the log itself.
    """

    def __init__(self, store: FollowedStore, *, buffered: int = 400) -> None:
        self.store = store
        self._buffered = buffered
        self._tails: dict[TimelineId, tuple[TimelineTail, asyncio.Future[None]]] = {}

    @property
    def watchers(self) -> int:
        """How many watchers wait for news."""
        return sum(len(tail.followers) for tail, _ in self._tails.values())

    async def follow(
        self, interest: Interest, seq: int, quiet: float | None = None
    ) -> AsyncGenerator[WatchedRecord | Checkpoint, None]:
        """Yield the records of interest after `seq`, in order, each once, as they are stored.

        After `quiet` seconds without one, and after many that were of no interest, yield a
        checkpoint. Raises `NotFound` when the timeline is deleted, and `Unavailable`.
        """
        with self._joined(interest) as (tail, follower):
            await tail.is_ready.wait()
            is_quiet = False
            while True:
                if follower.is_behind and follower.fault is None:
                    follower.catch_up()
                    until = tail.seq
                    async for found in self._read(interest, seq, until):
                        seq = found.seq
                        yield found
                    seq = max(seq, until)
                elif (record := follower.take()) is not None:
                    is_quiet = False
                    if record.seq > seq:  # else it was read from the log
                        seq = record.seq
                        yield record
                elif is_quiet or follower.skipped >= _SKIPPED:
                    is_quiet, follower.skipped = False, 0
                    seq = max(seq, tail.seq)
                    yield Checkpoint(seq, tail.game_time)
                else:
                    is_quiet = not await follower.wait(quiet)

    @contextmanager
    def _joined(self, interest: Interest) -> Iterator[tuple[TimelineTail, Follower]]:
        """Follow a tail, which reads for as long as anyone follows it."""
        name, follower = interest.timeline_id, Follower(interest, self._buffered)
        tail, reading = self._tails.get(name, (None, None))
        if tail is None or reading is None or tail.fault is not None:
            tail = TimelineTail(self.store, name)
            # It reads for others too, so nothing of this call is bound to its task.
            reading = Context().run(beside, tail.run())
            self._tails[name] = tail, reading
        tail.followers.add(follower)
        try:
            yield tail, follower
        finally:
            tail.followers.discard(follower)
            if not tail.followers:
                reading.cancel()
                if self._tails.get(name, (None, None))[0] is tail:
                    del self._tails[name]

    async def _read(
        self, interest: Interest, seq: int, until: int
    ) -> AsyncGenerator[WatchedRecord, None]:
        """Yield the records of interest between two positions, from the log itself."""
        while seq < until:
            async with self.store.read() as reader:
                view = await reader.at(Vantage(interest.timeline_id, until))
                found = await view.after(seq, _BATCH, interest.kinds)
            for record in found:
                if interest.wanted(record):
                    yield WatchedRecord(record, view.lineage)
            seq = found[-1].seq if len(found) == _BATCH else until


class TimelineWatch:
    """The use case of `PlayService.Watch`; a watcher gets a checkpoint after `quiet_seconds`.

    With `lateness` it is told, too, when thoughts fall behind and when they have caught up.
    """

    def __init__(
        self,
        log: LogFollower,
        *,
        quiet_seconds: float = 10.0,
        lateness: SharedLateness | None = None,
    ) -> None:
        self._store = log.store
        self._log = log
        self._quiet_seconds = quiet_seconds
        self._lateness = lateness

    async def watch(
        self, watch: WatchRequest
    ) -> AsyncGenerator[WatchedRecord | Checkpoint | LatenessChange, None]:
        """Yield records as they are stored, and a checkpoint when it has been quiet for a while.

        Ends after the record that the game has left this timeline; a client that resumes after it
        goes on as usual. Raises `CursorTooNew` when `after_seq` lies beyond the head, `NotFound`
        when the timeline is deleted.
        """
        seq = await self._start(watch)
        interest = Interest(
            timeline_id=watch.timeline_id,
            kinds=_SHOWN,
            wanted=lambda record: concerns(record, watch),
        )
        step = 0
        async with aclosing(self._log.follow(interest, seq, self._quiet_seconds)) as items:
            async for item in items:
                yield item
                if isinstance(item, WatchedRecord) and item.record.kind is RecordKind.LEFT:
                    return
                if self._lateness is None:
                    continue
                late = await self._lateness.of(watch.timeline_id)
                if step_of(late) != step:
                    step = step_of(late)
                    yield LatenessChange(item.seq, item.game_time, late)

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


def concerns(record: Record, watch: WatchRequest) -> bool:
    """Return whether a record is about the characters that are watched."""
    if record.kind is RecordKind.LEFT:  # an ancestor that was left does not count
        return record.timeline_id == watch.timeline_id
    if record.kind in _QUIET:
        return False
    is_of_all = not watch.character_ids or record.kind in _OF_ALL
    return is_of_all or record.character_id in watch.character_ids
