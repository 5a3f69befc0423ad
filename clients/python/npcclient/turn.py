"""One turn of a character, as it is being spoken."""

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Self

import grpc

from npcclient import errors
from npcclient.calls import Caller, is_cancelling
from npcclient.v1 import play_service_pb2 as play_pb
from npcclient.v1.turn_pb2 import TurnEvent, TurnFinished

if TYPE_CHECKING:  # the asynchronous class of a stub exists for type checkers only
    from npcclient.v1.play_service_pb2_grpc import PlayServiceAsyncStub

Call = grpc.aio.UnaryStreamCall[play_pb.SayRequest, play_pb.SayResponse]


class Turn:
    """Yields the events of a turn; the call is made at the first iteration.

    Leaving early interrupts the character, who then remembers only what was delivered: use `async
    with npc.play.say(…) as turn`, `contextlib.aclosing`, or `aclose()`. A call that did not reach
    the server is repeated under the same request id; a turn that began is not.
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
        """How the turn ended; None until it does."""

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
        """Wait for the end and return all that was said, sentences separated by spaces."""
        return " ".join([event.line.text async for event in self if event.HasField("line")])

    async def interrupt(self) -> bool:
        """Interrupt the character; its last events still come.

        Return False when it was done already.
        """
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
            # Making the call sends it; its answer does not matter, since the turn ends by itself.
            request = play_pb.InterruptRequest(turn_id=self.turn_id)
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

    async def _next(self) -> play_pb.SayResponse | None:
        """Return the next response, None at the end; calls again if the server was not reached."""
        attempt, since = 1, asyncio.get_running_loop().time()
        while not self._is_over:  # another task may hang up meanwhile
            if self._call is None:
                self._call = self._stub.Say(self._request, timeout=self._seconds)
            try:
                response = await self._call.read()
            except grpc.aio.AioRpcError as error:
                if self._is_over:
                    break
                pause = self._caller.pause_after(error, attempt, since)
                if self.turn_id or pause is None or self._interruption:
                    self._is_over = True
                    raise errors.from_call(error) from error
            except asyncio.CancelledError:
                if is_cancelling() or not (self._interruption or self._is_over):
                    self._call.cancel()  # gRPC does so itself only while it waits for an event
                    raise
                return None
            else:
                self._caller.has_answered = True
                return response if isinstance(response, play_pb.SayResponse) else None
            self._seconds -= pause
            self._call = None
            await asyncio.sleep(pause)
            attempt += 1
        return None
