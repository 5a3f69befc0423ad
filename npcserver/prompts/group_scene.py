"""A scene as all of its members see it: premise, sides, who is who, what they own, and the rules.

It stands first in every prompt of a group chat, and is the same for every member and question, so
that a model server reads it once.
"""

from dataclasses import dataclass

from npcserver.model.group.script import (
    SUPPORT,
    Candidate,
    Member,
    Rank,
    Resource,
    Script,
    WinRule,
)
from npcserver.prompts.group_names import Names
from npcserver.prompts.spoken import name_of, neutralised
from npcserver.prompts.tokens import clip

_PREMISE = 110
_OPENING = 60
_AIM = 24
_PUBLIC_OF_ALL = 330  # tokens of all members' public backgrounds together
_RESOURCES_OF_ALL = 160
_TOPIC = 8
_TOPICS = 4
_QUESTION = 40
_LONGEST = 1_600  # characters, before tokens are counted
_NARROWEST, _WIDEST = 14, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class CampView:
    """A side and what it wants."""

    name: str
    aim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberView:
    """What everybody knows of a member."""

    name: str
    is_principal: bool
    camp: str
    public: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceView:
    """Something to talk about; `owner` is empty for what nobody owns."""

    name: str
    owner: str
    impact: int
    topics: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageView:
    """A stage of a round, and its chat rounds (0 for none)."""

    key: str
    chat_rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneView:
    """What is public of a scene from the beginning; `win` is a `WinRule`'s value."""

    title: str
    premise: str
    opening: str
    camps: tuple[CampView, ...]
    members: tuple[MemberView, ...]
    resources: tuple[ResourceView, ...]
    rounds: int
    stages: tuple[StageView, ...]
    question: str
    candidates: tuple[str, ...]
    win: str
    decider: str
    support: int
    has_supporting: bool


def scene_view(script: Script) -> SceneView:
    """Return the public side of a scene, every text cut to its share."""
    names = Names.of_members(script.members)
    ballot, course = script.ballot, script.course
    return SceneView(
        title=name_of(script.title),
        premise=authored(script.premise, _PREMISE),
        opening=authored(script.opening, _OPENING),
        camps=tuple(
            CampView(name=name_of(camp.id), aim=authored(camp.aim, _AIM)) for camp in script.camps
        ),
        members=_members(script, names),
        resources=_resources(script.resources, names),
        rounds=course.rounds,
        stages=tuple(
            StageView(key=stage.value, chat_rounds=course.chat_rounds(stage))
            for stage in course.stages
        ),
        question=authored(ballot.question, _QUESTION),
        candidates=candidate_names(script).labels,
        win=ballot.win.value,
        decider=names.label(ballot.decider) if ballot.win is not WinRule.PLURALITY else "",
        support=SUPPORT,
        has_supporting=any(one.rank is Rank.SUPPORTING for one in script.members),
    )


def candidate_names(script: Script, candidates: tuple[Candidate, ...] = ()) -> Names:
    """Return what candidates are called: some, or all of the ballot."""
    return Names.of_candidates(candidates or script.ballot.candidates, script.members)


def authored(text: str, tokens: int) -> str:
    """Return an author's text on one line, cut to its share."""
    return clip(neutralised(text, _LONGEST), tokens)


def share(room: int, among: int) -> int:
    """Return the tokens that each of several texts may take of a room."""
    return max(_NARROWEST, min(_WIDEST, room // max(among, 1)))


def _members(script: Script, names: Names) -> tuple[MemberView, ...]:
    tokens = share(_PUBLIC_OF_ALL, len(script.members))
    return tuple(_member(one, names.label(one.id), tokens) for one in script.members)


def _member(member: Member, name: str, tokens: int) -> MemberView:
    return MemberView(
        name=name,
        is_principal=member.rank is Rank.PRINCIPAL,
        camp=name_of(member.camp) if member.camp else "",
        public=authored(member.public, tokens),
    )


def _resources(resources: tuple[Resource, ...], names: Names) -> tuple[ResourceView, ...]:
    tokens = share(_RESOURCES_OF_ALL, len(resources) * 2)
    return tuple(
        ResourceView(
            name=name_of(one.name),
            owner=names.label(one.owner),
            impact=one.impact,
            topics=tuple(authored(topic, _TOPIC) for topic in one.topics[:_TOPICS]),
            description=authored(one.description, tokens),
        )
        for one in resources
    )
