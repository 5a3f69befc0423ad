"""What a turn passes before anything is read: buckets, the lock of its character, the gate."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from npcserver.app.admission import Admission, CallClass, Flow, Gate, flow_in
from npcserver.app.conversation.known_characters import KnownCharacters
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.fair_queue import Ticket
from npcserver.model.errors import OverLimit, Reason
from npcserver.model.turn import TurnReason
from npcserver.ports.clock import Clock

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

    As many contexts are loaded at a time as there are slots, by `loads`. A turn that had no slot
    at first, so that it `waits`, gets none where it `is_turned_away` by a rush. `left` returns the
    seconds until its `deadline`.
    """

    gate: Gate
    ticket: Ticket[Flow]
    loads: asyncio.Semaphore
    is_turned_away: Callable[[], bool]
    waits: bool
    deadline: float | None
    left: Callable[[], float | None]

    @asynccontextmanager
    async def loading(self) -> AsyncGenerator[None, None]:
        """Let one of few contexts be loaded. Raises `OverLimit` (OVERLOADED) in a rush."""
        if self.waits:
            await asyncio.sleep(_SETTLING_SECONDS)
        async with self.loads:
            if self.waits and self.is_turned_away():
                raise OverLimit("the processor is short", Reason.OVERLOADED)
            yield

    async def ready(self) -> TurnReason | None:
        """Return None once the model may be asked, or why it is too late for that."""
        try:
            await self.gate.ready(self.ticket, self.left())
        except OverLimit:
            return TurnReason.OVERLOADED
        return TurnReason.OVERLOADED if self.waits and self.is_turned_away() else None

    def leave(self) -> None:
        """Give the slot back; a second time does nothing."""
        self.gate.leave(self.ticket)


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
        self._gate = admission.gate(CallClass.TURNS)
        self._floor = floor
        self._known = known
        self._clock = clock
        self._total_seconds = total_seconds
        self._late_seconds = late_seconds
        self._loads = asyncio.Semaphore(self._gate.limits.at_once)
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
        self, say: SayToCharacter, deadline: float | None
    ) -> AsyncGenerator[TurnPlace | TurnReason, None]:
        """Hold the lock of the character and a place at the gate, or give why there is none."""
        async with AsyncExitStack() as held:
            place = await self._place(held, say, deadline)
            if isinstance(place, TurnReason):
                await held.aclose()  # the character may answer others meanwhile
            yield place

    async def _place(
        self, held: AsyncExitStack, say: SayToCharacter, deadline: float | None
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
            self._gate.check_wait(flow, longest)
            # A place is taken once the character is free: a slot must not wait for a lock.
            async with asyncio.timeout(longest):
                taking = self._floor.taken(say.timeline_id, say.character_id, who)
                await held.enter_async_context(taking)
            ticket = self._gate.enter(flow, longest)
        except TimeoutError:
            return TurnReason.OUT_OF_TIME
        except OverLimit as fault:
            is_rate = fault.reason is Reason.RATE_LIMITED
            return TurnReason.RATE_LIMITED if is_rate else self._turn_away(flow)
        held.callback(self._gate.leave, ticket)
        is_turned_away = partial(self._is_turned_away, flow)
        left_now, waits = partial(self.left, deadline), not ticket.is_held
        return TurnPlace(self._gate, ticket, self._loads, is_turned_away, waits, deadline, left_now)

    def _is_turned_away(self, flow: Flow) -> bool:
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
        slots = self._gate.limits.at_once
        crowd = len(self._gate.waiting_flows | self._turned_away.keys())
        is_crowd = len(self._turned_away) > slots or crowd > max(
            _CROWD_AT_LEAST, _CROWD_OF_SLOTS * slots
        )
        return is_crowd and self._late_seconds() > _LATE_SECONDS
