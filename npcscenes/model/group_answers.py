"""The moves that follow from the answers of a scene's members, and the defaults."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from npcscenes.model.chat import GroupChat, held, with_thought
from npcscenes.model.director import (
    CastVote,
    Choose,
    Conclude,
    Digest,
    Say,
    Task,
    Update,
    chat_rounds,
)
from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    MemberUpdate,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    Standpoint,
    UpdateInput,
    Vote,
    VoteInput,
    build_input,
    perceives,
)
from npcscenes.model.votes import settle
from npcserver.model.feelings import CHANGE
from npcserver.model.group.moves import (
    Began,
    Chose,
    Closed,
    Digested,
    LineSpoken,
    Move,
    Updated,
    Voted,
)
from npcserver.model.group.script import Candidate, Knowledge, Stage
from npcserver.model.model_use import Purpose
from npcserver.model.secret import Secret
from npcserver.model.thought import AnswerStatus, Thought
from npcserver.model.turn import BY_RULE, Origin, OriginKind


def default_vote(question: VoteInput) -> Vote:
    """Return a vote for oneself if possible, else for the best relation; without a guess.

    Abstains if the scene lets its members do so.
    """
    if question.standpoint.script.ballot.may_abstain:
        return Vote()
    own = [one.id for one in question.candidates if one.member == question.standpoint.member.id]
    other = _best(question.standpoint, question.others)
    return Vote(choice=own[0] if own else other, choice_not_self=other)


def _best(standpoint: Standpoint, candidates: Sequence[Candidate]) -> str:
    """Return the candidate to whom the voter's relation is best; of equals the first in the script.

    If no other member can be voted for, the candidate that the strongest belief names, else the
    first.
    """
    relations = dict(standpoint.relations)
    places = [one.id for one in standpoint.script.members]
    members = sorted(
        (one for one in candidates if one.member in relations),
        key=lambda one: (-relations[one.member], places.index(one.member)),
    )
    if members:
        return members[0].id
    for belief in sorted(standpoint.beliefs, key=lambda one: -one.score):
        said = f"{belief.topic} {belief.text}".casefold()
        for one in candidates:
            if one.id.casefold() in said or one.name.casefold() in said:
                return one.id
    return candidates[0].id if candidates else ""


Answer = PartnerChoice | SpokenLine | MemberUpdate | Vote | str
"""An answer to a task; for a digest or the conclusion, a short text of what happened."""


def moves_of(
    chat: GroupChat,
    task: Task,
    answer: Answer | None = None,
    made_from: Thought | None = None,
    secrets: tuple[Secret, ...] = (),
) -> tuple[Move, ...]:
    """Return the moves for a task; without an answer, those of its data or of the default.

    A default that was taken without asking a model gets a receipt as well. `secrets` are those that
    the words may carry. Raises `TypeError` if the answer does not belong to the task.
    """
    if isinstance(task, Began):
        return (task,)
    if isinstance(task, Say) and task.opening:
        chose = next(one for one in chat.choices if one.member == task.talk)
        origin = _origin(chose.made_from)
        line = replace(_line(chat, task), text=task.opening, secrets=chose.secrets, origin=origin)
        return (line,)
    if isinstance(task, Update) and answer is None and chat.seat(task.member) is not None:
        return (Updated(round=chat.round, member=task.member),)
    if answer is None:
        answer = default_answer(build_input(chat, task))
        made_from = made_from or _not_asked(chat, task)
    return (_move(chat, task, answer, made_from, secrets),)


def _move(
    chat: GroupChat,
    task: Task,
    answer: Answer,
    made_from: Thought | None,
    secrets: tuple[Secret, ...],
) -> Move:
    match task, answer:
        case Choose(), PartnerChoice():
            return _chose(chat, task, answer, made_from, secrets)
        case Say(), SpokenLine():
            return _spoke(chat, task, answer, made_from, secrets)
        case Update(), MemberUpdate():
            return _updated(chat, task, answer, made_from)
        case CastVote(), Vote():
            return _voted(chat, task, answer, made_from)
        case Digest(), str():
            return Digested(round=task.round, text=answer.strip(), made_from=made_from)
        case Conclude(), str():
            return _closed(chat, answer, made_from)
        case _:
            raise TypeError(f"{answer!r} is no answer to {task!r}")


def default_answer(question: MemberInput) -> Answer:
    """Return the answer to use when none could be had: nothing chosen, said, changed or kept.

    A vote goes to where the member stands best, and what happened is told by the reason for it.
    """
    match question:
        case ChooseInput():
            return PartnerChoice()
        case SpeakInput():
            return SpokenLine(ends=True)
        case UpdateInput():
            return MemberUpdate()
        case VoteInput():
            return default_vote(question)
        case DigestInput():
            return ""
        case ChronicleInput():
            return question.because


def _not_asked(chat: GroupChat, task: Task) -> Thought:
    purposes = {
        Choose: Purpose.CHOOSE,
        Say: Purpose.SPEAK,
        Update: Purpose.UPDATE,
        CastVote: Purpose.VOTE,
    }
    return Thought(
        purpose=purposes.get(type(task), Purpose.CHRONICLE),
        vantage_seq=chat.seq,
        persona_version=0,
        verdict=AnswerStatus.DEFAULTED,
    )


def _origin(made_from: Thought | None) -> Origin | None:
    """Return who made the words of a member; None for a person's."""
    if made_from is None:
        return None
    is_models = made_from.raw_answers and made_from.verdict is not AnswerStatus.DEFAULTED
    return Origin(OriginKind.MODEL, made_from.model) if is_models else BY_RULE


def _line(chat: GroupChat, task: Say) -> LineSpoken:
    return LineSpoken(
        round=chat.round,
        stage=chat.stage or Stage.GROUP_CHAT,
        chat_round=task.chat_round,
        member=task.member,
        talk=task.talk,
        to=task.to,
    )


def _chose(
    chat: GroupChat,
    task: Choose,
    answer: PartnerChoice,
    made_from: Thought | None,
    secrets: tuple[Secret, ...],
) -> Chose:
    others = {one.id for one in chat.script.members} - {task.member}
    partner = answer.partner if answer.partner in others else ""
    return Chose(
        round=chat.round,
        stage=chat.stage or Stage.PRIVATE_CHAT,
        member=task.member,
        partner=partner,
        situation=answer.situation.strip() if perceives(chat, task.member) else "",
        strategy=answer.strategy.strip(),
        topics=answer.topics[: chat_rounds(chat)],
        opening=answer.say.strip() if partner else "",
        reasons=answer.reasons.strip(),
        secrets=secrets if partner else (),
        made_from=made_from,
    )


def _spoke(
    chat: GroupChat,
    task: Say,
    answer: SpokenLine,
    made_from: Thought | None,
    secrets: tuple[Secret, ...],
) -> LineSpoken:
    text = answer.say.strip()
    return replace(
        _line(chat, task),
        text=text,
        ends=answer.ends,
        situation=answer.situation.strip() if perceives(chat, task.member) else "",
        reasons=answer.reasons.strip(),
        secrets=secrets if text else (),
        made_from=made_from,
        origin=_origin(made_from) if text else None,
    )


def _updated(
    chat: GroupChat, task: Update, answer: MemberUpdate, made_from: Thought | None
) -> Updated:
    others = {one.id for one in chat.script.members} - {task.member}
    topics = {one.topic for one in chat.script.member(task.member).beliefs}
    # A dict, so that of two scores for one pair the last one counts.
    inferred = {
        (of, to): held(score, 0, 100)
        for of, to, score in answer.inferred
        if of != to and of in others and to in others
    }
    return Updated(
        round=chat.round,
        member=task.member,
        summary=answer.summary.strip(),
        reflection=answer.reflection.strip(),
        relations=_changes(answer.relations, others),
        inferred=tuple((of, to, score) for (of, to), score in inferred.items()),
        beliefs=_changes(answer.beliefs, topics),
        reasons=answer.reasons.strip(),
        made_from=made_from,
    )


def _changes(
    changes: Iterable[tuple[str, int]], known: Collection[str]
) -> tuple[tuple[str, int], ...]:
    """Return at most one change for each known key, clamped to `CHANGE`, without zeros."""
    kept = {one: held(change, -CHANGE, CHANGE) for one, change in changes if one in known}
    return tuple((one, change) for one, change in kept.items() if change)


def _voted(chat: GroupChat, task: CastVote, answer: Vote, made_from: Thought | None) -> Voted:
    candidates = chat.script.ballot.candidates
    known = {one.id for one in candidates}
    others = {one.id for one in candidates if one.member != task.member}
    choice = answer.choice if answer.choice in known else ""
    other = answer.choice_not_self if answer.choice_not_self in others else ""
    return Voted(
        member=task.member,
        knowledge=task.knowledge,
        choice=choice,
        choice_not_self=other or (choice if choice in others else ""),
        guess=answer.guess if answer.guess in known else "",
        statement=answer.statement.strip() if task.knowledge is Knowledge.OWN else "",
        reasons=answer.reasons.strip(),
        made_from=made_from,
    )


def _closed(chat: GroupChat, summary: str, made_from: Thought | None) -> Closed:
    effort = chat.effort if made_from is None else with_thought(chat.effort, made_from)
    result = replace(settle(chat), summary=summary.strip(), effort=effort)
    return Closed(is_settled=True, result=result, made_from=made_from)
