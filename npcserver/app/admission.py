"""Admission: how many calls of each class run at one time, who waits, and who is turned away.

Each class has a gate with a limit, a short queue and an estimate of the wait. A call that would
wait too long is shed at once: a turn gets an authored line, any other call RESOURCE_EXHAUSTED.
Rates hold over all servers of a database, and so does the gate of turns where they use one model.
The other gates are of one server, which they protect.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

import structlog
from cachetools import LRUCache

from npcserver.fair_queue import FairQueue, Ticket
from npcserver.model.errors import OverLimit, Reason
from npcserver.ports.clock import Clock, StillClock
from npcserver.ports.observer import NO_OBSERVER, Observer
from npcserver.ports.turn_leases import TurnSignals

_log = structlog.get_logger(__name__)

_NEWEST = 0.2
"""Weight of the newest call in the mean duration of calls."""
_LEAST_MEAN = 0.001  # seconds; a call that has to wait is told from one that has not
_LEAST_RETRY = 0.5  # seconds; sooner the queue is as long as it was
_MOST_BUCKETS = 50_000
_SHARED_EVERY = 1.0
"""Seconds by which other servers learn late of a call, so that a burst may pass on each of them."""
_RATES = "rates"  # the name of the signal
_AT_ONCE = 250  # names in a signal, which may have 8,000 bytes


class CallClass(StrEnum):
    """The classes of calls; each has a gate of its own."""

    TURNS = "turns"
    READS = "reads"
    WRITES = "writes"
    STREAMS = "streams"
    TOOLS = "tools"


class Flow(NamedTuple):
    """Whose calls share a place in the queue: those of a player of a client in a timeline.

    `player` is empty for calls that are no player's.
    """

    client: str
    timeline: str
    player: str = ""


_CLIENT: ContextVar[str] = ContextVar("client", default="")
_HAS_TOKEN: ContextVar[bool] = ContextVar("has_token", default=False)


def client_name() -> str:
    """Return the name of the client whose call is being handled; empty where it shows no key."""
    return _CLIENT.get()


@contextmanager
def called_by(client: str, *, has_token: bool = False) -> Iterator[None]:
    """Name the client for the calls of this task and of those that it starts.

    `has_token` is whether a player calls with a token of its own.
    """
    token, shown = _CLIENT.set(client), _HAS_TOKEN.set(has_token)
    try:
        yield
    finally:
        _CLIENT.reset(token)
        _HAS_TOKEN.reset(shown)


def flow_in(timeline: str, player: str = "") -> Flow:
    """Return the flow of the call that is being handled, in a timeline."""
    return Flow(client_name(), timeline, player)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateLimits:
    """Limits of a class: calls at one time, calls that wait, and the longest wait in seconds.

    `share` is the part of the calls at one time that one client may have in one timeline, so that
    another finds a place, and the part of those that one player may have; the last place is never
    withheld. `wait_now` returns the longest wait at present; if it is None, `wait_seconds` holds.
    """

    at_once: int
    queue: int = 256
    wait_seconds: float = 2.0
    share: float = 1.0
    wait_now: Callable[[], float] | None = None

    @property
    def longest_wait(self) -> float:
        """The longest wait at present, in seconds."""
        return self.wait_seconds if self.wait_now is None else self.wait_now()


class Gate:
    """Lets calls of one class through.

    Among those that wait, the client with the fewest running calls goes first, then the timeline
    with the fewest, then the player.
    """

    def __init__(
        self, name: CallClass, limits: GateLimits, clock: Clock, observer: Observer = NO_OBSERVER
    ) -> None:
        self.name = name
        self.limits = limits
        self._clock = clock
        self._observer = observer
        self.queue = FairQueue(limits.at_once, self._may_run, self._rank, clock.monotonic)
        self._waiting, self._running = self.queue.waiting, self.queue.running
        self._mean = 0.0
        self.shed = 0

    @property
    def running(self) -> int:
        """How many calls hold a place."""
        return self._running[()]

    @property
    def at_once(self) -> int:
        """How many calls may run at one time at present."""
        return self.queue.limit

    @property
    def is_full(self) -> bool:
        """Whether a new call would have to wait."""
        return self.running >= self.at_once

    @property
    def waiting(self) -> int:
        """How many calls wait for a place."""
        return len(self._waiting)

    @property
    def waiting_flows(self) -> set[Flow]:
        """The flows of the calls that wait for a place."""
        return {one.flow for one in self._waiting}

    def wait_of(self, flow: Flow) -> float:
        """Return the estimated seconds that a new call of a flow would wait."""
        ahead = self._ahead(flow)
        free = self.at_once - self.running
        if ahead < free and self._may_run(flow):
            return 0.0
        return (ahead + 1) * max(self._mean, _LEAST_MEAN) / self.at_once

    def check_wait(self, flow: Flow, most_seconds: float | None = None) -> None:
        """Raise `OverLimit` (OVERLOADED) where a new call of a flow would wait too long.

        That is longer than `wait_seconds`, or than `most_seconds` where those are less.
        """
        wait = self.wait_of(flow)
        if wait > self._longest(most_seconds):
            raise self._overloaded(flow, wait)

    def enter(self, flow: Flow, most_seconds: float | None = None) -> Ticket[Flow]:
        """Return a place in the queue; raises as `check_wait` does, and for a full queue.

        Call `ready` with the ticket, and give it back with `leave`.
        """
        self.check_wait(flow, most_seconds)
        is_free = not self.is_full and self._may_run(flow)
        if not is_free and self.waiting >= self.limits.queue and not self._free_place(flow):
            raise self._overloaded(flow, self.wait_of(flow))
        return self.queue.enter(flow)

    async def ready(self, ticket: Ticket[Flow], most_seconds: float | None = None) -> None:
        """Return once a ticket holds its place. Raises `OverLimit` (OVERLOADED) when it is late."""
        try:
            async with asyncio.timeout(self._longest(most_seconds)):
                await ticket.granted
        except TimeoutError:
            raise self._overloaded(ticket.flow, self.wait_of(ticket.flow)) from None

    def leave(self, ticket: Ticket[Flow]) -> None:
        """Give a ticket back, whether it ran or still waited; a second time does nothing."""
        if self.queue.leave(ticket):
            took = self._clock.monotonic() - ticket.since
            self._mean = took if not self._mean else self._mean + _NEWEST * (took - self._mean)

    @asynccontextmanager
    async def passed(self, flow: Flow) -> AsyncGenerator[None, None]:
        """Hold a place while the block runs. Raises `OverLimit` (OVERLOADED) for none in time."""
        ticket = self.enter(flow)
        try:
            await self.ready(ticket)
            yield
        finally:
            self.leave(ticket)

    def _longest(self, most_seconds: float | None) -> float:
        longest = self.limits.longest_wait
        return longest if most_seconds is None else min(longest, max(most_seconds, 0.0))

    def _may_run(self, flow: Flow) -> bool:
        share = _part(self.at_once, self.limits.share)
        most = _part(share, self.limits.share) if flow[2] else share
        return self._running[flow[:2]] < share and self._running[flow] < most

    def _rank(self, flow: Flow) -> tuple[int, int, int]:
        return self._running[flow[:1]], self._running[flow[:2]], self._running[flow]

    def _ahead(self, flow: Flow) -> int:
        """Return how many waiting calls would go before a new one of a flow."""
        if not self._waiting:
            return 0
        clients = Counter(one.flow.client for one in self._waiting)
        flows = Counter(one.flow for one in self._waiting if one.flow.client == flow.client)
        own = self._running[flow[:1]] + clients.pop(flow.client, 0) + 1
        ahead = sum(
            min(count, max(0, own - self._running[(client,)])) for client, count in clients.items()
        )
        mine = self._running[flow] + flows[flow] + 1
        return ahead + sum(
            count if other == flow else min(count, max(0, mine - self._running[other]))
            for other, count in flows.items()
        )

    def _free_place(self, flow: Flow) -> bool:
        """Shed the newest call of the flow that waits most, if that waits more than `flow`."""
        if not self._waiting:
            return False
        counts = Counter(one.flow for one in self._waiting)
        largest, count = counts.most_common(1)[0]
        if count <= counts[flow] + 1:
            return False
        last = next(one for one in reversed(self._waiting) if one.flow == largest)
        self._waiting.remove(last)
        if not last.granted.done():
            last.granted.set_exception(self._overloaded(largest, self.wait_of(largest)))
        return True

    def _overloaded(self, flow: Flow, wait: float) -> OverLimit:
        self.shed += 1
        if self.name is not CallClass.TURNS:  # those are told with the line that they get
            self._observer.call_shed(self.name, Reason.OVERLOADED)
            _log.info(
                "call_shed",
                call_class=self.name.value,
                why=Reason.OVERLOADED.value,
                client=flow.client,
                timeline=flow.timeline,
                estimated_seconds=round(wait, 2),
            )
        return OverLimit(
            f"the server is at its limit of {self.at_once} {self.name} at one time; try "
            "again in a moment, or raise the limit in `limits` if the machine can take more",
            Reason.OVERLOADED,
            retry_after=max(wait, _LEAST_RETRY),
            callClass=self.name.value,
        )


def _part(whole: int, share: float) -> int:
    """Return a share of places, rounded up, and at least one."""
    return max(1, -int(-whole * share // 1))


class TokenBuckets:
    """Token buckets by name: `per_minute` tokens flow in, and at most `burst` are kept.

    0 per minute is no limit. With `news`, which is set then, what is taken is kept in `taken` until
    the other servers are told; names stand there as digests.
    """

    def __init__(
        self,
        kind: str,
        per_minute: float,
        burst: int,
        clock: Clock,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        self._kind = kind
        self._observer = observer
        self._rate = per_minute / 60
        self._burst = float(max(burst, 1))
        self._clock = clock
        self._levels: LRUCache[str, tuple[float, float]] = LRUCache(_MOST_BUCKETS)
        self.news: asyncio.Event | None = None
        self.taken: Counter[str] = Counter()
        self.refused = 0

    def take(self, name: str) -> None:
        """Take one token. Raises `OverLimit` (RATE_LIMITED) where there is none."""
        if self._rate <= 0:
            return
        digest = blake2b(name.encode(), digest_size=8).hexdigest()
        level = self._change(digest, 0)
        if level >= 1:
            self._change(digest, -1)
            if self.news is not None:
                self.taken[digest] += 1
                self.news.set()
        else:
            self.refused += 1
            self._observer.call_shed(self._kind, Reason.RATE_LIMITED)
            _log.info("call_shed", why=Reason.RATE_LIMITED.value, kind=self._kind, name=name)
            raise OverLimit(
                f"this {self._kind} calls more often than `limits.{self._kind}_per_minute` allows; "
                "wait, then try again",
                Reason.RATE_LIMITED,
                retry_after=(1 - level) / self._rate,
                limit=self._kind,
            )

    def count(self, digest: str, calls: int) -> None:
        """Take tokens for calls that another server has let through, also if none are there."""
        if self._rate > 0:
            self._change(digest, -calls)

    def _change(self, digest: str, tokens: float) -> float:
        now = self._clock.monotonic()
        level, since = self._levels.get(digest, (self._burst, now))
        level = min(self._burst, level + (now - since) * self._rate) + tokens
        # a bucket that was dropped would be full again by now
        self._levels[digest] = level, now
        return level


_OPEN = GateLimits(at_once=10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """Calls a minute of a key, and turns a minute of a player and of a world; 0 for no limit.

    `token` is the limit of a player that calls with a token. `burst_seconds` of them may come at
    once.
    """

    key: float = 0.0
    player: float = 0.0
    token: float = 0.0
    world: float = 0.0
    burst_seconds: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionLimits:
    """The limits of all gates and buckets. The defaults let everything through."""

    gates: Mapping[CallClass, GateLimits] = field(default_factory=dict)
    rates: RateLimits = RateLimits()


class Admission:
    """The gates by class, and the buckets of keys, players and worlds."""

    def __init__(
        self,
        clock: Clock,
        limits: AdmissionLimits | None = None,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        chosen = limits or AdmissionLimits()
        self._gates = {
            one: Gate(one, chosen.gates.get(one, _OPEN), clock, observer) for one in CallClass
        }
        rates = chosen.rates
        self._buckets = self.keys, self._players, self._tokens, self.worlds = tuple(
            TokenBuckets(kind, rate, int(rate * rates.burst_seconds / 60), clock, observer)
            for kind, rate in (
                ("key", rates.key),
                ("player", rates.player),
                ("player", rates.token),
                ("world", rates.world),
            )
        )

    @property
    def players(self) -> TokenBuckets:
        """The buckets of players, for the call that is handled: with tokens or without."""
        return self._tokens if _HAS_TOKEN.get() else self._players

    async def share_rates(self, signals: TurnSignals) -> None:
        """Have calls count on all servers of the database; never ends where there may be others."""
        if not signals.is_heard:
            return
        news = asyncio.Event()
        for buckets in self._buckets:
            buckets.news = news
        signals.on(_RATES, self._count)
        while True:
            await news.wait()
            await asyncio.sleep(_SHARED_EVERY)
            news.clear()
            for number, buckets in enumerate(self._buckets):
                taken, buckets.taken = list(buckets.taken.items()), Counter()
                for start in range(0, len(taken), _AT_ONCE):
                    some = taken[start : start + _AT_ONCE]
                    signals.tell(_RATES, number, *(value for pair in some for value in pair))

    def _count(self, number: int, *taken: str | int) -> None:
        for digest, calls in zip(taken[::2], taken[1::2], strict=True):
            self._buckets[number].count(str(digest), int(calls))

    def gate(self, one: CallClass) -> Gate:
        """Return the gate of a class."""
        return self._gates[one]

    @asynccontextmanager
    async def passed(self, one: CallClass | None, timeline: str) -> AsyncGenerator[None, None]:
        """Hold a place for the call that is handled; turns hold theirs in the dialogue.

        A class of None passes no gate. Raises `OverLimit` (OVERLOADED, or RATE_LIMITED for a key).
        """
        self.keys.take(client_name())
        if one is None or one is CallClass.TURNS:
            yield
            return
        async with self._gates[one].passed(flow_in(timeline)):
            yield


def unlimited() -> Admission:
    """Return an admission that lets everything through."""
    return Admission(StillClock(datetime.min.replace(tzinfo=UTC)))
