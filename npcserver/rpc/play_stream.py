"""`Play`: a whole session over one stream, with the same inputs as the single calls."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Literal, TypeVar

from npcserver.aio import Notice, Put, piped, together
from npcserver.app.admission import CallClass
from npcserver.app.conversation.circle_conversation import CircleTurnEvent
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.services import Services
from npcserver.app.timeline_watch import WatchedRecord, WatchRequest
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput, OverLimit, Reason, Unavailable
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.record import TimelineLeft
from npcserver.model.turn import TurnOutcome, TurnStarted
from npcserver.rpc import fields, play_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.decoder import call, decode
from npcserver.rpc.encoder import enclose
from npcserver.rpc.status import report_error
from npcserver.rpc.turn_messages import TurnEncoder
from npcserver.v1 import play_service_pb2 as pb


class DepartureWatch:
    """Notices that the game left a timeline after `since`; sends watched records, if any."""

    def __init__(
        self,
        services: Services,
        timeline_id: TimelineId,
        since: int,
        after: int | None,
        put: Put[pb.PlayResponse],
    ) -> None:
        self._watching = services.watching
        self._timeline_id = timeline_id
        self._since = since
        self._after = after
        self._put = put

    async def passed(self) -> TimelineLeft | None:
        """Send all records until the game left, and return where it went; None if it stayed."""
        found = await self._watching.left_after(self._timeline_id, self._since)
        if found is None:
            return None
        seq, left = found
        # A client that has watched past the leaving has no records left to receive.
        return left if self._after is not None and self._after >= seq else await self.to_come()

    async def to_come(self) -> TimelineLeft:
        """Return once the game leaves; until then send the watched records."""
        after = self._after
        if after is None:
            return await self._watching.until_left(self._timeline_id, self._since)
        while True:
            watch = WatchRequest(timeline_id=self._timeline_id, after_seq=after)
            async with aclosing(self._watching.watch(watch)) as items:
                async for item in items:
                    await self._put(pb.PlayResponse(watched=play_messages.encode_watched(item)))
                    body = item.record.body if isinstance(item, WatchedRecord) else None
                    if isinstance(body, TimelineLeft) and item.seq > self._since:
                        return body
                    after = item.seq  # an earlier leaving does not end this session


INPUTS_WAITING = 64
TURNS_AT_ONCE = 8

_Arrived = tuple[pb.PlayRequest, float]
"""An input, and when it arrived by the clock of the loop."""
_NEED_NO_ID = ("interrupt", "get_circle")

_Inner = TypeVar(
    "_Inner",
    pb.ObserveRequest,
    pb.SayRequest,
    pb.ReportOutcomeRequest,
    pb.AdvanceClockRequest,
    pb.SetAttentionRequest,
    pb.OpenCircleRequest,
    pb.JoinCircleRequest,
    pb.LeaveCircleRequest,
    pb.SayInCircleRequest,
)


_Said = TypeVar("_Said", SayToCharacter, SayInCircle)


def session(
    services: Services, inputs: AsyncIterator[pb.PlayRequest], draining: Notice
) -> AsyncGenerator[pb.PlayResponse, None]:
    """Return the answers of one session as they come.

    When the game sends no more, running turns finish and the session ends. When the client
    disconnects, everything that runs is cancelled. When the game leaves the timeline, running turns
    end with what was delivered, and waiting inputs are dropped. Raises what makes the session as a
    whole impossible.
    """

    async def run(put: Put[pb.PlayResponse]) -> None:
        await _run(services, inputs, draining, put)
        if draining.is_set():
            raise shutdown_error()

    return piped(run)


async def interrupt(services: Services, request: pb.InterruptRequest) -> bool:
    """Interrupt a turn, if the caller may; return whether there was one that it may interrupt."""
    turn_id = TurnId(fields.reference("turn_id", request.turn_id))
    found = services.dialogue.floor.answered_by(turn_id)
    if found is None or not await CALLER.get().sees(Verb.INTERRUPT, *found):
        return False
    return services.dialogue.interrupt(turn_id)


async def decode_say(services: Services, request: pb.SayRequest) -> SayToCharacter:
    """Read an utterance, with what the game registered for it. Raises `NotFound`."""
    say = decode(SayToCharacter, request)
    return await _with_set(services, say, request.affordance_set, say.speaker.id)


async def decode_say_in_circle(services: Services, request: pb.SayInCircleRequest) -> SayInCircle:
    """Read words for a circle, with what the game registered for them. Raises `NotFound`."""
    say = decode(SayInCircle, request)
    return await _with_set(services, say, request.affordance_set, say.speaker_id)


async def _with_set(services: Services, say: _Said, name: str, player_id: str) -> _Said:
    if not name:
        return say
    if say.affordances is not None or say.entities is not None:
        raise InvalidInput(
            "affordance_set", "stands in place of `affordances` and `entities`; leave those out"
        )
    offered, things = await services.affordance_sets.get(say.timeline_id, name, player_id)
    return replace(say, affordances=offered, entities=things)


def shutdown_error() -> Unavailable:
    """Return the error that ends an endless stream when the server shuts down."""
    return Unavailable(
        "the server is shutting down; connect again and resume from the last position received",
        Reason.SHUTTING_DOWN,
    )


async def _run(
    services: Services,
    inputs: AsyncIterator[pb.PlayRequest],
    draining: Notice,
    put: Put[pb.PlayResponse],
) -> None:
    first = await anext(inputs, None)
    if first is None or first.WhichOneof("input") != "open":
        raise InvalidInput("open", "must be the first message of a session")
    opening = first.open
    timeline_id = TimelineId(fields.reference("open.timeline_id", opening.timeline_id))
    after, resumed = _position(opening, "watch_after_seq"), _position(opening, "resume_after_seq")
    timeline = await services.timelines.get(timeline_id)
    leaving = DepartureWatch(
        services, timeline_id, timeline.head if resumed is None else resumed, after, put
    )
    left = None if resumed is None else await leaving.passed()
    if left is None:
        await put(enclose(timeline, pb.PlayResponse, "opened"))
        if services.read_ahead is not None:
            services.read_ahead.opened(timeline_id)
        left = await _play(_Session(services, timeline_id, put), leaving, inputs, draining)
    if left is not None:
        await put(enclose(left, pb.PlayResponse, "left"))


def _position(
    opening: pb.PlayOpen, name: Literal["watch_after_seq", "resume_after_seq"]
) -> int | None:
    """Return a position of the opening message, or None if it is not set."""
    if not opening.HasField(name):
        return None
    position: int = getattr(opening, name)
    return fields.within(f"open.{name}", position, 0, None)


async def _play(
    game: "_Session",
    leaving: DepartureWatch,
    inputs: AsyncIterator[pb.PlayRequest],
    draining: Notice,
) -> TimelineLeft | None:
    """Take inputs to the end; return where the game went if it left the timeline by then."""

    async def attend() -> None:
        game.leave(await leaving.to_come())

    async with together() as group:
        attending = group.create_task(attend())
        await game.take(inputs, draining)
        attending.cancel()
    return game.left


class _Session:
    """An open session: takes inputs and sends answers."""

    def __init__(
        self, services: Services, timeline_id: TimelineId, put: Put[pb.PlayResponse]
    ) -> None:
        self._services = services
        self._timeline_id = timeline_id
        self._put = put
        self._turns = 0
        self._waiting: list[_Arrived] = []
        self._places = asyncio.Semaphore(INPUTS_WAITING)
        self._is_working = False
        self._speaking: set[TurnId] = set()
        self._reading: asyncio.Timeout | None = None
        self.left: TimelineLeft | None = None
        """Where the game went, once it has left the timeline."""

    def leave(self, left: TimelineLeft) -> None:
        """End the session: turns end with what was delivered, and no more inputs are taken."""
        self.left = left
        for turn_id in self._speaking:
            self._services.dialogue.floor.interrupt(turn_id, TurnOutcome.LEFT)
        self._stop_reading()

    async def take(self, inputs: AsyncIterator[pb.PlayRequest], draining: Notice) -> None:
        """Handle all inputs; return when the last is answered and the last turn is over.

        Reading stops once the server drains or the game leaves. What was not acknowledged was not
        stored; the game sends it again wherever it plays on.
        """
        async with together() as group:
            try:
                async with asyncio.timeout(None) as reading:
                    self._reading = reading
                    with draining.calling(self._stop_reading):
                        if self.left is not None:
                            self._stop_reading()
                        await self._read(inputs, group)
            except TimeoutError:
                if not reading.expired():
                    raise
            finally:
                self._reading = None
            # The group waits for the inputs read so far, and for running turns.

    def _stop_reading(self) -> None:
        if self._reading is not None and not self._reading.expired():
            self._reading.reschedule(asyncio.get_running_loop().time())

    async def _read(self, inputs: AsyncIterator[pb.PlayRequest], group: asyncio.TaskGroup) -> None:
        now = asyncio.get_running_loop().time
        async for message in inputs:
            if message.WhichOneof("input") == "interrupt":
                await self._answer(message, group, now())
                continue
            await self._places.acquire()
            self._waiting.append((message, now()))
            if not self._is_working:
                self._is_working = True
                group.create_task(self._work(group))

    async def _work(self, group: asyncio.TaskGroup) -> None:
        """Handle waiting inputs one after the other until there are none."""
        while self._waiting:
            message, moment = self._waiting.pop(0)
            self._places.release()
            if self.left is None:
                await self._answer(message, group, moment)
        self._is_working = False

    async def _answer(
        self, message: pb.PlayRequest, group: asyncio.TaskGroup, arrived: float
    ) -> None:
        try:
            response = await self._handle(message, group, arrived)
        except Exception as error:  # noqa: BLE001 - an input may fail, the session goes on
            response = pb.PlayResponse(failed=_failure(error))
        if response is not None:
            response.request_id = message.request_id
            await self._put(response)

    async def _handle(
        self, message: pb.PlayRequest, group: asyncio.TaskGroup, arrived: float
    ) -> pb.PlayResponse | None:
        """Return the answer to an input; None for an utterance, whose events follow.

        The input `arrived` at that time of the loop.
        """
        kind = message.WhichOneof("input")
        fields.check_request_id("request_id", message.request_id, may_be_empty=kind in _NEED_NO_ID)
        match kind:
            case "say":
                asked = self._filled(message.say, message.request_id)
                say = await decode_say(self._services, asked)
                waited = asyncio.get_running_loop().time() - arrived
                speaking = self._speak(replace(say, waited=waited), message.request_id)
                self._begin(speaking, group)
                return None
            case "say_in_circle":
                said = self._filled(message.say_in_circle, message.request_id)
                words, is_heard = await decode_say_in_circle(self._services, said), asyncio.Event()
                words = replace(words, waited=asyncio.get_running_loop().time() - arrived)
                self._begin(self._speak_in_circle(words, message.request_id, is_heard), group)
                # The words are stored before the next input is handled, so that it builds on them.
                await is_heard.wait()
                return None
            case "interrupt":
                return await self._answer_to(message)
            case _:
                one = CallClass.READS if kind == "get_circle" else CallClass.WRITES
                async with self._services.admission.passed(one, self._timeline_id):
                    is_of_circle = kind is not None and kind.endswith("_circle")
                    answer = self._circle if is_of_circle else self._answer_to
                    return await answer(message)

    async def _answer_to(self, message: pb.PlayRequest) -> pb.PlayResponse:
        """Return the answer to an input that has exactly one."""
        play = self._services.play
        match message.WhichOneof("input"):
            case "observe":
                observed = call(play.observe, self._filled(message.observe, message.request_id))
                return enclose(await observed, pb.PlayResponse, "observed")
            case "outcome":
                report = self._filled(message.outcome, message.request_id)
                seq = await call(play.report_outcome, report)
                return pb.PlayResponse(outcome=pb.ReportOutcomeResponse(seq=seq))
            case "clock":
                if message.clock.wait_for:  # later inputs would wait as well
                    raise InvalidInput(
                        "clock.wait_for", "must not be set in a session; call AdvanceClock instead"
                    )
                clock = call(play.advance_clock, self._filled(message.clock, message.request_id))
                return enclose(await clock, pb.PlayResponse, "clock")
            case "attention":
                request = self._filled(message.attention, message.request_id)
                seq = await call(self._services.attending.set_attention, request)
                return pb.PlayResponse(attention=pb.SetAttentionResponse(seq=seq))
            case "interrupt":
                was_speaking = await interrupt(self._services, message.interrupt)
                return pb.PlayResponse(interrupted=pb.InterruptResponse(was_speaking=was_speaking))
            case "open":
                raise InvalidInput("open", "the session is open; open another stream for another")
            case _:
                raise InvalidInput("input", "is missing, or of a kind this server does not know")

    def _filled(self, request: _Inner, request_id: str) -> _Inner:
        """Return the inner message with the request id and timeline of its envelope."""
        request.request_id = request_id
        request.timeline_id = request.timeline_id or self._timeline_id
        return request

    async def _circle(self, message: pb.PlayRequest) -> pb.PlayResponse:
        """Return the answer to an input about the members of a circle."""
        circles, request_id = self._services.circles, message.request_id
        match message.WhichOneof("input"):
            case "open_circle":
                request = self._filled(message.open_circle, request_id)
                return enclose(await call(circles.open, request), pb.PlayResponse, "circle_opened")
            case "join_circle":
                come = self._filled(message.join_circle, request_id)
                return enclose(await call(circles.join, come), pb.PlayResponse, "circle_joined")
            case "leave_circle":
                gone = self._filled(message.leave_circle, request_id)
                return enclose(await call(circles.leave, gone), pb.PlayResponse, "circle_left")
            case _:
                asked = message.get_circle
                asked.timeline_id = asked.timeline_id or self._timeline_id
                found = await call(circles.get, asked)
                response = enclose(found, pb.GetCircleResponse, "circle")
                return pb.PlayResponse(circle=response)

    def _begin(self, speaking: Coroutine[Any, Any, None], group: asyncio.TaskGroup) -> None:
        if self._turns >= TURNS_AT_ONCE:
            speaking.close()
            raise OverLimit(
                f"{TURNS_AT_ONCE} turns are running in this session; wait until one is finished",
                Reason.OVER_LIMIT,
                limit=str(TURNS_AT_ONCE),
            )
        self._turns += 1
        group.create_task(speaking)

    async def _speak(self, say: SayToCharacter, request_id: str) -> None:
        turn, turn_id = TurnEncoder(say.character_id), TurnId("")
        try:
            async with aclosing(self._services.dialogue.say(say)) as events:
                async for event in events:
                    if isinstance(event, TurnStarted):
                        turn_id = event.turn_id
                        self._note(turn_id, say.timeline_id)
                    message = turn.event(event)
                    await self._put(pb.PlayResponse(request_id=request_id, turn=message))
        except Exception as error:  # noqa: BLE001 - a turn may fail, the session goes on
            await self._put(pb.PlayResponse(request_id=request_id, failed=_failure(error)))
        finally:
            self._turns -= 1
            self._speaking.discard(turn_id)

    async def _speak_in_circle(
        self, say: SayInCircle, request_id: str, is_heard: asyncio.Event
    ) -> None:
        """Send the events of words in a circle; set `is_heard` once they are stored or failed."""
        talk, turn_id = play_messages.TalkEncoder(), TurnId("")
        try:
            async with aclosing(self._services.circles.say(say)) as events:
                async for event in events:
                    is_heard.set()
                    if isinstance(event, CircleTurnEvent) and isinstance(event.event, TurnStarted):
                        self._speaking.discard(turn_id)
                        turn_id = event.event.turn_id
                        self._note(turn_id, say.timeline_id)
                    message = talk.event(event)
                    await self._put(pb.PlayResponse(request_id=request_id, in_circle=message))
        except Exception as error:  # noqa: BLE001 - a talk may fail, the session goes on
            await self._put(pb.PlayResponse(request_id=request_id, failed=_failure(error)))
        finally:
            is_heard.set()
            self._turns -= 1
            self._speaking.discard(turn_id)

    def _note(self, turn_id: TurnId, timeline_id: TimelineId) -> None:
        """Note a turn that must end when the game leaves; end it if the game has left already."""
        if timeline_id == self._timeline_id:
            self._speaking.add(turn_id)
            if self.left is not None:
                self._services.dialogue.floor.interrupt(turn_id, TurnOutcome.LEFT)


def _failure(error: Exception) -> pb.PlayFailure:
    told = report_error(error)
    return pb.PlayFailure(code=told.number, reason=told.reason, message=told.message)
