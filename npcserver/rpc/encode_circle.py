"""Circles and their conversations → messages."""

from typing import assert_never

from npcserver.app.circles import CircleStands
from npcserver.app.conversation.circle_conversation import (
    CircleEvent,
    CircleTurnEvent,
    FloorTaken,
    Quiet,
)
from npcserver.app.conversation.circle_utterance import StoredUtterance
from npcserver.model.circle import Circle, FloorReason
from npcserver.model.ids import CharacterId
from npcserver.rpc.encode_turn import TurnEncoder
from npcserver.v1 import play_service_pb2 as pb

REASONS = {
    FloorReason.ADDRESSED: pb.FLOOR_REASON_ADDRESSED,
    FloorReason.STAKE: pb.FLOOR_REASON_STAKE,
    FloorReason.SILENCE: pb.FLOOR_REASON_SILENCE,
}


def circle(found: Circle) -> pb.Circle:
    """Write a circle."""
    return pb.Circle(
        circle_id=found.id,
        place_id=found.place_id or "",
        members=[
            pb.Speaker(id=one.id, name=one.name, is_character=not one.is_player)
            for one in found.members
        ],
    )


def opened(stands: CircleStands) -> pb.OpenCircleResponse:
    """Write a circle that was opened."""
    return pb.OpenCircleResponse(circle=circle(stands.circle), seq=stands.seq)


def joined(stands: CircleStands) -> pb.JoinCircleResponse:
    """Write a circle after a member joined."""
    return pb.JoinCircleResponse(circle=circle(stands.circle), seq=stands.seq)


def left(stands: CircleStands) -> pb.LeaveCircleResponse:
    """Write a circle after a member left."""
    return pb.LeaveCircleResponse(circle=circle(stands.circle), seq=stands.seq)


class TalkEncoder:
    """Writes the events of a circle's conversation; numbers the events of each turn anew."""

    def __init__(self) -> None:
        self._turn = TurnEncoder(CharacterId(""))

    def event(self, event: CircleEvent) -> pb.SayInCircleResponse:
        """Write one event."""
        match event:
            case StoredUtterance(seq=seq, to_ids=to_ids):
                heard = pb.CircleHeard(seq=seq, to_ids=to_ids)
                return pb.SayInCircleResponse(heard=heard)
            case FloorTaken(character_id=character_id, why=why):
                self._turn = TurnEncoder(character_id)
                floor = pb.CircleFloor(character_id=character_id, reason=REASONS[why])
                return pb.SayInCircleResponse(floor=floor)
            case CircleTurnEvent():
                return pb.SayInCircleResponse(turn=self._turn.event(event.event))
            case Quiet(awaited_id=awaited_id, was_overtaken=was_overtaken):
                quiet = pb.CircleQuiet(awaited_id=awaited_id, was_overtaken=was_overtaken)
                return pb.SayInCircleResponse(quiet=quiet)
            case _:
                assert_never(event)
