"""A fair queue for few places: a caller with many calls does not keep those of others waiting."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

_SHOWN_PAUSES = 0.1, 0.9
"""Seconds between two looks at a divided limit. The first is soon: a server that was idle hears
meanwhile who else is there."""

F = TypeVar("F", bound=tuple[str, ...])
"""Whose a call is, from the whole to the part: the flow of the calls that share its place."""


@dataclass(slots=True, eq=False)
class Ticket(Generic[F]):
    """A place in a queue: waiting until `granted` has a result, then held until it is left."""

    flow: F
    granted: asyncio.Future[None]
    since: float = 0.0
    is_over: bool = False

    @property
    def is_held(self) -> bool:
        """Whether its place was granted; one whose wait was over may be cancelled."""
        granted = self.granted
        return granted.done() and not granted.cancelled() and granted.exception() is None


class FairQueue(Generic[F]):
    """Grants places to at most `limit` calls at one time.

    Among those that wait and `may_run`, the one with the lowest `rank` goes first, then the one
    whose flow's last call is longest ago, then the oldest call. `running` counts the calls that
    hold a place by each beginning of their flow; `()` is that of all.
    """

    def __init__(
        self,
        limit: int,
        may_run: Callable[[F], bool],
        rank: Callable[[F], tuple[int, ...]],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._whole = limit
        self.part: Callable[[int], int] = lambda whole: whole
        """This server's part of a number that all servers have together."""
        self._entered = asyncio.Event()
        self._may_run = may_run
        self._rank = rank
        self._now = now
        self._last: dict[F, int] = {}
        self.running: Counter[tuple[str, ...]] = Counter()
        self.waiting: list[Ticket[F]] = []
        self.granted = 0

    @property
    def limit(self) -> int:
        """How many calls may hold a place at present; more may where it was higher."""
        return self.part(self._whole)

    async def divide(self, part: Callable[[int], int], show: Callable[[], None]) -> None:
        """Divide the limit among servers by `part`, and `show` them each use; never ends."""
        self.part = part
        while True:
            await self._entered.wait()
            show()
            for pause in _SHOWN_PAUSES:
                await asyncio.sleep(pause)
                self._call_up()
            if not self.waiting and not self.running:
                self._entered.clear()

    def enter(self, flow: F) -> Ticket[F]:
        """Return a place in the queue; give it back with `leave`."""
        self._entered.set()
        ticket = Ticket(flow, asyncio.get_running_loop().create_future())
        self.waiting.append(ticket)
        self._call_up()
        return ticket

    def leave(self, ticket: Ticket[F]) -> bool:
        """Give a ticket back; return whether it held its place. A second time does nothing."""
        if ticket.is_over:
            return False
        ticket.is_over = True
        flow = ticket.flow
        if ticket.is_held:
            self._count(flow, -1)
        elif ticket in self.waiting:
            self.waiting.remove(ticket)
        if not self.running[flow] and not any(one.flow == flow for one in self.waiting):
            self._last.pop(flow, None)
        self._call_up()
        return ticket.is_held

    def _call_up(self) -> None:
        while self.waiting and self.running[()] < self.limit:
            able = [one for one in self.waiting if self._may_run(one.flow)]
            if not able:
                return
            # `min` returns the first of equals, which is the oldest
            ticket = min(able, key=lambda one: (*self._rank(one.flow), self._last.get(one.flow, 0)))
            self.waiting.remove(ticket)
            if ticket.granted.done():  # its task was cancelled and has not run since
                continue
            self._count(ticket.flow, 1)
            self.granted += 1
            self._last[ticket.flow] = self.granted
            ticket.since = self._now()
            ticket.granted.set_result(None)

    def _count(self, flow: F, by: int) -> None:
        for end in range(len(flow) + 1):
            self.running[flow[:end]] += by
            if not self.running[flow[:end]]:
                del self.running[flow[:end]]  # flows that ended take no memory
