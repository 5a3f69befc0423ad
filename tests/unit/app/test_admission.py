"""Gates: how many run, who waits, who goes first, and who is turned away at once."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.app.admission import (
    Admission,
    AdmissionLimits,
    CallClass,
    Flow,
    Gate,
    GateLimits,
    RateLimits,
    TokenBuckets,
    called_by,
    client_name,
)
from npcserver.fair_queue import Ticket
from npcserver.model.errors import OverLimit, Reason
from npcserver.ports.turn_leases import TurnSignals
from tests.fakes.language_models import ManualClock

FLOOD, POLITE = Flow("flood", "tl_1"), Flow("polite", "tl_2")


def new_gate(at_once: int, clock: ManualClock | None = None, **more: float) -> Gate:
    limits = GateLimits(at_once=at_once, **more)  # type: ignore[arg-type]
    return Gate(CallClass.TURNS, limits, clock or ManualClock())


def holds(ticket: Ticket[Flow]) -> bool:
    return ticket.is_held


async def test_so_many_run_and_the_next_one_waits() -> None:
    """A place that is given back goes to the call that waits."""
    gate = new_gate(2)
    one, two, three = (gate.enter(Flow("a", name)) for name in ("x", "y", "z"))

    assert [holds(ticket) for ticket in (one, two, three)] == [True, True, False]
    gate.leave(two)
    gate.leave(two)

    assert holds(three)
    assert (gate.running, gate.waiting, gate.queue.granted) == (2, 0, 3)


async def test_a_call_that_would_wait_too_long_is_shed_at_once() -> None:
    """The estimate is the calls ahead, at the mean duration of calls, over the places."""
    clock = ManualClock()
    gate = new_gate(2, clock, wait_seconds=1.5)
    first = gate.enter(FLOOD)
    clock.seconds += 1.0
    gate.leave(first)
    tickets = [gate.enter(FLOOD) for _ in range(4)]

    assert list(map(holds, tickets)) == [True, True, False, False]
    assert gate.wait_of(FLOOD) == pytest.approx(1.5)
    gate.enter(FLOOD)
    with pytest.raises(OverLimit) as refused:
        gate.enter(FLOOD)

    assert refused.value.reason is Reason.OVERLOADED
    assert refused.value.retry_after == pytest.approx(2.0)
    assert gate.shed == 1


async def test_a_caller_that_waits_less_is_shed_sooner() -> None:
    """The caller's own limit counts where it is below that of the gate."""
    clock = ManualClock()
    gate = new_gate(1, clock, wait_seconds=5)
    gate.leave(gate.enter(FLOOD))
    gate.enter(FLOOD)
    clock.seconds += 2.0
    gate.enter(FLOOD)

    gate.check_wait(POLITE, 5)
    with pytest.raises(OverLimit):
        await gate.ready(gate.enter(POLITE), 0.0)


async def test_a_call_whose_wait_is_over_is_shed() -> None:
    """An estimate can be wrong; the wait itself is bounded too."""
    gate = new_gate(1, wait_seconds=0.01)
    gate.enter(FLOOD)
    late = gate.enter(POLITE)

    with pytest.raises(OverLimit):
        await gate.ready(late)
    gate.leave(late)

    assert (gate.running, gate.waiting, gate.shed) == (1, 0, 1)


async def test_a_place_that_comes_too_late_goes_to_the_next() -> None:
    """A call whose wait is over may be called up before it has given its ticket back."""
    gate = new_gate(1, wait_seconds=0.01)
    first = gate.enter(FLOOD)
    late = gate.enter(POLITE)
    with pytest.raises(OverLimit):
        await gate.ready(late)
    gate.leave(first)
    gate.leave(late)

    assert (gate.running, gate.waiting) == (0, 0)
    assert holds(gate.enter(FLOOD))


async def test_the_client_with_the_fewest_running_calls_goes_first() -> None:
    """One that floods has its queue to itself: another does not wait behind it."""
    gate = new_gate(2)
    running = [gate.enter(FLOOD) for _ in range(2)]
    flood = [gate.enter(FLOOD) for _ in range(20)]
    polite = gate.enter(POLITE)

    gate.leave(running[0])

    assert holds(polite)
    assert not any(map(holds, flood))


async def test_with_one_place_clients_take_turns() -> None:
    """None of them runs while another does, so the last turn decides."""
    gate = new_gate(1)
    flood = [gate.enter(FLOOD) for _ in range(3)]
    polite = gate.enter(POLITE)

    gate.leave(flood[0])

    assert holds(polite)
    assert not holds(flood[1])


async def test_timelines_of_one_client_take_turns() -> None:
    """A game server with one key has many timelines; one of them cannot fill the queue."""
    gate = new_gate(2)
    running = [gate.enter(Flow("game", "busy")) for _ in range(2)]
    busy = [gate.enter(Flow("game", "busy")) for _ in range(5)]
    quiet = gate.enter(Flow("game", "quiet"))

    gate.leave(running[0])

    assert holds(quiet)
    assert not any(map(holds, busy))


async def test_a_flow_leaves_a_share_of_the_places_to_others() -> None:
    """A place is free for another flow, while the first waits for one of its own."""
    gate = new_gate(4, share=0.75)
    flood = [gate.enter(FLOOD) for _ in range(6)]
    polite = gate.enter(POLITE)

    assert sum(map(holds, flood)) == 3
    assert holds(polite)


async def test_the_estimate_of_a_polite_client_does_not_count_the_flood() -> None:
    """Only as many of the flood go first as bring it level."""
    clock = ManualClock()
    gate = new_gate(2, clock, wait_seconds=100, queue=100)
    first = gate.enter(FLOOD)
    clock.seconds += 1.0
    gate.leave(first)
    for _ in range(50):
        gate.enter(FLOOD)

    assert gate.wait_of(POLITE) == pytest.approx(0.5)
    assert gate.wait_of(FLOOD) == pytest.approx(49 / 2)


async def test_a_full_queue_drops_the_newest_call_of_the_flood() -> None:
    """Another client's call takes its place."""
    gate = new_gate(1, queue=3)
    gate.enter(FLOOD)
    flood = [gate.enter(FLOOD) for _ in range(3)]
    polite = gate.enter(POLITE)

    with pytest.raises(OverLimit):
        await gate.ready(flood[-1])
    with pytest.raises(OverLimit):
        gate.enter(FLOOD)
    assert gate.waiting == 3
    assert not polite.granted.done()


async def test_a_waiting_call_that_is_cancelled_leaves_no_trace() -> None:
    """Its place goes to the next."""
    gate = new_gate(1)
    first = gate.enter(FLOOD)

    async def wait() -> None:
        async with gate.passed(POLITE):
            raise AssertionError("it never got its turn")

    waiting = asyncio.ensure_future(wait())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait((waiting,))
    gate.leave(first)

    assert (gate.running, gate.waiting) == (0, 0)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), max_size=60),
    st.integers(1, 4),
    st.sampled_from([0.5, 1.0]),
)
def test_places_are_neither_lost_nor_given_twice(
    steps: list[tuple[int, int, bool]], at_once: int, share: float
) -> None:
    """Whatever comes and goes: never more than the limit, and none idle while one may run."""

    async def run() -> None:
        gate = new_gate(at_once, share=share, queue=10)
        tickets: list[Ticket[Flow]] = []
        for client, timeline, leaves in steps:
            if leaves and tickets:
                gate.leave(tickets.pop(client % len(tickets)))
            else:
                try:
                    tickets.append(gate.enter(Flow(str(client), str(timeline))))
                except OverLimit:
                    assert gate.waiting == 10
            held = [one for one in tickets if holds(one)]
            assert len(held) == gate.running <= at_once
            waits = [one for one in tickets if not one.granted.done()]
            assert len(waits) == gate.waiting
            if share == 1.0:
                assert not waits or gate.running == at_once
        for ticket in tickets:
            gate.leave(ticket)
            if ticket.granted.done():
                ticket.granted.exception()
        assert (gate.running, gate.waiting) == (0, 0)

    asyncio.run(run())


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    """Each name has its own; the delay says when the next token is there."""
    clock = ManualClock()
    buckets = TokenBuckets("player", 60, 3, clock)

    for _ in range(3):
        buckets.take("ann")
    with pytest.raises(OverLimit) as refused:
        buckets.take("ann")
    buckets.take("ben")

    assert refused.value.reason is Reason.RATE_LIMITED
    assert refused.value.retry_after == pytest.approx(1.0)
    clock.seconds += 1.0
    buckets.take("ann")
    with pytest.raises(OverLimit):
        buckets.take("ann")
    assert buckets.refused == 2


async def test_what_one_server_lets_through_counts_on_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also beyond what is there, so that a burst on each of them is paid back; and only once."""
    monkeypatch.setattr("npcserver.app.admission._SHARED_EVERY", 0.0)
    monkeypatch.setattr("npcserver.app.admission._AT_ONCE", 2)
    clock, servers = ManualClock(), list[tuple[Admission, TurnSignals]]()

    def tell(message: str) -> None:
        for _, signals in servers:
            signals.hear(message)

    rates = AdmissionLimits(rates=RateLimits(world=60, key=60, burst_seconds=3))
    for _ in range(3):
        servers.append((Admission(clock, rates), TurnSignals(tell)))
    sharing = [asyncio.ensure_future(one.share_rates(signals)) for one, signals in servers]
    await asyncio.sleep(0)
    (one, _), (two, _), (three, _) = servers
    for name in ("a", "b", "c", "d", "e"):
        one.worlds.take(name)
    for _ in range(2):
        one.worlds.take("a")
        two.worlds.take("a")
    for _ in range(5):
        await asyncio.sleep(0)

    with pytest.raises(OverLimit) as refused:
        three.worlds.take("a")
    assert refused.value.retry_after == pytest.approx(3.0)  # five were taken of three
    with pytest.raises(OverLimit):
        two.worlds.take("a")
    for name in ("b", "c", "d", "e"):
        three.worlds.take(name)
        three.worlds.take(name)
        with pytest.raises(OverLimit):
            three.worlds.take(name)
    three.keys.take("a")
    clock.seconds += 3.0
    three.worlds.take("a")
    for task in sharing:
        task.cancel()
    await asyncio.wait(sharing)


async def test_a_server_that_is_alone_tells_nobody() -> None:
    """And keeps nothing to be told."""
    admission = Admission(ManualClock(), AdmissionLimits(rates=RateLimits(key=60)))
    await admission.share_rates(TurnSignals())
    admission.keys.take("studio")

    assert not admission.keys.taken


async def test_each_class_has_a_gate_and_each_key_a_bucket() -> None:
    """A class that is full does not keep another from running."""
    limits = AdmissionLimits(
        gates={CallClass.WRITES: GateLimits(at_once=1, wait_seconds=0)},
        rates=RateLimits(key=12, burst_seconds=15),
    )
    admission = Admission(ManualClock(), limits)

    with called_by("studio"):
        assert client_name() == "studio"
        async with admission.passed(CallClass.WRITES, ""), admission.passed(CallClass.READS, ""):
            with pytest.raises(OverLimit) as busy:
                async with admission.passed(CallClass.WRITES, ""):
                    pass
        with pytest.raises(OverLimit) as often:
            async with admission.passed(None, ""):
                pass

    assert (busy.value.reason, often.value.reason) == (Reason.OVERLOADED, Reason.RATE_LIMITED)
    assert client_name() == ""
