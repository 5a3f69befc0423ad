"""Circles of `PlayService`: characters and players who stand together and talk."""

import asyncio
from collections.abc import Awaitable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc

from npcclient import errors
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.calls import Caller, is_cancelling, milliseconds, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import timeline_id
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.affordance_pb2 import (
    AFFORDANCE_SOURCE_UNSPECIFIED,
    Affordance,
    AffordanceSource,
    Entity,
)
from npcclient.v1.play_service_pb2 import Circle, CircleHeard, CircleQuiet, Speaker
from npcclient.v1.play_service_pb2_grpc import PlayServiceStub
from npcclient.v1.timeline_service_pb2 import Timeline

if TYPE_CHECKING:  # the asynchronous class of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub

Call = grpc.aio.UnaryStreamCall[pb.SayInCircleRequest, pb.SayInCircleResponse]
Member = Character | Speaker | str


class Circles:
    """Circles: their members, and what is said there."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = PlayServiceStub(channel)
        self._caller = caller
        self._call = caller.call

    async def open(
        self,
        timeline: Timeline | str,
        members: Sequence[Member],
        *,
        place_id: str = "",
        request_id: str = "",
    ) -> Circle:
        """Open a circle; a plain name is a player's, and its id as well."""
        request = pb.OpenCircleRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            place_id=place_id,
            members=[speaker(one) for one in members],
        )
        return (await self._call(self._stub.OpenCircle, request)).circle

    def list(
        self, timeline: Timeline | str, *, place_id: str = "", member_id: str = ""
    ) -> Listing[Circle]:
        """Return the circles that have not broken up, by id; at a place, or of a member."""

        def fetch(token: str) -> Awaitable[pb.ListCirclesResponse]:
            request = pb.ListCirclesRequest(
                timeline_id=timeline_id(timeline),
                place_id=place_id,
                member_id=member_id,
                page_token=token,
            )
            return self._call(self._stub.ListCircles, request)

        return listing(fetch, lambda page: page.circles)

    async def get(self, timeline: Timeline | str, circle: Circle | str) -> Circle:
        """Return a circle as it is now."""
        request = pb.GetCircleRequest(
            timeline_id=timeline_id(timeline), circle_id=circle_id(circle)
        )
        return (await self._call(self._stub.GetCircle, request)).circle

    async def join(
        self,
        timeline: Timeline | str,
        circle: Circle | str,
        member: Member,
        *,
        request_id: str = "",
    ) -> Circle:
        """Add a member, who did not hear what was said before."""
        request = pb.JoinCircleRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            circle_id=circle_id(circle),
            member=speaker(member),
        )
        return (await self._call(self._stub.JoinCircle, request)).circle

    async def leave(
        self,
        timeline: Timeline | str,
        circle: Circle | str,
        member: Member,
        *,
        request_id: str = "",
    ) -> Circle:
        """Remove a member, who does not hear what is said after that."""
        request = pb.LeaveCircleRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            circle_id=circle_id(circle),
            member_id=speaker(member).id,
        )
        return (await self._call(self._stub.LeaveCircle, request)).circle

    def say(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        timeline: Timeline | str,
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
        request_id: str = "",
        seconds: float | None = None,
        first_beat: float | None = None,
        whole: float | None = None,
        language: str = "",
    ) -> "CircleTalk":
        """Say something in a circle and return the talk that follows, to be iterated over.

        Without words the characters go on among themselves. `to` are the addressees, where the game
        knows them; a `whisper` is heard by them alone. `wait_seconds` is how long, in game time,
        characters wait for a player who was asked something. `seconds` is the deadline of all turns
        together. Within `first_beat` seconds of a turn the game gets something to show, if only
        that the character listens; within `whole` all turns are over. By default the server
        decides. `language` is that of the words; by default that of the timeline.
        """
        request = pb.SayInCircleRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            circle_id=circle_id(circle),
            speaker_id="" if who is None else speaker(who).id,
            text=text,
            to_ids=[speaker(one).id for one in to],
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
        turns = most_turns or 3
        patience = self._caller.patience.turn * turns if seconds is None else seconds
        return CircleTalk(self._stub, self._caller, request, patience)


class CircleTalk:
    """Yields the events of a talk in a circle; the call is made at the first iteration.

    Leaving early interrupts the speaker: use `async with`, `contextlib.aclosing` or `aclose()`. A
    call that did not reach the server is repeated under the same request id.
    """

    def __init__(
        self,
        stub: "PlayServiceAsyncStub",
        caller: Caller,
        request: pb.SayInCircleRequest,
        seconds: float,
    ) -> None:
        self._stub = stub
        self._caller = caller
        self._request = request
        self._seconds = seconds
        self._call: Call | None = None
        self._interruption: object = None
        self._is_over = False
        self._is_speaking = False
        self.heard: CircleHeard | None = None
        """How the words were heard; None until they are."""
        self.turn_id = ""
        """Id of the turn that was begun last."""
        self.quiet: CircleQuiet | None = None
        """How it ended; None until it does."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> pb.SayInCircleResponse:
        if self._is_over:
            raise StopAsyncIteration
        response = await self._next()
        if response is None:
            is_hung_up, self._is_over = self._is_over, True
            if self.quiet is None and not is_hung_up:
                raise errors.Unavailable(
                    grpc.StatusCode.UNAVAILABLE, "the talk broke off before it was quiet"
                )
            raise StopAsyncIteration
        match response.WhichOneof("event"):
            case "heard":
                self.heard = response.heard
            case "turn":
                self.turn_id = response.turn.turn_id
                self._is_speaking = not response.turn.HasField("finished")
            case "quiet":
                self.quiet = response.quiet
            case _:
                pass
        return response

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def interrupt_soon(self) -> None:
        """Interrupt the speaker, without waiting for it; no turn follows.

        Before the first turn, and between two, it hangs up, as there is no turn to interrupt.
        """
        if self._is_over:
            return
        if self._is_speaking:
            # Making the call sends it; its answer does not matter, since the talk ends by itself.
            request = pb.InterruptRequest(turn_id=self.turn_id)
            patience = self._caller.patience.call
            self._interruption = self._stub.Interrupt(request, timeout=patience)
        else:
            self._hang_up()

    async def aclose(self) -> None:
        """Hang up. What was not delivered yet counts as never said."""
        self._hang_up()

    def _hang_up(self) -> None:
        self._is_over = True
        if self._call is not None:
            self._call.cancel()

    async def _next(self) -> pb.SayInCircleResponse | None:
        """Return the next response, None at the end; calls again if the server was not reached."""
        attempt, since = 1, asyncio.get_running_loop().time()
        while not self._is_over:  # another task may hang up meanwhile
            if self._call is None:
                self._call = self._stub.SayInCircle(self._request, timeout=self._seconds)
            try:
                response = await self._call.read()
            except grpc.aio.AioRpcError as error:
                if self._is_over:
                    break
                pause = self._caller.pause_after(error, attempt, since)
                if self.heard is not None or pause is None:
                    self._is_over = True
                    raise errors.from_call(error) from error
            except asyncio.CancelledError:
                if is_cancelling() or not self._is_over:
                    self._call.cancel()  # gRPC does so itself only while it waits for an event
                    raise
                break
            else:
                self._caller.has_answered = True
                return response if isinstance(response, pb.SayInCircleResponse) else None
            self._seconds -= pause
            self._call = None
            await asyncio.sleep(pause)
            attempt += 1
        return None


def circle_id(circle: Circle | str) -> str:
    """Return the id of a circle."""
    return circle if isinstance(circle, str) else circle.circle_id


def speaker(member: Member) -> Speaker:
    """Return a member as a circle's speaker."""
    if isinstance(member, Character):
        return Speaker(id=member.character_id, is_character=True)
    if isinstance(member, Speaker):
        return member
    return Speaker(id=member, name=member)
