"""Who may speak, and when: the locks of characters and circles, and the gate of the model."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from dataclasses import dataclass, field

from npcserver.app.admission import Admission, CallClass, Flow, flow_in
from npcserver.app.conversation.known_characters import KnownCharacters
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.fair_queue import Ticket
from npcserver.model.errors import OverLimit, Reason
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.turn import TurnOutcome, TurnReason
from npcserver.ports.clock import Clock
from npcserver.ports.turn_leases import TurnLease, TurnSignals

_WAITING_AT_MOST = 4
CircleName = tuple[TimelineId, str]
Leased = Callable[["SayToCharacter", float | None], AbstractAsyncContextManager[TurnLease | None]]
"""Gives the lease of a turn with so many seconds left; None where the database gives none."""


@dataclass(slots=True)
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    asked: int = 0
    waiting: dict[str, asyncio.Timeout] = field(default_factory=dict)
    """By player, whose newer words take the place of those that still wait."""

    def make_place(self, player_id: str) -> bool:
        """Return whether a turn of a player may wait: instead of the player's own, or if few do."""
        older = self.waiting.pop(player_id, None)
        if older is not None:
            older.reschedule(asyncio.get_running_loop().time())
        return older is not None or len(self.waiting) < _WAITING_AT_MOST


def _overloaded(character_id: str, waiting: int) -> OverLimit:
    return OverLimit(
        f"{character_id!r} is answering and {waiting} more are waiting; "
        "try again when one of them is done",
        Reason.OVERLOADED,
    )


class TurnCancellation(asyncio.Event):
    """An event that ends a turn, with the `outcome` it gets. `is_too_late` once all was said.

    `speaker_id` is who is answered, by `character_id`; both are empty where no one is answered.
    """

    def __init__(
        self, timeline_id: TimelineId, speaker_id: str = "", character_id: str = ""
    ) -> None:
        super().__init__()
        self.timeline_id = timeline_id
        self.speaker_id = speaker_id
        self.character_id = character_id
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

    Characters who talk with each other do not take it: they yield to a turn that wants it. Turns
    that other servers speak are ended by `signals`.
    """

    def __init__(self, signals: TurnSignals | None = None) -> None:
        self.signals = signals or TurnSignals()
        self.signals.on("interrupt", self.interrupt)
        self.signals.on("silence", self._silence)
        self.signals.on("leave", self._leave)
        self._queues: dict[tuple[TimelineId, CharacterId], _Queue] = {}
        self._speaking: dict[TurnId, TurnCancellation] = {}
        self._yielding: dict[asyncio.Event, frozenset[tuple[TimelineId, str]]] = {}

    @asynccontextmanager
    async def taken(
        self, timeline_id: TimelineId, character_id: CharacterId, player_id: str | None = None
    ) -> AsyncGenerator[None, None]:
        """Hold the lock; for None it is waited for in any case.

        Raises `OverLimit` (OVERLOADED) for a player when too many wait for it, or when newer words
        of the player came meanwhile.
        """
        name = (timeline_id, character_id)
        queue = self._queues.setdefault(name, _Queue())
        is_waiting = queue.asked > 0 and player_id is not None
        player = player_id or ""
        if is_waiting and not queue.make_place(player):
            raise _overloaded(character_id, len(queue.waiting))
        queue.asked += 1
        for wanted, names in self._yielding.items():
            if name in names:
                wanted.set()
        try:
            try:
                async with asyncio.timeout(None) as place:
                    if is_waiting:
                        queue.waiting[player] = place
                    await queue.lock.acquire()
            except TimeoutError:  # nothing but newer words ends it
                raise _overloaded(character_id, len(queue.waiting)) from None
            finally:
                if queue.waiting.get(player) is place:
                    del queue.waiting[player]
            try:
                yield
            finally:
                queue.lock.release()
        finally:
            queue.asked -= 1
            if queue.asked == 0:
                self._queues.pop(name, None)

    def is_taken(self, timeline_id: TimelineId, character_id: CharacterId) -> bool:
        """Return whether a turn holds the lock or waits for it."""
        return (timeline_id, character_id) in self._queues

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
        self, turn_id: TurnId, timeline_id: TimelineId, speaker_id: str = "", character_id: str = ""
    ) -> Iterator[TurnCancellation]:
        """Give the event that ends this turn, an answer of the character to the speaker, early."""
        stop = TurnCancellation(timeline_id, speaker_id, character_id)
        self._speaking[turn_id] = stop
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

    def silence(self, timeline_id: TimelineId, character_id: str) -> None:
        """Interrupt the turns of a character and those that answer it: it is there no more."""
        self._silence(timeline_id, character_id)
        self.signals.tell("silence", timeline_id, character_id)

    def _silence(self, timeline_id: TimelineId, character_id: str) -> None:
        for stop in self._speaking.values():
            both = (stop.character_id, stop.speaker_id)
            if stop.timeline_id == timeline_id and character_id in both and not stop.is_too_late:
                stop.end(TurnOutcome.INTERRUPTED)
        for wanted, names in self._yielding.items():
            if (timeline_id, character_id) in names:
                wanted.set()

    def leave(self, timeline_id: TimelineId) -> None:
        """Stop all turns in a timeline, running or waiting: the game has left it."""
        self._leave(timeline_id)
        self.signals.tell("leave", timeline_id)

    def _leave(self, timeline_id: TimelineId) -> None:
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
    """The call that holds each circle.

    Calls on other servers, whose turns wait for one another in the database, learn by `signals`
    that they are overtaken or cut off.
    """

    def __init__(
        self, interrupt: Callable[[TurnId], bool], signals: TurnSignals | None = None
    ) -> None:
        self._interrupt = interrupt
        self._signals = signals or TurnSignals()
        self._signals.on("overtake", self._overtake)
        self._signals.on("cut_off", self._cut_off)
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
            self.overtake(name, since, to_ids if is_new else ())
            self._leases[name] = lease
            lease.earlier = earlier
        try:
            yield lease
        finally:
            lease.is_over.set()
            lease.earlier = None
            if self._leases.get(name) is lease:
                del self._leases[name]

    def overtake(self, name: CircleName, since: int, speaker_ids: Collection[str]) -> None:
        """Have the earlier calls end, on all servers; one whose speaker is named is cut off."""
        self._overtake(*name, since, *speaker_ids)
        self._signals.tell("overtake", *name, since, *speaker_ids)

    def _overtake(
        self, timeline_id: TimelineId, circle_id: str, since: int, *speaker_ids: str
    ) -> None:
        earlier = self._leases.get((timeline_id, circle_id))
        if earlier is not None and earlier.since <= since:
            earlier.is_overtaken = True
            if earlier.speaker_id and earlier.speaker_id in speaker_ids:
                self.cut_off(earlier)

    def begun(self, lease: CircleLease, turn_id: TurnId) -> None:
        """Note which turn is being spoken; that of a lease already cut off is interrupted."""
        lease.turn_id = turn_id
        if lease.is_cut_off:
            self._interrupt(turn_id)

    def cut_off_others(self, name: CircleName, since: int) -> None:
        """Cut off the earlier calls that other servers have."""
        self._signals.tell("cut_off", *name, since)

    def _cut_off(self, timeline_id: TimelineId, circle_id: str, since: int) -> None:
        earlier = self._leases.get((timeline_id, circle_id))
        if earlier is not None and earlier.since <= since:
            self.cut_off(earlier)

    def cut_off(self, lease: CircleLease) -> None:
        """Interrupt the turn of a lease, or its next one if none is under way."""
        lease.is_cut_off = True
        if lease.turn_id is not None:
            self._interrupt(lease.turn_id)


_WAITS = 0.5
"""The share of its time that a turn may wait at the gate; the model needs the rest."""
_LATE_SECONDS = 0.005
"""An event loop that is late by more has no processor to spare."""
_CROWD_SECONDS = 1.0
_CROWD_AT_LEAST, _CROWD_OF_SLOTS = 24, 3
"""More players than either who wait for a slot or were turned away lately are a crowd."""
_SETTLING_SECONDS = 0.1
"""So long a turn without a slot lets others come first, which shows whether there is a rush."""


@dataclass(slots=True)
class TurnPlace:
    """The place of an admitted turn: it waits while its context is loaded, then holds a slot.

    As many contexts are loaded at a time as there are slots. A turn that had no slot at first, so
    that it `waits`, gets none where it is turned away by a rush. It cannot be stored where `lease`
    is None.
    """

    turns: "TurnGate"
    ticket: Ticket[Flow]
    waits: bool
    deadline: float | None
    lease: TurnLease | None

    def left(self) -> float | None:
        """Return the seconds until its deadline, None for no limit."""
        return self.turns.left(self.deadline)

    @asynccontextmanager
    async def loading(self) -> AsyncGenerator[None, None]:
        """Let one of few contexts be loaded. Raises `OverLimit` (OVERLOADED) in a rush."""
        if self.waits:
            await asyncio.sleep(_SETTLING_SECONDS)
        async with self.turns.loads:
            if self.waits and self.turns.is_turned_away(self.ticket.flow):
                raise OverLimit("the processor is short", Reason.OVERLOADED)
            yield

    async def ready(self) -> TurnReason | None:
        """Return None once the model may be asked, or why it is too late for that."""
        try:
            await self.turns.gate.ready(self.ticket, self.left())
        except OverLimit:
            return TurnReason.OVERLOADED
        is_late = self.waits and self.turns.is_turned_away(self.ticket.flow)
        return TurnReason.OVERLOADED if is_late else None

    def leave(self) -> None:
        """Give the slot back; a second time does nothing."""
        self.turns.gate.leave(self.ticket)


class TurnGate:
    """Admits turns to a model with a limited number of slots.

    `total_seconds` is the longest turn at present, counted from the arrival of its words; None for
    no limit. A request may say less. `late_seconds` is how late the event loop is.
    """

    def __init__(
        self,
        admission: Admission,
        floor: TurnLock,
        known: KnownCharacters,
        clock: Clock,
        total_seconds: Callable[[], float | None] = lambda: None,
        late_seconds: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._admission = admission
        self.gate = admission.gate(CallClass.TURNS)
        self._floor = floor
        self._known = known
        self._clock = clock
        self._total_seconds = total_seconds
        self._late_seconds = late_seconds
        self.loads = asyncio.Semaphore(self.gate.limits.at_once)
        self._turned_away: OrderedDict[Flow, float] = OrderedDict()

    def deadline(self, say: SayToCharacter, arrived: float) -> float | None:
        """Return when a turn has to be over, in monotonic seconds; None for no limit."""
        limits = [one for one in (self._total_seconds(), say.total_seconds) if one is not None]
        return arrived + min(limits) if limits else None

    def left(self, deadline: float | None) -> float | None:
        """Return the seconds until a deadline, at least 0; None where there is none."""
        return None if deadline is None else max(deadline - self._clock.monotonic(), 0.0)

    @asynccontextmanager
    async def entered(
        self, say: SayToCharacter, deadline: float | None, leased: Leased
    ) -> AsyncGenerator[TurnPlace | TurnReason, None]:
        """Hold the lock of the character and a place at the gate, or give why there is none.

        The lock is that of this process, and then, if it can be had, the lease among all servers.
        """
        async with AsyncExitStack() as held:
            place = await self._place(held, say, deadline, leased)
            if isinstance(place, TurnReason):
                await held.aclose()  # the character may answer others meanwhile
            yield place

    async def _place(
        self, held: AsyncExitStack, say: SayToCharacter, deadline: float | None, leased: Leased
    ) -> TurnPlace | TurnReason:
        flow, left = flow_in(say.timeline_id, say.player_id), self.left(deadline)
        longest = None if left is None else left * _WAITS
        try:
            # In a circle the speaker may be a character; the player who let them talk is charged.
            who = say.player_id or say.speaker.id
            self._admission.players.take("/".join(flow._replace(player=who)))
            known = self._known.get(say.timeline_id, say.character_id)
            if known is not None:
                self._admission.worlds.take(known.world_id)
            if self._is_rush():
                return self._turn_away(flow)
            self.gate.check_wait(flow, longest)
            # A place is taken once the character is free: a slot must not wait for a lock.
            async with asyncio.timeout(longest):
                taking = self._floor.taken(say.timeline_id, say.character_id, who)
                await held.enter_async_context(taking)
                lease = await held.enter_async_context(leased(say, self.left(deadline)))
            ticket = self.gate.enter(flow, longest)
        except TimeoutError:
            return TurnReason.OUT_OF_TIME
        except OverLimit as fault:
            is_rate = fault.reason is Reason.RATE_LIMITED
            return TurnReason.RATE_LIMITED if is_rate else self._turn_away(flow)
        held.callback(self.gate.leave, ticket)
        waits = not ticket.is_held
        return TurnPlace(self, ticket, waits=waits, deadline=deadline, lease=lease)

    def is_turned_away(self, flow: Flow) -> bool:
        """Return whether a turn is to have an authored line, for a rush; it counts to it then."""
        if self._is_rush():
            self._turn_away(flow)
            return True
        return False

    def _turn_away(self, flow: Flow) -> TurnReason:
        self._turned_away.pop(flow, None)
        self._turned_away[flow] = self._clock.monotonic()
        return TurnReason.OVERLOADED

    def _is_rush(self) -> bool:
        """Return whether players are to have authored lines even where a slot is free.

        That is while more of them than there are slots were turned away lately, or there is a crowd
        of them, and the processor is short: a turn of the model takes as much of it as twenty
        authored lines.
        """
        since = self._clock.monotonic() - _CROWD_SECONDS
        while self._turned_away and next(iter(self._turned_away.values())) < since:
            self._turned_away.popitem(last=False)
        slots = self.gate.at_once
        crowd = len(self.gate.waiting_flows | self._turned_away.keys())
        is_crowd = len(self._turned_away) > slots or crowd > max(
            _CROWD_AT_LEAST, _CROWD_OF_SLOTS * slots
        )
        return is_crowd and self._late_seconds() > _LATE_SECONDS
