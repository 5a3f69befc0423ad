"""Building the input of a due task from a group chat.

It never depends on which other tasks of the same wave are done already: votes are left out while
votes are cast, and camps and influence are those of the beginning of the stage.
"""

import itertools
import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from npcserver.model.acting.material import (
    Act,
    Choosing,
    Chronicling,
    Digesting,
    Revising,
    Speaking,
    Standpoint,
    Voting,
)
from npcserver.model.group import talks, visibility
from npcserver.model.group.chat import Ended, GroupChat
from npcserver.model.group.course import chat_rounds
from npcserver.model.group.known import Known
from npcserver.model.group.moves import Spoke, Updated, Voted
from npcserver.model.group.script import Knowledge, Script, Stage
from npcserver.model.group.tasks import Begin, CastVote, Choose, Conclude, Digest, Say, Task, Update
from npcserver.model.group.voting import settle


def material_of(chat: GroupChat, task: Task) -> Act:
    """Return the input for a task. Raises `ValueError` for `Begin`, which no member performs."""
    match task:
        case Begin():
            raise ValueError("a stage begins by itself; there is nobody who would act in it")
        case Choose():
            return _choosing(chat, task)
        case Say():
            return _speaking(chat, task)
        case Update():
            return Revising(standpoint=_standpoint(chat, task, task.member))
        case CastVote():
            return _voting(chat, task)
        case Digest():
            return _digesting(chat, task)
        case Conclude():
            return _chronicling(chat, task)


def _choosing(chat: GroupChat, task: Choose) -> Choosing:
    return Choosing(
        standpoint=_standpoint(chat, task, task.member),
        partners=tuple(one for one in chat.script.members if one.id != task.member),
        chat_rounds=chat_rounds(chat),
        perceives=perceives(chat, task.member),
    )


def perceives(chat: GroupChat, member_id: str) -> bool:
    """Return whether a principal has yet to assess its position in this round.

    This is the Perceive step of AgentGroupChat.
    """
    is_principal = chat.script.member(member_id) in chat.script.principals
    return is_principal and chat.situation(member_id)[0] < chat.round


def _speaking(chat: GroupChat, task: Say) -> Speaking:
    if task.talk:
        return _talking(chat, task)
    most = chat_rounds(chat)
    lines = tuple(
        visibility.told(line)
        for line in chat.lines
        if line.text and line.chat_round < task.chat_round
    )
    return Speaking(
        standpoint=_standpoint(chat, task, task.member, lines),
        partner=None,
        lines=lines,
        chat_round=task.chat_round,
        chat_rounds=most,
        is_last=task.chat_round >= most,
        perceives=perceives(chat, task.member),
    )


def _talking(chat: GroupChat, task: Say) -> Speaking:
    talk = next(one for one in talks.talks(chat) if one.chose.member == task.talk)
    is_own = task.member == task.talk
    topics = talk.chose.topics[task.chat_round - 1 : task.chat_round] if is_own else ()
    lines = tuple(visibility.told(line) for line in talk.lines if line.text)
    return Speaking(
        standpoint=_standpoint(chat, task, task.member, lines),
        partner=chat.script.member(task.to),
        lines=lines,
        chat_round=task.chat_round,
        chat_rounds=chat_rounds(chat),
        strategy=talk.chose.strategy if is_own else "",
        topic=topics[0] if topics else "",
        is_last=talk.is_last_line,
    )


def _voting(chat: GroupChat, task: CastVote) -> Voting:
    standpoint = _standpoint(chat, task, task.member)
    candidates = standpoint.script.ballot.candidates
    return Voting(
        standpoint=standpoint,
        question=chat.script.ballot.question,
        candidates=candidates,
        others=tuple(one for one in candidates if one.member != task.member),
        knowledge=task.knowledge,
    )


def _chronicling(chat: GroupChat, task: Conclude) -> Chronicling:
    result = settle(chat)
    said = [one for one in visibility.known_to_audience(chat) if isinstance(one, Spoke)]
    return Chronicling(
        script=_with_current_camps(chat),
        lines=tuple(line for line in said if line.text),
        winners=result.winners,
        because=result.because,
        seed=seed_of(chat, task),
        chat_id=chat.id,
    )


def _digesting(chat: GroupChat, task: Digest) -> Digesting:
    known = _known(chat, [one.id for one in chat.script.members])
    return Digesting(
        script=_with_current_camps(chat),
        round=task.round,
        known=tuple(one for one in known if _round(one) == task.round),
        newer=tuple(one for one in known if _round(one) > task.round),
        seed=seed_of(chat, task),
        chat_id=chat.id,
    )


def _standpoint(
    chat: GroupChat, task: Task, member_id: str, lines: Sequence[Known] = ()
) -> Standpoint:
    """Return a member's standpoint; `lines` are left out of `known`, as the input has them."""
    began = chat.began
    knows_all = isinstance(task, CastVote) and task.knowledge is Knowledge.ALL
    members = [one.id for one in chat.script.members] if knows_all else [member_id]
    script = _with_current_camps(chat)
    situation_round, situation = chat.situation(member_id)
    has_memory = script.course.has_memory
    return Standpoint(
        script=script,
        member=script.member(member_id),
        round=chat.round,
        stage=chat.stage or Stage.UPDATE,
        began=began,
        known=_known(chat, members, frozenset(lines)),
        relations=tuple(chat.relations(member_id).items()),
        inferred=chat.inferred(member_id),
        beliefs=chat.beliefs(member_id),
        influence=() if began is None else began.influence,
        backs=chat.backs(member_id),
        situation=situation if has_memory else "",
        situation_round=situation_round if has_memory else 0,
        knows_all=knows_all,
        digests=tuple(chat.fold.digests.items()) if knows_all else (),
        seed=seed_of(chat, task),
        chat_id=chat.id,
    )


def _with_current_camps(chat: GroupChat) -> Script:
    """Return the script with all members in their camps of the beginning of the stage.

    Camps follow from relations, which only updates change: during an update stage, the updates
    other members have already made in this round do not count.
    """
    script = chat.script
    if not script.camps:
        return script
    after = chat.round - 1 if chat.stage is Stage.UPDATE else None
    camps = {one.id: chat.camp(one.id, after) for one in script.members}
    candidates = tuple(
        replace(one, camp=camps[one.member]) if one.member else one
        for one in script.ballot.candidates
    )
    return replace(
        script,
        members=tuple(replace(one, camp=camps[one.id]) for one in script.members),
        ballot=replace(script.ballot, candidates=candidates),
    )


def _known(
    chat: GroupChat, members: Sequence[str], shown: frozenset[Known] = frozenset()
) -> tuple[Known, ...]:
    """Return what any of some members knows, in the order in which it happened.

    It leaves out what is in `shown`, empty lines, and votes, so that later voters know no more than
    the first. Updates are left out if the course has no summaries.
    """
    course = chat.script.course
    if not course.has_memory:
        return ()
    under_way = visibility.sightings_under_way(chat)
    found: dict[tuple[int, str], Known] = {}
    for member_id in members:
        now = [one for one in visibility.learnt(under_way, member_id) if one.what not in shown]
        stages = [_of_ended(ended, member_id) for ended in chat.ended]
        for one in itertools.chain(*stages, _told(now)):
            if course.has_summaries or not isinstance(one.what, Updated):
                found[one.seq, type(one.what).__name__] = one.what
    return tuple(found[key] for key in sorted(found))


@lru_cache(maxsize=4096)
def _of_ended(ended: Ended, member_id: str) -> tuple[visibility.Learnt, ...]:
    """Return what a member learnt in a finished stage; cached, since it never changes."""
    return _told(visibility.learnt(visibility.sightings_of(ended), member_id))


def _told(learnt: Sequence[visibility.Learnt]) -> tuple[visibility.Learnt, ...]:
    return tuple(
        one
        for one in learnt
        if not isinstance(one.what, Voted)
        and not (isinstance(one.what, Spoke) and not one.what.text)
    )


def _round(what: Known) -> int:
    return 0 if isinstance(what, Voted) else what.round


def seed_of(chat: GroupChat, task: Task) -> int:
    """Return the random seed of one task; the same in every fork of the chat."""
    return (
        zlib.crc32(f"{chat.seed}/{chat.script.id}/{chat.round}/{chat.stage}/{task}".encode()) >> 1
    )
