"""`PlayService.Play`: a whole session over one stream, how it ends, and what fails in it."""

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from npcserver.model.errors import Reason, Unavailable
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import turn_pb2
from tests.fakes.server import (
    EndlessWatching,
    FailingDialogue,
    LoopbackServer,
    ReplyScript,
    serve_use_cases,
    use_cases,
)
from tests.fakes.wires import PLAYER, GameSession, read_refusal, response_kinds


def request(**fields: Any) -> pb.PlayRequest:
    return pb.PlayRequest(**fields)


async def test_a_session_opens_at_the_head_of_its_timeline(loopback: LoopbackServer) -> None:
    """The first answer tells the game where it is."""
    timeline = await loopback.open()
    session = await GameSession(loopback).open(timeline)

    opened = (await session.read()).opened

    assert opened.world_time.ToJsonString() == "2000-01-01T08:00:00Z"
    assert await session.rest() == []


@pytest.mark.parametrize(
    "first",
    [pb.PlayRequest(request_id="1", observe=pb.ObserveRequest()), None],
    ids=["observe", "nothing"],
)
async def test_a_session_begins_with_open(
    loopback: LoopbackServer, first: pb.PlayRequest | None
) -> None:
    """Anything else, or nothing, is refused."""
    failure = await read_refusal(loopback.play.Play(iter([first] if first else [])))

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == ("open",)


async def test_a_session_of_an_unknown_timeline_is_refused(loopback: LoopbackServer) -> None:
    """There is nothing to play."""
    request = pb.PlayRequest(open=pb.PlayOpen(timeline_id="tl_none"))

    failure = await read_refusal(loopback.play.Play(iter([request])))

    assert (failure.code, failure.reason) == (grpc.StatusCode.NOT_FOUND, Reason.TIMELINE_NOT_FOUND)


async def test_inputs_are_acknowledged_in_their_order(loopback: LoopbackServer) -> None:
    """Observations and clock moves are numbered as they came, without gaps."""
    timeline = await loopback.open()
    session = await GameSession(loopback).open(timeline)
    for number in range(5):
        await session.observe(f"o{number}", f"Knock {number}.", "And again.")
    clock = pb.AdvanceClockRequest()
    clock.world_time.FromJsonString("2000-01-01T12:00:00Z")
    await session.send("c", clock=clock)

    _, *acknowledged = await session.rest()

    assert response_kinds(acknowledged) == [
        *((f"o{n}", "observed") for n in range(5)),
        ("c", "clock"),
    ]
    firsts = [response.observed.first_seq for response in acknowledged[:5]]
    assert firsts == [1, 3, 5, 7, 9]
    assert acknowledged[5].clock.seq == 11


async def test_a_repeated_input_changes_nothing(loopback: LoopbackServer) -> None:
    """After a lost connection the same input, in the stream or as a call, gets its first answer."""
    timeline = await loopback.open()
    session = await GameSession(loopback).open(timeline)
    await session.observe("o1", "A mug falls.")
    _, first = await session.rest()

    again = await GameSession(loopback).open(timeline)
    await again.observe("o1", "A mug falls.")
    _, second = await again.rest()
    called = await loopback.play.Observe(
        pb.ObserveRequest(
            request_id="o1",
            timeline_id=timeline,
            observations=[pb.Observation(text="A mug falls.", witness_ids=["mira"])],
        )
    )

    assert second == first
    assert called == first.observed


async def test_a_turn_is_spoken_beside_later_inputs(loopback: LoopbackServer) -> None:
    """The game goes on while a character talks; both are answered on one stream."""
    timeline = await loopback.open()
    go_on = asyncio.Event()
    loopback.will_say("Well.", go_on, "That is that.")
    session = await GameSession(loopback).open(timeline)
    await session.say("s1")
    await session.until(lambda response: response.turn.HasField("line"))

    await session.observe("o1", "A mug falls.")
    between = await session.read()
    go_on.set()
    ending = await session.rest()

    assert response_kinds([between]) == [("o1", "observed")]
    assert {response.request_id for response in ending} == {"s1"}
    assert [response.turn.sequence for response in ending] == [2, 3]
    assert ending[-1].turn.finished.outcome == turn_pb2.TURN_OUTCOME_COMPLETED


async def test_characters_talk_at_the_same_time(loopback: LoopbackServer) -> None:
    """Several turns run at once, each numbered for itself."""
    timeline = await loopback.open("Mira", "Jon")
    go_on = asyncio.Event()
    loopback.will_say("Well.", go_on)
    session = await GameSession(loopback).open(timeline)
    await session.say("s1", "mira")
    await session.say("s2", "jon")
    lines: set[str] = set()
    while lines != {"s1", "s2"}:
        response = await session.read()
        if response.turn.HasField("line"):
            lines.add(response.request_id)

    go_on.set()
    ending = await session.rest()

    assert sorted(response_kinds(ending)) == [("s1", "turn"), ("s2", "turn")]
    assert all(response.turn.HasField("finished") for response in ending)


async def test_an_interruption_overtakes_everything(loopback: LoopbackServer) -> None:
    """A turn that would never end is ended by the player who cuts in."""
    timeline = await loopback.open()
    loopback.will_say("Well.", asyncio.Event())
    session = await GameSession(loopback).open(timeline)
    await session.say("s1")
    spoken = await session.until(lambda response: response.turn.HasField("line"))

    interrupt = pb.InterruptRequest(turn_id=spoken[-1].turn.turn_id)
    await session.send("i1", interrupt=interrupt)
    ending = {response.request_id: response for response in await session.rest()}

    assert ending["i1"].interrupted.was_speaking
    assert ending["s1"].turn.finished.outcome == turn_pb2.TURN_OUTCOME_INTERRUPTED


@pytest.mark.parametrize(
    ("message", "code", "says"),
    [
        (request(observe=pb.ObserveRequest()), 3, "request_id"),
        (request(request_id="1", open=pb.PlayOpen(timeline_id="t")), 3, "open"),
        (request(request_id="1"), 3, "input"),
        (request(request_id="1", observe={"observations": [{"text": " "}]}), 3, "observations[0]"),
        (request(request_id="1", say={"character_id": "mira"}), 3, "speaker.id"),
        (
            request(
                request_id="1", say={"character_id": "nobody", "speaker": PLAYER, "text": "Hi"}
            ),
            5,
            "nobody",
        ),
        (request(request_id="1", outcome={"turn_id": "t", "intent_id": "i"}), 3, "status"),
        (request(request_id="1", clock={}), 3, "world_time"),
        (request(interrupt={}), 3, "turn_id"),
    ],
    ids=["no id", "open", "nothing", "observe", "say", "nobody", "outcome", "clock", "interrupt"],
)
async def test_a_refused_input_does_not_end_the_session(
    loopback: LoopbackServer, message: pb.PlayRequest, code: int, says: str
) -> None:
    """What is wrong with one input is said in the stream, and the next one is handled."""
    timeline = await loopback.open()
    session = await GameSession(loopback).open(timeline)
    await session._call.write(message)
    await session.read()
    failed = await session.read()
    await session.observe("next", "A mug falls.")

    assert failed.failed.code == code
    assert says in failed.failed.message
    assert response_kinds(await session.rest()) == [("next", "observed")]


async def test_what_happens_is_watched_in_the_same_stream(loopback: LoopbackServer) -> None:
    """A game that asks for it gets what happened since, and what happens now."""
    timeline = await loopback.open()
    first = await GameSession(loopback).open(timeline)
    await first.observe("o1", "A mug falls.", "A dog barks.")
    await first.rest()

    second = await GameSession(loopback).open(timeline, watch_after_seq=1)
    await second.observe("o2", "Jon laughs.")
    seen = await second.until(lambda response: response.watched.seq == 3)
    await second.rest()

    watched = [response.watched.memory.text for response in seen if response.HasField("watched")]
    assert watched == ["A dog barks.", "Jon laughs."]


async def test_what_breaks_inside_is_told_without_its_secrets() -> None:
    """A turn that meets a bug ends with INTERNAL in the stream, and the log has the rest."""
    dialogue = FailingDialogue(RuntimeError("password is hunter2"))
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_use_cases(services) as loopback:
        session = await GameSession(loopback).open(await loopback.open())
        await session.say("s1")
        *_, last = await session.rest()

    assert (last.request_id, last.failed.code) == ("s1", 13)
    assert last.failed.reason == Reason.INTERNAL
    assert "hunter2" not in last.failed.message
    assert [log["event"] for log in loopback.logs if log["log_level"] == "error"] == ["call_broke"]


async def test_a_ninth_turn_at_once_is_refused() -> None:
    """A session speaks with eight characters at a time, and says so."""
    dialogue = FailingDialogue()
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_use_cases(services) as loopback:
        session = await GameSession(loopback).open(await loopback.open())
        for number in range(9):
            await session.say(f"s{number}")
        seen = await session.until(lambda response: response.HasField("failed"))
        session.hang_up()
        await _until(lambda: loopback.calls == 0)

    assert (seen[-1].request_id, seen[-1].failed.code) == ("s8", 8)
    assert seen[-1].failed.reason == Reason.OVER_LIMIT
    assert dialogue.most == 8
    assert dialogue.running == 0


async def test_a_game_that_goes_away_cancels_all_that_runs(loopback: LoopbackServer) -> None:
    """The character remembers what was delivered, and nothing is left running."""
    timeline = await loopback.open()
    loopback.will_say("Well.", asyncio.Event(), "Never said.")
    session = await GameSession(loopback).open(timeline, watch_after_seq=0)
    await session.say("s1")
    await session.until(lambda response: response.turn.HasField("line"))

    session.hang_up()
    await _until(lambda: loopback.calls == 0)
    again = await GameSession(loopback).open(timeline, watch_after_seq=0)
    seen = await again.until(lambda response: response.watched.HasField("turn"))

    assert [line.text for line in seen[-1].watched.turn.lines] == ["Well."]
    assert loopback.script.closed == 1


async def test_watching_from_a_position_of_another_timeline_is_refused(
    loopback: LoopbackServer,
) -> None:
    """The session as a whole cannot be what was asked for, so it ends."""
    request = pb.PlayRequest(
        open=pb.PlayOpen(timeline_id=await loopback.open(), watch_after_seq=99)
    )

    failure = await read_refusal(loopback.play.Play(iter([request])))

    assert failure.code is grpc.StatusCode.OUT_OF_RANGE


async def test_a_game_that_reads_nothing_is_let_go() -> None:
    """A session nobody reads is closed, with everything it runs."""
    watching = EndlessWatching()
    services = dataclasses.replace(use_cases(ReplyScript()), watching=watching)
    patience = RpcTimeouts(stalled=0.2)
    window = (("grpc.http2.lookahead_bytes", 65_536), ("grpc.http2.bdp_probe", 0))
    async with serve_use_cases(services, patience=patience, client=window) as loopback:
        session = await GameSession(loopback).open(await loopback.open(), watch_after_seq=0)
        await _until(lambda: watching.closed == 1 and loopback.calls == 0)

        code = await session.ending()

    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_shutdown_lets_running_turns_finish(loopback: LoopbackServer) -> None:
    """A session takes nothing more, ends what it has begun, and says why it ends."""
    timeline = await loopback.open()
    go_on = asyncio.Event()
    loopback.will_say("Well.", go_on, "Good night.")
    session = await GameSession(loopback).open(timeline)
    await session.say("s1")
    await session.until(lambda response: response.turn.HasField("line"))

    ending = asyncio.create_task(loopback.server.drain_and_stop(30))
    await asyncio.sleep(0.01)
    go_on.set()
    last = await session.until(lambda response: response.turn.HasField("finished"))
    code = await session.ending()
    await ending

    assert [response.turn.line.text for response in last[:-1]] == ["Good night."]
    assert code is grpc.StatusCode.UNAVAILABLE


async def test_a_database_that_goes_away_fails_inputs_one_by_one() -> None:
    """A fault of the server is told with its reason too, and the game may send again."""
    dialogue = FailingDialogue(Unavailable("no answer", Reason.STORAGE_UNAVAILABLE))
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_use_cases(services) as loopback:
        session = await GameSession(loopback).open(await loopback.open())
        await session.say("s1")
        await session.say("s2")
        seen = await session.rest()

    failed = [response for response in seen if response.HasField("failed")]
    assert sorted(response.request_id for response in failed) == ["s1", "s2"]
    assert {response.failed.code for response in failed} == {14}


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what is waited for is on the other side of a wire
            await asyncio.sleep(0.005)
