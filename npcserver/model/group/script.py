"""The script of a group chat, from a scene file: everything fixed before its first word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from npcserver.model.feelings import Belief
from npcserver.model.ids import CharacterId

RELATION = 10
"""Relation between members, 0..100, unless the script gives one (the paper's initial value)."""
SUPPORT = 20
"""Least relation of a supporting member to the principal that it backs."""


class Stage(StrEnum):
    """Stage of a group chat; the first four make up a round, in the order of the script."""

    PRIVATE_CHAT = "private_chat"
    CONFIDENTIAL_MEETING = "confidential_meeting"
    GROUP_CHAT = "group_chat"
    UPDATE = "update"
    SETTLEMENT = "settlement"  # once, after the last round


TALKS = (Stage.PRIVATE_CHAT, Stage.CONFIDENTIAL_MEETING)
"""Stages in which principals start talks between two."""


class Rank(StrEnum):
    """Who may start talks."""

    PRINCIPAL = "principal"  # has a goal, and starts talks
    SUPPORTING = "supporting"  # talks when chosen, and backs a principal


class Knowledge(StrEnum):
    """What a vote is based on: what the voter knows, or what all members know together."""

    OWN = "own"
    ALL = "all"


class VoteRule(StrEnum):
    """The four ways of voting (released code): on whose knowledge, and whether for oneself."""

    OWN = "own"
    OWN_NOT_SELF = "own_not_self"
    ALL = "all"
    ALL_NOT_SELF = "all_not_self"

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge that a vote under this rule is based on."""
        return Knowledge.ALL if self in (VoteRule.ALL, VoteRule.ALL_NOT_SELF) else Knowledge.OWN

    @property
    def allows_self(self) -> bool:
        """Whether members may vote for themselves."""
        return self in (VoteRule.OWN, VoteRule.ALL)


class WinRule(StrEnum):
    """What the votes decide."""

    NOBODY = "nobody"  # there is no winner; the votes are still reported
    PLURALITY = "plurality"
    DECIDER = "decider"  # the vote of one member
    DECIDER_OR_PLURALITY = "decider_or_plurality"  # the plurality, if the decider names itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Camp:
    """A side in the scene, and its aim."""

    id: str
    aim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member of a group chat.

    `scratch` describes it and never changes; `public` is known to all, `private` and `goal` only to
    itself. A member with `character_id` is cast: a character of the world, who brings its memories
    and keeps what it hears. With `is_camp_fixed` its camp does not follow the principal it backs.
    """

    id: str
    name: str
    rank: Rank
    camp: str = ""
    is_camp_fixed: bool = False
    scratch: str = ""
    goal: str = ""
    public: str = ""
    private: str = ""
    beliefs: tuple[Belief, ...] = ()
    character_id: CharacterId | None = None

    @property
    def is_principal(self) -> bool:
        """Whether it may start talks."""
        return self.rank is Rank.PRINCIPAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A thing that provides topics to talk about and gives its owner weight (`impact`).

    Without an owner it only provides topics.
    """

    id: str
    name: str
    owner: str = ""
    impact: int = 0
    topics: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """The relation of one member to another, 0..100.

    `inferred_by` is the member who believes this about two others; empty if it is a fact.
    """

    of: str
    to: str
    score: int
    inferred_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What can be voted for: a member (`member` is its id), or something else."""

    id: str
    name: str
    camp: str = ""
    member: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """The final vote: the question, the candidates, and what the votes decide.

    With `may_abstain` members may vote for no one.
    """

    question: str
    candidates: tuple[Candidate, ...]
    rules: tuple[VoteRule, ...] = tuple(VoteRule)
    win: WinRule = WinRule.NOBODY
    decider: str = ""
    may_abstain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The length of a group chat and the order of its stages.

    `stages` are those of one round, in order, each at most once; the settlement follows the last
    round. A chat round is one line of each side of a talk, or of every member in a group chat. A
    talk ends sooner if neither side has more to say. After `most_calls` model calls (0: no limit)
    defaults are used. `has_thinking` asks for the reasons before each answer. The last two are for
    ablations: without memory members see only the talk under way, without summaries what was said
    longer ago is lost.
    """

    rounds: int = 3
    stages: tuple[Stage, ...] = (
        Stage.PRIVATE_CHAT,
        Stage.CONFIDENTIAL_MEETING,
        Stage.GROUP_CHAT,
        Stage.UPDATE,
    )
    private_rounds: int = 3
    meeting_rounds: int = 3
    group_rounds: int = 3
    most_calls: int = 0
    has_thinking: bool = False
    has_memory: bool = True
    has_summaries: bool = True

    def chat_rounds(self, stage: Stage) -> int:
        """Return how many chat rounds a stage has at most."""
        return {
            Stage.PRIVATE_CHAT: self.private_rounds,
            Stage.CONFIDENTIAL_MEETING: self.meeting_rounds,
            Stage.GROUP_CHAT: self.group_rounds,
        }.get(stage, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A scene: premise, members, resources, relations, course and ballot.

    `ties` are the relations that differ from `RELATION`. `opening` is shown to all before the first
    word.
    """

    id: str
    title: str
    premise: str
    opening: str = ""
    language: str = "en"
    camps: tuple[Camp, ...] = ()
    members: tuple[Member, ...]
    resources: tuple[Resource, ...] = ()
    ties: tuple[Tie, ...] = ()
    ballot: Ballot
    course: Course = field(default_factory=Course)

    @property
    def names(self) -> dict[str, str]:
        """The names of candidates and members, by id."""
        names = {one.id: one.name for one in self.ballot.candidates}
        return names | {one.id: one.name for one in self.members}

    def member(self, member_id: str) -> Member:
        """Return a member. Raises `KeyError`."""
        for member in self.members:
            if member.id == member_id:
                return member
        raise KeyError(member_id)

    @property
    def principals(self) -> tuple[Member, ...]:
        """The members who start talks, in the order of the script."""
        return tuple(one for one in self.members if one.is_principal)


def cast_of(script: Script) -> Mapping[str, CharacterId]:
    """Return the characters that are cast, by member id."""
    return {one.id: one.character_id for one in script.members if one.character_id is not None}
