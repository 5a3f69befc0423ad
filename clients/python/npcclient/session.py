"""A whole session of play over one ordered stream."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from npcclient import errors
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.calls import Patience, milliseconds, new_request_id
from npcclient.circles import Member, circle_id
from npcclient.circles import speaker as as_speaker
from npcclient.naming import character_id
from npcclient.resuming import Absence, is_lost, within
from npcclient.session_book import SessionBook
from npcclient.session_line import SessionLine
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.affordance_pb2 import (
    AFFORDANCE_SOURCE_UNSPECIFIED,
    ActionIntent,
    Affordance,
    AffordanceSource,
    Entity,
)
from npcclient.v1.mind_pb2 import Attention, AttentionChange
from npcclient.v1.play_service_pb2 import (
    Circle,
    Movement,
    ObjectChange,
    Observation,
    OutcomeStatus,
    PlayOpened,
    Speaker,
    StoryFlag,
)

if TYPE_CHECKING:  # the asynchronous class of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub


class PlaySession:
    """Sends inputs and yields the server's answers, each in order.

    Sending and receiving may happen in different tasks. An input is stored once an answer with its
    request id came back. A lost connection raises `Unavailable`: open a new session and send all
    unanswered inputs again, under the same ids. A session that resumes does so by itself, and
    raises only when the server stays away. A turn during which the connection was lost was
    interrupted by that; its end comes after the reconnection. When the game leaves the timeline by
    loading a save, here or elsewhere, the last answer is `left`: unanswered inputs were not stored,
    unless their answers were lost with a connection. A session that resumes also gets `left` for a
    load that happened while it was disconnected, and then sends nothing again.
    """

    def __init__(
        self,
        stub: "PlayServiceAsyncStub",
        opening: pb.PlayOpen,
        patience: Patience | None = None,
        *,
        resume: bool = False,
    ) -> None:
        self._stub = stub
        self._patience = patience or Patience()
        self._resumes = resume
        self._book = SessionBook(opening)
        self._line: SessionLine | None = None
        self._mending = asyncio.Lock()
        self._is_done = False
        self._is_closed = False
        self.reconnections = 0
        """How often the connection was made again."""
        self.opened = PlayOpened()
        """The state of the timeline when the session was opened."""

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Request ids of unanswered inputs, oldest first."""
        return tuple(self._book.unanswered)

    async def __aenter__(self) -> Self:
        self._line = await self._open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> pb.PlayResponse:
        try:
            return await self._next()
        except errors.NpcError:
            if self._is_closed or self._book.is_left:
                raise StopAsyncIteration from None
            raise

    async def send(self, request: pb.PlayRequest) -> str:
        """Send an input and return its request id, which is created if it has none."""
        if not request.request_id:
            request.request_id = new_request_id()
        line = self._open_line()
        self._book.sent(request)
        try:
            await line.write(request)
        except errors.NpcError as error:
            await self._mend(line, error)
        return request.request_id

    async def observe(
        self,
        observations: Sequence[Observation] = (),
        *,
        movements: Sequence[Movement] = (),
        objects: Sequence[ObjectChange] = (),
        flags: Sequence[StoryFlag] = (),
    ) -> str:
        """Report events to characters; return the request id of the answer."""
        observe = pb.ObserveRequest(
            observations=observations, movements=movements, objects=objects, flags=flags
        )
        return await self.send(pb.PlayRequest(observe=observe))

    async def say(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        character: Character | str,
        text: str,
        *,
        speaker: Speaker | str,
        affordances: Sequence[Affordance] = (),
        entities: Sequence[Entity] = (),
        affordance_source: AffordanceSource.ValueType = AFFORDANCE_SOURCE_UNSPECIFIED,
        affordance_set: str = "",
        deltas: bool = False,
        private: bool = False,
        first_beat: float | None = None,
        whole: float | None = None,
        language: str = "",
    ) -> str:
        """Say something to a character, as `Play.say` does; return the request id of its turn."""
        say = pb.SayRequest(
            character_id=character_id(character),
            speaker=Speaker(id=speaker, name=speaker) if isinstance(speaker, str) else speaker,
            text=text,
            affordances=affordances,
            entities=entities,
            affordance_source=affordance_source,
            affordance_set=affordance_set,
            stream_deltas=deltas,
            is_private=private,
            first_beat_ms=milliseconds(first_beat),
            total_ms=milliseconds(whole),
            language=language,
        )
        return await self.send(pb.PlayRequest(say=say))

    async def open_circle(self, members: Sequence[Member], *, place_id: str = "") -> str:
        """Open a circle; return the request id of the answer."""
        people = [as_speaker(one) for one in members]
        wish = pb.OpenCircleRequest(members=people, place_id=place_id)
        return await self.send(pb.PlayRequest(open_circle=wish))

    async def get_circle(self, circle: Circle | str) -> str:
        """Request the state of a circle; return the request id of the answer."""
        wish = pb.GetCircleRequest(circle_id=circle_id(circle))
        return await self.send(pb.PlayRequest(get_circle=wish))

    async def join_circle(self, circle: Circle | str, member: Member) -> str:
        """Add a member to a circle; return the request id of the answer."""
        wish = pb.JoinCircleRequest(circle_id=circle_id(circle), member=as_speaker(member))
        return await self.send(pb.PlayRequest(join_circle=wish))

    async def leave_circle(self, circle: Circle | str, member: Member) -> str:
        """Remove a member from a circle; return the request id of the answer."""
        wish = pb.LeaveCircleRequest(circle_id=circle_id(circle), member_id=as_speaker(member).id)
        return await self.send(pb.PlayRequest(leave_circle=wish))

    async def say_in_circle(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        circle: Circle | str,
        text: str = "",
        *,
        who: Member | None = None,
        to: Sequence[Member] = (),
        whisper: bool = False,
        affordances: Sequence[Affordance] = (),
        entities: Sequence[Entity] = (),
        affordance_source: AffordanceSource.ValueType = AFFORDANCE_SOURCE_UNSPECIFIED,
        affordance_set: str = "",
        deltas: bool = False,
        most_turns: int = 0,
        wait_seconds: int | None = None,
        first_beat: float | None = None,
        whole: float | None = None,
        language: str = "",
    ) -> str:
        """Say something in a circle, as `Circles.say` does.

        Returns the request id of all answers: `in_circle`, from `heard` to `quiet`.
        """
        say = pb.SayInCircleRequest(
            circle_id=circle_id(circle),
            speaker_id="" if who is None else as_speaker(who).id,
            text=text,
            to_ids=[as_speaker(one).id for one in to],
            is_whisper=whisper,
            affordances=affordances,
            entities=entities,
            affordance_source=affordance_source,
            affordance_set=affordance_set,
            stream_deltas=deltas,
            most_turns=most_turns,
            wait_seconds=wait_seconds,
            first_beat_ms=milliseconds(first_beat),
            total_ms=milliseconds(whole),
            language=language,
        )
        return await self.send(pb.PlayRequest(say_in_circle=say))

    async def interrupt(self, turn_id: str) -> str:
        """Interrupt a turn; return the request id of the answer."""
        return await self.send(pb.PlayRequest(interrupt=pb.InterruptRequest(turn_id=turn_id)))

    async def advance_clock(self, to: datetime) -> str:
        """Move game time forward; return the request id of the answer."""
        world_time = Timestamp()
        world_time.FromDatetime(to)
        clock = pb.AdvanceClockRequest(world_time=world_time)
        return await self.send(pb.PlayRequest(clock=clock))

    async def report_outcome(
        self,
        turn_id: str,
        intent: ActionIntent | str,
        status: OutcomeStatus.ValueType,
        detail: str = "",
    ) -> str:
        """Report the outcome of an intent; return the request id of the answer.

        An intent from before a load is reported in a session of the timeline that is played since
        (`left.to_timeline_id`), which refuses what it does not have as TURN_NOT_FOUND.
        """
        outcome = pb.ReportOutcomeRequest(
            turn_id=turn_id,
            intent_id=intent if isinstance(intent, str) else intent.intent_id,
            status=status,
            detail=detail,
        )
        return await self.send(pb.PlayRequest(outcome=outcome))

    async def set_attention(
        self, attention: Attention.ValueType, *characters: Character | str
    ) -> str:
        """Set the attention tier of characters; return the request id of the answer."""
        wish = pb.SetAttentionRequest(changes=changes(attention, characters))
        return await self.send(pb.PlayRequest(attention=wish))

    async def done(self) -> None:
        """End sending; inputs already sent are still answered."""
        self._is_done = True
        if self._line is not None:
            await self._line.done()

    async def aclose(self) -> None:
        """End the session at once."""
        self._is_closed = True
        if self._line is not None:
            self._line.cancel()

    def _open_line(self) -> SessionLine:
        if self._line is None:
            raise RuntimeError("the session is not open; use `async with npc.play.session(…)`")
        return self._line

    async def _next(self) -> pb.PlayResponse:
        """Return the next new answer; raises `StopAsyncIteration` after the last."""
        while True:
            line = self._open_line()
            try:
                response = await line.read()
                if response is None and self._is_cut_off():
                    raise _cut_off()
            except errors.NpcError as error:
                await self._mend(line, error)
                continue
            if response is None:
                raise StopAsyncIteration
            if self._book.took(response) or not self._resumes:
                return response

    def _is_cut_off(self) -> bool:
        """Return whether the stream ended before all inputs were answered."""
        is_early = not self._is_done or bool(self._book.unanswered)
        return self._resumes and is_early and not self._is_over()

    def _is_over(self) -> bool:
        return self._is_closed or self._book.is_left

    async def _mend(self, line: SessionLine, error: errors.NpcError) -> None:
        """Connect again and send unanswered inputs, unless another task just did."""
        if not self._resumes or not is_lost(error):
            raise error
        async with self._mending:
            if self._line is not line:
                return
            line.cancel()
            absence = Absence(self._patience, self._patience.away)
            while not self._is_over():
                try:
                    self._line = await self._again()
                except errors.NpcError as lost:
                    if not is_lost(lost) and not isinstance(lost, errors.TimedOut):
                        raise
                    await absence.wait(lost)
                else:
                    self.reconnections += 1
                    if self._is_closed:  # closed by another task in the meantime
                        self._line.cancel()
                    return
            raise error

    async def _again(self) -> SessionLine:
        line = await self._open()
        try:
            if line.opened is not None:
                async with within(self._patience.call, "does not take what is sent again"):
                    await self._send_again(line)
            if self._is_done:
                await line.done()
        except BaseException:
            line.cancel()
            raise
        return line

    async def _open(self) -> SessionLine:
        async with within(self._patience.call, "does not say that the session is open"):
            line = await SessionLine.open(self._stub, self._book.opening())
        if line.opened is not None:
            self.opened = line.opened
            self._book.opened(line.opened)
        return line

    async def _send_again(self, line: SessionLine) -> None:
        """Send unanswered inputs, those that other tasks send in the meantime included."""
        written: set[str] = set()
        while True:
            unanswered = self._book.unanswered.items()
            left = [request for name, request in unanswered if name not in written]
            if not left:
                return
            for request in left:
                written.add(request.request_id)
                await line.write(request)


def _cut_off() -> errors.NpcError:
    return errors.Unavailable(
        grpc.StatusCode.UNAVAILABLE, "the session ended before everything was answered"
    )


def changes(
    attention: Attention.ValueType, characters: Sequence[Character | str]
) -> list[AttentionChange]:
    """Return the same tier for each of several characters."""
    return [
        AttentionChange(character_id=character_id(character), attention=attention)
        for character in characters
    ]
