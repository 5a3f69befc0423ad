"""Circles and what is said in them, from and to messages."""

from datetime import timedelta
from typing import assert_never

from npcserver.app.conversation.circle_conversation import (
    CircleEvent,
    CircleTurnEvent,
    FloorTaken,
    Quiet,
)
from npcserver.app.conversation.circle_utterance import SayInCircle, StoredUtterance
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId
from npcserver.rpc import fields, turn_messages
from npcserver.rpc.decoder import reads
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.turn_messages import TurnEncoder
from npcserver.v1 import play_service_pb2 as pb


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
