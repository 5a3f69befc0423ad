"""Group chats and their scenes, from and to messages."""

from collections.abc import Mapping

from npcscenes.app import scene_requests as requests
from npcscenes.app.scene_view import Eyes, Paused, VisibleEvent, Watcher, WatchGroupChat
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import AwaitedPerson, awaited, is_paused
from npcscenes.model.visibility import Meeting
from npcscenes.model.votes import camp_of, is_default
from npcserver.admin.v1 import scene_service_pb2 as pb
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Chose,
    Closed,
    LineSpoken,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import (
    RELATION,
    Stage,
)
from npcserver.rpc import fields
from npcserver.rpc.decoder import reads
from npcserver.rpc.encoder import enclose, sources
from npcserver.rpc.mind_messages import encode_belief

_UNNAMED = "scene.yaml"
_SCENE_BYTES = 1024 * 1024


def decode_scene(request: pb.OpenSceneRequest) -> tuple[str, str]:
    """Return the text of a scene file, and the file's name."""
    fields.reference(
        "timeline_id", request.timeline_id
    )  # a file for an invalid timeline is not parsed
    size = len(request.file_text.encode())
    if not request.file_text.strip():
        raise InvalidInput("file_text", "must not be empty; send the text of a scene file")
    if size > _SCENE_BYTES:
        raise InvalidInput(
            "file_text", f"has {size:,} bytes; shorten it to at most {_SCENE_BYTES:,}"
        )
    name = fields.text(
        "file_name", request.file_name, limits.IDENTIFIER, may_be_empty=True, is_one_line=True
    )
    return limits.cleaned(request.file_text), name or _UNNAMED


def _after(request: pb.WatchSceneRequest) -> int | None:
    if not request.HasField("after_seq"):
        return None
    return fields.within("after_seq", request.after_seq, 0, None)


def _eyes(request: pb.WatchSceneRequest) -> Eyes:
    match request.WhichOneof("eyes"):
        case "member_id":
            return fields.reference("member_id", request.member_id)
        case "as_audience":
            if not request.as_audience:
                raise InvalidInput("as_audience", "must be true where it is set")
            return Watcher.AUDIENCE
        case _:
            return Watcher.EVERYTHING


def _speaker(request: pb.TakeSeatRequest | pb.SpeakInSceneRequest) -> Person | None:
    """Return who takes a seat or speaks; a person in a seat has a name already, and an id."""
    is_seated = isinstance(request, pb.SpeakInSceneRequest) and bool(request.member_id)
    person_id = fields.reference("person_id", request.person_id, may_be_empty=is_seated)
    name = fields.name("person_name", request.person_name, may_be_empty=is_seated)
    return Person(id=person_id, name=name) if person_id else None


def _check_words(request: pb.SpeakInSceneRequest) -> None:
    if not request.member_id:
        if request.ends:
            raise InvalidInput("ends", "is for seats; leave it unset for words from the audience")
        fields.text("text", request.text, limits.UTTERANCE)


reads(WatchGroupChat, pb.WatchSceneRequest, eyes=_eyes, after_seq=_after)
reads(requests.TakeSeat, pb.TakeSeatRequest, person=_speaker)
reads(requests.Speak, pb.SpeakInSceneRequest, _check_words, person=_speaker)

_STAGES = fields.numbers_of(Stage, pb.SceneStage)

sources(
    LineSpoken,
    pb.SceneLine,
    member_id=lambda line: "" if line.member == AUDIENCE else line.member,
    person_name=lambda line: line.person and line.person.name,
)
sources(
    Voted,
    pb.SceneVote,
    candidate_id="choice",
    other_candidate_id="choice_not_self",
    is_default=is_default,
)
sources(
    Seated,
    pb.SceneSeat,
    person_id=lambda seat: seat.person and seat.person.id,
    person_name=lambda seat: seat.person and seat.person.name,
)
sources(Closed, pb.SceneClosed, "result")

_EVENTS: Mapping[type, str] = {
    Began: "began",
    Chose: "chosen",
    Meeting: "met",
    LineSpoken: "line",
    Updated: "updated",
    Voted: "voted",
    Seated: "seat",
    AwaitedPerson: "awaited",
    Closed: "closed",
    Paused: "paused",
}


def encode_seen(value: VisibleEvent) -> pb.WatchSceneResponse:
    """Write one visible event of a group chat."""
    what = value.what
    return enclose(
        _updated(value.chat, what) if isinstance(what, Updated) else what,
        pb.WatchSceneResponse,
        _EVENTS[type(what)],
        seq=value.seq,
        part=value.part,
        round=value.round,
        stage=None if value.stage is None else _STAGES[value.stage],
    )


def _members(chat: GroupChat) -> list[pb.SceneMember]:
    weights = chat.influence()
    return [
        pb.SceneMember(
            member_id=one.id,
            name=one.name,
            is_principal=one.is_principal,
            camp=chat.camp(one.id),
            character_id=one.character_id or "",
            influence=weights.get(one.id, 0),
            backs_id=chat.backs(one.id),
            beliefs=[encode_belief(belief, ()) for belief in chat.beliefs(one.id)],
            person_id="" if (seat := chat.seat(one.id)) is None else seat.id,
        )
        for one in chat.script.members
    ]


def _relations(chat: GroupChat) -> list[pb.SceneRelation]:
    """Return the relations that differ from the start, and those members infer of others."""
    found: list[pb.SceneRelation] = []
    for member in chat.script.members:
        found += [
            pb.SceneRelation(of_id=member.id, to_id=to, score=score)
            for to, score in chat.relations(member.id).items()
            if score != RELATION
        ]
        found += [
            pb.SceneRelation(of_id=of, to_id=to, score=score, inferred_by_id=member.id)
            for of, to, score in chat.inferred(member.id)
        ]
    return found


def _updated(chat: GroupChat, move: Updated) -> pb.SceneUpdate:
    """Write the relations and beliefs that an update changed, at their new values."""
    relations, moved = chat.relations(move.member), {topic for topic, _ in move.beliefs}
    changed = [
        pb.SceneRelation(of_id=move.member, to_id=to, score=relations[to])
        for to, _ in move.relations
        if to in relations
    ]
    believed = [
        pb.SceneRelation(of_id=of, to_id=to, score=score, inferred_by_id=move.member)
        for of, to, score in move.inferred
    ]
    return pb.SceneUpdate(
        member_id=move.member,
        summary=move.summary,
        reflection=move.reflection,
        relations=[*changed, *believed],
        beliefs=[encode_belief(one, ()) for one in chat.beliefs(move.member) if one.topic in moved],
    )


sources(
    GroupChat,
    pb.Scene,
    "script",
    scene_id="id",
    members=_members,
    relations=_relations,
    calls="effort.calls",
    question="script.ballot.question",
    candidates=lambda chat: [
        pb.SceneCandidate(candidate_id=one.id, name=one.name, camp=camp_of(chat, one))
        for one in chat.script.ballot.candidates
    ],
    awaited=awaited,
    is_paused=is_paused,
)
