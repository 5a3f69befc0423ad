"""A session that goes on over another connection, while one task sends and another listens."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import grpc
import npcclient
import pytest
from npcclient.connect_calls import raised
from npcclient.session import PlaySession

from npcserver.v1 import play_service_pb2 as pb

if TYPE_CHECKING:  # the asynchronous face of a stub exists for type checkers only
    from npcserver.v1.play_service_pb2_grpc import PlayServiceAsyncStub

HASTE = npcclient.Patience(pause=0.001, away=30.0)
GONE = raised(grpc.StatusCode.UNAVAILABLE, "going away")


@dataclass
class Line:
    """A connection that answers every observation, until it is lost or hung up."""

    sent: list[str] = field(default_factory=list)
    answers: "asyncio.Queue[pb.PlayResponse]" = field(default_factory=asyncio.Queue)
    is_lost: asyncio.Event = field(default_factory=asyncio.Event)
    is_hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    may_write: asyncio.Event = field(default_factory=asyncio.Event)
    is_writing: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, request: pb.PlayRequest) -> None:
        if self.is_lost.is_set():
            raise GONE
        if request.HasField("open"):
            await self.answers.put(pb.PlayResponse(opened=pb.PlayOpened()))
            return
        self.is_writing.set()
        await self.may_write.wait()
        self.sent.append(request.request_id)
        await self.answers.put(
            pb.PlayResponse(request_id=request.request_id, observed=pb.ObserveResponse())
        )

    async def read(self) -> object:
        ends = [asyncio.ensure_future(end.wait()) for end in (self.is_lost, self.is_hung_up)]
        coming = asyncio.ensure_future(self.answers.get())
        await asyncio.wait((coming, *ends), return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        if coming.done():
            return coming.result()
        coming.cancel()
        if self.is_hung_up.is_set():
            raise asyncio.CancelledError  # as gRPC does to everybody who waits for this call
        raise GONE

    async def done_writing(self) -> None:
        return

    def cancel(self) -> bool:
        self.is_hung_up.set()
        return True


def session(*lines: Line, resume: bool = True) -> PlaySession:
    left = list(lines)

    class Stub:
        def Play(self) -> Line:  # noqa: N802 - the method's name on the wire
            return left.pop(0)

    stub = cast("PlayServiceAsyncStub", Stub())
    return PlaySession(stub, pb.PlayOpen(timeline_id="tl_1"), HASTE, resume=resume)


@pytest.fixture
async def listening() -> AsyncGenerator[Callable[[PlaySession], list[str]], None]:
    """Give what listens to a session in a task of its own, and returns what it will have heard."""
    tasks = []

    def begin(playing: PlaySession) -> list[str]:
        heard: list[str] = []

        async def listen() -> None:
            async for response in playing:
                heard.append(response.request_id)  # noqa: PERF401 - seen as it grows

        tasks.append(asyncio.ensure_future(listen()))
        return heard

    yield begin
    async with asyncio.timeout(10):
        await asyncio.gather(*tasks)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - what it looks at tells nobody of changes
            await asyncio.sleep(0)


Listening = Callable[[PlaySession], list[str]]


async def test_sending_while_it_is_mended(listening: Listening) -> None:
    """What is sent while another task sends again what was lost is sent too, once, in order."""
    first, second = Line(), Line()
    first.is_writing.set()
    async with session(first, second) as playing:
        heard = listening(playing)
        lost = asyncio.ensure_future(playing.observe([]))
        await until(lambda: len(playing.unanswered) == 1)
        first.is_lost.set()
        await second.is_writing.wait()  # the listener sends again what was not answered
        late = asyncio.ensure_future(playing.observe([]))
        await until(lambda: len(playing.unanswered) == 2)
        second.may_write.set()
        first.may_write.set()
        sent = [await lost, await late]
        await until(lambda: heard == sent)

    assert second.sent == sent
    assert playing.unanswered == ()


async def test_who_sends_notices_first(listening: Listening) -> None:
    """The connection that a sender gives up is no reason for the listener to be cancelled."""
    first, second = Line(), Line()
    for line in (first, second):
        line.may_write.set()
    async with session(first, second) as playing:
        heard = listening(playing)
        await asyncio.sleep(0)
        first.write = _broken  # type: ignore[method-assign]
        sent = await playing.observe([])
        await until(lambda: heard == [sent])

    assert first.is_hung_up.is_set()
    assert playing.reconnections == 1


async def test_an_answer_that_comes_twice_is_told_once(listening: Listening) -> None:
    """What was answered already when it was sent again is not told again."""
    line = Line()
    line.may_write.set()
    async with session(line) as playing:
        heard = listening(playing)
        one = await playing.observe([])
        await until(lambda: heard == [one])
        await line.answers.put(pb.PlayResponse(request_id=one, observed=pb.ObserveResponse()))
        other = await playing.observe([])
        await until(lambda: other in heard)

    assert heard == [one, other]


async def test_hanging_up_ends_both() -> None:
    """After hanging up nothing more is heard, and sending says why it cannot be done."""
    line = Line()
    line.may_write.set()
    async with session(line, resume=False) as playing:
        waiting = asyncio.ensure_future(anext(playing, None))
        await asyncio.sleep(0)
        await playing.aclose()

        assert await waiting is None


async def _broken(request: pb.PlayRequest) -> None:
    del request
    raise GONE
