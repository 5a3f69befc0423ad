"""`PlayService`, with its calls on circles."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import TypeVar

from npcserver.aio import until
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.timeline_watch import WatchRequest
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput, NotFound, NotPermitted
from npcserver.model.ids import TurnId
from npcserver.rpc import fields, play_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.decoder import call, decode
from npcserver.rpc.interceptor import Context, end_of_stream
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.turn_messages import TurnEncoder, bounded
from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1.play_service_pb2_grpc import PlayServiceServicer

_CLOCK_WAITS = ("wait_for", "wait_ms")
"""Fields that a repeat of a move of the clock may change."""

_Said = TypeVar("_Said", SayToCharacter, SayInCircle)


class PlayServicer(UseCaseServicer, PlayServiceServicer):
    """The calls of a running game."""

    OpenCircle = unary(pb.OpenCircleRequest, lambda services: services.circles.open)
    GetCircle = unary(pb.GetCircleRequest, lambda services: services.circles.get, "circle")
    ListCircles = paged(pb.ListCirclesRequest, lambda services: services.circles.list, "circles")
    JoinCircle = unary(pb.JoinCircleRequest, lambda services: services.circles.join)
    LeaveCircle = unary(pb.LeaveCircleRequest, lambda services: services.circles.leave)
    Observe = unary(pb.ObserveRequest, lambda services: services.play.observe)
    ReportOutcome = unary(
        pb.ReportOutcomeRequest, lambda services: services.play.report_outcome, "seq"
    )
    SuggestLines = unary(
        pb.SuggestLinesRequest,
        lambda services: services.suggestions.lines,
        "lines",
        speaker=play_messages.read_speaker,
    )
    SettleCommitment = unary(
        pb.SettleCommitmentRequest, lambda services: services.play.settle_commitment, "seq"
    )
    AdvanceClock = unary(
        pb.AdvanceClockRequest,
        lambda services: services.clock_steps.advance_clock,
        key=lambda request: fields.request_key(
            "AdvanceClock", request.timeline_id, request.request_id, request, _CLOCK_WAITS
        ),
    )
    SetAttention = unary(
        pb.SetAttentionRequest, lambda services: services.attending.set_attention, "seq"
    )

    async def SayInCircle(
        self, request: pb.SayInCircleRequest, context: Context
    ) -> AsyncGenerator[pb.SayInCircleResponse, None]:
        """Stream the events of a circle's conversation."""
        await self._require_member(request)
        say = bounded(decode(SayInCircle, request), context.time_remaining())
        say = await self._with_set(say, request.affordance_set, say.speaker_id)
        talk = play_messages.TalkEncoder()
        async with aclosing(self.services.circles.say(say)) as events:
            async for event in events:
                yield talk.event(event)

    async def _require_member(self, request: pb.SayInCircleRequest) -> None:
        """Refuse a player that is no member of the circle, or where there is no such circle."""
        player = CALLER.get().player
        if player is None:
            return
        with suppress(NotFound):
            if (await call(self.services.circles.get, request)).has(player.player_id):
                return
        raise NotPermitted(
            "this player is in no such circle; the game's server lets it join with `JoinCircle`",
            verb=Verb.SAY,
        )

    async def Say(
        self, request: pb.SayRequest, context: Context
    ) -> AsyncGenerator[pb.SayResponse, None]:
        """Stream a character's turn."""
        say = bounded(decode(SayToCharacter, request), context.time_remaining())
        say = await self._with_set(say, request.affordance_set, say.speaker.id)
        turn = TurnEncoder(say.character_id)
        async with aclosing(self.services.dialogue.say(say)) as events:
            async for event in events:
                yield pb.SayResponse(event=turn.event(event))

    async def _with_set(self, say: _Said, name: str, player_id: str) -> _Said:
        """Return words with the set that the game registered for them. Raises `NotFound`."""
        if not name:
            return say
        if say.affordances is not None or say.entities is not None:
            raise InvalidInput(
                "affordance_set", "stands in place of `affordances` and `entities`; leave those out"
            )
        offered, things = await self.services.affordance_sets.get(say.timeline_id, name, player_id)
        return replace(say, affordances=offered, entities=things)

    async def Interrupt(
        self, request: pb.InterruptRequest, context: Context
    ) -> pb.InterruptResponse:
        """Interrupt a turn, if there is one that the caller may interrupt."""
        turn_id = TurnId(fields.reference("turn_id", request.turn_id))
        dialogue = self.services.dialogue
        found = dialogue.floor.answered_by(turn_id)
        elsewhere = None if found else await dialogue.recovery.spoken_elsewhere(turn_id)
        if elsewhere is not None:
            found = elsewhere.timeline_id, elsewhere.turn.speaker_id
        if found is None or not await CALLER.get().sees(Verb.INTERRUPT, *found):
            return pb.InterruptResponse()
        if elsewhere is None:
            return pb.InterruptResponse(was_speaking=dialogue.interrupt(turn_id))
        was_speaking = await dialogue.recovery.interrupt_elsewhere(turn_id)
        return pb.InterruptResponse(was_speaking=was_speaking)

    async def Watch(
        self, request: pb.WatchRequest, context: Context
    ) -> AsyncGenerator[pb.WatchResponse, None]:
        """Stream the records of a timeline."""
        watch = decode(WatchRequest, request)
        player = CALLER.get().player
        news = (
            self.services.watching.watch(watch)
            if player is None
            else self.services.player_watching.watch(watch, player.player_id)
        )
        async with aclosing(until(self.calls.draining, news)) as items:
            async for item in items:
                seen = play_messages.encode_watched(item)
                yield seen if player is None else play_messages.without_reasons(seen)
        if self.calls.draining.is_set():
            raise end_of_stream()
