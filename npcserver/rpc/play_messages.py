"""Messages of `PlayService`: decodes requests, encodes results and watched events."""

from collections.abc import Mapping
from typing import TypeVar

from npcserver.app.affordance_sets import AffordanceSet
from npcserver.app.attention import SetAttention
from npcserver.app.context.commitments import SettleCommitment
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import (
    FlagChange,
    GameEvent,
    Movement,
    ObjectChange,
    Observe,
    ObserveResult,
)
from npcserver.app.play import AdvanceClock, ReportOutcome
from npcserver.app.timeline_watch import (
    Checkpoint,
    LatenessChange,
    WatchedRecord,
    WatchRequest,
)
from npcserver.model import limits, memory
from npcserver.model.budget_accounts import BudgetReached
from npcserver.model.character import Attention, Person
from npcserver.model.circle import Circle
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, DayPlan
from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.moves import GroupMoved
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.record import (
    Attended,
    Body,
    ClockMoved,
    Flagged,
    Moved,
    OutcomeStatus,
    Pinned,
    Rated,
    ReflectedUpTo,
    Remembered,
    Settled,
    TimelineLeft,
    TurnTaken,
)
from npcserver.model.senses import Channel, Range
from npcserver.model.thought import Conversed, Spent, Thought
from npcserver.model.timeline import Timeline
from npcserver.model.world import ObjectState, PlaceSeen
from npcserver.rpc import fields, mind_messages, turn_messages
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.fields import request_key
from npcserver.v1 import mind_pb2
from npcserver.v1 import play_service_pb2 as pb

T = TypeVar("T")
K = TypeVar("K", bound=int)

ABOUT_AT_MOST = 20

DECODED_OUTCOME_STATUSES = fields.members_of(OutcomeStatus, pb.OutcomeStatus)
SETTLED = fields.members_of(
    (CommitmentStatus.KEPT, CommitmentStatus.BROKEN, CommitmentStatus.WITHDRAWN),
    mind_pb2.CommitmentStatus,
)
DECODED_ATTENTIONS = fields.members_of(Attention, mind_pb2.Attention)
CHANNELS = fields.members_of((Channel.SIGHT, Channel.SOUND), pb.ObservationChannel)
RANGES = fields.members_of(Range, pb.ObservationRange)


def decode_observe(request: pb.ObserveRequest) -> Observe:
    """Read a batch of observations, movements, object changes and flags."""
    fields.few("movements", request.movements, limits.BATCH)
    fields.few("observations", request.observations, limits.BATCH)
    fields.few("objects", request.objects, limits.BATCH)
    fields.few("flags", request.flags, limits.BATCH)
    return Observe(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        movements=fields.each("movements", _movement, request.movements),
        happenings=fields.each("observations", _happening, request.observations),
        objects=fields.each("objects", _change, request.objects),
        flags=fields.each("flags", _flag, request.flags),
        key=request_key("Observe", request.timeline_id, request.request_id, request),
    )


def decode_say(request: pb.SayRequest) -> SayToCharacter:
    """Read an utterance, and what the game offers for its turn."""
    affordances, entities = turn_messages.decode_offered(request)
    return SayToCharacter(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        character_id=CharacterId(fields.reference("character_id", request.character_id)),
        speaker=_speaker(request.speaker),
        text=fields.text("text", request.text, limits.UTTERANCE),
        affordances=affordances,
        entities=entities,
        want_deltas=request.stream_deltas,
        is_private=request.is_private,
        key=request_key(
            "Say", request.timeline_id, request.request_id, request, turn_messages.WAITS
        ),
        beat_seconds=turn_messages.decode_beat(request),
        total_seconds=turn_messages.decode_total(request),
    )


def decode_interrupt(request: pb.InterruptRequest) -> TurnId:
    """Read which turn to interrupt."""
    return TurnId(fields.reference("turn_id", request.turn_id))


def decode_report_outcome(request: pb.ReportOutcomeRequest) -> ReportOutcome:
    """Read the outcome of an intent."""
    return ReportOutcome(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        turn_id=TurnId(fields.reference("turn_id", request.turn_id)),
        intent_id=IntentId(fields.reference("intent_id", request.intent_id)),
        status=fields.choice("status", request.status, DECODED_OUTCOME_STATUSES),
        detail=fields.text("detail", request.detail, limits.MEMORY, may_be_empty=True),
        key=request_key("ReportOutcome", request.timeline_id, request.request_id, request),
    )


def decode_suggest_lines(
    request: pb.SuggestLinesRequest,
) -> tuple[TimelineId, CharacterId, Person]:
    """Read who would speak with which character."""
    return (
        TimelineId(fields.reference("timeline_id", request.timeline_id)),
        CharacterId(fields.reference("character_id", request.character_id)),
        _speaker(request.speaker),
    )


def _speaker(speaker: pb.Speaker) -> Person:
    return Person(
        id=fields.reference("speaker.id", speaker.id),
        name=fields.name("speaker.name", speaker.name),
        is_player=not speaker.is_character,
    )


def decode_settle_commitment(request: pb.SettleCommitmentRequest) -> SettleCommitment:
    """Read how a commitment ended."""
    return SettleCommitment(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        commitment_id=fields.reference("commitment_id", request.commitment_id),
        status=fields.choice("status", request.status, SETTLED),
        detail=fields.text("detail", request.detail, limits.MEMORY, may_be_empty=True),
        key=request_key("SettleCommitment", request.timeline_id, request.request_id, request),
    )


def decode_advance_clock(request: pb.AdvanceClockRequest) -> AdvanceClock:
    """Read the new game time."""
    if not request.HasField("world_time"):
        raise InvalidInput("world_time", "must be set")
    return AdvanceClock(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        game_time=fields.moment("world_time", request.world_time),
        key=request_key("AdvanceClock", request.timeline_id, request.request_id, request),
    )


def decode_set_attention(request: pb.SetAttentionRequest) -> SetAttention:
    """Read the level of attention for each character."""
    if not request.changes:
        raise InvalidInput("changes", "must name at least one character")
    fields.few("changes", request.changes, limits.BATCH)
    fields.distinct("changes", "character_id", [one.character_id for one in request.changes])
    return SetAttention(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        changes=fields.each("changes", _attention, request.changes),
        key=request_key("SetAttention", request.timeline_id, request.request_id, request),
    )


def decode_watch(request: pb.WatchRequest) -> WatchRequest:
    """Read which timeline and characters to watch."""
    fields.few("character_ids", request.character_ids, limits.CHARACTERS)
    return WatchRequest(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        after_seq=(
            fields.position("after_seq", request.after_seq)
            if request.HasField("after_seq")
            else None
        ),
        character_ids=tuple(
            CharacterId(fields.reference(f"character_ids[{position}]", character_id))
            for position, character_id in enumerate(request.character_ids)
        ),
    )


def _movement(message: pb.Movement) -> Movement:
    place = fields.reference("place_id", message.place_id, may_be_empty=True)
    return Movement(
        subject_id=fields.reference("id", message.id),
        place_id=PlaceId(place) if place else None,
        name=fields.name("name", message.name, may_be_empty=True),
    )


def _happening(message: pb.Observation) -> GameEvent:
    place = fields.reference("place_id", message.place_id, may_be_empty=True)
    witnesses, about = message.witness_ids, message.about_ids
    fields.few("witness_ids", witnesses, limits.WITNESSES)
    fields.few("about_ids", about, ABOUT_AT_MOST)
    reach = _named("range", message.range, RANGES, Range.PLACE)
    if not place and not witnesses and reach is not Range.WORLD:
        raise InvalidInput("witness_ids", "must name somebody where `place_id` is empty")
    return GameEvent(
        text=fields.text("text", message.text, limits.MEMORY),
        witness_ids=fields.each("witness_ids", _character_id, witnesses),
        place_id=PlaceId(place) if place else None,
        game_time=(
            fields.moment("world_time", message.world_time)
            if message.HasField("world_time")
            else None
        ),
        importance=(
            fields.whole("importance", message.importance, 1, 10)
            if message.HasField("importance")
            else None
        ),
        about=fields.each("about_ids", _thing, about) if about else (),
        channel=_named("channel", message.channel, CHANNELS, Channel.ANY),
        range=reach,
        is_standing=message.is_standing,
        secret=(
            fields.decode_secret("secret", message.secret, message.text)
            if message.HasField("secret")
            else None
        ),
    )


def _flag(message: pb.StoryFlag) -> FlagChange:
    return FlagChange(name=fields.check_flag("name", message.name), is_set=not message.unset)


def _change(message: pb.ObjectChange) -> ObjectChange:
    return ObjectChange(
        place_id=PlaceId(fields.reference("place_id", message.place_id)),
        object=fields.name("object", message.object),
        state=fields.text("state", message.state, limits.STATE, is_one_line=True),
        by=fields.reference("by_id", message.by_id, may_be_empty=True),
    )


def _attention(message: mind_pb2.AttentionChange) -> tuple[CharacterId, Attention]:
    return (
        CharacterId(fields.reference("character_id", message.character_id)),
        fields.choice("attention", message.attention, DECODED_ATTENTIONS),
    )


def _named(path: str, value: K, known: Mapping[K, T], default: T) -> T:
    """Return the value of an enum number; zero stands for the default."""
    return fields.choice(path, value, known) if value else default


def _character_id(value: str) -> CharacterId:
    return CharacterId(fields.reference("", value))


def _thing(value: str) -> str:
    return fields.reference("", value)


def decode_affordance_set(request: pb.PutAffordanceSetRequest) -> AffordanceSet:
    """Read what a game registers."""
    return AffordanceSet(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        name=fields.name("name", request.name),
        player_id=fields.reference("player_id", request.player_id, may_be_empty=True),
        affordances=turn_messages.decode_affordances(request.affordances),
        entities=turn_messages.decode_entities(request.entities),
    )


sources(ObserveResult, pb.ObserveResponse, first_seq="first", last_seq="last")
sources(Attended, mind_pb2.AttentionChange, character_id=None)
sources(Timeline, pb.PlayOpened, head_seq="head")
sources(TimelineLeft, pb.TimelineLeft, to_timeline_id="to_id")
sources(
    TurnTaken,
    pb.TurnTaken,
    lines=lambda turn: turn_messages.lines(turn.delivered),
    intents=lambda turn: turn_messages.intents(turn.events),
    outcome=lambda turn: turn_messages.outcome(turn.events),
)

EVENTS: Mapping[type[Body], str] = {
    Remembered: "memory",
    TurnTaken: "turn",
    Moved: "movement",
    ClockMoved: "clock",
    Settled: "outcome",
    TimelineLeft: "left",
    Flagged: "flag",
    Commitment: "commitment",
    Circle: "circle",
    BudgetReached: "budget",
    Act: "act",
    DayPlan: "day_plan",
    Mood: "mood",
    Standing: "relation",
    Belief: "belief",
    ObjectState: "object_state",
    Attended: "attention",
    Conversed: "conversation",
    Thought: "thought",
    # These are not reported; their position still counts.
    **dict.fromkeys((Rated, PlaceSeen, ReflectedUpTo, Spent, Pinned, GroupMoved), "checkpoint"),
}
"""The event of a watched record, by the type of its body."""


def encode_watched(seen: WatchedRecord | Checkpoint | LatenessChange) -> pb.WatchResponse:
    """Write what a watcher is told: a record, a checkpoint, or that thoughts are late."""
    event: tuple[str, object]
    character_id = ""
    if isinstance(seen, LatenessChange):
        event = "lateness", seen.lateness
    elif isinstance(seen, Checkpoint):
        event = "checkpoint", pb.Checkpoint()
    else:
        event = EVENTS[type(seen.record.body)], _reported(seen)
        if not isinstance(seen.record.body, ObjectState | Flagged | Circle):
            character_id = seen.record.character_id  # the others have none
    name, value = event
    return enclose(
        value,
        pb.WatchResponse,
        name,
        seq=seen.seq,
        world_time=seen.game_time,
        character_id=character_id,
    )


def without_reasons(message: pb.WatchResponse) -> pb.WatchResponse:
    """Take out of an event that a player sees what only its character, or the game, knows."""
    if message.HasField("act"):
        for name in ("cause", "because_id", "wanted_place_id", "end_time"):
            message.act.ClearField(name)
    elif message.HasField("object_state"):
        message.object_state.ClearField("by_id")
    return message


def _reported(seen: WatchedRecord) -> object:
    """Return what is written of a record: its body, or a message where that is not enough."""
    item, lineage = seen.record, seen.lineage
    reported: object = item.body
    match item.body:
        case Remembered():
            rating, created = item.importance, item.game_time
            reported = memory.of(item, importance=rating, last_accessed_at=created, lineage=lineage)
        case Moved(place_id=place_id):
            reported = pb.Movement(id=item.subject_id, name=item.text, place_id=place_id or "")
        case Flagged(is_set=is_set):
            reported = pb.StoryFlag(name=item.subject_id, unset=not is_set)
        case Attended() as body:
            reported = encode(body, mind_pb2.AttentionChange, character_id=item.character_id)
        case Act() as body:
            reported = mind_messages.encode_act(body, lineage)
        case Standing() as body:
            reported = mind_messages.encode_standing(body, lineage)
        case Belief() as body:
            reported = mind_messages.encode_belief(body, lineage)
    return reported
