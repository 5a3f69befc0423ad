"""How sessions of `PlayService.Play` end, and what fails without ending them."""

import asyncio
import dataclasses
from collections.abc import Callable

import grpc

from npcserver.model.errors import Reason, Unavailable
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.server import (
    EndlessWatching,
    FailingDialogue,
    LoopbackServer,
    ReplyScript,
    serve_use_cases,
    use_cases,
)
from tests.fakes.wires import GameSession, read_refusal


async def test_what_breaks_inside_is_told_without_its_secrets() -> None:
    """A turn that meets a bug ends with INTERNAL in the stream, and the log has the rest."""
    dialogue = FailingDialogue(RuntimeError("password is hunter2"))
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_use_cases(services) as tavern:
        session = await GameSession(tavern).open(await tavern.open())
        await session.say("s1")
        *_, last = await session.rest()

    assert (last.request_id, last.failed.code) == ("s1", 13)
    assert last.failed.reason == Reason.INTERNAL
    assert "hunter2" not in last.failed.message
    assert [log["event"] for log in tavern.logs if log["log_level"] == "error"] == ["call_broke"]


async def test_a_ninth_turn_at_once_is_refused() -> None:
    """A session speaks with eight characters at a time, and says so."""
    dialogue = FailingDialogue()
    services = dataclasses.replace(use_cases(ReplyScript()), dialogue=dialogue)
    async with serve_use_cases(services) as tavern:
        session = await GameSession(tavern).open(await tavern.open())
        for number in range(9):
            await session.say(f"s{number}")
        seen = await session.until(lambda response: response.HasField("failed"))
        session.hang_up()
        await _until(lambda: tavern.calls == 0)

    assert (seen[-1].request_id, seen[-1].failed.code) == ("s8", 8)
    assert seen[-1].failed.reason == Reason.OVER_LIMIT
    assert dialogue.most == 8
    assert dialogue.running == 0


async def test_a_game_that_goes_away_cancels_all_that_runs(tavern: LoopbackServer) -> None:
    """The character remembers what was delivered, and nothing is left running."""
    timeline = await tavern.open()
    tavern.will_say("Well.", asyncio.Event(), "Never said.")
    session = await GameSession(tavern).open(timeline, watch_after_seq=0)
    await session.say("s1")
    await session.until(lambda response: response.turn.HasField("line"))

    session.hang_up()
    await _until(lambda: tavern.calls == 0)
    again = await GameSession(tavern).open(timeline, watch_after_seq=0)
    seen = await again.until(lambda response: response.watched.HasField("turn"))

    assert [line.text for line in seen[-1].watched.turn.lines] == ["Well."]
    assert tavern.script.closed == 1


async def test_watching_from_a_position_of_another_timeline_is_refused(
    tavern: LoopbackServer,
) -> None:
    """The session as a whole cannot be what was asked for, so it ends."""
    request = pb.PlayRequest(open=pb.PlayOpen(timeline_id=await tavern.open(), watch_after_seq=99))

    failure = await read_refusal(tavern.play.Play(iter([request])))

    assert failure.code is grpc.StatusCode.OUT_OF_RANGE


async def test_a_game_that_reads_nothing_is_let_go() -> None:
    """A session nobody reads is closed, with everything it runs."""
    watching = EndlessWatching()
    services = dataclasses.replace(use_cases(ReplyScript()), watching=watching)
    patience = RpcTimeouts(stalled=0.2)
    window = (("grpc.http2.lookahead_bytes", 65_536), ("grpc.http2.bdp_probe", 0))
    async with serve_use_cases(services, patience=patience, client=window) as tavern:
        session = await GameSession(tavern).open(await tavern.open(), watch_after_seq=0)
        await _until(lambda: watching.closed == 1 and tavern.calls == 0)

        code = await session.ending()

    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_shutdown_lets_running_turns_finish(tavern: LoopbackServer) -> None:
    """A session takes nothing more, ends what it has begun, and says why it ends."""
    timeline = await tavern.open()
    go_on = asyncio.Event()
    tavern.will_say("Well.", go_on, "Good night.")
    session = await GameSession(tavern).open(timeline)
    await session.say("s1")
    await session.until(lambda response: response.turn.HasField("line"))

    ending = asyncio.create_task(tavern.server.drain_and_stop(30))
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
    async with serve_use_cases(services) as tavern:
        session = await GameSession(tavern).open(await tavern.open())
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
