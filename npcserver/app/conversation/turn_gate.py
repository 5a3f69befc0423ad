"""What a turn passes before anything is read: buckets, the lock of its character, the gate."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from npcserver.app.admission import Admission, CallClass, Flow, Gate, GateTicket, flow_in
from npcserver.app.conversation.known_characters import KnownCharacters
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.errors import OverLimit, Reason
from npcserver.model.turn import TurnReason
from npcserver.ports.clock import Clock

_WAITS = 0.5
"""The share of its time that a turn may wait at the gate; the model needs the rest."""


_ROUNDS = 100
"""Rounds of the event loop that a turn takes, about; each is late by as much."""


@dataclass(slots=True)
class TurnPlace:
    """The place of an admitted turn: it waits while its context is loaded, then holds a slot."""

    gate: Gate
    ticket: GateTicket

    async def ready(self, most_seconds: float | None) -> TurnReason | None:
        """Return None once the model may be asked, or why it is too late for that."""
        try:
            await self.gate.ready(self.ticket, most_seconds)
        except OverLimit:
            return TurnReason.OVERLOADED
        return None

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
            self._take_tokens(say, flow)
            self._gate.check_wait(flow, self._shortened(longest))
            # A place is taken once the character is free: a slot must not wait for a lock.
            async with asyncio.timeout(longest):
                who = say.player_id or say.speaker.id
                taking = self._floor.taken(say.timeline_id, say.character_id, who)
                await held.enter_async_context(taking)
            ticket = self._gate.enter(flow, longest)
        except TimeoutError:
            return TurnReason.OUT_OF_TIME
        except OverLimit as fault:
            is_rate = fault.reason is Reason.RATE_LIMITED
            return TurnReason.RATE_LIMITED if is_rate else TurnReason.OVERLOADED
        held.callback(self._gate.leave, ticket)
        return TurnPlace(self._gate, ticket)

    def _shortened(self, longest: float | None) -> float:
        """Return the longest wait of a turn, less what a processor that is short makes it late.

        Where a slot is free none has to wait, and none is refused.
        """
        longest = self._gate.limits.longest_wait if longest is None else longest
        return longest - _ROUNDS * self._late_seconds()

    def _take_tokens(self, say: SayToCharacter, flow: Flow) -> None:
        # In a circle the speaker may be a character, and the player who let them talk is charged.
        player_id = say.player_id or say.speaker.id
        self._admission.players.take("/".join(flow._replace(player=player_id)))
        known = self._known.get(say.timeline_id, say.character_id)
        if known is not None:
            self._admission.worlds.take(known.world_id)
