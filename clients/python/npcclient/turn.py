"""One turn of a character, as it is being spoken."""

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc

from npcclient import errors
from npcclient.calls import Caller, is_cancelling
from npcclient.v1 import play_service_pb2 as play_pb
from npcclient.v1.turn_pb2 import TurnEvent, TurnFinished

if TYPE_CHECKING:  # the asynchronous face of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub

Call = grpc.aio.UnaryStreamCall[play_pb.SayRequest, play_pb.SayResponse]


class Turn:
    """Yields the events of a turn; begins when it is first asked for one.

    Leaving early interrupts the character, who then remembers only what was delivered: use
    `async with npc.play.say(…) as turn`, `contextlib.aclosing`, or `aclose()`. A turn whose server
    was not there to hear is asked again under the same request id; one that began is not.
    """

    def __init__(
        self,
        stub: "PlayServiceAsyncStub",
        caller: Caller,
        request: play_pb.SayRequest,
        seconds: float,
    ) -> None:
        self._stub = stub
        self._caller = caller
        self._request = request
        self._seconds = seconds
        self._call: Call | None = None
        self._is_over = False
        self._interruption: object = None
        self.turn_id = ""
        """Id of the turn; empty until the first event."""
        self.finished: TurnFinished | None = None
        """How the turn ended; None until it has."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> TurnEvent:
        if self._is_over:
            raise StopAsyncIteration
        response = await self._next()
        if response is None:
            is_hung_up, self._is_over = self._is_over, True
            if self.finished is None and not self._interruption and not is_hung_up:
                raise errors.Unavailable(
                    grpc.StatusCode.UNAVAILABLE, "the turn broke off before it was finished"
                )
            raise StopAsyncIteration
        event = response.event
        self.turn_id = self.turn_id or event.turn_id
        if event.HasField("finished"):
            self.finished = event.finished
        return event

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def text(self) -> str:
        """Listen to the end and return all that was said, sentences parted by spaces."""
        return " ".join([event.line.text async for event in self if event.HasField("line")])

    async def interrupt(self) -> bool:
        """Interrupt the character; its last events still come. False when it was done already."""
        if not self.turn_id:
            await self.aclose()
            return True
        request = play_pb.InterruptRequest(turn_id=self.turn_id)
        return (await self._caller.call(self._stub.Interrupt, request)).was_speaking

    def interrupt_soon(self) -> None:
        """Interrupt the character without waiting for it, as a signal handler must."""
        if self._is_over or self._interruption:
            return
        if self.turn_id:
            # The call is sent by being made; whatever it answers, the turn's own end tells more.
            request = play_pb.InterruptRequest(turn_id=self.turn_id)
            patience = self._caller.patience.call
            self._interruption = self._stub.Interrupt(request, timeout=patience)
        else:
            self._hang_up()

    async def aclose(self) -> None:
        """Hang up. What was not delivered yet was never said."""
        self._hang_up()

    def _hang_up(self) -> None:
        self._is_over = True
        if self._call is not None:
            self._call.cancel()

    async def _next(self) -> play_pb.SayResponse | None:
        """Return the next response, None at the end; asks again while nobody has heard."""
        attempt = 1
        while not self._is_over:  # somebody may hang up meanwhile
            if self._call is None:
                self._call = self._stub.Say(self._request, timeout=self._seconds)
            try:
                response = await self._call.read()
            except grpc.aio.AioRpcError as error:
                if self._is_over:
                    break
                pause = self._caller.pause_after(error, attempt)
                if self.turn_id or pause is None or self._interruption:
                    self._is_over = True
                    raise errors.from_call(error) from error
            except asyncio.CancelledError:
                if is_cancelling() or not (self._interruption or self._is_over):
                    self._call.cancel()  # gRPC does so itself only while it waits for an event
                    raise
                return None
            else:
                return response if isinstance(response, play_pb.SayResponse) else None
            self._seconds -= pause
            self._call = None
            await asyncio.sleep(pause)
            attempt += 1
        return None
