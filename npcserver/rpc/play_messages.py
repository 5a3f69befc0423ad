"""Messages of `PlayService`: what is read of requests, results, and watched events."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import assert_never

from npcserver.app.attention import SetAttention
from npcserver.app.conversation.circle_conversation import (
    CircleEvent,
    CircleTurnEvent,
    FloorTaken,
    Quiet,
)
from npcserver.app.conversation.circle_utterance import SayInCircle, StoredUtterance
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import (
    FlagChange,
    GameEvent,
    Movement,
    Observe,
    ObserveResult,
)
from npcserver.app.timeline_watch import (
    Checkpoint,
    LatenessChange,
    WatchedRecord,
)
from npcserver.model import limits, memory
from npcserver.model.budget_accounts import BudgetReached
from npcserver.model.character import Attention, Person
from npcserver.model.circle import Circle
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, DayPlan
from npcserver.model.draft import AffordanceDraft, BookDraft, PersonaDraft
from npcserver.model.errors import InvalidInput
from npcserver.model.extra import CrowdPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.moves import GroupMoved
from npcserver.model.ids import CharacterId
from npcserver.model.record import (
    Attended,
    BeatTold,
    Body,
    ClockMoved,
    Correction,
    Flagged,
    Forgotten,
    KnownAbsence,
    Moved,
    Pinned,
    Rated,
    ReflectedUpTo,
    Remembered,
    Settled,
    TimelineLeft,
    TurnTaken,
)
from npcserver.model.thought import Conversed, Spent, Thought
from npcserver.model.world import ObjectState, PlaceSeen
from npcserver.rpc import fields, memory_messages, mind_messages, turn_messages
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.turn_messages import TurnEncoder
from npcserver.v1 import mind_pb2
from npcserver.v1 import play_service_pb2 as pb

reads(Movement, pb.Movement, subject_id="id")  # its `availability` is only sent
reads(FlagChange, pb.StoryFlag, is_set=lambda message: not message.unset)
reads(Observe, pb.ObserveRequest, happenings="observations")


def _check_witnesses(message: pb.Observation) -> None:
    is_for_world = message.range == pb.OBSERVATION_RANGE_WORLD
    if not (message.place_id or message.witness_ids or is_for_world):
        raise InvalidInput("witness_ids", "must name somebody where `place_id` is empty")


reads(GameEvent, pb.Observation, _check_witnesses, secret=memory_messages.read_secret)


def read_speaker(request: pb.SayRequest | pb.SuggestLinesRequest) -> Person:
    """Read who speaks with a character; in a circle, a character need not be named."""
    person = fields.within_path("speaker", partial(decode, Person), request.speaker)
    fields.name("speaker.name", person.name)
    return person


reads(
    SayToCharacter,
    pb.SayRequest,
    speaker=read_speaker,
    want_deltas="stream_deltas",
    **turn_messages.OFFERED,
)


def _check_changes(request: pb.SetAttentionRequest) -> None:
    if not request.changes:
        raise InvalidInput("changes", "must name at least one character")
    fields.few("changes", request.changes, limits.BATCH)
    fields.distinct("changes", "character_id", [one.character_id for one in request.changes])


def _attention(message: mind_pb2.AttentionChange) -> tuple[CharacterId, Attention]:
    return (
        CharacterId(fields.reference("character_id", message.character_id)),
        fields.choice("attention", message.attention, _ATTENTIONS),
    )


_ATTENTIONS = fields.members_of(Attention, mind_pb2.Attention)
reads(
    SetAttention,
    pb.SetAttentionRequest,
    _check_changes,
    changes=lambda request: fields.each("changes", _attention, request.changes),
)

sources(ObserveResult, pb.ObserveResponse, first_seq="first", last_seq="last")
sources(Moved, pb.Movement, id=None, name=None)
sources(Attended, mind_pb2.AttentionChange, character_id=None)
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
    **dict.fromkeys(
        (
            *(Rated, PlaceSeen, KnownAbsence, ReflectedUpTo, Spent, Pinned, GroupMoved, CrowdPlan),
            Forgotten,
            Correction,
            *(PersonaDraft, BookDraft, AffordanceDraft),
            BeatTold,
        ),
        "checkpoint",
    ),
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
        for name in ("cause", "because_memory_id", "wanted_place_id", "world_end_time"):
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
        case Moved() as body:
            reported = encode(body, pb.Movement, id=item.subject_id, name=item.text)
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


def _check_words(request: pb.SayInCircleRequest) -> None:
    is_said = bool(request.text.strip())
    if request.is_whisper and not request.to_ids:
        raise InvalidInput("to_ids", "must name who hears the whisper")
    if request.to_ids and not is_said:
        raise InvalidInput("text", "must not be empty where `to_ids` are set; say something")
    fields.reference("speaker_id", request.speaker_id, may_be_empty=not is_said)


def _text(request: pb.SayInCircleRequest) -> str:
    text = fields.text("text", request.text, limits.UTTERANCE, may_be_empty=True)
    return text if text.strip() else ""


def _waits(request: pb.SayInCircleRequest) -> timedelta | None:
    if not request.HasField("wait_seconds"):
        return None
    return timedelta(seconds=fields.within("wait_seconds", request.wait_seconds, 0, limits.WAIT))


reads(
    Person,
    pb.Speaker,
    name=lambda message: fields.name("name", message.name, may_be_empty=message.is_character),
    is_player=lambda message: not message.is_character,
)
reads(
    SayInCircle,
    pb.SayInCircleRequest,
    _check_words,
    text=_text,
    want_deltas="stream_deltas",
    waits=_waits,
    **turn_messages.OFFERED,
)
sources(Person, pb.Speaker, is_character=lambda person: not person.is_player)
sources(FloorTaken, pb.CircleFloor, reason="why")


class TalkEncoder:
    """Writes the events of a circle's conversation; numbers the events of each turn anew."""

    def __init__(self) -> None:
        self._turn = TurnEncoder(CharacterId(""))

    def event(self, event: CircleEvent) -> pb.SayInCircleResponse:
        """Write one event."""
        match event:
            case StoredUtterance():
                return pb.SayInCircleResponse(heard=encode(event, pb.CircleHeard))
            case FloorTaken(character_id=character_id):
                self._turn = TurnEncoder(character_id)
                return pb.SayInCircleResponse(floor=encode(event, pb.CircleFloor))
            case CircleTurnEvent():
                return pb.SayInCircleResponse(turn=self._turn.event(event.event))
            case Quiet():
                return pb.SayInCircleResponse(quiet=encode(event, pb.CircleQuiet))
            case _:
                assert_never(event)
