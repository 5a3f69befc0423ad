"""Group chats and their visible events → messages."""

from typing import assert_never

from npcserver.app.group.scene_view import Paused, VisibleEvent
from npcserver.model.feelings import Belief
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import awaited, is_paused
from npcserver.model.group.known import Met
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Chose,
    Closed,
    Seated,
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.script import (
    RELATION,
    Candidate,
    Knowledge,
    Member,
    Rank,
    Stage,
    VoteRule,
)
from npcserver.model.group.tasks import Awaited
from npcserver.model.group.voting import camp_of, is_default
from npcserver.model.ids import TimelineId
from npcserver.v1 import group_chat_service_pb2 as pb
from npcserver.v1 import mind_pb2

_Known = Chose | Met | Spoke | Updated | Voted

STAGES = {
    Stage.PRIVATE_CHAT: pb.GROUP_STAGE_PRIVATE_CHAT,
    Stage.CONFIDENTIAL_MEETING: pb.GROUP_STAGE_CONFIDENTIAL_MEETING,
    Stage.GROUP_CHAT: pb.GROUP_STAGE_GROUP_CHAT,
    Stage.UPDATE: pb.GROUP_STAGE_UPDATE,
    Stage.SETTLEMENT: pb.GROUP_STAGE_SETTLEMENT,
}
RULES = {
    VoteRule.OWN: pb.VOTE_RULE_OWN,
    VoteRule.OWN_NOT_SELF: pb.VOTE_RULE_OWN_NOT_SELF,
    VoteRule.ALL: pb.VOTE_RULE_ALL,
    VoteRule.ALL_NOT_SELF: pb.VOTE_RULE_ALL_NOT_SELF,
}
KNOWLEDGE = {Knowledge.OWN: pb.VOTE_RULE_OWN, Knowledge.ALL: pb.VOTE_RULE_ALL}
TASKS = {
    "choose": pb.SEAT_TASK_CHOOSE,
    "speak": pb.SEAT_TASK_SPEAK,
    "vote": pb.SEAT_TASK_VOTE,
}


def group_chat(value: GroupChat, timeline_id: TimelineId) -> pb.GroupChat:
    """Write the current state of a group chat."""
    script, weights = value.script, value.influence()
    return pb.GroupChat(
        group_chat_id=value.id,
        timeline_id=timeline_id,
        title=script.title,
        premise=script.premise,
        round=value.round,
        stage=_stage(value.stage),
        chat_round=value.chat_round,
        members=[_member(value, one, weights.get(one.id, 0)) for one in script.members],
        relations=_relations(value),
        question=script.ballot.question,
        candidates=[_candidate(value, one) for one in script.ballot.candidates],
        awaited=map(_awaited, awaited(value)),
        is_paused=is_paused(value),
        is_closed=value.is_closed,
        calls=value.effort.calls,
        seq=value.seq,
    )


def seen(value: VisibleEvent) -> pb.WatchGroupChatResponse:
    """Write one visible event of a group chat."""
    message = pb.WatchGroupChatResponse(
        seq=value.seq, part=value.part, round=value.round, stage=_stage(value.stage)
    )
    if isinstance(value.what, _Known):
        _tell(message, value.chat, value.what)
    else:
        _go_on(message, value.what)
    return message


def _tell(message: pb.WatchGroupChatResponse, chat: GroupChat, what: _Known) -> None:
    """Fill in a move of a member."""
    match what:
        case Chose():
            message.chosen.CopyFrom(_chosen(what))
        case Met(first=first, second=second):
            message.met.CopyFrom(pb.GroupMeeting(first_id=first, second_id=second))
        case Spoke():
            message.line.CopyFrom(_line(what))
        case Updated():
            message.updated.CopyFrom(_updated(chat, what))
        case Voted():
            message.voted.CopyFrom(_voted(what))
        case _:
            assert_never(what)


def _go_on(
    message: pb.WatchGroupChatResponse, what: Began | Seated | Awaited | Closed | Paused
) -> None:
    """Fill in an event of the group chat itself."""
    match what:
        case Began(order=order):
            message.began.CopyFrom(pb.GroupStageBegan(order=order))
        case Seated():
            message.seat.CopyFrom(_seat(what))
        case Awaited():
            message.awaited.CopyFrom(_awaited(what))
        case Closed():
            message.closed.CopyFrom(_closed(what))
        case Paused():
            message.paused.SetInParent()
        case _:
            assert_never(what)


def _stage(stage: Stage | None) -> pb.GroupStage.ValueType:
    return pb.GROUP_STAGE_UNSPECIFIED if stage is None else STAGES[stage]


def _member(chat: GroupChat, member: Member, influence: int) -> pb.GroupMember:
    seat = chat.seat(member.id)
    return pb.GroupMember(
        member_id=member.id,
        name=member.name,
        is_principal=member.rank is Rank.PRINCIPAL,
        camp=chat.camp(member.id),
        character_id=member.character_id or "",
        influence=influence,
        backs_id=chat.backs(member.id),
        beliefs=map(_belief, chat.beliefs(member.id)),
        person_id="" if seat is None else seat.id,
    )


def _relations(chat: GroupChat) -> list[pb.GroupRelation]:
    """Return the relations that differ from the start, and those members infer of others."""
    found: list[pb.GroupRelation] = []
    for member in chat.script.members:
        found += [
            pb.GroupRelation(of_id=member.id, to_id=to, score=score)
            for to, score in chat.relations(member.id).items()
            if score != RELATION
        ]
        found += [
            pb.GroupRelation(of_id=of, to_id=to, score=score, inferred_by_id=member.id)
            for of, to, score in chat.inferred(member.id)
        ]
    return found


def _candidate(chat: GroupChat, value: Candidate) -> pb.GroupCandidate:
    return pb.GroupCandidate(candidate_id=value.id, name=value.name, camp=camp_of(chat, value))


def _awaited(value: Awaited) -> pb.AwaitedSeat:
    return pb.AwaitedSeat(
        member_id=value.member, task=TASKS[value.task], partner_ids=value.partners
    )


def _belief(value: Belief) -> mind_pb2.Belief:
    return mind_pb2.Belief(topic=value.topic, text=value.text, score=value.score)


def _chosen(move: Chose) -> pb.GroupPartnerChosen:
    return pb.GroupPartnerChosen(
        member_id=move.member,
        partner_id=move.partner,
        situation=move.situation,
        strategy=move.strategy,
        topics=move.topics,
    )


def _line(move: Spoke) -> pb.GroupLine:
    return pb.GroupLine(
        member_id="" if move.member == AUDIENCE else move.member,
        person_name="" if move.person is None else move.person.name,
        to_id=move.to,
        text=move.text,
        chat_round=move.chat_round,
        talk_id=move.talk,
    )


def _updated(chat: GroupChat, move: Updated) -> pb.GroupUpdate:
    """Write the relations and beliefs that an update changed, at their new values."""
    relations, moved = chat.relations(move.member), {topic for topic, _ in move.beliefs}
    changed = [
        pb.GroupRelation(of_id=move.member, to_id=to, score=relations[to])
        for to, _ in move.relations
        if to in relations
    ]
    believed = [
        pb.GroupRelation(of_id=of, to_id=to, score=score, inferred_by_id=move.member)
        for of, to, score in move.inferred
    ]
    return pb.GroupUpdate(
        member_id=move.member,
        summary=move.summary,
        reflection=move.reflection,
        relations=[*changed, *believed],
        beliefs=[_belief(one) for one in chat.beliefs(move.member) if one.topic in moved],
    )


def _voted(move: Voted) -> pb.GroupVote:
    return pb.GroupVote(
        member_id=move.member,
        knowledge=KNOWLEDGE[move.knowledge],
        candidate_id=move.choice,
        other_candidate_id=move.choice_not_self,
        guess_id=move.guess,
        statement=move.statement,
        is_default=is_default(move),
    )


def _seat(move: Seated) -> pb.GroupSeat:
    person = move.person
    return pb.GroupSeat(
        member_id=move.member,
        person_id="" if person is None else person.id,
        person_name="" if person is None else person.name,
    )


def _closed(move: Closed) -> pb.GroupChatClosed:
    return pb.GroupChatClosed(
        is_settled=move.is_settled,
        winner_ids=move.result.winners,
        because=move.result.because,
        summary=move.result.summary,
    )
