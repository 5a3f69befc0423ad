"""What people do in a group chat: take seats, speak, choose and vote when it is their turn."""

from dataclasses import replace
from typing import TypeVar

from npcserver.app.group.wishes import CastVote, ChoosePartner, LeaveSeat, Speak, TakeSeat
from npcserver.model.acting.answers import moves_of
from npcserver.model.acting.material import Choice, Vote, Words
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import awaited, awaited_task, is_paused
from npcserver.model.group.moves import AUDIENCE, Move, Seated, Spoke
from npcserver.model.group.script import Member
from npcserver.model.group.tasks import CastVote as VoteTask
from npcserver.model.group.tasks import Choose, Say
from npcserver.model.person import Person

_T = TypeVar("_T", Choose, Say, VoteTask)


def taken(chat: GroupChat, wish: TakeSeat) -> tuple[Move, ...]:
    """Return the moves by which a seat is taken: none where the same person sits there already."""
    member = member_of(chat, wish.member_id)
    seat = chat.seat(member.id)
    if seat is None:
        return (Seated(member=member.id, person=wish.person),)
    if seat.id != wish.person.id:
        raise _taken(chat, member)
    return ()


def left(chat: GroupChat, wish: LeaveSeat) -> tuple[Move, ...]:
    """Return the moves by which a seat is given back: none where nobody sits there."""
    member = member_of(chat, wish.member_id)
    return () if chat.seat(member.id) is None else (Seated(member=member.id),)


def spoken(chat: GroupChat, wish: Speak) -> tuple[Move, ...]:
    """Return the line, from a seat or from the audience."""
    if not wish.member_id:
        return (_from_audience(chat, wish),)
    member, seat = _seated(chat, wish.member_id)
    if wish.person is not None and wish.person.id != seat.id:
        raise _taken(chat, member)
    task = _turn(chat, member, Say)
    answer = Words(say=wish.text.strip(), ends=wish.ends or not wish.text.strip())
    return tuple(
        replace(move, person=seat) if isinstance(move, Spoke) else move
        for move in moves_of(chat, task, answer, None)
    )


def chosen(chat: GroupChat, wish: ChoosePartner) -> tuple[Move, ...]:
    """Return the choice of a partner. Raises `InvalidInput` for one who cannot be chosen."""
    member, _ = _seated(chat, wish.member_id)
    task = _turn(chat, member, Choose)
    partners = [one.id for one in chat.script.members if one.id != member.id]
    if wish.partner_id and wish.partner_id not in partners:
        raise InvalidInput(
            "partner_id",
            f"{wish.partner_id!r} is nobody {member.id!r} may choose; name one of "
            f"{', '.join(partners)}, or nobody",
        )
    return moves_of(chat, task, Choice(partner=wish.partner_id, say=wish.text.strip()), None)


def voted(chat: GroupChat, wish: CastVote) -> tuple[Move, ...]:
    """Return the vote. Raises `InvalidInput` for what is no candidate, or one's own id for others.

    Who votes for somebody else votes so with and without itself.
    """
    member, _ = _seated(chat, wish.member_id)
    task = _turn(chat, member, VoteTask)
    own = {one.id for one in chat.script.ballot.candidates if one.member == member.id}
    choice, other = wish.candidate_id, wish.other_candidate_id
    _check_candidate(chat, "candidate_id", choice)
    _check_candidate(chat, "other_candidate_id", other)
    if other in own:
        raise InvalidInput(
            "other_candidate_id", f"{other!r} is the voter; name somebody else, or nobody"
        )
    if choice in own and not other:
        raise InvalidInput(
            "other_candidate_id",
            f"must be set, since {choice!r} is the voter; name whom it would vote for but itself",
        )
    vote = Vote(
        choice=choice,
        choice_not_self=other or choice,
        statement=wish.statement.strip(),
    )
    return moves_of(chat, task, vote, None)


def member_of(chat: GroupChat, member_id: str) -> Member:
    """Return a member. Raises `InvalidInput` naming those who are there."""
    for member in chat.script.members:
        if member.id == member_id:
            return member
    members = ", ".join(one.id for one in chat.script.members)
    raise InvalidInput("member_id", f"{member_id!r} is no member; name one of {members}")


def _from_audience(chat: GroupChat, wish: Speak) -> Spoke:
    if wish.person is None:
        raise InvalidInput("person_id", "must be set, to say who speaks from the audience")
    if not wish.text.strip():
        raise InvalidInput("text", "must not be empty; only a member can pass")
    return Spoke(
        round=chat.round,
        stage=chat.stage or chat.script.course.stages[0],
        chat_round=max(1, chat.chat_round),
        member=AUDIENCE,
        text=wish.text.strip(),
        person=wish.person,
    )


def _seated(chat: GroupChat, member_id: str) -> tuple[Member, Person]:
    """Return a member and who sits in its seat; raises `NotPossibleNow` where nobody does."""
    member = member_of(chat, member_id)
    seat = chat.seat(member.id)
    if seat is None:
        raise _not_now(chat, member, "nobody sits in that seat; take it first")
    return member, seat


def _turn(chat: GroupChat, member: Member, kind: type[_T]) -> _T:
    """Return the task that a person is awaited for. Raises `NotPossibleNow` out of turn."""
    task = awaited_task(chat, member.id)
    if isinstance(task, kind):
        return task
    raise _not_now(chat, member, _waiting_for(chat, member))


def _waiting_for(chat: GroupChat, member: Member) -> str:
    waits = awaited(chat)
    own = tuple(one for one in waits if one.member == member.id)
    others = ", ".join(f"{one.member!r} to {one.task}" for one in own or waits)
    if others:
        return f"it waits for {others}"
    if is_paused(chat):
        return "it waits to be told to advance"
    return "others have their turn; watch until this member is awaited"


def _not_now(chat: GroupChat, member: Member, why: str) -> NotPossibleNow:
    return NotPossibleNow(
        f"it is not the turn of {member.id!r}: {why}",
        Reason.NOT_YOUR_TURN,
        groupChatId=chat.id,
        memberId=member.id,
    )


def _taken(chat: GroupChat, member: Member) -> NotPossibleNow:
    return NotPossibleNow(
        f"somebody else sits in the seat of {member.id!r}; take another, or wait until it is free",
        Reason.SEAT_TAKEN,
        groupChatId=chat.id,
        memberId=member.id,
    )


def _check_candidate(chat: GroupChat, field: str, candidate_id: str) -> None:
    known = [one.id for one in chat.script.ballot.candidates]
    if candidate_id and candidate_id not in known:
        raise InvalidInput(
            field, f"{candidate_id!r} is no candidate; name one of {', '.join(known)}"
        )
