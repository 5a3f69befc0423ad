"""Messages of `PlayService` → use case inputs."""

from collections.abc import Mapping
from typing import TypeVar

from npcserver.app.attending import SetAttention
from npcserver.app.context.commitments import SettleCommitment
from npcserver.app.conversation.turn_context import SayToCharacter
from npcserver.app.outcomes import ReportOutcome
from npcserver.app.perceiving.happening import (
    FlagChange,
    Happening,
    Movement,
    ObjectChange,
    Observe,
)
from npcserver.app.play import AdvanceClock
from npcserver.app.watching import Watch
from npcserver.model import limits
from npcserver.model.attention import Attention
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, IntentId, PlaceId, TimelineId, TurnId
from npcserver.model.person import Person
from npcserver.model.record import OutcomeStatus
from npcserver.model.senses import Channel, Range
from npcserver.rpc import decode_affordance, fields, secrets
from npcserver.rpc.request_key import request_key
from npcserver.v1 import mind_pb2
from npcserver.v1 import play_service_pb2 as pb

T = TypeVar("T")
K = TypeVar("K", bound=int)

ABOUT_AT_MOST = 20

OUTCOME_STATUSES = {
    pb.OUTCOME_STATUS_ACCEPTED: OutcomeStatus.ACCEPTED,
    pb.OUTCOME_STATUS_REFUSED: OutcomeStatus.REFUSED,
    pb.OUTCOME_STATUS_FAILED: OutcomeStatus.FAILED,
    pb.OUTCOME_STATUS_COMPLETED: OutcomeStatus.COMPLETED,
}
SETTLED = {
    mind_pb2.COMMITMENT_STATUS_KEPT: CommitmentStatus.KEPT,
    mind_pb2.COMMITMENT_STATUS_BROKEN: CommitmentStatus.BROKEN,
    mind_pb2.COMMITMENT_STATUS_WITHDRAWN: CommitmentStatus.WITHDRAWN,
}
ATTENTIONS = {
    mind_pb2.ATTENTION_FOREGROUND: Attention.FOREGROUND,
    mind_pb2.ATTENTION_BACKGROUND: Attention.BACKGROUND,
    mind_pb2.ATTENTION_DORMANT: Attention.DORMANT,
}
CHANNELS = {
    pb.OBSERVATION_CHANNEL_SIGHT: Channel.SIGHT,
    pb.OBSERVATION_CHANNEL_SOUND: Channel.SOUND,
}
RANGES = {
    pb.OBSERVATION_RANGE_PLACE: Range.PLACE,
    pb.OBSERVATION_RANGE_NEARBY: Range.NEARBY,
    pb.OBSERVATION_RANGE_WORLD: Range.WORLD,
}


def observe(request: pb.ObserveRequest) -> Observe:
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


def say(request: pb.SayRequest) -> SayToCharacter:
    """Read an utterance, and what the game offers for its turn."""
    affordances, entities = decode_affordance.offered(request)
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
        key=request_key("Say", request.timeline_id, request.request_id, request),
    )


def interrupt(request: pb.InterruptRequest) -> TurnId:
    """Read which turn to interrupt."""
    return TurnId(fields.reference("turn_id", request.turn_id))


def report_outcome(request: pb.ReportOutcomeRequest) -> ReportOutcome:
    """Read the outcome of an intent."""
    return ReportOutcome(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        turn_id=TurnId(fields.reference("turn_id", request.turn_id)),
        intent_id=IntentId(fields.reference("intent_id", request.intent_id)),
        status=fields.choice("status", request.status, OUTCOME_STATUSES),
        detail=fields.text("detail", request.detail, limits.MEMORY, may_be_empty=True),
        key=request_key("ReportOutcome", request.timeline_id, request.request_id, request),
    )


def settle_commitment(request: pb.SettleCommitmentRequest) -> SettleCommitment:
    """Read how a commitment ended."""
    return SettleCommitment(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        commitment_id=fields.reference("commitment_id", request.commitment_id),
        status=fields.choice("status", request.status, SETTLED),
        detail=fields.text("detail", request.detail, limits.MEMORY, may_be_empty=True),
        key=request_key("SettleCommitment", request.timeline_id, request.request_id, request),
    )


def advance_clock(request: pb.AdvanceClockRequest) -> AdvanceClock:
    """Read the new game time."""
    if not request.HasField("world_time"):
        raise InvalidInput("world_time", "must be set")
    return AdvanceClock(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        game_time=fields.moment("world_time", request.world_time),
        key=request_key("AdvanceClock", request.timeline_id, request.request_id, request),
    )


def set_attention(request: pb.SetAttentionRequest) -> SetAttention:
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


def watch(request: pb.WatchRequest) -> Watch:
    """Read which timeline and characters to watch."""
    fields.few("character_ids", request.character_ids, limits.CHARACTERS)
    return Watch(
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


def _happening(message: pb.Observation) -> Happening:
    place = fields.reference("place_id", message.place_id, may_be_empty=True)
    witnesses, about = message.witness_ids, message.about_ids
    fields.few("witness_ids", witnesses, limits.WITNESSES)
    fields.few("about_ids", about, ABOUT_AT_MOST)
    reach = _named("range", message.range, RANGES, Range.PLACE)
    if not place and not witnesses and reach is not Range.WORLD:
        raise InvalidInput("witness_ids", "must name somebody where `place_id` is empty")
    return Happening(
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
            secrets.decode("secret", message.secret, message.text)
            if message.HasField("secret")
            else None
        ),
    )


def _flag(message: pb.StoryFlag) -> FlagChange:
    return FlagChange(name=secrets.flag("name", message.name), is_set=not message.unset)


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
        fields.choice("attention", message.attention, ATTENTIONS),
    )


def _named(path: str, value: K, known: Mapping[K, T], default: T) -> T:
    """Return the value of an enum number; zero stands for the default."""
    return fields.choice(path, value, known) if value else default


def _character_id(value: str) -> CharacterId:
    return CharacterId(fields.reference("", value))


def _thing(value: str) -> str:
    return fields.reference("", value)
