"""Sessions over several connections: opened, resumed, left, and with circles."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass

import grpc
import npcclient
import pytest
from npcclient import errors
from npcclient.connect_calls import raised
from npcclient.session import PlaySession

from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import turn_pb2
from tests.fakes.canned_server import GONE, LEFT, OPENED, PlayConnection, connected_session

STATUS_LOST = raised(grpc.StatusCode.INTERNAL, "Internal error from Core")
REFUSED = raised(grpc.StatusCode.UNAUTHENTICATED, "this server does not take that key")


async def test_a_refusal_that_was_overwritten_is_asked_for_again() -> None:
    """GRPC's own status in place of the server's is not what the game is told."""
    with pytest.raises(errors.NotAllowed, match="does not take that key"):
        async with connected_session(
            PlayConnection((STATUS_LOST,)),
            PlayConnection((STATUS_LOST,)),
            PlayConnection((REFUSED,)),
        ):
            pass


async def test_a_server_that_only_fails_is_asked_four_times() -> None:
    """A server that fails at every opening is told as that."""
    lines = [PlayConnection((STATUS_LOST,)) for _ in range(5)]

    with pytest.raises(errors.ServerFailed):
        async with connected_session(*lines):
            pass

    assert [line.opening.timeline_id for line in lines] == ["tl_1"] * 4 + [""]


OPENED_LATER = pb.PlayResponse(opened=pb.PlayOpened(head_seq=12))
WATCHED = pb.PlayResponse(watched=pb.WatchResponse(seq=9))
IMPATIENT = npcclient.Patience(pause=0.001, call=0.5, away=30.0)


async def heard(playing: PlaySession) -> list[str | None]:
    async with asyncio.timeout(10):
        return [response.WhichOneof("output") async for response in playing]


async def test_a_session_that_resumes_says_where_it_was_opened() -> None:
    """The first time it does not: anyone who opens a left timeline on purpose plays there."""
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
    """The connection that comes about too late is hung up as well, and the listener is free."""
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


HEARD = pb.SayInCircleResponse(heard=pb.CircleHeard(seq=8))
QUIET = pb.SayInCircleResponse(quiet=pb.CircleQuiet())


def floor(character_id: str) -> pb.SayInCircleResponse:
    return pb.SayInCircleResponse(floor=pb.CircleFloor(character_id=character_id))


def turn(turn_id: str, *texts: str, is_over: bool = True) -> list[pb.SayInCircleResponse]:
    """Return the events of a turn."""
    events = [turn_pb2.TurnEvent(started=turn_pb2.TurnStarted())]
    events += [turn_pb2.TurnEvent(line=turn_pb2.Line(text=text)) for text in texts]
    if is_over:
        events.append(turn_pb2.TurnEvent(finished=turn_pb2.TurnFinished()))
    for number, event in enumerate(events):
        event.turn_id, event.sequence = turn_id, number
    return [pb.SayInCircleResponse(turn=event) for event in events]


@dataclass
class Talk(PlayConnection):
    """A connection that answers words in a circle with these events, and may be lost after them."""

    events: Sequence[pb.SayInCircleResponse] = ()
    breaks: bool = False

    async def write(self, request: pb.PlayRequest) -> None:
        """Take an input."""
        if not request.HasField("say_in_circle"):
            await super().write(request)
            return
        self.sent.append(request.request_id)
        for event in self.events:
            response = pb.PlayResponse(request_id=request.request_id, in_circle=event)
            self.answers.put_nowait(response)
        if self.breaks:
            self.answers.put_nowait(GONE)


async def heard_of(*lines: Talk) -> list[pb.SayInCircleResponse]:
    """Say something over these connections; return all that the game is told of it."""
    told: list[pb.SayInCircleResponse] = []
    async with connected_session(*lines) as playing, asyncio.timeout(60):
        name = await playing.say_in_circle("cir_1", "Hello?", who="ann")
        async for response in playing:
            assert response.request_id == name
            told.append(response.in_circle)
            if response.in_circle.HasField("quiet"):
                break
        assert playing.unanswered == ()
    assert [line.sent for line in lines] == [[name] for _ in lines]
    return told


async def test_a_talk_that_was_cut_off_is_told_once() -> None:
    """What was told before the connection was lost is not told again, and the rest follows."""
    whole = [HEARD, floor("tom"), *turn("t1", "One.", "Two."), floor("mira"), *turn("t2", "Three.")]
    for cut in range(len(whole) + 1):
        first = Talk(events=whole[:cut], breaks=True)
        second = Talk(events=[*whole, QUIET])

        told = [event for event in await heard_of(first, second) if not event.HasField("floor")]

        assert told == [event for event in [*whole, QUIET] if not event.HasField("floor")]


async def test_a_floor_is_told_again_only_where_its_turn_had_not_begun() -> None:
    """A turn of the connection before keeps its floor; one that never began may go to another."""
    first = Talk(events=[HEARD, floor("tom"), *turn("t1", "One."), floor("mira")], breaks=True)
    rest = [HEARD, floor("tom"), *turn("t1", "One."), floor("jon"), *turn("t2", "Two."), QUIET]

    told = await heard_of(first, Talk(events=rest))

    floors = [event.floor.character_id for event in told if event.HasField("floor")]
    assert floors == ["tom", "mira", "jon"]


async def test_a_turn_that_the_lost_connection_interrupted_ends_once() -> None:
    """Its end comes over the next connection, and the talk goes on after it."""
    first = Talk(events=[HEARD, floor("tom"), *turn("t1", "One.", is_over=False)], breaks=True)
    again = Talk(events=[HEARD, floor("tom"), *turn("t1", "One.")], breaks=True)
    last = Talk(
        events=[HEARD, floor("tom"), *turn("t1", "One."), floor("mira"), *turn("t2"), QUIET]
    )

    told = await heard_of(first, again, last)

    ends = [event.turn.turn_id for event in told if event.turn.HasField("finished")]
    assert ends == ["t1", "t2"]
    assert [event.WhichOneof("event") for event in told].count("floor") == 2
