"""A session of which the game or the player takes leave, also while it is cut off."""

import asyncio

import grpc
import npcclient
import pytest
from npcclient.session import PlaySession

from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.canned_server import GONE, LEFT, OPENED, PlayConnection, connected_session

OPENED_LATER = pb.PlayResponse(opened=pb.PlayOpened(head_seq=12))
WATCHED = pb.PlayResponse(watched=pb.WatchResponse(seq=9))
IMPATIENT = npcclient.Patience(pause=0.001, call=0.01, away=30.0)


async def heard(playing: PlaySession) -> list[str | None]:
    async with asyncio.timeout(10):
        return [response.WhichOneof("output") async for response in playing]


async def test_a_session_that_resumes_says_where_it_was_opened() -> None:
    """The first time it does not: whoever opens a left timeline on purpose plays there."""
    first, second = PlayConnection((OPENED, GONE)), PlayConnection((OPENED_LATER, GONE))
    third = PlayConnection((LEFT, grpc.aio.EOF))
    async with connected_session(first, second, third) as playing:
        assert await heard(playing) == ["left"]

    assert not first.opening.HasField("resume_after_seq")
    assert (second.opening.resume_after_seq, third.opening.resume_after_seq) == (7, 12)
    assert playing.opened.head_seq == 12


@pytest.mark.parametrize("before", [(), (WATCHED,)], ids=["left", "watched"])
async def test_nothing_is_sent_again_to_a_timeline_that_was_left(
    before: tuple[pb.PlayResponse, ...],
) -> None:
    """What was not answered stays so, and what was watched until then is told."""
    first, second = PlayConnection(), PlayConnection((*before, LEFT, grpc.aio.EOF))
    async with connected_session(first, second) as playing:
        sending = asyncio.ensure_future(playing.observe([]))
        await first.is_writing.wait()
        first.is_lost.set()
        told = await heard(playing)
        first.may_write.set()
        sent = await sending

    assert told == [*(one.WhichOneof("output") for one in before), "left"]
    assert second.sent == []
    assert playing.unanswered == (sent,)


@pytest.mark.parametrize("resume", [True, False])
async def test_a_connection_that_is_lost_after_the_end_is_not_missed(*, resume: bool) -> None:
    """After `left` there is nothing to come, and nothing to go on with."""
    async with connected_session(PlayConnection((OPENED, LEFT, GONE)), resume=resume) as playing:
        assert await heard(playing) == ["left"]

    assert playing.reconnections == 0


async def test_sending_after_the_end_opens_nothing_again() -> None:
    """The timeline that the game left gets no input without a word; the sender is told."""
    line, other = PlayConnection((OPENED, LEFT, grpc.aio.EOF)), PlayConnection()
    async with connected_session(line, other) as playing:
        await heard(playing)
        line.is_lost.set()
        with pytest.raises(npcclient.Unavailable):
            await playing.observe([])

    assert other.opening == pb.PlayOpen()


async def test_hanging_up_while_it_is_mended() -> None:
    """The connection that comes about too late is hung up as well, and whoever listens is free."""
    late = PlayConnection(())
    async with connected_session(PlayConnection((OPENED, GONE)), late) as playing:
        listening = asyncio.ensure_future(heard(playing))
        async with asyncio.timeout(10):
            while not late.opening.timeline_id:  # noqa: ASYNC110 - it tells nobody of changes
                await asyncio.sleep(0)
    late.answers.put_nowait(OPENED)

    assert await listening == []
    assert late.is_hung_up.is_set()


async def test_a_server_that_does_not_open_the_session_is_given_up() -> None:
    """A connection on which nothing comes is tried anew, and the first time it is refused."""
    silent = PlayConnection(())
    lines = PlayConnection((OPENED, GONE)), silent, PlayConnection((LEFT, grpc.aio.EOF))
    async with connected_session(*lines, patience=IMPATIENT) as playing:
        assert await heard(playing) == ["left"]

    assert silent.is_hung_up.is_set()
    with pytest.raises(npcclient.TimedOut, match="is open"):
        async with connected_session(PlayConnection(()), patience=IMPATIENT):
            pass
