"""Messages of `GroupChatService` → use case inputs."""

from npcserver.app.group import scene_requests as requests
from npcserver.app.group.scene_requests import Point
from npcserver.app.group.scene_view import Eyes, Watcher, WatchGroupChat
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.group.script import Script
from npcserver.model.ids import TimelineId
from npcserver.model.person import Person
from npcserver.rpc import fields
from npcserver.rpc.request_key import request_key
from npcserver.v1 import group_chat_service_pb2 as pb

_UNNAMED = "scene.yaml"
_SCENE_BYTES = 1024 * 1024

POINTS = {
    pb.GROUP_POINT_UNSPECIFIED: Point.END,
    pb.GROUP_POINT_STAGE: Point.STAGE,
    pb.GROUP_POINT_ROUND: Point.ROUND,
    pb.GROUP_POINT_END: Point.END,
}


def scene(request: pb.OpenGroupChatRequest) -> tuple[str, str]:
    """Return the text of a scene file, and the file's name."""
    _timeline(request.timeline_id)  # a file for an invalid timeline is not parsed
    size = len(request.scene.encode())
    if not request.scene.strip():
        raise InvalidInput("scene", "must not be empty; send the text of a scene file")
    if size > _SCENE_BYTES:
        raise InvalidInput("scene", f"has {size:,} bytes; shorten it to at most {_SCENE_BYTES:,}")
    name = fields.text(
        "file_name",
        request.file_name,
        limits.IDENTIFIER,
        may_be_empty=True,
        is_one_line=True,
    )
    return limits.without_c1(request.scene), name or _UNNAMED


def open_group_chat(request: pb.OpenGroupChatRequest, script: Script) -> requests.OpenGroupChat:
    """Read the timeline, script and seed of a new group chat."""
    timeline_id = _timeline(request.timeline_id)
    return requests.OpenGroupChat(
        timeline_id=timeline_id,
        script=script,
        seed=request.seed,
        key=request_key("OpenGroupChat", timeline_id, request.request_id, request),
    )


def named(
    request: pb.GetGroupChatRequest | pb.GetGroupChatResultRequest,
) -> tuple[TimelineId, str]:
    """Read the ids of a timeline and a group chat."""
    return _timeline(request.timeline_id), _chat(request.group_chat_id)


def watch(request: pb.WatchGroupChatRequest) -> WatchGroupChat:
    """Read which events to watch, and through whose eyes."""
    part = None
    if request.HasField("after_part"):
        part = fields.position("after_part", request.after_part)
    return WatchGroupChat(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        after_seq=fields.position("after_seq", request.after_seq),
        after_part=part,
        eyes=_eyes(request),
    )


def _eyes(request: pb.WatchGroupChatRequest) -> Eyes:
    match request.WhichOneof("eyes"):
        case "member_id":
            return fields.reference("member_id", request.member_id)
        case "as_audience":
            if not request.as_audience:
                raise InvalidInput("as_audience", "must be true where it is set")
            return Watcher.AUDIENCE
        case _:
            return Watcher.EVERYTHING


def advance(request: pb.AdvanceGroupChatRequest) -> requests.Advance:
    """Read the point to advance to."""
    if request.until not in POINTS:
        raise InvalidInput(
            "until", f"{request.until} is not known to this server; set a documented value"
        )
    return requests.Advance(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        until=POINTS[request.until],
        key=request_key("AdvanceGroupChat", request.timeline_id, request.request_id, request),
    )


def take_seat(request: pb.TakeSeatRequest) -> requests.TakeSeat:
    """Read which person takes which seat."""
    return requests.TakeSeat(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        member_id=fields.reference("member_id", request.member_id),
        person=Person(
            id=fields.reference("person_id", request.person_id),
            name=fields.name("person_name", request.person_name),
        ),
        key=request_key("TakeSeat", request.timeline_id, request.request_id, request),
    )


def leave_seat(request: pb.LeaveSeatRequest) -> requests.LeaveSeat:
    """Read which seat becomes free."""
    return requests.LeaveSeat(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        member_id=fields.reference("member_id", request.member_id),
        key=request_key("LeaveSeat", request.timeline_id, request.request_id, request),
    )


def speak(request: pb.SpeakInGroupChatRequest) -> requests.Speak:
    """Read a line, spoken from a seat or from the audience."""
    member_id = fields.reference("member_id", request.member_id, may_be_empty=True)
    is_seat = bool(member_id)
    person_id = fields.reference("person_id", request.person_id, may_be_empty=is_seat)
    # The person in a seat has a name already.
    name = fields.name("person_name", request.person_name, may_be_empty=is_seat)
    if request.ends and not is_seat:
        raise InvalidInput("ends", "is for seats; leave it unset for words from the audience")
    return requests.Speak(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        member_id=member_id,
        person=Person(id=person_id, name=name) if person_id else None,
        text=fields.text("text", request.text, limits.UTTERANCE, may_be_empty=is_seat),
        ends=request.ends,
        key=request_key("SpeakInGroupChat", request.timeline_id, request.request_id, request),
    )


def choose_partner(request: pb.ChoosePartnerRequest) -> requests.ChooseFromSeat:
    """Read the choice of a partner."""
    return requests.ChooseFromSeat(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        member_id=fields.reference("member_id", request.member_id),
        partner_id=fields.reference("partner_id", request.partner_id, may_be_empty=True),
        text=fields.text("text", request.text, limits.UTTERANCE, may_be_empty=True),
        key=request_key("ChoosePartner", request.timeline_id, request.request_id, request),
    )


def cast_vote(request: pb.CastVoteRequest) -> requests.VoteFromSeat:
    """Read a vote."""
    other = fields.reference("other_candidate_id", request.other_candidate_id, may_be_empty=True)
    return requests.VoteFromSeat(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        member_id=fields.reference("member_id", request.member_id),
        candidate_id=fields.reference("candidate_id", request.candidate_id, may_be_empty=True),
        other_candidate_id=other,
        statement=fields.text("statement", request.statement, limits.UTTERANCE, may_be_empty=True),
        key=request_key("CastVote", request.timeline_id, request.request_id, request),
    )


def close(request: pb.CloseGroupChatRequest) -> requests.CloseGroupChat:
    """Read which group chat to close early."""
    return requests.CloseGroupChat(
        timeline_id=_timeline(request.timeline_id),
        chat_id=_chat(request.group_chat_id),
        key=request_key("CloseGroupChat", request.timeline_id, request.request_id, request),
    )


def _timeline(value: str) -> TimelineId:
    return TimelineId(fields.reference("timeline_id", value))


def _chat(value: str) -> str:
    return fields.reference("group_chat_id", value)
