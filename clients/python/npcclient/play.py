"""`PlayService`: the game at run time."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import datetime

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from npcclient import errors
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.calls import Caller, milliseconds, new_request_id
from npcclient.naming import character_id, timeline_id
from npcclient.observing import ObservationQueue
from npcclient.resuming import NO_RECORDS, read_on, read_once
from npcclient.turn import Turn
from npcclient.v1 import play_service_pb2 as pb
from npcclient.v1.affordance_pb2 import (
    AFFORDANCE_SOURCE_UNSPECIFIED,
    ActionIntent,
    Affordance,
    AffordanceSource,
    Entity,
)
from npcclient.v1.mind_pb2 import Attention, AttentionChange, Commitment, CommitmentStatus
from npcclient.v1.play_service_pb2 import (
    LOUDNESS_UNSPECIFIED,
    ClockWait,
    Loudness,
    Movement,
    ObjectChange,
    Observation,
    OutcomeStatus,
    Speaker,
    StoryFlag,
)
from npcclient.v1.play_service_pb2_grpc import PlayServiceStub
from npcclient.v1.timeline_service_pb2 import GetTimelineRequest, Timeline
from npcclient.v1.timeline_service_pb2_grpc import TimelineServiceStub

_LEFT = "INTENT_TIMELINE_LEFT"


class Play:
    """Sends events and words; receives lines and intents."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = PlayServiceStub(channel)
        self._timelines = TimelineServiceStub(channel)
        self._caller = caller
        self._call = caller.call

    def say(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        timeline: Timeline | str,
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
        request_id: str = "",
        seconds: float | None = None,
        first_beat: float | None = None,
        whole: float | None = None,
        language: str = "",
        loudness: Loudness.ValueType = LOUDNESS_UNSPECIFIED,
    ) -> Turn:
        """Say something to a character and return its turn, to be iterated over.

        A plain name as `speaker` is a player's, and its id as well. `affordances` is what the
        character may do in this turn; without any they are those of the world, unless
        `affordance_source` is `AFFORDANCE_SOURCE_DECLARED_ONLY`, or those that the game's server
        registered as `affordance_set`. `deltas` requests words before
        their sentence is complete, `private` keeps others from hearing the turn, `seconds` is the
        deadline of the call. Within `first_beat` seconds the game gets something to show, if only
        that the character listens; within `whole` the turn is over. By default the server decides.
        `language` is that of the words, such as `pt-BR`; by default that of the timeline. With
        `loudness` they are whispered or shouted.
        """
        request = pb.SayRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            speaker=_speaker(speaker),
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
            loudness=loudness,
        )
        patience = self._caller.patience.turn if seconds is None else seconds
        return Turn(self._stub, self._caller, request, patience)

    async def observe(
        self,
        timeline: Timeline | str,
        observations: Sequence[Observation] = (),
        *,
        movements: Sequence[Movement] = (),
        objects: Sequence[ObjectChange] = (),
        flags: Sequence[StoryFlag] = (),
        request_id: str = "",
    ) -> pb.ObserveResponse:
        """Report events to the characters around them; stored when this returns."""
        request = pb.ObserveRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            movements=movements,
            observations=observations,
            objects=objects,
            flags=flags,
        )
        return await self._call(self._stub.Observe, request)

    async def interrupt(self, turn_id: str) -> bool:
        """Interrupt a turn that is being spoken; False when it was over or is unknown."""
        request = pb.InterruptRequest(turn_id=turn_id)
        return (await self._call(self._stub.Interrupt, request)).was_speaking

    async def report_outcome(
        self,
        timeline: Timeline | str,
        turn_id: str,
        intent: ActionIntent | str,
        status: OutcomeStatus.ValueType,
        detail: str = "",
        *,
        request_id: str = "",
    ) -> int:
        """Report the outcome of an intent; return the position of the record.

        `timeline` is that of its turn. Where the game left that one by a load, the outcome goes to
        the timeline that is played in its place, if that one has the turn; otherwise
        `NotPossibleNow` is raised with the reason INTENT_TIMELINE_LEFT, and the intent is void.
        """
        request = pb.ReportOutcomeRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            turn_id=turn_id,
            intent_id=intent if isinstance(intent, str) else intent.intent_id,
            status=status,
            detail=detail,
        )
        try:
            return (await self._call(self._stub.ReportOutcome, request)).seq
        except errors.NotPossibleNow as error:
            if error.reason != _LEFT or "reportTo" not in error.metadata:
                raise
            request.timeline_id = error.metadata["reportTo"]
            return (await self._call(self._stub.ReportOutcome, request)).seq

    async def settle_commitment(
        self,
        timeline: Timeline | str,
        commitment: Commitment | str,
        status: CommitmentStatus.ValueType,
        detail: str = "",
        *,
        request_id: str = "",
    ) -> int:
        """Report a promise as kept, broken or withdrawn; return the position of the record."""
        request = pb.SettleCommitmentRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            commitment_id=commitment if isinstance(commitment, str) else commitment.commitment_id,
            status=status,
            detail=detail,
        )
        return (await self._call(self._stub.SettleCommitment, request)).seq

    async def suggest_lines(
        self, timeline: Timeline | str, character: Character | str, speaker: Speaker | str
    ) -> tuple[str, ...]:
        """Return lines to try first with a character that speaks without a model, else none."""
        request = pb.SuggestLinesRequest(
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            speaker=_speaker(speaker),
        )
        return tuple((await self._call(self._stub.SuggestLines, request)).lines)

    async def advance_clock(
        self, timeline: Timeline | str, to: datetime, *, request_id: str = ""
    ) -> datetime:
        """Move game time forward and return it. A time without zone counts as UTC."""
        world_time = Timestamp()
        world_time.FromDatetime(to)
        request = pb.AdvanceClockRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            world_time=world_time,
        )
        return (await self._call(self._stub.AdvanceClock, request)).world_time.ToDatetime()

    async def step_clock(
        self,
        timeline: Timeline | str,
        to: datetime,
        wait_for: ClockWait.ValueType = ClockWait.CLOCK_WAIT_THOUGHTS,
        *,
        seconds: float = 10.0,
        request_id: str = "",
    ) -> int:
        """Move game time forward and let characters catch up for at most these seconds (50).

        Return how many of their acts and thoughts are still due. A time without zone is UTC.
        """
        world_time = Timestamp()
        world_time.FromDatetime(to)
        request = pb.AdvanceClockRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            world_time=world_time,
            wait_for=wait_for,
            wait_ms=round(seconds * 1000),
        )
        return (await self._call(self._stub.AdvanceClock, request)).open_thoughts

    async def set_attention(
        self,
        timeline: Timeline | str,
        attention: Attention.ValueType,
        *characters: Character | str,
        request_id: str = "",
    ) -> int:
        """Set the attention tier of these characters; return the position of the last record."""
        request = pb.SetAttentionRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            changes=[
                AttentionChange(character_id=character_id(one), attention=attention)
                for one in characters
            ],
        )
        return (await self._call(self._stub.SetAttention, request)).seq

    async def watch(
        self,
        timeline: Timeline | str,
        *,
        after_seq: int | None = None,
        characters: Sequence[Character | str] = (),
        resume: bool = False,
        lost: Callable[[errors.NpcError], None] = lambda _: None,
    ) -> AsyncGenerator[pb.WatchResponse, None]:
        """Yield the events after a position (default: from now on), until closed.

        When the game leaves the timeline by loading a save, the last event is `left`. A lost
        connection raises `Unavailable`. With `resume` it is made again, unless the server is away
        for longer than `Patience.away`, and continues: no event is missing and none comes twice,
        apart from checkpoints. `lost` is called for each lost connection.
        """
        request = pb.WatchRequest(
            timeline_id=timeline_id(timeline),
            after_seq=after_seq,
            character_ids=[character_id(character) for character in characters],
        )
        if resume and after_seq is None:  # stays the same over reconnections
            request.after_seq = await self._head(request.timeline_id)
        if resume:
            watching = self._watch_on(request, lost)
        else:
            watching = read_once(self._stub.Watch(request), pb.WatchResponse)
        async with aclosing(watching) as events:
            async for event in events:
                yield event
                if event.HasField("left"):  # nothing follows it
                    return

    def observing(
        self,
        timeline: Timeline | str,
        *,
        interval: float = 0.25,
        most: int = 5_000,
        refused: Callable[[errors.NpcError, pb.ObserveRequest], None] | None = None,
    ) -> ObservationQueue:
        """Return a queue for frequent observations, to be used as an `async with` block.

        It sends a batch every `interval` seconds at most, and holds `most` events while the server
        is away; `refused` is called for batches that the server refuses.
        """
        return ObservationQueue(
            self._stub,
            self._caller,
            timeline_id(timeline),
            interval=interval,
            most=most,
            refused=refused,
        )

    async def _head(self, timeline: str) -> int:
        request = GetTimelineRequest(timeline_id=timeline)
        return (await self._call(self._timelines.GetTimeline, request)).timeline.head_seq

    def _watch_on(
        self, request: pb.WatchRequest, lost: Callable[[errors.NpcError], None]
    ) -> AsyncGenerator[pb.WatchResponse, None]:
        def took(event: pb.WatchResponse) -> bool:
            is_new = event.seq > request.after_seq
            request.after_seq = max(request.after_seq, event.seq)
            return is_new or event.WhichOneof("event") in NO_RECORDS

        return read_on(
            lambda: self._stub.Watch(request),
            pb.WatchResponse,
            took,
            self._caller.patience,
            lost,
            self._caller.credential.renew,
        )


def _speaker(speaker: Speaker | str) -> Speaker:
    return Speaker(id=speaker, name=speaker) if isinstance(speaker, str) else speaker
