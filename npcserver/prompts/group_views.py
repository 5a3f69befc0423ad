"""Where a member of a group chat stands, as a prompt shows it: who it is, and what it has to go by.

What never changes is told in the system message, and what happened in the user's, the latest last.
Words of others, of players, and those that a model once wrote are data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.model.acting.material import Standpoint
from npcserver.model.feelings import Belief
from npcserver.model.group.known import Known
from npcserver.model.group.moves import Spoke, Updated
from npcserver.model.group.script import RELATION, Rank, Stage
from npcserver.prompts.evidence import first_within
from npcserver.prompts.group_history import (
    ALL_LINES,
    LINES_AT_REST,
    LINES_IN_TALKS,
    ChapterView,
    Eyes,
    chapters,
    cost,
    said,
)
from npcserver.prompts.group_names import Names
from npcserver.prompts.group_scene import authored, candidate_names, share
from npcserver.prompts.relate import slug
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import name_of
from npcserver.prompts.views import MemoryView, view_of

SUMMARY = 100
"""Tokens that a member keeps of a round (the paper's bound)."""
TALK = 330
"""Tokens of the talk under way."""

_SCRATCH = 80
_GOAL = 40
_PRIVATE = 64
_BELIEF = 24
_BELIEFS = 12
_INFERRED = 6
_NOTES_OF_ALL = 150
_NOTES = 3
_REFLECTION = 24
_HIDDEN_OF_ALL = 360
_MEMORIES = 300
_HISTORY_IN_TALKS = 540
_HISTORY_AT_REST = 680
_HISTORY_OF_ALL = 1_500


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfView:
    """Who a member is, to itself; this never changes."""

    name: str
    is_principal: bool
    camp: str
    is_camp_fixed: bool
    scratch: str
    goal: str
    private: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherView:
    """How one stands to another member now, 0..100, and what weight that one has."""

    name: str
    relation: int
    influence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InferredView:
    """What is believed of how one other stands to another, 0..100."""

    of: str
    to: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldView:
    """A belief: `key` is its topic in the script, `topic` as an answer names it."""

    key: str
    topic: str
    text: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteView:
    """What one kept of a round."""

    round: int
    summary: str
    reflection: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenView:
    """What a member kept to itself and who knows all sees now."""

    name: str
    goal: str
    private: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandView:
    """Where a member stands now.

    `beliefs` are strongest first. `hidden` and `knows_all` are for who sees everything.
    """

    me: SelfView
    round: int
    stage: str
    influence: int
    backs: str
    others: tuple[OtherView, ...]
    inferred: tuple[InferredView, ...]
    beliefs: tuple[HeldView, ...]
    notes: tuple[NoteView, ...]
    history: tuple[ChapterView, ...]
    memories: tuple[MemoryView, ...]
    knows_all: bool
    hidden: tuple[HiddenView, ...]


def names_in(stand: Standpoint) -> Names:
    """Return what all members are called."""
    return Names.of_members(stand.script.members)


def names_of_others(stand: Standpoint) -> Names:
    """Return what all members but the one who acts are called."""
    others = tuple(one for one in stand.script.members if one.id != stand.member.id)
    return Names.of_members(others, within=stand.script.members)


def eyes_of(stand: Standpoint) -> Eyes:
    """Return the eyes with which a member looks back."""
    candidates = candidate_names(stand.script)
    return Eyes(member_id=stand.member.id, label=names_in(stand).label, candidate=candidates.label)


def stand_view(stand: Standpoint, talk: Sequence[Spoke] = ()) -> StandView:
    """Return where a member stands; the lines of the `talk` under way are shown elsewhere."""
    influence = dict(stand.influence)
    names = names_in(stand)
    return StandView(
        me=_self_view(stand, names),
        round=stand.round,
        stage=stand.stage.value,
        influence=influence.get(stand.member.id, 0),
        backs=names.label(stand.backs),
        others=_others(stand, names, influence),
        inferred=_inferred(stand, names),
        beliefs=held_views(stand.beliefs),
        notes=_notes(stand),
        history=_history(stand, talk),
        memories=_memories(stand),
        knows_all=stand.knows_all,
        hidden=_hidden(stand, names) if stand.knows_all else (),
    )


def held_views(beliefs: Sequence[Belief]) -> tuple[HeldView, ...]:
    """Return beliefs, the strongest first."""
    strongest = sorted(beliefs, key=lambda one: -one.score)
    return tuple(
        HeldView(
            key=one.topic,
            topic=slug(one.topic) or name_of(one.topic),
            text=authored(one.text, _BELIEF),
            score=one.score,
        )
        for one in strongest[:_BELIEFS]
    )


def own_lines(stand: Standpoint, talk: Sequence[Spoke] = ()) -> tuple[str, ...]:
    """Return what a member has said, latest first."""
    spoken = (*(one for one in stand.known if isinstance(one, Spoke)), *talk)
    said = [one.text for one in spoken if one.member == stand.member.id and one.text]
    return tuple(dict.fromkeys(said[::-1]))


def _self_view(stand: Standpoint, names: Names) -> SelfView:
    member = stand.member
    return SelfView(
        name=names.label(member.id) or name_of(member.name),
        is_principal=member.rank is Rank.PRINCIPAL,
        camp=name_of(member.camp) if member.camp else "",
        is_camp_fixed=member.is_camp_fixed,
        scratch=authored(member.scratch, _SCRATCH),
        goal=authored(member.goal, _GOAL),
        private=authored(member.private, _PRIVATE),
    )


def _others(stand: Standpoint, names: Names, influence: Mapping[str, int]) -> tuple[OtherView, ...]:
    relations = dict(stand.relations)
    return tuple(
        OtherView(
            name=names.label(one.id),
            relation=relations.get(one.id, RELATION),
            influence=influence.get(one.id, 0),
        )
        for one in stand.script.members
        if one.id != stand.member.id
    )


def _inferred(stand: Standpoint, names: Names) -> tuple[InferredView, ...]:
    """Return what is believed of others' relations, the most telling first."""
    telling = sorted(stand.inferred, key=lambda tie: -abs(tie[2] - RELATION))[:_INFERRED]
    return tuple(
        InferredView(of=names.label(of), to=names.label(to), score=score)
        for of, to, score in telling
        if names.label(of) and names.label(to)
    )


def _history(stand: Standpoint, talk: Sequence[Spoke]) -> tuple[ChapterView, ...]:
    """Return what is known, but for the talk under way, with which it shares the room."""
    known, eyes = _without(stand.known, talk), eyes_of(stand)
    if stand.knows_all:
        return chapters(known, eyes, most=ALL_LINES, room=_HISTORY_OF_ALL)
    if stand.stage in (Stage.UPDATE, Stage.SETTLEMENT):
        return chapters(known, eyes, most=LINES_AT_REST, room=_HISTORY_AT_REST)
    room = _HISTORY_IN_TALKS - min(TALK, cost([said(line, eyes) for line in talk]))
    return chapters(known, eyes, most=LINES_IN_TALKS, room=room)


def _notes(stand: Standpoint) -> tuple[NoteView, ...]:
    """Return what the member kept of the latest rounds, where there are summaries at all."""
    if not stand.script.course.has_summaries:
        return ()
    own = [one for one in stand.known if isinstance(one, Updated) and one.member == stand.member.id]
    tokens = min(SUMMARY, _NOTES_OF_ALL // max(len(own[-_NOTES:]), 1))
    return tuple(
        NoteView(
            round=one.round,
            summary=shown(one.summary, tokens),
            reflection=shown(one.reflection, _REFLECTION) if one is own[-1] else "",
        )
        for one in own[-_NOTES:]
        if one.summary or one.reflection
    )


def _hidden(stand: Standpoint, names: Names) -> tuple[HiddenView, ...]:
    others = [one for one in stand.script.members if one.id != stand.member.id]
    tokens = share(_HIDDEN_OF_ALL, len(others) * 2)
    return tuple(
        HiddenView(
            name=names.label(one.id),
            goal=authored(one.goal, tokens),
            private=authored(one.private, tokens),
        )
        for one in others
        if one.goal or one.private
    )


def _memories(stand: Standpoint) -> tuple[MemoryView, ...]:
    if not stand.recollections:
        return ()
    now = stand.now or max(one.memory.created_at for one in stand.recollections)
    names = _people(stand)
    views = [view_of(one, now, names, stand.member.name) for one in stand.recollections]
    return first_within(views, _MEMORIES)


def _people(stand: Standpoint) -> dict[str, str]:
    """Return names by id, of cast members and of those who told something."""
    cast = {str(one.character_id): one.name for one in stand.script.members if one.character_id}
    bodies = [one.memory.body for one in stand.recollections]
    heard = {body.told_by: body.speaker for body in bodies if body.told_by and body.speaker}
    return {**heard, **cast}


def _without(known: Sequence[Known], talk: Sequence[Spoke]) -> tuple[Known, ...]:
    here = {_place(line) for line in talk}
    return tuple(one for one in known if not isinstance(one, Spoke) or _place(one) not in here)


def _place(line: Spoke) -> tuple[int, str, str, int, str, str]:
    return line.round, line.stage.value, line.talk, line.chat_round, line.member, line.text
