"""Leases by which servers on one database take turns at speaking for a character."""

import json
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Protocol

from npcserver.fair_queue import F, FairQueue
from npcserver.model.ids import CharacterId, TimelineId, new_id

_USES = "uses"  # the name of the signal
_SHOWN_EVERY = 0.9  # seconds, by which several queues of one model are shown once
_GONE_AFTER = 5.0
"""Seconds after which a server that shows no use any more leaves its part to the others."""


@dataclass(slots=True, eq=False)
class TurnLease:
    """A turn's place among those of its character, on all servers; that with the lowest fence.

    `is_held` once all before it are over or lost. `is_over` once the turn was stored, which ends
    the lease in the same transaction and is refused where it was lost. The `holder` is empty where
    one server has the database for itself, so that the lock of its process is enough. Several turns
    are stored under one that `is_shared`, which ends after them.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    holder: str = ""
    fence: int = 0
    is_held: bool = True
    is_over: bool = False
    is_shared: bool = False
    circle: "TurnLease | None" = None
    """That of the circle in which the turn is spoken; it ends with it."""

    def end(self) -> None:
        """Note that the turn was stored."""
        self.is_over = True
        if self.circle is not None:
            self.circle.is_over = True


class TurnSignals:
    """What servers on one database tell each other of turns and limits: a name, and values.

    `send` is None where one server has the database for itself.
    """

    def __init__(
        self,
        send: Callable[[str], object] | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._send = send
        self._now = now
        self._handlers: dict[str, Callable[..., object]] = {}
        self._sender = new_id("srv")
        self._shown: dict[str, float] = {}
        self._users: defaultdict[str, dict[str, float]] = defaultdict(dict)

    @property
    def is_heard(self) -> bool:
        """Whether there may be other servers."""
        return self._send is not None

    def on(self, name: str, handler: Callable[..., object]) -> None:
        """Have what other servers tell under a name handled."""
        self._handlers[name] = handler

    def tell(self, name: str, *values: str | int) -> None:
        """Tell the other servers; what one misses while it has no connection is not repeated."""
        if self._send is not None:
            self._send(json.dumps((self._sender, name, *values)))

    async def divide(self, thing: str, queue: FairQueue[F]) -> None:
        """Divide the limit of a queue for a thing among the servers that use it.

        Never ends where there may be others; a thing without a name is of this server alone.
        """
        if self.is_heard and thing:
            await queue.divide(partial(self.part, thing), partial(self._show_use, thing))

    def _show_use(self, thing: str) -> None:
        now = self._now()
        if now - self._shown.get(thing, -_SHOWN_EVERY) >= _SHOWN_EVERY:
            self._shown[thing] = now
            self.tell(_USES, thing)

    def part(self, thing: str, whole: int) -> int:
        """Return this server's part of a number that the users of a thing divide; at least 1.

        What this server tells comes back to it; a user is gone that was heard much earlier. So
        nobody is taken for gone while the database does not answer.
        """
        users = self._users[thing]
        heard = users.get(self._sender, 0.0)
        for gone in [one for one, at in users.items() if at < heard - _GONE_AFTER]:
            del users[gone]
        count = len(users.keys() | {self._sender})
        before = sum(one < self._sender for one in users)
        return max(1, whole // count + (before < whole % count))

    def hear(self, message: str) -> None:
        """Handle what a server told, unless it is this one, or of another version."""
        sender, name, *values = json.loads(message)
        if name == _USES:
            self._users[values[0]][sender] = self._now()
        if sender != self._sender and name in self._handlers:
            self._handlers[name](*values)


def circle_name(circle_id: str) -> CharacterId:
    """Return the name under which a circle has leases; no character can have it."""
    return CharacterId(f"circle {circle_id}")


class TurnLeases(Protocol):
    """Gives each turn a place in line.

    Callers hold the lock of the character in their own process. A circle, under a name by
    `circle_name`, has leases as a character does.
    """

    signals: TurnSignals

    def asked(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> AbstractAsyncContextManager[TurnLease]:
        """Have a place in line while the block runs, held at once if nobody is before it.

        Raises `Unavailable` where the database does not answer.
        """
        ...

    async def granted(self, lease: TurnLease) -> None:
        """Return once a lease is held. Raises `Unavailable` as `asked` does."""


class OneServer:
    """The leases of a database that one server has for itself."""

    def __init__(self) -> None:
        self.signals = TurnSignals()

    @asynccontextmanager
    async def asked(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> AsyncGenerator[TurnLease, None]:
        """Give a lease that needs no row."""
        yield TurnLease(timeline_id, character_id)

    async def granted(self, lease: TurnLease) -> None:
        """Return: it is held."""
