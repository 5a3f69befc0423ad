"""What a member has before it for a task that is due.

It never depends on which other tasks of the same wave are done already: votes are left out while
votes are cast, and what counts at the beginning of a stage counts all through it.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from npcserver.model.acting.material import (
    Act,
    Choosing,
    Chronicling,
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
from npcserver.model.group.tasks import Begin, CastVote, Choose, Conclude, Say, Task, Update
from npcserver.model.group.voting import settle

TALK_LINES = 20
"""Lines that a member has before it when it chooses or speaks (AgentGroupChat: 20)."""
JUDGEMENT_LINES = 30
"""Lines that a member has before it when it makes up its mind or votes (AgentGroupChat: 30)."""
CHRONICLE_LINES = 60
"""Lines out of which it is told in short what happened."""


def material_of(chat: GroupChat, task: Task) -> Act:
    """Return what is before whoever does a task. Raises `ValueError` where nobody acts."""
    match task:
        case Begin():
            raise ValueError("a stage begins by itself; there is nobody who would act in it")
        case Choose():
            return _choosing(chat, task)
        case Say():
            return _speaking(chat, task)
        case Update():
            return Revising(standpoint=_standpoint(chat, task, task.member, JUDGEMENT_LINES))
        case CastVote():
            return _voting(chat, task)
        case Conclude():
            return _chronicling(chat, task)


def _choosing(chat: GroupChat, task: Choose) -> Choosing:
    return Choosing(
        standpoint=_standpoint(chat, task, task.member, TALK_LINES),
        partners=tuple(one for one in chat.script.members if one.id != task.member),
        chat_rounds=chat_rounds(chat),
    )


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
        standpoint=_standpoint(chat, task, task.member, TALK_LINES, lines),
        partner=None,
        lines=lines[-TALK_LINES:],
        chat_round=task.chat_round,
        chat_rounds=most,
        is_last=task.chat_round >= most,
    )


def _talking(chat: GroupChat, task: Say) -> Speaking:
    talk = next(one for one in talks.talks(chat) if one.chose.member == task.talk)
    is_own = task.member == task.talk
    topics = talk.chose.topics[task.chat_round - 1 : task.chat_round] if is_own else ()
    lines = tuple(visibility.told(line) for line in talk.lines if line.text)
    return Speaking(
        standpoint=_standpoint(chat, task, task.member, TALK_LINES, lines),
        partner=chat.script.member(task.to),
        lines=lines[-TALK_LINES:],
        chat_round=task.chat_round,
        chat_rounds=chat_rounds(chat),
        strategy=talk.chose.strategy if is_own else "",
        topic=topics[0] if topics else "",
        is_last=talk.is_last_line,
    )


def _voting(chat: GroupChat, task: CastVote) -> Voting:
    standpoint = _standpoint(chat, task, task.member, JUDGEMENT_LINES)
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
        lines=tuple(line for line in said if line.text)[-CHRONICLE_LINES:],
        winners=result.winners,
        because=result.because,
        chat_id=chat.id,
        seed=seed_of(chat, task),
    )


def _standpoint(
    chat: GroupChat, task: Task, member_id: str, budget: int, lines: Sequence[Known] = ()
) -> Standpoint:
    """Return where a member stands; `lines` are before it already, and count in its budget."""
    began = chat.began
    knows_all = isinstance(task, CastVote) and task.knowledge is Knowledge.ALL
    members = [one.id for one in chat.script.members] if knows_all else [member_id]
    script = _with_current_camps(chat)
    return Standpoint(
        script=script,
        member=script.member(member_id),
        round=chat.round,
        stage=chat.stage or Stage.UPDATE,
        began=began,
        known=_together(chat, members, budget, lines),
        relations=tuple(chat.relations(member_id).items()),
        inferred=chat.inferred(member_id),
        beliefs=chat.beliefs(member_id),
        influence=() if began is None else began.influence,
        backs=chat.backs(member_id),
        knows_all=knows_all,
        chat_id=chat.id,
        seed=seed_of(chat, task),
    )


def _with_current_camps(chat: GroupChat) -> Script:
    """Return the script with everybody in the camp that they are on as the stage begins.

    Camps follow from relations, which change in updates alone: while members make up their minds,
    what others have made of the round already does not count.
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


def _together(
    chat: GroupChat, members: Sequence[str], budget: int, lines: Sequence[Known]
) -> tuple[Known, ...]:
    """Return what is before any of some members, in the order in which it happened.

    Who knows everything has before it whatever anybody else has.
    """
    if not chat.script.course.has_memory:
        return ()
    under_way, shown = visibility.sightings_under_way(chat), frozenset(lines)
    found = {
        (one.seq, type(one.what).__name__): one.what
        for member_id in members
        for one in _history(chat, member_id, under_way, budget, shown)
    }
    return tuple(found[key] for key in sorted(found))


def _history(
    chat: GroupChat,
    member_id: str,
    under_way: Sequence[visibility.Sighting],
    budget: int,
    shown: frozenset[Known],
) -> list[visibility.Learnt]:
    """Return what a member has before it: the newest lines, and summaries in place of older ones.

    What it kept of a round stands in for what was said there and has no room any more.
    """
    now = _sorted_out(visibility.learnt(under_way, member_id), shown)
    stages = [*(_of_ended(ended, member_id) for ended in chat.ended), now]
    said = [one for stage in stages for one in stage.lines]
    gone = max(0, len(said) - max(0, budget - len(shown)))
    kept = said[gone:]
    if not chat.script.course.has_summaries:
        return kept
    lost = _rounds(stages, gone)
    summaries = [one for stage in stages for one in stage.summaries]
    return [*kept, *(one for one in summaries if _round(one.what) in lost)]


@dataclass(frozen=True, slots=True)
class _Learnt:
    """What a member learnt in a stage: lines of talk, and what it made of a round itself."""

    lines: tuple[visibility.Learnt, ...]
    summaries: tuple[visibility.Learnt, ...]


@lru_cache(maxsize=4096)
def _of_ended(ended: Ended, member_id: str) -> _Learnt:
    """Return what a member learnt in a stage that is over; nothing that comes changes it."""
    return _sorted_out(visibility.learnt(visibility.sightings_of(ended), member_id))


def _sorted_out(
    learnt: Sequence[visibility.Learnt], shown: frozenset[Known] = frozenset()
) -> _Learnt:
    return _Learnt(
        lines=tuple(one for one in learnt if _is_line(one.what) and one.what not in shown),
        summaries=tuple(one for one in learnt if isinstance(one.what, Updated)),
    )


def _rounds(stages: Iterable[_Learnt], count: int) -> frozenset[int]:
    """Return the rounds of the first so many lines; those of a stage belong to one round."""
    found: set[int] = set()
    for stage in stages:
        if count > 0 and stage.lines:
            found.add(_round(stage.lines[0].what))
            count -= len(stage.lines)
    return frozenset(found)


def _round(what: Known) -> int:
    return 0 if isinstance(what, Voted) else what.round


def _is_line(what: Known) -> bool:
    """Say whether it belongs to the lines of a talk; who passed has said nothing."""
    return not isinstance(what, Updated | Voted) and not (isinstance(what, Spoke) and not what.text)


def seed_of(chat: GroupChat, task: Task) -> int:
    """Return what makes chance repeatable in one task of one game; the same in every fork."""
    return (
        zlib.crc32(f"{chat.seed}/{chat.script.id}/{chat.round}/{chat.stage}/{task}".encode()) >> 1
    )
