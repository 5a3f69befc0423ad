"""A member of a scene as a prompt shows it, and the texts that are cut there.

What never changes is told in the system message, and what happened in the user's, the latest last.
Words of others, of players, and those that a model once wrote are data.

It asks the views that prompts are made of, so it cannot say anything else than they do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from npcscenes.model.director import votes_on_all
from npcscenes.model.group_inputs import Standpoint
from npcscenes.prompts.scene_history import ChapterView, MemberPerspective, chapters, cut
from npcscenes.prompts.scene_overview import (
    PROMPT_TOKENS,
    NameChoices,
    authored,
    authored_budgets,
    candidate_names,
    limit,
    scene_overview,
)
from npcserver.model.calendar import EARTH
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import LineSpoken, Updated
from npcserver.model.group.script import RELATION, Member, Script, Stage, Tie
from npcserver.prompts.question import shortened
from npcserver.prompts.situation import TopicBeliefView, topic_belief_view
from npcserver.prompts.texts import name_of, neutralised
from npcserver.prompts.tokens import estimate_tokens
from npcserver.prompts.views import MemoryView, view_of

SUMMARY = 100
"""Tokens of a member's summary of a round (the paper's bound)."""
SITUATION = 100
"""Tokens of a member's assessment of its situation (the paper's bound)."""

_BELIEFS = 12
_INFERRED = 24
_OF_BELIEFS = 10  # beliefs get one part in so many of the tokens
_OF_HIDDEN = 4
_OF_MEMORIES = 8
_MEMORY = 300
_PER_MEMORY = 14
_LONGEST = 4_000  # characters, before tokens are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRelationView:
    """The relation to another member, 0..100, and that member's influence."""

    name: str
    relation: int
    influence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandView:
    """The present standpoint of a member.

    Names of members are labels, and texts are cut. `me` never changes. `beliefs` are strongest
    first. `history` is all that it knows; a question shows as much as fits. `situation` is its
    assessment in `situation_round`, and `reflection` what it learned in its last round; both may be
    empty. `hidden`, with what the others kept to themselves, and `knows_all` are for voters who
    know all.
    """

    me: Member
    round: int
    stage: str
    influence: int
    backs: str
    others: tuple[MemberRelationView, ...]
    inferred: tuple[Tie, ...]
    beliefs: tuple[TopicBeliefView, ...]
    situation: str
    situation_round: int
    reflection: str
    history: tuple[ChapterView, ...]
    memories: tuple[MemoryView, ...]
    knows_all: bool
    hidden: tuple[Member, ...]


def names_in(stand: Standpoint) -> NameChoices:
    """Return the names of all members."""
    return NameChoices.of_members(stand.script.members)


def names_of_others(stand: Standpoint) -> NameChoices:
    """Return the names of all members except the one who acts."""
    others = tuple(one for one in stand.script.members if one.id != stand.member.id)
    return NameChoices.of_members(others, within=stand.script.members)


def perspective_of(stand: Standpoint) -> MemberPerspective:
    """Return the member as a viewer of the history."""
    candidates = candidate_names(stand.script)
    return MemberPerspective(
        member_id=stand.member.id, label=names_in(stand).label, candidate=candidates.label
    )


def stand_view(
    stand: Standpoint, talk: Sequence[LineSpoken] = (), tokens: int = PROMPT_TOKENS
) -> StandView:
    """Return the standpoint of a member, without the lines of the `talk` under way."""
    influence, relations = dict(stand.influence), dict(stand.relations)
    names, talk_places = names_in(stand), {_place(line) for line in talk}
    if not stand.script.course.has_summaries:
        lines = tuple(one for one in stand.known if not isinstance(one, Updated))
        stand = replace(stand, known=lines)
    own = [one for one in stand.known if isinstance(one, Updated) and one.member == stand.member.id]
    known = tuple(
        one
        for one in stand.known
        if not isinstance(one, LineSpoken) or _place(one) not in talk_places
    )
    return StandView(
        me=_self_view(stand, names, tokens),
        round=stand.round,
        stage=stand.stage.value,
        influence=influence.get(stand.member.id, 0),
        backs=names.label(stand.backs),
        others=tuple(
            MemberRelationView(
                name=names.label(one.id),
                relation=relations.get(one.id, RELATION),
                influence=influence.get(one.id, 0),
            )
            for one in stand.script.members
            if one.id != stand.member.id
        ),
        inferred=_inferred(stand, names),
        beliefs=held_views(stand.beliefs, tokens),
        situation=_short(stand.situation),
        situation_round=stand.situation_round,
        reflection=_short(own[-1].reflection) if own else "",
        history=chapters(known, perspective_of(stand), stand.digests),
        memories=_memories(stand, tokens),
        knows_all=stand.knows_all,
        hidden=_hidden(stand, names, tokens) if stand.knows_all else (),
    )


def held_views(
    beliefs: Sequence[Belief], tokens: int = PROMPT_TOKENS
) -> tuple[TopicBeliefView, ...]:
    """Return beliefs, the strongest first."""
    strongest = sorted(beliefs, key=lambda one: -one.score)[:_BELIEFS]
    most = limit((one.text for one in strongest), tokens // _OF_BELIEFS)
    return tuple(topic_belief_view(one, authored(one.text, most)) for one in strongest)


def own_lines(stand: Standpoint, talk: Sequence[LineSpoken] = ()) -> tuple[str, ...]:
    """Return what a member has said, latest first."""
    spoken = (*(one for one in stand.known if isinstance(one, LineSpoken)), *talk)
    said = [one.text for one in spoken if one.member == stand.member.id and one.text]
    return tuple(dict.fromkeys(said[::-1]))


def _self_view(stand: Standpoint, names: NameChoices, tokens: int) -> Member:
    member = stand.member
    texts = (member.scratch, member.goal, member.private)
    most = limit(texts, authored_budgets(tokens)[1])
    return replace(
        member,
        name=names.label(member.id) or name_of(member.name),
        camp=name_of(member.camp) if member.camp else "",
        public="",
        beliefs=(),
        scratch=authored(member.scratch, most),
        goal=authored(member.goal, most),
        private=authored(member.private, most),
    )


def _inferred(stand: Standpoint, names: NameChoices) -> tuple[Tie, ...]:
    telling = sorted(stand.inferred, key=lambda tie: -abs(tie[2] - RELATION))[:_INFERRED]
    return tuple(
        Tie(of=names.label(of), to=names.label(to), score=score)
        for of, to, score in telling
        if names.label(of) and names.label(to)
    )


def _short(text: str) -> str:
    return cut(neutralised(text, _LONGEST), SITUATION)


def _hidden(stand: Standpoint, names: NameChoices, tokens: int) -> tuple[Member, ...]:
    others = [one for one in stand.script.members if one.id != stand.member.id]
    texts = [text for one in others for text in (one.goal, one.private)]
    most = limit(texts, tokens // _OF_HIDDEN)
    return tuple(
        Member(
            id=one.id,
            name=names.label(one.id),
            rank=one.rank,
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
        view = shortened(view_of(one, now, EARTH, names, stand.member.name), _MEMORY)
        left -= estimate_tokens(view.text) + _PER_MEMORY
        if left < 0 and shown:
            break
        shown.append(view)
    return tuple(shown)


def _people(stand: Standpoint) -> dict[str, str]:
    """Return names by id, of cast members and of speakers in memories."""
    cast = {str(one.character_id): one.name for one in stand.script.members if one.character_id}
    bodies = [one.memory.body for one in stand.recollections]
    heard = {body.told_by: body.speaker for body in bodies if body.told_by and body.speaker}
    return {**heard, **cast}


def _place(line: LineSpoken) -> tuple[int, str, str, int, str, str]:
    return line.round, line.stage.value, line.talk, line.chat_round, line.member, line.text


_WHOLE = 1_000_000
"""More characters than any text of a scene file has."""
IN_VOTES = "in votes on all knowledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCut:
    """A text, or a list, that is shown in part.

    `path` names it as messages about scene files do; `shown` of `length` are characters, of a list
    its items (`is_list`). `where` names the prompts; empty for all of them.
    """

    path: str
    shown: int
    length: int
    is_list: bool = False
    where: str = ""


def text_cuts(script: Script, tokens: int = PROMPT_TOKENS) -> tuple[TextCut, ...]:
    """Return every text and list of a scene that prompts show in part, in the file's order."""
    found = [*_of_scene(script, tokens)]
    for at, member in enumerate(script.members):
        found += _of_member(script, member, f"members[{at}]", tokens)
    return tuple(found)


def _of_scene(script: Script, tokens: int) -> Iterator[TextCut]:
    view = scene_overview(script, tokens)
    yield from _cut("scene.premise", script.premise, view.premise)
    yield from _cut("scene.opening", script.opening, view.opening)
    for at, (camp, shown) in enumerate(zip(script.camps, view.camps, strict=True)):
        yield from _cut(f"camps[{at}].aim", camp.aim, shown.aim)
    for at, (resource, owned) in enumerate(zip(script.resources, view.resources, strict=True)):
        path = f"resources[{at}]"
        yield from _cut(f"{path}.description", resource.description, owned.description)
        for number, (topic, told) in enumerate(zip(resource.topics, owned.topics, strict=False)):
            yield from _cut(f"{path}.topics[{number}]", topic, told)
        yield from _shortened(f"{path}.topics", len(resource.topics), len(owned.topics))
    yield from _cut("ballot.question", script.ballot.question, view.question)
    for at, (member, seen) in enumerate(zip(script.members, view.members, strict=True)):
        yield from _cut(f"members[{at}].public", member.public, seen.public)


def _of_member(script: Script, member: Member, path: str, tokens: int) -> Iterator[TextCut]:
    view = stand_view(_standpoint(script, member), tokens=tokens)
    yield from _cut(f"{path}.scratch", member.scratch, view.me.scratch)
    yield from _cut(f"{path}.goal", member.goal, view.me.goal)
    yield from _cut(f"{path}.private", member.private, view.me.private)
    shown = {one.key: one.text for one in view.beliefs}
    for at, belief in enumerate(member.beliefs):
        if belief.topic in shown:
            yield from _cut(f"{path}.beliefs[{at}].text", belief.text, shown[belief.topic])
    yield from _shortened(f"{path}.beliefs", len(member.beliefs), len(shown))
    others = [one for one in script.members if one.id != member.id]
    if others and votes_on_all(script):
        judged = stand_view(_standpoint(script, others[0], knows_all=True), tokens=tokens)
        own_name = view.me.name
        for hidden in (one for one in judged.hidden if one.name == own_name):
            yield from _cut(f"{path}.goal", member.goal, hidden.goal, IN_VOTES)
            yield from _cut(f"{path}.private", member.private, hidden.private, IN_VOTES)


def _standpoint(script: Script, member: Member, *, knows_all: bool = False) -> Standpoint:
    return Standpoint(
        script=script,
        member=member,
        round=1,
        stage=Stage.SETTLEMENT,
        beliefs=member.beliefs,
        knows_all=knows_all,
    )


def _cut(path: str, text: str, shown: str, where: str = "") -> Iterator[TextCut]:
    whole = neutralised(text, _WHOLE)
    if shown != whole:
        kept = len(shown.removesuffix("\N{HORIZONTAL ELLIPSIS}"))
        yield TextCut(path=path, shown=kept, length=len(whole), where=where)


def _shortened(path: str, length: int, shown: int) -> Iterator[TextCut]:
    if shown < length:
        yield TextCut(path=path, shown=shown, length=length, is_list=True)
