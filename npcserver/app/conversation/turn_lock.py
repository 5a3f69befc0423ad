"""Who may speak: one turn at a time for each character, one call at a time in each circle."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field

from npcserver.model.errors import OverLimit, Reason
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.turn import TurnOutcome

_WAITING_AT_MOST = 4
CircleName = tuple[TimelineId, str]


@dataclass(slots=True)
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    asked: int = 0
    waiting: Counter[str] = field(default_factory=Counter)

    def has_place(self, player_id: str) -> bool:
        """Return whether a turn may wait: few do, and none of the same player."""
        return self.waiting.total() < _WAITING_AT_MOST and not self.waiting[player_id]


class TurnCancellation(asyncio.Event):
    """An event that ends a turn, with the `outcome` it gets. `is_too_late` once all was said.

    `speaker_id` is who is answered; empty where the turn answers no one.
    """

    def __init__(self, timeline_id: TimelineId, speaker_id: str = "") -> None:
        super().__init__()
        self.timeline_id = timeline_id
        self.speaker_id = speaker_id
        self.outcome = TurnOutcome.INTERRUPTED
        self.is_too_late = False
        self.other_name = TurnId("")

    def end(self, outcome: TurnOutcome) -> None:
        """End the turn; the first outcome counts."""
        if not self.is_set():
            self.outcome = outcome
            self.set()


class TurnLock:
    """Serialises the turns of a character in a timeline, in order of arrival.

    Characters who talk with each other do not take it: they yield to a turn that wants it.
    """

    def __init__(self) -> None:
        self._queues: dict[tuple[TimelineId, CharacterId], _Queue] = {}
        self._speaking: dict[TurnId, TurnCancellation] = {}
        self._yielding: dict[asyncio.Event, frozenset[tuple[TimelineId, str]]] = {}

    @asynccontextmanager
    async def taken(
        self, timeline_id: TimelineId, character_id: CharacterId, player_id: str | None = None
    ) -> AsyncGenerator[None, None]:
        """Hold the lock; for None it is waited for in any case.

        Raises `OverLimit` (OVERLOADED) for a player when too many wait for it, or the player does.
        """
        name = (timeline_id, character_id)
        queue = self._queues.setdefault(name, _Queue())
        is_waiting = queue.asked > 0 and player_id is not None
        if is_waiting and not queue.has_place(player_id or ""):
            raise OverLimit(
                f"{character_id!r} is answering and {queue.waiting.total()} more are waiting; "
                "try again when one of them is done",
                Reason.OVERLOADED,
            )
        queue.asked += 1
        queue.waiting[player_id or ""] += is_waiting
        for wanted, names in self._yielding.items():
            if name in names:
                wanted.set()
        try:
            async with queue.lock:
                queue.waiting[player_id or ""] -= is_waiting
                is_waiting = False
                yield
        finally:
            queue.asked -= 1
            queue.waiting[player_id or ""] -= is_waiting
            if queue.asked == 0:
                self._queues.pop(name, None)

    @contextmanager
    def yielding(
        self, timeline_id: TimelineId, character_ids: Iterable[str]
    ) -> Iterator[asyncio.Event]:
        """Give an event that is set once a turn holds or wants the lock of one of these."""
        names = frozenset((timeline_id, one) for one in character_ids)
        wanted = asyncio.Event()
        if any(name in names for name in self._queues):
            wanted.set()
        self._yielding[wanted] = names
        try:
            yield wanted
        finally:
            del self._yielding[wanted]

    @contextmanager
    def speaking(
        self, turn_id: TurnId, timeline_id: TimelineId, speaker_id: str = ""
    ) -> Iterator[TurnCancellation]:
        """Give the event that ends this turn, an answer to the speaker, early."""
        stop = self._speaking[turn_id] = TurnCancellation(timeline_id, speaker_id)
        try:
            yield stop
        finally:
            for name in (turn_id, stop.other_name):
                self._speaking.pop(name, None)

    def rename(self, stop: TurnCancellation, turn_id: TurnId) -> None:
        """Register a second id for a turn: the one under which an earlier server began it."""
        stop.other_name = turn_id
        self._speaking[turn_id] = stop

    def answered_by(self, turn_id: TurnId) -> tuple[TimelineId, str] | None:
        """Return where a turn is spoken and whom it answers; None if it is not spoken here."""
        stop = self._speaking.get(turn_id)
        return None if stop is None else (stop.timeline_id, stop.speaker_id)

    def interrupt(self, turn_id: TurnId, outcome: TurnOutcome = TurnOutcome.INTERRUPTED) -> bool:
        """Stop a turn; return whether it was being spoken by this server."""
        stop = self._speaking.get(turn_id)
        if stop is None or stop.is_too_late:
            return False
        stop.end(outcome)
        return True

    def leave(self, timeline_id: TimelineId) -> None:
        """Stop all turns in a timeline, running or waiting: the game has left it."""
        for stop in self._speaking.values():
            if stop.timeline_id == timeline_id:
                stop.end(TurnOutcome.LEFT)
        for wanted, names in self._yielding.items():
            if any(where == timeline_id for where, _ in names):
                wanted.set()


@dataclass(slots=True, eq=False)
class CircleLease:
    """One call's lease of a circle. `since` orders the calls: the later speaker holds it.

    `is_overtaken` once another call has spoken: the turn under way is finished, and no more
    follows. `is_over` is set when this call yields nothing more.
    """

    since: int
    speaker_id: str = ""
    turn_id: TurnId | None = None
    is_overtaken: bool = False
    is_cut_off: bool = False
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    earlier: "CircleLease | None" = None

    async def wait(self, seconds: float) -> bool:
        """Wait until the earlier call has finished its turn; return whether it did in time.

        A client that does not read delays its own turn, and must not delay those of others.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if self.earlier is not None:
                    await self.earlier.is_over.wait()
                return True
        return False


class CircleLeases:
    """The call that holds each circle."""

    def __init__(self, interrupt: Callable[[TurnId], bool]) -> None:
        self._interrupt = interrupt
        self._leases: dict[CircleName, CircleLease] = {}

    @contextmanager
    def taken(
        self, name: CircleName, since: int, to_ids: Collection[str] = (), *, is_new: bool
    ) -> Iterator[CircleLease]:
        """Hold a circle; an earlier call is overtaken.

        A character of the earlier call that is speaking is cut off if new words address it
        (`to_ids`).
        """
        lease = CircleLease(since)
        earlier = self._leases.get(name)
        # A call that stored its words later may get here first; `since` decides.
        if earlier is not None and earlier.since > since:
            lease.is_overtaken = True
        else:
            self._leases[name] = lease
            if earlier is not None:
                earlier.is_overtaken = True
                if is_new and earlier.speaker_id and earlier.speaker_id in to_ids:
                    self.cut_off(earlier)
                lease.earlier = earlier
        try:
            yield lease
        finally:
            lease.is_over.set()
            lease.earlier = None
            if self._leases.get(name) is lease:
                del self._leases[name]

    def begun(self, lease: CircleLease, turn_id: TurnId) -> None:
        """Note which turn is being spoken; that of a lease already cut off is interrupted."""
        lease.turn_id = turn_id
        if lease.is_cut_off:
            self._interrupt(turn_id)

    def cut_off(self, lease: CircleLease) -> None:
        """Interrupt the turn of a lease, or its next one if none is under way."""
        lease.is_cut_off = True
        if lease.turn_id is not None:
            self._interrupt(lease.turn_id)
