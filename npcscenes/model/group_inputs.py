"""The input of each task of a scene's member, and the answer to it.

It never depends on which other tasks of the same wave are done already: votes are left out while
votes are cast, and what counts at the beginning of a stage counts all through it.
"""

import itertools
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import ClassVar, TypeVar

from npcscenes.model import director, visibility
from npcscenes.model.chat import FinishedStage, GroupChat
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
from npcscenes.model.visibility import Known
from npcscenes.model.votes import settle
from npcserver.model.errors import ModelUnreachable
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import Began, LineSpoken, Updated, Voted
from npcserver.model.group.script import Candidate, Knowledge, Member, Script, Stage
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.question import TypedQuestion
from npcserver.model.secret import Secret

_MORE_TOKENS = 160  # for reasons, or for what a member makes of where it stands

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """A member's view of the chat: what it is, what it knows, and its present relations.

    `known` is everything this member may know, oldest first. With `knows_all` it is what all
    members know together, `script` may be shown in full, and `digests` are (round, text) of rounds
    condensed for the voters; otherwise prompts show only the public parts of `script` and the
    member's own. `situation` is the member's last assessment of its position, made in
    `situation_round` (0: none yet). Members and candidates in `script` have the camps of the
    beginning of the stage. `relations` are (member, 0..100), `inferred` (of, to, 0..100) between
    two others. `backs` is the principal it supports, or empty. `recollections` are memories of a
    cast character, `secrets` those attached to them, `now` the game time from which they are seen.
    `chat_id` is random, so that the marks derived from it cannot be guessed. `seed` makes random
    choices repeatable.
    """

    script: Script
    member: Member
    round: int
    stage: Stage
    began: Began | None = None
    known: tuple[Known, ...] = ()
    relations: tuple[tuple[str, int], ...] = ()
    inferred: tuple[tuple[str, str, int], ...] = ()
    beliefs: tuple[Belief, ...] = ()
    influence: tuple[tuple[str, int], ...] = ()
    backs: str = ""
    situation: str = ""
    situation_round: int = 0
    knows_all: bool = False
    digests: tuple[tuple[int, str], ...] = ()
    recollections: tuple[Recollection, ...] = ()
    secrets: tuple[Secret, ...] = ()
    now: datetime | None = None
    chat_id: str = ""
    seed: int = 0


class SceneQuestion(TypedQuestion[T_co]):
    """Base of the questions of scenes, for which there are no rules."""

    __slots__ = ()

    def answer_by_rule(self) -> T_co:
        """Raise `ModelUnreachable`."""
        raise ModelUnreachable("scenes need a language model, and none is configured")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberQuestion(SceneQuestion[T_co]):
    """A question to a member of a scene, from its standpoint."""

    standpoint: Standpoint

    @property
    def language(self) -> str:
        """The language of the scene."""
        return self.standpoint.script.language

    @property
    def seed(self) -> int:
        """That of the standpoint."""
        return self.standpoint.seed


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseInput(MemberQuestion["PartnerChoice"]):
    """Input for CHOOSE: whom of `partners` to talk with in this stage, and how to begin.

    `perceives` is true if the member has not assessed its position in this round yet.
    """

    purpose: ClassVar = Purpose.CHOOSE
    longest_answer: ClassVar = 600

    partners: tuple[Member, ...]
    chat_rounds: int
    perceives: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerChoice:
    """Answer: the partner (empty: none), the reasons, strategy and topics, and the first line."""

    partner: str = ""
    situation: str = ""
    strategy: str = ""
    topics: tuple[str, ...] = ()
    say: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeakInput(MemberQuestion["SpokenLine"]):
    """Input for SPEAK: the next line, to `partner` or, if that is None, to all.

    `lines` are those of this talk so far, oldest first; in a group chat, those of the finished chat
    rounds of this stage. `is_last` is true if the member will not speak again. For `perceives` see
    `ChooseInput`.
    """

    purpose: ClassVar = Purpose.SPEAK
    longest_answer: ClassVar = 260

    partner: Member | None
    lines: tuple[LineSpoken, ...] = ()
    chat_round: int = 1
    chat_rounds: int = 1
    strategy: str = ""
    topic: str = ""
    is_last: bool = False
    perceives: bool = False

    @property
    def answer_tokens(self) -> int:
        """How many tokens the answer of a language model may have, with what it thinks and sees."""
        has_thinking = self.standpoint.script.course.has_thinking
        return self.longest_answer + _MORE_TOKENS * (has_thinking + self.perceives)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenLine:
    """Answer: a line, empty if there is nothing to say; `ends` means nothing more to add.

    `situation` is the speaker's assessment of its position, if that was asked for.
    """

    say: str = ""
    ends: bool = False
    situation: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateInput(MemberQuestion["MemberUpdate"]):
    """Input for UPDATE: a round that is over, for what it changes."""

    purpose: ClassVar = Purpose.UPDATE
    longest_answer: ClassVar = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberUpdate:
    """Answer: clamped changes; see `moves.Updated` for the shapes."""

    summary: str = ""
    reflection: str = ""
    relations: tuple[tuple[str, int], ...] = ()
    inferred: tuple[tuple[str, str, int], ...] = ()
    beliefs: tuple[tuple[str, int], ...] = ()
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteInput(MemberQuestion["Vote"]):
    """Input for VOTE; `others` are the candidates without the voter."""

    purpose: ClassVar = Purpose.VOTE
    longest_answer: ClassVar = 500

    question: str
    candidates: tuple[Candidate, ...]
    others: tuple[Candidate, ...]
    knowledge: Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """Answer, as candidates' ids: the choice, the choice without oneself, the expected winner."""

    choice: str = ""
    choice_not_self: str = ""
    guess: str = ""
    statement: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountInput(SceneQuestion[str]):
    """The common input of accounts of what happened."""

    purpose: ClassVar = Purpose.CHRONICLE

    script: Script
    chat_id: str = ""
    seed: int = 0

    @property
    def language(self) -> str:
        """The language of the scene."""
        return self.script.language


@dataclass(frozen=True, slots=True, kw_only=True)
class ChronicleInput(AccountInput):
    """Input for CHRONICLE: what was said in front of all and who won why, to be summarised."""

    longest_answer: ClassVar = 400

    lines: tuple[LineSpoken, ...]
    winners: tuple[str, ...]
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestInput(AccountInput):
    """Input for CHRONICLE: what all members together know of one round.

    The digest is for votes on all knowledge. `newer` is what they know of the later rounds.
    """

    longest_answer: ClassVar = 700

    round: int
    known: tuple[Known, ...]
    newer: tuple[Known, ...] = ()


MemberInput = ChooseInput | SpeakInput | UpdateInput | VoteInput | DigestInput | ChronicleInput


def build_input(chat: GroupChat, task: Task) -> MemberInput:
    """Return the input for a task. Raises `ValueError` for `Began`, which no member performs."""
    match task:
        case Began():
            raise ValueError("a stage begins by itself; there is nobody who would act in it")
        case Choose():
            return ChooseInput(
                standpoint=_standpoint(chat, task, task.member),
                partners=tuple(one for one in chat.script.members if one.id != task.member),
                chat_rounds=chat_rounds(chat),
                perceives=perceives(chat, task.member),
            )
        case Say():
            return _speaking(chat, task)
        case Update():
            return UpdateInput(standpoint=_standpoint(chat, task, task.member))
        case CastVote():
            return _voting(chat, task)
        case Digest():
            return _digesting(chat, task)
        case Conclude():
            return _chronicling(chat, task)


def perceives(chat: GroupChat, member_id: str) -> bool:
    """Return whether a principal has yet to assess its position in this round.

    This is the Perceive step of AgentGroupChat.
    """
    return chat.script.member(member_id).is_principal and chat.situation(member_id)[0] < chat.round


def _speaking(chat: GroupChat, task: Say) -> SpeakInput:
    if task.talk:
        return _talking(chat, task)
    most = chat_rounds(chat)
    lines = tuple(
        visibility.told(line)
        for line in chat.lines
        if line.text and line.chat_round < task.chat_round
    )
    return SpeakInput(
        standpoint=_standpoint(chat, task, task.member, lines),
        partner=None,
        lines=lines,
        chat_round=task.chat_round,
        chat_rounds=most,
        is_last=task.chat_round >= most,
        perceives=perceives(chat, task.member),
    )


def _talking(chat: GroupChat, task: Say) -> SpeakInput:
    talk = next(one for one in director.pair_talks(chat) if one.chose.member == task.talk)
    is_own = task.member == task.talk
    topics = talk.chose.topics[task.chat_round - 1 : task.chat_round] if is_own else ()
    lines = tuple(visibility.told(line) for line in talk.lines if line.text)
    return SpeakInput(
        standpoint=_standpoint(chat, task, task.member, lines),
        partner=chat.script.member(task.to),
        lines=lines,
        chat_round=task.chat_round,
        chat_rounds=chat_rounds(chat),
        strategy=talk.chose.strategy if is_own else "",
        topic=topics[0] if topics else "",
        is_last=talk.is_last_line,
    )


def _voting(chat: GroupChat, task: CastVote) -> VoteInput:
    standpoint = _standpoint(chat, task, task.member)
    candidates = standpoint.script.ballot.candidates
    return VoteInput(
        standpoint=standpoint,
        question=chat.script.ballot.question,
        candidates=candidates,
        others=tuple(one for one in candidates if one.member != task.member),
        knowledge=task.knowledge,
    )


def _chronicling(chat: GroupChat, task: Conclude) -> ChronicleInput:
    result = settle(chat)
    said = [one for one in visibility.known_to(chat) if isinstance(one, LineSpoken)]
    return ChronicleInput(
        script=_with_current_camps(chat),
        lines=tuple(line for line in said if line.text),
        winners=result.winners,
        because=result.because,
        seed=seed_of(chat, task),
        chat_id=chat.id,
    )


def _digesting(chat: GroupChat, task: Digest) -> DigestInput:
    known = _known(chat, [one.id for one in chat.script.members])
    return DigestInput(
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
def _of_ended(ended: FinishedStage, member_id: str) -> tuple[visibility.KnownItem, ...]:
    """Return what a member learnt in a finished stage; cached, since it never changes."""
    return _told(visibility.learnt(visibility.sightings_of(ended), member_id))


def _told(learnt: Sequence[visibility.KnownItem]) -> tuple[visibility.KnownItem, ...]:
    return tuple(
        one
        for one in learnt
        if not isinstance(one.what, Voted)
        and not (isinstance(one.what, LineSpoken) and not one.what.text)
    )


def _round(what: Known) -> int:
    return 0 if isinstance(what, Voted) else what.round


def seed_of(chat: GroupChat, task: Task) -> int:
    """Return the random seed of one task; the same in every fork of the chat."""
    return (
        zlib.crc32(f"{chat.seed}/{chat.script.id}/{chat.round}/{chat.stage}/{task}".encode()) >> 1
    )
