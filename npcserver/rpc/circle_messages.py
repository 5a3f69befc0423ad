"""Circles and what is said in them, from and to messages."""

from datetime import timedelta
from typing import assert_never

from npcserver.app.circles import JoinCircle, LeaveCircle, OpenCircle
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
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.rpc import fields, turn_messages
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.fields import request_key
from npcserver.rpc.turn_messages import TurnEncoder
from npcserver.v1 import play_service_pb2 as pb

USUAL_TURNS = 3


def decode_open_circle(request: pb.OpenCircleRequest) -> OpenCircle:
    """Read the members and the place of a new circle."""
    if len(request.members) < 2:
        raise InvalidInput("members", "must name at least two")
    fields.few("members", request.members, limits.CIRCLE)
    fields.distinct("members", "id", [one.id for one in request.members])
    place = fields.reference("place_id", request.place_id, may_be_empty=True)
    return OpenCircle(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        members=fields.each("members", _member, request.members),
        place_id=PlaceId(place) if place else None,
        key=request_key("OpenCircle", request.timeline_id, request.request_id, request),
    )


def decode_get_circle(request: pb.GetCircleRequest) -> tuple[TimelineId, str]:
    """Read the ids of a timeline and a circle."""
    return (
        TimelineId(fields.reference("timeline_id", request.timeline_id)),
        fields.reference("circle_id", request.circle_id),
    )


def decode_join_circle(request: pb.JoinCircleRequest) -> JoinCircle:
    """Read the member that joins."""
    (member,) = fields.each("member", _member, [request.member])
    return JoinCircle(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        circle_id=fields.reference("circle_id", request.circle_id),
        member=member,
        key=request_key("JoinCircle", request.timeline_id, request.request_id, request),
    )


def decode_leave_circle(request: pb.LeaveCircleRequest) -> LeaveCircle:
    """Read the member that leaves."""
    return LeaveCircle(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        circle_id=fields.reference("circle_id", request.circle_id),
        member_id=fields.reference("member_id", request.member_id),
        key=request_key("LeaveCircle", request.timeline_id, request.request_id, request),
    )


def decode_say_in_circle(request: pb.SayInCircleRequest) -> SayInCircle:
    """Read an utterance, its addressees, and what the game offers."""
    text = fields.text("text", request.text, limits.UTTERANCE, may_be_empty=True)
    is_said = bool(text.strip())
    fields.few("to_ids", request.to_ids, limits.CIRCLE)
    if request.is_whisper and not request.to_ids:
        raise InvalidInput("to_ids", "must name who hears the whisper")
    if request.to_ids and not is_said:
        raise InvalidInput("text", "must not be empty where `to_ids` are set; say something")
    affordances, entities = turn_messages.decode_offered(request)
    return SayInCircle(
        timeline_id=TimelineId(fields.reference("timeline_id", request.timeline_id)),
        circle_id=fields.reference("circle_id", request.circle_id),
        speaker_id=fields.reference("speaker_id", request.speaker_id, may_be_empty=not is_said),
        text=text if is_said else "",
        to_ids=tuple(dict.fromkeys(fields.each("to_ids", _id, request.to_ids))),
        is_whisper=request.is_whisper,
        affordances=affordances,
        entities=entities,
        want_deltas=request.stream_deltas,
        most_turns=(
            fields.whole("most_turns", request.most_turns, 1, limits.CIRCLE)
            if request.most_turns
            else USUAL_TURNS
        ),
        waits=(
            timedelta(seconds=fields.whole("wait_seconds", request.wait_seconds, 0, limits.WAIT))
            if request.HasField("wait_seconds")
            else None
        ),
        key=request_key(
            "SayInCircle", request.timeline_id, request.request_id, request, turn_messages.WAITS
        ),
        beat_seconds=turn_messages.decode_beat(request),
        total_seconds=turn_messages.decode_total(request),
    )


def _member(message: pb.Speaker) -> Person:
    return Person(
        id=fields.reference("id", message.id),
        name=fields.name("name", message.name, may_be_empty=message.is_character),
        is_player=not message.is_character,
    )


def _id(value: str) -> str:
    return fields.reference("", value)


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
