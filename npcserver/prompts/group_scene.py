"""A scene as all of its members see it: premise, sides, who is who, what they own, and the rules.

It stands in every prompt of a group chat right after the rules, and is the same for every member,
so that a model server reads it once.
"""

from collections.abc import Iterable, Iterator
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
from npcserver.prompts.tokens import clip, estimate_tokens

PROMPT_TOKENS = 8_192
"""Tokens of a prompt where nobody says otherwise."""

_WHOLE = 1_200  # tokens; no text of a scene file has more
_LIMITS = (_WHOLE, 800, 600, 400, 300, 220, 160, 120, 90, 64, 48, 36, 26, 20, 14)
_TOPICS_WHERE_ROOM_IS_SHORT = 4
_SHORT = 60  # tokens a text; below that topics are left out
_LONGEST = 8_000  # characters, before tokens are counted
_REST = 1_600  # tokens of a prompt that rules, standings and the newest lines take in any case
_OF_SCENE = 5 / 8  # of authored texts, what all members share


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


def authored_room(tokens: int) -> tuple[int, int]:
    """Return the tokens of what authors wrote of a scene, and of one member, in a prompt."""
    room = max(tokens // 5, min(tokens * 11 // 20, tokens - _REST))
    return int(room * _OF_SCENE), room - int(room * _OF_SCENE)


def limit(texts: Iterable[str], room: int) -> int:
    """Return the most tokens that each of some texts may have so that together they fit.

    Short texts stay whole, and only the longest are cut.
    """
    lengths = [estimate_tokens(text) for text in texts]
    return next((most for most in _LIMITS if sum(min(one, most) for one in lengths) <= room), 14)


def scene_view(script: Script, tokens: int = PROMPT_TOKENS) -> SceneView:
    """Return the public side of a scene, its longest texts cut where `tokens` have no room."""
    names = Names.of_members(script.members)
    ballot, course = script.ballot, script.course
    most = limit(_public_texts(script), authored_room(tokens)[0])
    return SceneView(
        title=name_of(script.title),
        premise=authored(script.premise, most),
        opening=authored(script.opening, most),
        camps=tuple(
            CampView(name=name_of(camp.id), aim=authored(camp.aim, most)) for camp in script.camps
        ),
        members=tuple(_member(one, names.label(one.id), most) for one in script.members),
        resources=_resources(script.resources, names, most),
        rounds=course.rounds,
        stages=tuple(
            StageView(key=stage.value, chat_rounds=course.chat_rounds(stage))
            for stage in course.stages
        ),
        question=authored(ballot.question, most),
        candidates=candidate_names(script).labels,
        win=ballot.win.value,
        decider=names.label(ballot.decider) if ballot.win is not WinRule.PLURALITY else "",
        support=SUPPORT,
        has_supporting=any(one.rank is Rank.SUPPORTING for one in script.members),
    )


def _public_texts(script: Script) -> Iterator[str]:
    yield from (script.premise, script.opening, script.ballot.question)
    yield from (camp.aim for camp in script.camps)
    yield from (member.public for member in script.members)
    for resource in script.resources:
        yield from (resource.description, *resource.topics)


def candidate_names(script: Script, candidates: tuple[Candidate, ...] = ()) -> Names:
    """Return what candidates are called: some, or all of the ballot."""
    return Names.of_candidates(candidates or script.ballot.candidates, script.members)


def authored(text: str, tokens: int) -> str:
    """Return an author's text on one line, cut after a sentence where it is longer."""
    return clip(neutralised(text, _LONGEST), tokens)


def _member(member: Member, name: str, tokens: int) -> MemberView:
    return MemberView(
        name=name,
        is_principal=member.rank is Rank.PRINCIPAL,
        camp=name_of(member.camp) if member.camp else "",
        public=authored(member.public, tokens),
    )


def _resources(
    resources: tuple[Resource, ...], names: Names, most: int
) -> tuple[ResourceView, ...]:
    topics = None if most >= _SHORT else _TOPICS_WHERE_ROOM_IS_SHORT
    return tuple(
        ResourceView(
            name=name_of(one.name),
            owner=names.label(one.owner),
            impact=one.impact,
            topics=tuple(authored(topic, most) for topic in one.topics[:topics]),
            description=authored(one.description, most),
        )
        for one in resources
    )
