"""`PlayService`, with its calls on circles."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

from npcserver.aio import until
from npcserver.app.services import Services
from npcserver.model.access import Verb
from npcserver.model.errors import NotFound, NotPermitted
from npcserver.rpc import circle_messages, play_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.encoder import enclose, encode
from npcserver.rpc.interceptor import ActiveCalls, Context
from npcserver.rpc.play_stream import (
    decode_say,
    decode_say_in_circle,
    interrupt,
    session,
    shutdown_error,
)
from npcserver.rpc.turn_messages import TurnEncoder, bounded
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1.play_service_pb2_grpc import PlayServiceServicer


class CircleCalls(PlayServiceServicer):
    """The calls of `PlayService` about circles."""

    _services: Services

    async def OpenCircle(
        self, request: pb.OpenCircleRequest, context: Context
    ) -> pb.OpenCircleResponse:
        """Open a circle."""
        stands = await self._services.circles.open(circle_messages.decode_open_circle(request))
        return encode(stands, pb.OpenCircleResponse)

    async def GetCircle(
        self, request: pb.GetCircleRequest, context: Context
    ) -> pb.GetCircleResponse:
        """Return a circle."""
        found = await self._services.circles.get(*circle_messages.decode_get_circle(request))
        return enclose(found, pb.GetCircleResponse, "circle")

    async def JoinCircle(
        self, request: pb.JoinCircleRequest, context: Context
    ) -> pb.JoinCircleResponse:
        """Add a member to a circle."""
        stands = await self._services.circles.join(circle_messages.decode_join_circle(request))
        return encode(stands, pb.JoinCircleResponse)

    async def LeaveCircle(
        self, request: pb.LeaveCircleRequest, context: Context
    ) -> pb.LeaveCircleResponse:
        """Take a member out of a circle."""
        stands = await self._services.circles.leave(circle_messages.decode_leave_circle(request))
        return encode(stands, pb.LeaveCircleResponse)

    async def SayInCircle(
        self, request: pb.SayInCircleRequest, context: Context
    ) -> AsyncGenerator[pb.SayInCircleResponse, None]:
        """Stream the events of a circle's conversation."""
        await self._require_member(request)
        say = await decode_say_in_circle(self._services, request)
        say = bounded(say, context.time_remaining())
        talk = circle_messages.TalkEncoder()
        async with aclosing(self._services.circles.say(say)) as events:
            async for event in events:
                yield talk.event(event)

    async def _require_member(self, request: pb.SayInCircleRequest) -> None:
        """Refuse a player that is no member of the circle, or where there is no such circle."""
        player = CALLER.get().player
        if player is None:
            return
        place = circle_messages.decode_get_circle(
            pb.GetCircleRequest(timeline_id=request.timeline_id, circle_id=request.circle_id)
        )
        with suppress(NotFound):
            if (await self._services.circles.get(*place)).has(player.player_id):
                return
        raise NotPermitted(
            "this player is in no such circle; the game's server lets it join with `JoinCircle`",
            verb=Verb.SAY,
        )


class PlayServicer(CircleCalls, PlayServiceServicer):
    """The calls of a running game."""

    def __init__(self, services: Services, calls: ActiveCalls) -> None:
        self._services = services
        self._draining = calls.draining

    def Play(
        self, request_iterator: AsyncIterator[pb.PlayRequest], context: Context
    ) -> AsyncGenerator[pb.PlayResponse, None]:
        """Carry a whole session over one stream."""
        return session(self._services, request_iterator, self._draining)

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        """Store a batch of observations."""
        observed = await self._services.play.observe(play_messages.decode_observe(request))
        return encode(observed, pb.ObserveResponse)

    async def Say(
        self, request: pb.SayRequest, context: Context
    ) -> AsyncGenerator[pb.SayResponse, None]:
        """Stream a character's turn."""
        say = await decode_say(self._services, request)
        say = bounded(say, context.time_remaining())
        turn = TurnEncoder(say.character_id)
        async with aclosing(self._services.dialogue.say(say)) as events:
            async for event in events:
                yield pb.SayResponse(event=turn.event(event))

    async def Interrupt(
        self, request: pb.InterruptRequest, context: Context
    ) -> pb.InterruptResponse:
        """Interrupt a turn."""
        turn_id = play_messages.decode_interrupt(request)
        was_speaking = await interrupt(self._services, turn_id)
        return pb.InterruptResponse(was_speaking=was_speaking)

    async def ReportOutcome(
        self, request: pb.ReportOutcomeRequest, context: Context
    ) -> pb.ReportOutcomeResponse:
        """Store the outcome of an intent."""
        seq = await self._services.play.report_outcome(play_messages.decode_report_outcome(request))
        return pb.ReportOutcomeResponse(seq=seq)

    async def PutAffordanceSet(
        self, request: pb.PutAffordanceSetRequest, context: Context
    ) -> pb.PutAffordanceSetResponse:
        """Register affordances and entities for turns of players."""
        await self._services.affordance_sets.put(play_messages.decode_affordance_set(request))
        return pb.PutAffordanceSetResponse()

    async def SuggestLines(
        self, request: pb.SuggestLinesRequest, context: Context
    ) -> pb.SuggestLinesResponse:
        """Return lines to try with a character."""
        asked = play_messages.decode_suggest_lines(request)
        return pb.SuggestLinesResponse(lines=await self._services.suggestions.lines(*asked))

    async def SettleCommitment(
        self, request: pb.SettleCommitmentRequest, context: Context
    ) -> pb.SettleCommitmentResponse:
        """Store how a commitment ended."""
        wish = play_messages.decode_settle_commitment(request)
        return pb.SettleCommitmentResponse(seq=await self._services.play.settle_commitment(wish))

    async def AdvanceClock(
        self, request: pb.AdvanceClockRequest, context: Context
    ) -> pb.AdvanceClockResponse:
        """Move game time."""
        advanced = await self._services.play.advance_clock(
            play_messages.decode_advance_clock(request)
        )
        return encode(advanced, pb.AdvanceClockResponse)

    async def SetAttention(
        self, request: pb.SetAttentionRequest, context: Context
    ) -> pb.SetAttentionResponse:
        """Set how much attention characters get."""
        wish = play_messages.decode_set_attention(request)
        return pb.SetAttentionResponse(seq=await self._services.attending.set_attention(wish))

    async def Watch(
        self, request: pb.WatchRequest, context: Context
    ) -> AsyncGenerator[pb.WatchResponse, None]:
        """Stream the records of a timeline."""
        watch = play_messages.decode_watch(request)
        await context.send_initial_metadata(())  # the client need not wait for news to be connected
        player = CALLER.get().player
        news = (
            self._services.watching.watch(watch)
            if player is None
            else self._services.player_watching.watch(watch, player.player_id)
        )
        async with aclosing(until(self._draining, news)) as items:
            async for item in items:
                seen = play_messages.encode_watched(item)
                yield seen if player is None else play_messages.without_reasons(seen)
        if self._draining.is_set():
            raise shutdown_error()
