"""Requests to a group chat, and the moves people make from its seats and its audience."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from npcscenes.model.chat import GroupChat
from npcscenes.model.director import CastVote as VoteTask
from npcscenes.model.director import Choose, Say, awaited, awaited_task, is_paused
from npcscenes.model.group_answers import moves_of
from npcscenes.model.group_inputs import PartnerChoice, SpokenLine, Vote
from npcscenes.model.votes import settle
from npcserver.model.bounds import Words
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcserver.model.group.moves import AUDIENCE, AdvanceRequested, Closed, LineSpoken, Move, Seated
from npcserver.model.group.script import Member, Script, Stage
from npcserver.model.ids import TimelineId
from npcserver.ports.storage import RequestKey

_T = TypeVar("_T", Choose, Say, VoteTask)


class Point(StrEnum):
    """The point up to which a group chat goes on by itself."""

    STAGE = "stage"  # to the end of the present stage, or of the next if it is over
    ROUND = "round"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGroupChat:
    """A request to open a group chat; `seed` makes its chance repeatable."""

    timeline_id: TimelineId
    script: Script
    seed: int = 0
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestToChat:
    """A request to one group chat of a timeline, which may be repeated under its key."""

    timeline_id: TimelineId
    chat_id: str
    key: RequestKey | None = None

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the moves that it comes to in the present state of the chat."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance(RequestToChat):
    """A request to go on without further requests, up to a point.

    With a `host`, that process alone goes on; when it has ended, the chat waits for a new request.
    """

    until: Point = Point.END
    host: str = ""

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the move that asks for the first such point that is not reached yet."""
        if self.until is not Point.END:
            for point in _points(chat, self.until):
                if not is_paused(chat.then(point)):  # else it pauses there, or is beyond it
                    return (replace(point, host=self.host),)
        return (AdvanceRequested(host=self.host),)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(RequestToChat):
    """A request that a person speaks and decides for a member."""

    member_id: str
    person: Person

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the moves that take a seat: none where the same person has it already."""
        member = member_of(chat, self.member_id)
        seat = chat.seat(member.id)
        if seat is None:
            return (Seated(member=member.id, person=self.person),)
        if seat.id != self.person.id:
            raise _taken(chat, member)
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(RequestToChat):
    """A request that a member speaks and decides for itself again."""

    member_id: str

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the moves that give a seat back: none where it is free."""
        member = member_of(chat, self.member_id)
        return () if chat.seat(member.id) is None else (Seated(member=member.id),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak(RequestToChat):
    """Words from a seat, or with an empty `member_id` from the audience.

    From a seat `person` may be None; empty words pass, and `ends` ends the member's part.
    """

    member_id: str = ""
    person: Person | None = None
    text: Words = ""
    ends: bool = False

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the moves of a line, from a seat or from the audience."""
        if not self.member_id:
            return (_from_audience(chat, self),)
        member, seat = _seated(chat, self.member_id)
        if self.person is not None and self.person.id != seat.id:
            raise _taken(chat, member)
        task = _turn(chat, member, Say)
        answer = SpokenLine(say=self.text.strip(), ends=self.ends or not self.text.strip())
        return tuple(
            replace(move, person=seat) if isinstance(move, LineSpoken) else move
            for move in moves_of(chat, task, answer, None)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseFromSeat(RequestToChat):
    """A choice of a partner from a seat (empty: none), with the first words."""

    member_id: str
    partner_id: str = ""
    text: Words = ""

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the moves that choose a partner. Raises `InvalidInput` for an invalid one."""
        member, _ = _seated(chat, self.member_id)
        task = _turn(chat, member, Choose)
        partners = [one.id for one in chat.script.members if one.id != member.id]
        if self.partner_id and self.partner_id not in partners:
            raise InvalidInput(
                "partner_id",
                f"{self.partner_id!r} is nobody {member.id!r} may choose; name one of "
                f"{', '.join(partners)}, or nobody",
            )
        return moves_of(
            chat, task, PartnerChoice(partner=self.partner_id, say=self.text.strip()), None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteFromSeat(RequestToChat):
    """A vote from a seat: candidates' ids, empty for none, and a statement."""

    member_id: str
    candidate_id: str = ""
    other_candidate_id: str = ""
    statement: Words = ""

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the moves of a vote. Raises `InvalidInput` for a wrong candidate.

        `other_candidate_id` must be set when a member votes for itself, and cannot be the voter; a
        vote for another counts for both.
        """
        member, _ = _seated(chat, self.member_id)
        task = _turn(chat, member, VoteTask)
        candidates = chat.script.ballot.candidates
        own = {one.id for one in candidates if one.member == member.id}
        choice, other = self.candidate_id, self.other_candidate_id
        known = [one.id for one in candidates]
        for field, named in (("candidate_id", choice), ("other_candidate_id", other)):
            if named and named not in known:
                raise InvalidInput(
                    field, f"{named!r} is no candidate; name one of {', '.join(known)}"
                )
        if other in own:
            raise InvalidInput(
                "other_candidate_id", f"{other!r} is the voter; name somebody else, or nobody"
            )
        if choice in own and not other:
            raise InvalidInput(
                "other_candidate_id",
                f"must be set, since {choice!r} is the voter; name whom it would vote for but "
                "itself",
            )
        vote = Vote(
            choice=choice, choice_not_self=other or choice, statement=self.statement.strip()
        )
        return moves_of(chat, task, vote, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseGroupChat(RequestToChat):
    """A request to break a group chat off."""

    def moves(self, chat: GroupChat) -> tuple[Move, ...]:
        """Return the move that breaks it off without a winner: none where it is over."""
        if chat.is_closed:
            return ()
        so_far = replace(settle(chat), winners=(), camp="", because="")
        return (Closed(is_settled=False, result=so_far),)


def member_of(chat: GroupChat, member_id: str) -> Member:
    """Return a member. Raises `InvalidInput` that lists the members."""
    for member in chat.script.members:
        if member.id == member_id:
            return member
    members = ", ".join(one.id for one in chat.script.members)
    raise InvalidInput("member_id", f"{member_id!r} is no member; name one of {members}")


def _from_audience(chat: GroupChat, request: Speak) -> LineSpoken:
    if request.person is None:
        raise InvalidInput("person_id", "must be set, to say who speaks from the audience")
    if not request.text.strip():
        raise InvalidInput("text", "must not be empty; only a member can pass")
    return LineSpoken(
        round=chat.round,
        stage=chat.stage or chat.script.course.stages[0],
        chat_round=max(1, chat.chat_round),
        member=AUDIENCE,
        text=request.text.strip(),
        person=request.person,
    )


def _seated(chat: GroupChat, member_id: str) -> tuple[Member, Person]:
    """Return a member and the person in its seat. Raises `NotPossibleNow` for a free seat."""
    member = member_of(chat, member_id)
    seat = chat.seat(member.id)
    if seat is None:
        raise _not_now(chat, member, "nobody sits in that seat; take it first")
    return member, seat


def _turn(chat: GroupChat, member: Member, kind: type[_T]) -> _T:
    """Return the task that awaits a person. Raises `NotPossibleNow` out of turn."""
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
        sceneId=chat.id,
        memberId=member.id,
    )


def _taken(chat: GroupChat, member: Member) -> NotPossibleNow:
    return NotPossibleNow(
        f"somebody else sits in the seat of {member.id!r}; take another, or wait until it is free",
        Reason.SEAT_TAKEN,
        sceneId=chat.id,
        memberId=member.id,
    )


def _points(chat: GroupChat, until: Point) -> tuple[AdvanceRequested, ...]:
    """Return all such points of a group chat from its present round on, in order."""
    course = chat.script.course
    first = max(1, chat.round)
    stages = course.stages[-1:] if until is Point.ROUND else course.stages
    points = [
        AdvanceRequested(round=number, stage=stage)
        for number in range(first, course.rounds + 1)
        for stage in stages
    ]
    return (*points, AdvanceRequested(round=course.rounds, stage=Stage.SETTLEMENT))
