"""`PlayService`: translation only."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from npcserver.aio import until
from npcserver.app.services import Services
from npcserver.rpc import decode_play, encode_play, encode_watch
from npcserver.rpc.calls import Calls
from npcserver.rpc.circles import CircleCalls
from npcserver.rpc.encode_turn import TurnEncoder
from npcserver.rpc.interceptor import Context
from npcserver.rpc.play_stream import going_away, session
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1.play_service_pb2_grpc import PlayServiceServicer


class PlayServicer(CircleCalls, PlayServiceServicer):
    """The calls of a running game."""

    def __init__(self, services: Services, calls: Calls) -> None:
        self._services = services
        self._draining = calls.draining

    async def Play(
        self, request_iterator: AsyncIterator[pb.PlayRequest], context: Context
    ) -> AsyncGenerator[pb.PlayResponse, None]:
        """Carry a whole session over one stream."""
        answers = session(self._services, request_iterator, self._draining)
        async with aclosing(answers) as responses:
            async for response in responses:
                yield response

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        """Store a batch of observations."""
        observed = await self._services.play.observe(decode_play.observe(request))
        return encode_play.observed(observed)

    async def Say(
        self, request: pb.SayRequest, context: Context
    ) -> AsyncGenerator[pb.SayResponse, None]:
        """Stream a character's turn."""
        say = decode_play.say(request)
        turn = TurnEncoder(say.character_id)
        async with aclosing(self._services.dialogue.say(say)) as events:
            async for event in events:
                yield pb.SayResponse(event=turn.event(event))

    async def Interrupt(
        self, request: pb.InterruptRequest, context: Context
    ) -> pb.InterruptResponse:
        """Interrupt a turn."""
        was_speaking = self._services.dialogue.interrupt(decode_play.interrupt(request))
        return pb.InterruptResponse(was_speaking=was_speaking)

    async def ReportOutcome(
        self, request: pb.ReportOutcomeRequest, context: Context
    ) -> pb.ReportOutcomeResponse:
        """Store the outcome of an intent."""
        seq = await self._services.play.report_outcome(decode_play.report_outcome(request))
        return pb.ReportOutcomeResponse(seq=seq)

    async def SettleCommitment(
        self, request: pb.SettleCommitmentRequest, context: Context
    ) -> pb.SettleCommitmentResponse:
        """Store how a commitment ended."""
        wish = decode_play.settle_commitment(request)
        return pb.SettleCommitmentResponse(seq=await self._services.play.settle_commitment(wish))

    async def AdvanceClock(
        self, request: pb.AdvanceClockRequest, context: Context
    ) -> pb.AdvanceClockResponse:
        """Move game time."""
        advanced = await self._services.play.advance_clock(decode_play.advance_clock(request))
        return encode_play.clock_advanced(advanced)

    async def SetAttention(
        self, request: pb.SetAttentionRequest, context: Context
    ) -> pb.SetAttentionResponse:
        """Set how much attention characters get."""
        wish = decode_play.set_attention(request)
        return pb.SetAttentionResponse(seq=await self._services.attending.set_attention(wish))

    async def Watch(
        self, request: pb.WatchRequest, context: Context
    ) -> AsyncGenerator[pb.WatchResponse, None]:
        """Stream the records of a timeline."""
        watch = decode_play.watch(request)
        await context.send_initial_metadata(())  # the client need not wait for news to be connected
        news = self._services.watching.watch(watch)
        async with aclosing(until(self._draining, news)) as items:
            async for item in items:
                yield encode_watch.watched(item)
        if self._draining.is_set():
            raise going_away()
