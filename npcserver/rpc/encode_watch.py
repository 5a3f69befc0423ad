"""Watched records → messages."""

from typing import assert_never

from npcserver.app.watching import Checkpoint, Watched
from npcserver.model import memory
from npcserver.model.act import Acting
from npcserver.model.circle import Circle
from npcserver.model.commitment import Commitment
from npcserver.model.day import DayPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.moves import Moved as GroupMoved
from npcserver.model.marks import Flagged, Left, Pinned
from npcserver.model.record import (
    Attended,
    ClockMoved,
    Moved,
    Rated,
    Record,
    ReflectedUpTo,
    Remembered,
    Settled,
    TurnTaken,
)
from npcserver.model.surroundings import ObjectState, PlaceSeen
from npcserver.model.thought import Conversed, Spent, Thought
from npcserver.rpc import encode_circle, encode_memory, encode_mind, encode_play, encode_turn
from npcserver.rpc.stamps import stamp
from npcserver.v1 import mind_pb2
from npcserver.v1 import play_service_pb2 as pb

_Lived = Remembered | TurnTaken | Moved | ClockMoved | Settled
_Told = Left | Flagged | Commitment | Circle
_Quiet = (
    Rated | PlaceSeen | ReflectedUpTo | Spent | Pinned | GroupMoved
)  # not reported; their position still counts


def watched(seen: Watched | Checkpoint) -> pb.WatchResponse:
    """Write a watched record, or a checkpoint."""
    if isinstance(seen, Checkpoint):
        message = pb.WatchResponse(seq=seen.seq, world_time=stamp(seen.game_time))
        message.checkpoint.SetInParent()
        return message
    item = seen.record
    message = pb.WatchResponse(seq=item.seq, world_time=stamp(item.game_time))
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


def _live(message: pb.WatchResponse, seen: Watched, body: _Lived) -> None:
    """Fill in what a character experienced."""
    item = seen.record
    match body:
        case Remembered():
            message.memory.CopyFrom(encode_memory.memory(_as_stored(seen)))
        case TurnTaken():
            message.turn.CopyFrom(_turn(body))
        case Moved(place_id=place_id):
            message.movement.CopyFrom(
                pb.Movement(id=item.subject_id, name=item.text, place_id=place_id or "")
            )
        case ClockMoved():
            message.clock.SetInParent()
        case Settled():
            message.outcome.CopyFrom(encode_play.outcome(body))
        case _:
            assert_never(body)


def _tell(message: pb.WatchResponse, item: Record, body: _Told) -> None:
    """Fill in commitments, circles, and what concerns the whole timeline."""
    match body:
        case Left():
            message.left.CopyFrom(left(body))
        case Flagged(is_set=is_set):
            message.flag.CopyFrom(pb.StoryFlag(name=item.subject_id, unset=not is_set))
        case Commitment():
            message.commitment.CopyFrom(encode_mind.commitment(body))
        case Circle():
            message.circle.CopyFrom(encode_circle.circle(body))
        case _:
            assert_never(body)


def left(body: Left) -> pb.TimelineLeft:
    """Write that the game left the timeline, and for which one."""
    return pb.TimelineLeft(save_id=body.save_id, to_timeline_id=body.to_id)


def _think(
    message: pb.WatchResponse,
    seen: Watched,
    body: (
        Attended | DayPlan | Acting | ObjectState | Standing | Belief | Mood | Conversed | Thought
    ),
) -> None:
    """Fill in a change of a character's state, or of an object."""
    lineage = seen.lineage
    match body:
        case Acting():
            message.act.CopyFrom(encode_mind.act(body, lineage))
        case DayPlan():
            message.day_plan.CopyFrom(encode_mind.day_plan(body))
        case Mood():
            message.mood.CopyFrom(encode_mind.mood(body))
        case Standing():
            message.relation.CopyFrom(encode_mind.standing(body, lineage))
        case Belief():
            message.belief.CopyFrom(encode_mind.belief(body, lineage))
        case ObjectState():
            message.object_state.CopyFrom(encode_mind.object_state(body))
        case Attended(attention=attention):
            tier = encode_mind.ATTENTIONS[attention]
            message.attention.CopyFrom(
                mind_pb2.AttentionChange(character_id=seen.record.character_id, attention=tier)
            )
        case Conversed():
            message.conversation.CopyFrom(encode_mind.conversation(body))
        case Thought():
            message.thought.CopyFrom(encode_mind.thought(body))
        case _:
            assert_never(body)


def _as_stored(seen: Watched) -> memory.Memory:
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
        lines=encode_turn.lines(turn.delivered),
        intents=encode_turn.intents(turn.events),
        outcome=encode_turn.outcome(turn.events),
    )
