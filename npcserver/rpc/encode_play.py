"""Answers to the game's input → messages."""

from npcserver.app.perceiving.happening import Observed
from npcserver.app.play import ClockAdvanced
from npcserver.model.record import OutcomeStatus, Settled
from npcserver.model.timeline import Timeline
from npcserver.rpc.stamps import stamp
from npcserver.v1 import play_service_pb2 as pb

OUTCOME_STATUSES = {
    OutcomeStatus.ACCEPTED: pb.OUTCOME_STATUS_ACCEPTED,
    OutcomeStatus.REFUSED: pb.OUTCOME_STATUS_REFUSED,
    OutcomeStatus.FAILED: pb.OUTCOME_STATUS_FAILED,
    OutcomeStatus.COMPLETED: pb.OUTCOME_STATUS_COMPLETED,
}


def observed(value: Observed) -> pb.ObserveResponse:
    """Write the positions at which a batch was stored."""
    return pb.ObserveResponse(
        first_seq=value.first,
        last_seq=value.last,
        memories=value.memories,
        coalesced=value.coalesced,
    )


def clock_advanced(value: ClockAdvanced) -> pb.AdvanceClockResponse:
    """Write the new game time."""
    return pb.AdvanceClockResponse(world_time=stamp(value.game_time), seq=value.seq)


def opened(value: Timeline) -> pb.PlayOpened:
    """Write the position and time at which a session begins."""
    return pb.PlayOpened(head_seq=value.head, world_time=stamp(value.game_time))


def outcome(value: Settled) -> pb.OutcomeReported:
    """Write the outcome of an intent."""
    return pb.OutcomeReported(
        turn_id=value.turn_id,
        intent_id=value.intent_id,
        status=OUTCOME_STATUSES[value.status],
        detail=value.detail,
    )
