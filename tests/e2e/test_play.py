"""`PlayService` over the wire, method by method."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterable
from typing import Any

import grpc
import pytest

from npcserver.admin.v1 import memory_service_pb2
from npcserver.model.errors import Reason
from npcserver.model.turn import LineDelta
from npcserver.v1 import affordance_pb2, memory_pb2, turn_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.server import LoopbackServer, proposed_intent
from tests.fakes.wires import read_refusal

PLAYER = pb.Speaker(id="p1", name="Ada")


def utterance(timeline_id: str, **fields: Any) -> pb.SayRequest:
    given: dict[str, Any] = {"character_id": "mira", "speaker": PLAYER, "text": "Hello?"}
    return pb.SayRequest(timeline_id=timeline_id, **(given | fields))


async def until_turn(
    watching: AsyncIterable[pb.WatchResponse],
) -> AsyncGenerator[pb.WatchResponse, None]:
    async for event in watching:
        yield event
        if event.HasField("turn"):
            return


async def test_say_streams_one_turn_numbered_without_gaps(loopback: LoopbackServer) -> None:
    """A turn is started, lines and intents, then finished, and each event knows its place."""
    timeline = await loopback.open()
    loopback.will_say("Come in.", proposed_intent("give", ("item", "mug"), ("count", 2)), "Sit.")
    give = affordance_pb2.Affordance(
        name="give",
        description="Hand something over",
        parameters=[
            affordance_pb2.Parameter(name="item", type=affordance_pb2.PARAMETER_TYPE_STRING),
            affordance_pb2.Parameter(name="count", type=affordance_pb2.PARAMETER_TYPE_INTEGER),
        ],
    )

    events = [r.event async for r in loopback.play.Say(utterance(timeline, affordances=[give]))]

    kinds = [event.WhichOneof("event") for event in events]
    assert kinds == ["started", "line", "intent", "line", "finished"]
    assert [event.sequence for event in events] == [0, 1, 2, 3, 4]
    assert len({event.turn_id for event in events}) == 1
    assert events[0].started.character_id == "mira"
    assert [(a.name, a.WhichOneof("value")) for a in events[2].intent.arguments] == [
        ("item", "text"),
        ("count", "integer"),
    ]
    assert events[-1].finished.receipt_id == events[0].turn_id
    assert events[-1].finished.seq > 0


async def test_words_pasted_from_windows_are_heard(loopback: LoopbackServer) -> None:
    """A C1 control in what is said, or in the speaker's name, is cleaned and not refused."""
    timeline = await loopback.open()
    loopback.will_say("Is it?")
    pasted = utterance(
        timeline, text="It\x92s\x81 late\x85", speaker=pb.Speaker(id="p1", name="O\x92Hara")
    )

    events = [r.event async for r in loopback.play.Say(pasted)]
    seq = events[-1].finished.seq
    watching = loopback.play.Watch(pb.WatchRequest(timeline_id=timeline, after_seq=0))
    turns = [one.turn async for one in until_turn(watching) if one.HasField("turn")]

    assert seq > 0
    assert [turn.heard for turn in turns] == ["It’s late…"]


async def test_deltas_come_only_on_request(loopback: LoopbackServer) -> None:
    """Who asks for deltas gets them before each line; nobody else does."""
    timeline = await loopback.open()
    loopback.will_say("Come in.")

    plain = [r.event.WhichOneof("event") async for r in loopback.play.Say(utterance(timeline))]
    grown = [
        r.event.WhichOneof("event")
        async for r in loopback.play.Say(utterance(timeline, stream_deltas=True))
    ]

    assert plain == ["started", "line", "finished"]
    assert grown == ["started", "delta", "line", "finished"]


async def test_hanging_up_interrupts_and_only_what_was_delivered_is_remembered(
    loopback: LoopbackServer,
) -> None:
    """Words that never left the server were never said."""
    timeline = await loopback.open()
    never = asyncio.Event()
    loopback.will_say("Come in.", never, "The cellar is locked.")
    call = loopback.play.Say(utterance(timeline))
    async for response in call:
        if response.event.HasField("line"):
            break

    call.cancel()
    news = loopback.play.Watch(pb.WatchRequest(timeline_id=timeline, after_seq=0))
    seen = [event async for event in until_turn(news)]

    assert [event.memory.text for event in seen[:2]] == ["Hello?", "Come in."]
    assert seen[-1].turn.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED
    assert [line.text for line in seen[-1].turn.lines] == ["Come in."]
    assert loopback.script.closed == 1


async def test_the_receipt_of_an_interrupted_turn_holds_what_was_delivered(
    loopback: LoopbackServer,
) -> None:
    """A line that was cut off in its deltas ends in a dash, there and in the memory."""
    timeline = await loopback.open()
    loopback.will_say("Come in.", LineDelta(text="Mind the "), asyncio.Event())
    answers = loopback.play.Say(utterance(timeline, stream_deltas=True))
    async for answer in answers:
        if answer.event.HasField("delta") and answer.event.delta.text == "Mind the ":
            await loopback.play.Interrupt(pb.InterruptRequest(turn_id=answer.event.turn_id))

    explained = await loopback.memories.Explain(
        memory_service_pb2.ExplainRequest(timeline_id=timeline, turn_id=answer.event.turn_id)
    )

    delivered = ["Come in.", "Mind the\N{EM DASH}"]
    assert [line.text for line in explained.receipt.lines] == delivered
    news = loopback.play.Watch(pb.WatchRequest(timeline_id=timeline, after_seq=0))
    seen = [event async for event in until_turn(news)]
    assert [event.memory.text for event in seen[:2]] == ["Hello?", " ".join(delivered)]
    assert [line.text for line in seen[-1].turn.lines] == delivered


async def test_interrupt_ends_a_turn_that_is_being_spoken(loopback: LoopbackServer) -> None:
    """An engine that cannot cancel a call says so, and the stream ends in order."""
    timeline = await loopback.open()
    loopback.will_say("Come in.", asyncio.Event())
    call: Any = loopback.play.Say(utterance(timeline))
    events = [(await call.read()).event, (await call.read()).event]

    answer = await loopback.play.Interrupt(pb.InterruptRequest(turn_id=events[0].turn_id))
    last = (await call.read()).event

    assert answer.was_speaking
    assert last.finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED
    late = await loopback.play.Interrupt(pb.InterruptRequest(turn_id=events[0].turn_id))
    assert not late.was_speaking


async def test_a_repeated_say_replays_its_turn(loopback: LoopbackServer) -> None:
    """The same request id gets the same events, and the character is not asked again."""
    timeline = await loopback.open()
    request = utterance(timeline, request_id="say-1")

    first = [r.event async for r in loopback.play.Say(request)]
    second = [r.event async for r in loopback.play.Say(request)]

    assert second == first
    assert len(loopback.script.heard) == 1


async def test_observations_are_numbered_without_gaps_and_reach_their_witnesses(
    loopback: LoopbackServer,
) -> None:
    """A batch with a place and no names is perceived by all who are there."""
    timeline = await loopback.open("Mira", "Jon")

    observed = await loopback.play.Observe(
        pb.ObserveRequest(
            timeline_id=timeline,
            movements=[pb.Movement(id="p1", name="Ada", place_id="inn")],
            observations=[
                pb.Observation(text="A mug falls.", place_id="inn"),
                pb.Observation(text="Jon winks.", witness_ids=["mira"], importance=7),
            ],
        )
    )

    assert observed.memories == 3
    assert observed.last_seq - observed.first_seq + 1 == 4


async def test_repeating_an_observe_with_the_same_id_stores_nothing_twice(
    loopback: LoopbackServer,
) -> None:
    """A retry gets the first answer; another body under the same id is refused."""
    timeline = await loopback.open()
    request = pb.ObserveRequest(
        request_id="o1",
        timeline_id=timeline,
        observations=[pb.Observation(text="A mug falls.", witness_ids=["mira"])],
    )

    first = await loopback.play.Observe(request)
    again = await loopback.play.Observe(request)
    request.observations[0].text = "A jug falls."
    failure = await read_refusal(loopback.play.Observe(request))

    assert again == first
    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.reason == Reason.REQUEST_ID_REUSED


async def test_the_game_settles_an_intent_once(loopback: LoopbackServer) -> None:
    """A final outcome is stored, remembered, and not to be changed."""
    timeline = await loopback.open()
    loopback.will_say(proposed_intent("wave"))
    wave = affordance_pb2.Affordance(name="wave")
    events = [r.event async for r in loopback.play.Say(utterance(timeline, affordances=[wave]))]
    report = pb.ReportOutcomeRequest(
        timeline_id=timeline,
        turn_id=events[0].turn_id,
        intent_id=events[1].intent.intent_id,
        status=pb.OUTCOME_STATUS_COMPLETED,
        detail="Ada waved back.",
    )

    stored = await loopback.play.ReportOutcome(report)
    failure = await read_refusal(loopback.play.ReportOutcome(report))

    assert stored.seq > events[-1].finished.seq
    assert failure.code is grpc.StatusCode.FAILED_PRECONDITION
    assert failure.reason == Reason.INTENT_ALREADY_SETTLED


async def test_the_clock_moves_forward_only(loopback: LoopbackServer) -> None:
    """Game time goes on; backwards there is only loading a save."""
    timeline = await loopback.open()
    noon = pb.AdvanceClockRequest(timeline_id=timeline)
    noon.world_time.FromJsonString("2000-01-01T12:00:00Z")
    dawn = pb.AdvanceClockRequest(timeline_id=timeline)
    dawn.world_time.FromJsonString("2000-01-01T09:00:00Z")

    moved = await loopback.play.AdvanceClock(noon)
    failure = await read_refusal(loopback.play.AdvanceClock(dawn))

    assert moved.world_time == noon.world_time
    assert failure.code is grpc.StatusCode.FAILED_PRECONDITION
    assert failure.reason == Reason.CLOCK_MOVED_BACKWARDS


async def test_watch_resumes_where_it_left_off(loopback: LoopbackServer) -> None:
    """A watcher that gives its last position gets all that came after it, once, in order."""
    timeline = await loopback.open()
    batch = [pb.Observation(text=f"Knock {n}.", witness_ids=["mira"]) for n in range(4)]
    observed = await loopback.play.Observe(
        pb.ObserveRequest(timeline_id=timeline, observations=batch)
    )
    clock = pb.AdvanceClockRequest(timeline_id=timeline)
    clock.world_time.FromJsonString("2000-01-01T12:00:00Z")
    await loopback.play.AdvanceClock(clock)

    call: Any = loopback.play.Watch(
        pb.WatchRequest(timeline_id=timeline, after_seq=observed.first_seq + 1)
    )
    seen = [await call.read() for _ in range(3)]
    call.cancel()

    assert [event.seq for event in seen] == [observed.first_seq + n for n in (2, 3, 4)]
    assert [event.WhichOneof("event") for event in seen] == ["memory", "memory", "clock"]
    assert seen[0].memory.kind == memory_pb2.MEMORY_KIND_OBSERVATION
    assert seen[0].memory.memory_id == f"{timeline}.{observed.first_seq + 2}"
    assert seen[0].character_id == "mira"
    assert seen[2].world_time == clock.world_time


async def test_watching_beyond_the_head_is_refused(loopback: LoopbackServer) -> None:
    """A cursor of another timeline is noticed, not waited for."""
    timeline = await loopback.open()

    failure = await read_refusal(
        loopback.play.Watch(pb.WatchRequest(timeline_id=timeline, after_seq=99))
    )

    assert failure.code is grpc.StatusCode.OUT_OF_RANGE
    assert failure.reason == Reason.CURSOR_TOO_NEW


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (pb.SayRequest(character_id="mira", speaker=PLAYER, text="Hi"), "timeline_id"),
        (utterance("tl_1", text=" "), "text"),
        (utterance("tl_1", text="x" * 2001), "text"),
        (utterance("tl_1", text="bell \x07"), "text"),
        (utterance("tl_1", speaker=pb.Speaker(id="p1")), "speaker.name"),
        (utterance("tl_1", request_id="é"), "request_id"),
        (utterance("tl_1", request_id="x" * 37), "request_id"),
        (
            utterance("tl_1", entities=[{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]),
            "entities[1].id",
        ),
        (
            utterance("tl_1", affordances=[{"name": "go"}, {"name": "Go away"}]),
            "affordances[1].name",
        ),
        (
            utterance("tl_1", affordances=[{"name": "go", "parameters": [{"name": "where"}]}]),
            "affordances[0].parameters[0].type",
        ),
    ],
    ids=itertools.count(),
)
async def test_a_bad_utterance_names_its_field(
    loopback: LoopbackServer, request_: pb.SayRequest, field: str
) -> None:
    """What is wrong is said with the exact path of the field, before anything is stored."""
    failure = await read_refusal(loopback.play.Say(request_))

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == (field,)
