"""What a scene file says: everything about a group chat that was fixed before its first word."""

from dataclasses import dataclass, field
from enum import StrEnum

from npcserver.model.feelings import Belief
from npcserver.model.ids import CharacterId

RELATION = 10
"""How members stand to each other where nobody said otherwise, of 0..100 (the paper's start)."""
SUPPORT = 20
"""Least relation of a supporting member to the principal that it backs."""


class Stage(StrEnum):
    """What a group chat is at. The first four make up a round, in the order the script has them."""

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
    """What a vote is cast on: what the voter knows, or what everybody knows together."""

    OWN = "own"
    ALL = "all"


class VoteRule(StrEnum):
    """The four ways of voting (released code): whose knowledge, and whether for oneself."""

    OWN = "own"
    OWN_NOT_SELF = "own_not_self"
    ALL = "all"
    ALL_NOT_SELF = "all_not_self"

    @property
    def knowledge(self) -> Knowledge:
        """What a vote under this rule is cast on."""
        return Knowledge.ALL if self in (VoteRule.ALL, VoteRule.ALL_NOT_SELF) else Knowledge.OWN

    @property
    def allows_self(self) -> bool:
        """Whether members may vote for themselves."""
        return self in (VoteRule.OWN, VoteRule.ALL)


class WinRule(StrEnum):
    """What the votes decide."""

    NOBODY = "nobody"  # there is no winner; the votes are told all the same
    PLURALITY = "plurality"
    DECIDER = "decider"  # the vote of one member
    DECIDER_OR_PLURALITY = "decider_or_plurality"  # the plurality, if the decider names itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Camp:
    """A side: what those in it want."""

    id: str
    aim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody in a group chat.

    `scratch` is who they are and never changes; `public` is known to all, `private` and `goal` to
    themselves alone. One with `character_id` is cast: a character of the world, who brings its
    memories and keeps what it hears. A camp that is `is_camp_fixed` stays, whoever they back.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """Something that gives topics to talk about and, to its owner, weight.

    One without an owner is a topic of debate and nothing more.
    """

    id: str
    name: str
    owner: str = ""
    impact: int = 0
    topics: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """How one member stands to another, 0..100; `inferred_by` whom, empty where it is a fact.

    An inferred tie is what a member believes about two others.
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
    """What is voted on in the end: the question, the candidates, and what the votes decide.

    With `may_abstain` members may vote for nobody.
    """

    question: str
    candidates: tuple[Candidate, ...]
    rules: tuple[VoteRule, ...] = tuple(VoteRule)
    win: WinRule = WinRule.NOBODY
    decider: str = ""
    may_abstain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How long a group chat goes on, and in what order.

    `stages` are those of one round, in order, each at most once; the settlement follows by itself.
    A chat round is one line of each side, or of every member in a group chat. A talk may end
    sooner, when nobody has more to say. After `most_calls` model calls (0: no limit) whatever can
    be left out is left out. `has_thinking` asks for the reasons before each answer. The last two
    are for ablations: without memory nothing but the talk under way is before a member, without
    summaries what was said longer ago is lost.
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

    `ties` are those that differ from `RELATION`. `opening` is told to all before the first word.
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

    def member(self, member_id: str) -> Member:
        """Return a member. Raises `KeyError`."""
        for member in self.members:
            if member.id == member_id:
                return member
        raise KeyError(member_id)

    @property
    def principals(self) -> tuple[Member, ...]:
        """The members who start talks, in the order of the script."""
        return tuple(one for one in self.members if one.rank is Rank.PRINCIPAL)
