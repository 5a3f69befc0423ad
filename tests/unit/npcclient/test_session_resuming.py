"""A session that goes on over another connection, while one task sends and another listens."""

import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest
from npcclient.session import PlaySession

from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.canned_server import GONE, PlayConnection, connected_session


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
    async with asyncio.timeout(60):
        await asyncio.gather(*tasks)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what it looks at tells nobody of changes
            await asyncio.sleep(0)


Listening = Callable[[PlaySession], list[str]]


async def test_sending_while_it_is_mended(listening: Listening) -> None:
    """What is sent while another task sends again what was lost is sent too, once, in order."""
    first, second = PlayConnection(), PlayConnection()
    first.is_writing.set()
    async with connected_session(first, second) as playing:
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
    first, second = PlayConnection(), PlayConnection()
    for line in (first, second):
        line.may_write.set()
    async with connected_session(first, second) as playing:
        heard = listening(playing)
        await asyncio.sleep(0)
        first.write = _broken  # type: ignore[method-assign]
        sent = await playing.observe([])
        await until(lambda: heard == [sent])

    assert first.is_hung_up.is_set()
    assert playing.reconnections == 1


async def test_an_answer_that_comes_twice_is_told_once(listening: Listening) -> None:
    """What was answered already when it was sent again is not told again."""
    line = PlayConnection()
    line.may_write.set()
    async with connected_session(line) as playing:
        heard = listening(playing)
        one = await playing.observe([])
        await until(lambda: heard == [one])
        await line.answers.put(pb.PlayResponse(request_id=one, observed=pb.ObserveResponse()))
        other = await playing.observe([])
        await until(lambda: other in heard)

    assert heard == [one, other]


async def test_hanging_up_ends_both() -> None:
    """After hanging up nothing more is heard, and sending says why it cannot be done."""
    line = PlayConnection()
    line.may_write.set()
    async with connected_session(line, resume=False) as playing:
        waiting = asyncio.ensure_future(anext(playing, None))
        await asyncio.sleep(0)
        await playing.aclose()

        assert await waiting is None


async def _broken(request: pb.PlayRequest) -> None:
    del request
    raise GONE
