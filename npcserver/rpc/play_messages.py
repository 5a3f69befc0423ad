"""Messages of `PlayService`: decodes requests, encodes results and watched events."""

from collections.abc import Mapping
from typing import TypeVar, assert_never

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
from npcserver.app.play import AdvanceClock, ClockAdvanced, ReportOutcome
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
    ClockMoved,
    Flagged,
    Moved,
    OutcomeStatus,
    Pinned,
    Rated,
    Record,
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
from npcserver.rpc import (
    budget_messages,
    circle_messages,
    fields,
    memory_messages,
    mind_messages,
    turn_messages,
)
from npcserver.rpc.fields import request_key, stamp
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
        speaker=Person(
            id=fields.reference("speaker.id", request.speaker.id),
            name=fields.name("speaker.name", request.speaker.name),
            is_player=not request.speaker.is_character,
        ),
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


ENCODED_OUTCOME_STATUSES = fields.numbers_of(OutcomeStatus, pb.OutcomeStatus)


def encode_observed(value: ObserveResult) -> pb.ObserveResponse:
    """Write the positions at which a batch was stored."""
    return pb.ObserveResponse(
        first_seq=value.first,
        last_seq=value.last,
        memories=value.memories,
        coalesced=value.coalesced,
    )


def encode_clock_advanced(value: ClockAdvanced) -> pb.AdvanceClockResponse:
    """Write the new game time."""
    return pb.AdvanceClockResponse(world_time=stamp(value.game_time), seq=value.seq)


def encode_opened(value: Timeline) -> pb.PlayOpened:
    """Write the position and time at which a session begins."""
    return pb.PlayOpened(head_seq=value.head, world_time=stamp(value.game_time))


def encode_outcome(value: Settled) -> pb.OutcomeReported:
    """Write the outcome of an intent."""
    return pb.OutcomeReported(
        turn_id=value.turn_id,
        intent_id=value.intent_id,
        status=ENCODED_OUTCOME_STATUSES[value.status],
        detail=value.detail,
    )


_Lived = Remembered | TurnTaken | Moved | ClockMoved | Settled
_Told = TimelineLeft | Flagged | Commitment | Circle | BudgetReached
_Quiet = (
    Rated | PlaceSeen | ReflectedUpTo | Spent | Pinned | GroupMoved
)  # not reported; their position still counts


def encode_watched(seen: WatchedRecord | Checkpoint | LatenessChange) -> pb.WatchResponse:
    """Write what a watcher is told: a record, a checkpoint, or that thoughts are late."""
    message = pb.WatchResponse(seq=seen.seq, world_time=stamp(seen.game_time))
    if isinstance(seen, LatenessChange):
        message.lateness.CopyFrom(mind_messages.encode_lateness(seen.lateness))
        return message
    if isinstance(seen, Checkpoint):
        message.checkpoint.SetInParent()
        return message
    item = seen.record
    if not isinstance(item.body, ObjectState | Flagged | Circle):  # these have no character
        message.character_id = item.character_id
    if isinstance(item.body, _Quiet):
        message.checkpoint.SetInParent()
    elif isinstance(item.body, _Lived):
        _live(message, seen, item.body)
    elif isinstance(item.body, _Told):
        _tell(message, item, item.body)
    else:
        _think(message, seen, item.body)
    return message


def without_reasons(message: pb.WatchResponse) -> pb.WatchResponse:
    """Take out of an event that a player sees what only its character, or the game, knows."""
    if message.HasField("act"):
        for name in ("cause", "because_id", "wanted_place_id", "end_time"):
            message.act.ClearField(name)
    elif message.HasField("object_state"):
        message.object_state.ClearField("by_id")
    return message


def _live(message: pb.WatchResponse, seen: WatchedRecord, body: _Lived) -> None:
    """Fill in what a character experienced."""
    item = seen.record
    match body:
        case Remembered():
            message.memory.CopyFrom(memory_messages.encode_memory(_as_stored(seen)))
        case TurnTaken():
            message.turn.CopyFrom(_turn(body))
        case Moved(place_id=place_id):
            message.movement.CopyFrom(
                pb.Movement(id=item.subject_id, name=item.text, place_id=place_id or "")
            )
        case ClockMoved():
            message.clock.SetInParent()
        case Settled():
            message.outcome.CopyFrom(encode_outcome(body))
        case _:
            assert_never(body)


def _tell(message: pb.WatchResponse, item: Record, body: _Told) -> None:
    """Fill in commitments, circles, and what concerns the whole timeline."""
    match body:
        case TimelineLeft():
            message.left.CopyFrom(encode_left(body))
        case Flagged(is_set=is_set):
            message.flag.CopyFrom(pb.StoryFlag(name=item.subject_id, unset=not is_set))
        case Commitment():
            message.commitment.CopyFrom(mind_messages.encode_commitment(body))
        case Circle():
            message.circle.CopyFrom(circle_messages.encode_circle(body))
        case BudgetReached():
            message.budget.CopyFrom(budget_messages.encode_reached(body))
        case _:
            assert_never(body)


def encode_left(body: TimelineLeft) -> pb.TimelineLeft:
    """Write that the game left the timeline, and for which one."""
    return pb.TimelineLeft(save_id=body.save_id, to_timeline_id=body.to_id)


def _think(
    message: pb.WatchResponse,
    seen: WatchedRecord,
    body: (Attended | DayPlan | Act | ObjectState | Standing | Belief | Mood | Conversed | Thought),
) -> None:
    """Fill in a change of a character's state, or of an object."""
    lineage = seen.lineage
    match body:
        case Act():
            message.act.CopyFrom(mind_messages.encode_act(body, lineage))
        case DayPlan():
            message.day_plan.CopyFrom(mind_messages.encode_day_plan(body))
        case Mood():
            message.mood.CopyFrom(mind_messages.encode_mood(body))
        case Standing():
            message.relation.CopyFrom(mind_messages.encode_standing(body, lineage))
        case Belief():
            message.belief.CopyFrom(mind_messages.encode_belief(body, lineage))
        case ObjectState():
            message.object_state.CopyFrom(mind_messages.encode_object_state(body))
        case Attended(attention=attention):
            tier = mind_messages.ENCODED_ATTENTIONS[attention]
            message.attention.CopyFrom(
                mind_pb2.AttentionChange(character_id=seen.record.character_id, attention=tier)
            )
        case Conversed():
            message.conversation.CopyFrom(mind_messages.encode_conversation(body))
        case Thought():
            message.thought.CopyFrom(mind_messages.encode_thought(body))
        case _:
            assert_never(body)


def _as_stored(seen: WatchedRecord) -> memory.Memory:
    record = seen.record
    return memory.of(
        record,
        importance=record.importance,
        last_accessed_at=record.game_time,
        lineage=seen.lineage,
    )


def _turn(turn: TurnTaken) -> pb.TurnTaken:
    return pb.TurnTaken(
        turn_id=turn.turn_id,
        speaker_id=turn.speaker_id,
        heard=turn.heard,
        lines=turn_messages.encode_lines(turn.delivered),
        intents=turn_messages.encode_intents(turn.events),
        outcome=turn_messages.encode_outcome(turn.events),
    )
