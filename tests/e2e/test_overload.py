"""More calls than the server takes: turns get a line, other calls a reason and a delay."""

import asyncio
from collections import Counter
from collections.abc import Callable

import grpc
import pytest

from npcserver.app.admission import AdmissionLimits, CallClass, Flow, GateLimits, RateLimits
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import timeline_service_pb2, turn_pb2
from tests.fakes.server import ReplyScript, say_request, use_cases
from tests.fakes.wires import WIRES, BothWires, CallOutcome, call_outcome, serve_both_wires

SAY = "npcserver.v1.PlayService/Say"
SAY_IN_CIRCLE = "npcserver.v1.PlayService/SayInCircle"
OBSERVE = "npcserver.v1.PlayService/Observe"
GET = "npcserver.v1.TimelineService/GetTimeline"
TURNS, SLOTS, QUEUE = 120, 4, 6


def last_of(came: CallOutcome) -> turn_pb2.TurnFinished:
    assert came.refused is None, came.refused
    assert came.messages[-1].event.HasField("finished")
    finished: turn_pb2.TurnFinished = came.messages[-1].event.finished
    return finished


def line_of(came: CallOutcome) -> str:
    return " ".join(one.event.line.text for one in came.messages if one.event.HasField("line"))


def one_write() -> AdmissionLimits:
    """Return limits that let one call write, and none wait."""
    return AdmissionLimits(gates={CallClass.WRITES: GateLimits(at_once=1, queue=0)})


async def many_turns(here: BothWires, wire: str, gate: asyncio.Event) -> list[CallOutcome]:
    """Begin turns on timelines of their own; open the gate once the others are answered."""
    first = await here.loopback.open()
    timelines = [first, *[await here.loopback.start() for _ in range(TURNS - 1)]]
    script: ReplyScript = here.loopback.script
    script.steps = [gate, "Come in."]
    calls = [
        asyncio.ensure_future(call_outcome(here.by(wire), SAY, say_request(timeline)))
        for timeline in timelines
    ]
    await here.until(lambda: sum(call.done() for call in calls) == TURNS - SLOTS - QUEUE)
    gate.set()
    return await asyncio.gather(*calls)


@pytest.mark.parametrize("wire", WIRES)
async def test_of_many_turns_at_once_each_has_a_line(
    wire: str, record_property: Callable[[str, object], None]
) -> None:
    """As many as there are slots and waiting places are answered; the others are told why not."""
    turns = GateLimits(at_once=SLOTS, queue=QUEUE, wait_seconds=60)
    script = ReplyScript()
    services = use_cases(script, limits=AdmissionLimits(gates={CallClass.TURNS: turns}))
    async with serve_both_wires(services, script=script) as here:
        came = await many_turns(here, wire, asyncio.Event())

        ends = Counter(turn_pb2.TurnOutcome.Name(last_of(one).outcome) for one in came)
        assert ends == {
            "TURN_OUTCOME_COMPLETED": SLOTS + QUEUE,
            "TURN_OUTCOME_SHED": TURNS - SLOTS - QUEUE,
        }
        record_property("figure", f"{wire}: {len(came)} turns at once, {dict(ends)}")
        assert all(line_of(one) for one in came)
        shed = [one for one in came if last_of(one).outcome == turn_pb2.TURN_OUTCOME_SHED]
        assert {last_of(one).reason for one in shed} == {turn_pb2.TURN_REASON_OVERLOADED}
        assert not any(last_of(one).not_kept for one in shed)
        assert len(script.heard) == SLOTS + QUEUE
        logged = [one for one in here.loopback.logs if one["event"] == "turn_shed"]
        assert len(logged) == len(shed)


async def test_a_turn_that_waits_in_vain_is_told_and_counted_like_the_others() -> None:
    """It was admitted to the queue, and no place became free in time."""
    turns = GateLimits(at_once=1, queue=1, wait_seconds=0.2)
    services = use_cases(ReplyScript(), limits=AdmissionLimits(gates={CallClass.TURNS: turns}))
    async with serve_both_wires(services) as here:
        timeline = await here.loopback.open()
        gate = services.admission.gate(CallClass.TURNS)
        other = gate.enter(Flow("other", ""))

        came = await call_outcome(here.by("grpc"), SAY, say_request(timeline))
        gate.leave(other)

        ended = last_of(came)
        assert line_of(came)
        assert ended.outcome == turn_pb2.TURN_OUTCOME_SHED
        assert ended.reason == turn_pb2.TURN_REASON_OVERLOADED
        (logged,) = [one for one in here.loopback.logs if one["event"] == "turn_shed"]
        assert logged["turn"] == came.messages[0].event.turn_id


async def test_a_save_has_the_shed_turns_before_it() -> None:
    """What a player was told is in the state that is saved, stored by then or not."""
    turns = GateLimits(at_once=1, queue=0)
    services = use_cases(ReplyScript(), limits=AdmissionLimits(gates={CallClass.TURNS: turns}))
    async with serve_both_wires(services) as here:
        timeline = await here.loopback.open()
        gate = services.admission.gate(CallClass.TURNS)
        other = gate.enter(Flow("other", ""))
        await here.loopback.turn(timeline, "I lost my brass key.")
        gate.leave(other)

        save = timeline_service_pb2.SaveRequest(timeline_id=timeline, name="Dawn")
        saved = await here.loopback.timelines.Save(save)

        memories = await here.loopback.list_memories(timeline)
        assert any("brass key" in one.text for one in memories)
        assert saved.save.seq == max(one.seq for one in memories) + 1


@pytest.mark.parametrize("wire", WIRES)
async def test_other_calls_beyond_the_limit_are_told_when_to_try_again(wire: str) -> None:
    """A class that is full does not keep calls of another class from running."""
    services = use_cases(ReplyScript(), limits=one_write())
    async with serve_both_wires(services) as here:
        timeline = await here.loopback.open()
        gate = services.admission.gate(CallClass.WRITES)
        other = gate.enter(Flow("other", ""))
        observe = pb.ObserveRequest(timeline_id=timeline)
        observe.observations.add(text="A bell rings.", witness_ids=["mira"])

        refused = (await call_outcome(here.by(wire), OBSERVE, observe)).why
        read = timeline_service_pb2.GetTimelineRequest(timeline_id=timeline)
        assert (await call_outcome(here.by(wire), GET, read)).refused is None

        assert (refused.code, refused.reason) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "OVERLOADED",
        )
        assert refused.details["RetryInfo"].retry_delay.nanos > 0
        assert refused.details["ErrorInfo"].metadata == {"callClass": "writes"}
        assert gate.shed == 1
        assert any(one["event"] == "call_shed" for one in here.loopback.logs)
        gate.leave(other)
        assert (await call_outcome(here.by(wire), OBSERVE, observe)).refused is None


@pytest.mark.parametrize("wire", WIRES)
async def test_a_key_that_calls_too_often_is_told_so(wire: str) -> None:
    """Another key is not affected."""
    limits = AdmissionLimits(rates=RateLimits(key=60, burst_seconds=2))
    services = use_cases(ReplyScript(), limits=limits)
    async with serve_both_wires(services, keys=("key-a", "key-b")) as here:
        read = timeline_service_pb2.GetTimelineRequest(timeline_id="tl_1")

        async def called(key: str) -> str:
            headers = {"authorization": f"Bearer {key}"}
            return (await call_outcome(here.by(wire), GET, read, headers)).why.reason

        assert [await called("key-a") for _ in range(3)] == [
            "TIMELINE_NOT_FOUND",
            "TIMELINE_NOT_FOUND",
            "RATE_LIMITED",
        ]
        assert await called("key-b") == "TIMELINE_NOT_FOUND"


@pytest.mark.parametrize("wire", WIRES)
async def test_a_circle_gives_a_sign_as_soon_as_its_caller_wants(wire: str) -> None:
    """A sign comes before the line, at once if it says so; times that cannot be are refused."""
    script = ReplyScript()
    async with serve_both_wires(use_cases(script), script=script) as here:
        timeline = await here.loopback.open("Mira", "Tom")
        opened = pb.OpenCircleRequest(timeline_id=timeline)
        opened.members.add(id="p1", name="Ada")
        for name in ("mira", "tom"):
            opened.members.add(id=name, is_character=True)
        circle = (await here.loopback.play.OpenCircle(opened)).circle
        gate = asyncio.Event()
        script.steps = [gate, "In the well."]
        say = pb.SayInCircleRequest(
            timeline_id=timeline, circle_id=circle.circle_id, speaker_id="p1", text="Tom, where?"
        )
        say.first_beat_ms = 0
        calling = asyncio.ensure_future(call_outcome(here.by(wire), SAY_IN_CIRCLE, say))
        await here.until(lambda: bool(script.heard))
        await asyncio.sleep(0.1)  # a sign that is due at once comes first
        gate.set()
        patient = await calling
        say.total_ms = 0
        refused = (await call_outcome(here.by(wire), SAY_IN_CIRCLE, say)).why

        turns = [one.turn for one in patient.messages if one.HasField("turn")]
        kinds = [one.WhichOneof("event") for one in turns]
        assert kinds == ["started", "waiting", "line", "finished"]
        assert (refused.code, refused.reason) == (
            grpc.StatusCode.INVALID_ARGUMENT,
            "INVALID_FIELD",
        )
