"""What came of the game's input, and what is watched → messages."""

from npcserver.app.play import ClockAdvanced, Observed
from npcserver.app.watching import Checkpoint
from npcserver.model import memory
from npcserver.model.record import (
    ClockMoved,
    Moved,
    OutcomeStatus,
    Record,
    Remembered,
    Settled,
    TurnTaken,
)
from npcserver.model.timeline import Timeline
from npcserver.rpc import encode_memory, encode_turn
from npcserver.rpc.stamps import stamp
from npcserver.v1 import play_service_pb2 as pb

_STATUSES = {
    OutcomeStatus.ACCEPTED: pb.OUTCOME_STATUS_ACCEPTED,
    OutcomeStatus.REFUSED: pb.OUTCOME_STATUS_REFUSED,
    OutcomeStatus.FAILED: pb.OUTCOME_STATUS_FAILED,
    OutcomeStatus.COMPLETED: pb.OUTCOME_STATUS_COMPLETED,
}


def observed(value: Observed) -> pb.ObserveResponse:
    """Write where a batch was stored."""
    return pb.ObserveResponse(first_seq=value.first, last_seq=value.last, memories=value.memories)


def clock_advanced(value: ClockAdvanced) -> pb.AdvanceClockResponse:
    """Write what time it is now."""
    return pb.AdvanceClockResponse(world_time=stamp(value.game_time), seq=value.seq)


def opened(value: Timeline) -> pb.PlayOpened:
    """Write where a session begins."""
    return pb.PlayOpened(head_seq=value.head, world_time=stamp(value.game_time))


def watched(item: Record | Checkpoint) -> pb.WatchResponse:
    """Write one thing that happened in a timeline, or that nothing did."""
    message = pb.WatchResponse(seq=item.seq, world_time=stamp(item.game_time))
    if isinstance(item, Checkpoint):
        message.checkpoint.SetInParent()
        return message
    message.character_id = item.subject_id
    match item.body:
        case Remembered():
            message.memory.CopyFrom(encode_memory.memory(_as_stored(item)))
        case TurnTaken() as turn:
            message.turn.CopyFrom(_turn(turn))
        case Moved(place_id=place_id):
            message.movement.CopyFrom(
                pb.Movement(id=item.subject_id, name=item.text, place_id=place_id or "")
            )
        case ClockMoved():
            message.clock.SetInParent()
        case Settled() as settled:
            message.outcome.CopyFrom(_settled(settled))
        case _:
            message.checkpoint.SetInParent()  # no news; the position still counts
    return message


def _as_stored(record: Record) -> memory.Memory:
    return memory.of(record, importance=record.importance, last_accessed_at=record.game_time)


def _turn(turn: TurnTaken) -> pb.TurnTaken:
    return pb.TurnTaken(
        turn_id=turn.turn_id,
        speaker_id=turn.speaker_id,
        heard=turn.heard,
        lines=encode_turn.lines(turn.events),
        intents=encode_turn.intents(turn.events),
        outcome=encode_turn.outcome(turn.events),
    )


def _settled(settled: Settled) -> pb.OutcomeReported:
    return pb.OutcomeReported(
        turn_id=settled.turn_id,
        intent_id=settled.intent_id,
        status=_STATUSES[settled.status],
        detail=settled.detail,
    )
