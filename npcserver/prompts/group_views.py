"""Where a member of a group chat stands, as a prompt shows it: who it is, and what it has to go by.

What never changes is told in the system message, and what happened in the user's, the latest last.
Words of others, of players, and those that a model once wrote are data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.model.acting.material import Standpoint
from npcserver.model.feelings import Belief
from npcserver.model.group.known import Known
from npcserver.model.group.moves import Spoke, Updated
from npcserver.model.group.script import RELATION, Rank
from npcserver.prompts.evidence import shortened
from npcserver.prompts.group_history import ChapterView, Eyes, chapters, cut
from npcserver.prompts.group_names import Names
from npcserver.prompts.group_scene import (
    PROMPT_TOKENS,
    authored,
    authored_room,
    candidate_names,
    limit,
)
from npcserver.prompts.relate import slug
from npcserver.prompts.spoken import name_of, neutralised
from npcserver.prompts.tokens import estimate_tokens
from npcserver.prompts.views import MemoryView, view_of

SUMMARY = 100
"""Tokens that a member keeps of a round (the paper's bound)."""
SITUATION = 100
"""Tokens of what a member makes of where it stands (the paper's bound)."""

_BELIEFS = 12
_INFERRED = 24
_OF_BELIEFS = 10  # one part in so many of the tokens
_OF_HIDDEN = 4
_OF_MEMORIES = 8
_MEMORY = 300
_PER_MEMORY = 14
_LONGEST = 4_000  # characters, before tokens are counted


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
class HiddenView:
    """What a member kept to itself and who knows all sees now."""

    name: str
    goal: str
    private: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandView:
    """Where a member stands now.

    `beliefs` are strongest first. `history` is all that it knows; a question shows of it what fits.
    `situation` is what it made of where it stands in `situation_round`, and `reflection` what it
    learnt in its last round; both may be empty. `hidden` and `knows_all` are for who sees
    everything.
    """

    me: SelfView
    round: int
    stage: str
    influence: int
    backs: str
    others: tuple[OtherView, ...]
    inferred: tuple[InferredView, ...]
    beliefs: tuple[HeldView, ...]
    situation: str
    situation_round: int
    reflection: str
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


def stand_view(
    stand: Standpoint, talk: Sequence[Spoke] = (), tokens: int = PROMPT_TOKENS
) -> StandView:
    """Return where a member stands; the lines of the `talk` under way are shown elsewhere."""
    influence = dict(stand.influence)
    names = names_in(stand)
    if not stand.script.course.has_summaries:
        lines = tuple(one for one in stand.known if not isinstance(one, Updated))
        stand = replace(stand, known=lines)
    return StandView(
        me=_self_view(stand, names, tokens),
        round=stand.round,
        stage=stand.stage.value,
        influence=influence.get(stand.member.id, 0),
        backs=names.label(stand.backs),
        others=_others(stand, names, influence),
        inferred=_inferred(stand, names),
        beliefs=held_views(stand.beliefs, tokens),
        situation=_short(stand.situation),
        situation_round=stand.situation_round,
        reflection=_reflection(stand),
        history=chapters(_without(stand.known, talk), eyes_of(stand), stand.digests),
        memories=_memories(stand, tokens),
        knows_all=stand.knows_all,
        hidden=_hidden(stand, names, tokens) if stand.knows_all else (),
    )


def held_views(beliefs: Sequence[Belief], tokens: int = PROMPT_TOKENS) -> tuple[HeldView, ...]:
    """Return beliefs, the strongest first."""
    strongest = sorted(beliefs, key=lambda one: -one.score)[:_BELIEFS]
    most = limit((one.text for one in strongest), tokens // _OF_BELIEFS)
    return tuple(
        HeldView(
            key=one.topic,
            topic=slug(one.topic) or name_of(one.topic),
            text=authored(one.text, most),
            score=one.score,
        )
        for one in strongest
    )


def own_lines(stand: Standpoint, talk: Sequence[Spoke] = ()) -> tuple[str, ...]:
    """Return what a member has said, latest first."""
    spoken = (*(one for one in stand.known if isinstance(one, Spoke)), *talk)
    said = [one.text for one in spoken if one.member == stand.member.id and one.text]
    return tuple(dict.fromkeys(said[::-1]))


def _self_view(stand: Standpoint, names: Names, tokens: int) -> SelfView:
    member = stand.member
    texts = (member.scratch, member.goal, member.private)
    most = limit(texts, authored_room(tokens)[1])
    return SelfView(
        name=names.label(member.id) or name_of(member.name),
        is_principal=member.rank is Rank.PRINCIPAL,
        camp=name_of(member.camp) if member.camp else "",
        is_camp_fixed=member.is_camp_fixed,
        scratch=authored(member.scratch, most),
        goal=authored(member.goal, most),
        private=authored(member.private, most),
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


def _short(text: str) -> str:
    return cut(neutralised(text, _LONGEST), SITUATION)


def _reflection(stand: Standpoint) -> str:
    """Return what the member learnt in its last round, where there are summaries at all."""
    own = [one for one in stand.known if isinstance(one, Updated) and one.member == stand.member.id]
    return _short(own[-1].reflection) if own else ""


def _hidden(stand: Standpoint, names: Names, tokens: int) -> tuple[HiddenView, ...]:
    others = [one for one in stand.script.members if one.id != stand.member.id]
    texts = [text for one in others for text in (one.goal, one.private)]
    most = limit(texts, tokens // _OF_HIDDEN)
    return tuple(
        HiddenView(
            name=names.label(one.id),
            goal=authored(one.goal, most),
            private=authored(one.private, most),
        )
        for one in others
        if one.goal or one.private
    )


def _memories(stand: Standpoint, tokens: int) -> tuple[MemoryView, ...]:
    """Return the memories of a cast member, best first, as many as fit whole."""
    if not stand.recollections:
        return ()
    now = stand.now or max(one.memory.created_at for one in stand.recollections)
    names = _people(stand)
    left = tokens // _OF_MEMORIES
    shown: list[MemoryView] = []
    for one in stand.recollections:
        view = shortened(view_of(one, now, names, stand.member.name), _MEMORY)
        left -= estimate_tokens(view.text) + _PER_MEMORY
        if left < 0 and shown:
            break
        shown.append(view)
    return tuple(shown)


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
