"""The moves of a group chat, which are the bodies of its records, and its result.

The state of a group chat follows from its moves in order, so any server that reads them can
continue it, and it forks with its timeline.
"""

from dataclasses import dataclass
from typing import Literal

from npcserver.model.character import Person
from npcserver.model.group.script import Knowledge, Script, Stage, VoteRule
from npcserver.model.secret import Secret
from npcserver.model.thought import Thought
from npcserver.model.turn import Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteTally:
    """The votes under one rule: (member, candidate) in the order of the script, and the counts.

    `counts` are (candidate, votes), most first. Members who did not vote are left out of `votes`;
    `abstained` are those who were asked and voted for no one. The votes of those in `by_default`
    are defaults, since no answer could be had.
    """

    rule: VoteRule
    votes: tuple[tuple[str, str], ...]
    counts: tuple[tuple[str, int], ...]
    abstained: tuple[str, ...] = ()
    by_default: tuple[str, ...] = ()

    @property
    def leaders(self) -> tuple[str, ...]:
        """The candidates with the most votes."""
        most = max((votes for _, votes in self.counts), default=0)
        return tuple(one for one, votes in self.counts if votes == most and votes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Cost of a group chat: model calls, repaired answers, defaults taken, and tokens."""

    calls: int = 0
    repaired: int = 0
    defaulted: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupResult:
    """Result of a group chat; `winners` are candidates: none, one, or several that tied.

    `because` says by what vote they won; `camp` is the side that won, if there is one. `summary` is
    what happened, in a few sentences.
    """

    winners: tuple[str, ...] = ()
    camp: str = ""
    because: str = ""
    tallies: tuple[VoteTally, ...] = ()
    summary: str = ""
    effort: Effort


AUDIENCE = "audience"
"""Stands in a move for a speaker who is not a member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The group chat begins; `seed` makes random choices in it repeatable."""

    move: Literal["opened"] = "opened"
    script: Script
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceRequested:
    """The chat is to go on by itself until the end of a stage of a round.

    `stage` None means until the close. The latest wish counts; without any, the chat waits. With a
    `host` only that process performs it: who asked pays for it and watches it there.
    """

    move: Literal["wished"] = "wished"
    round: int = 0
    stage: Stage | None = None
    host: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """A stage begins; rounds count from 1, and the settlement belongs to the last.

    `order` are all members in turn order: by influence, greatest first, and at random where it is
    equal. `influence` are (member, influence) in the same order.
    """

    move: Literal["began"] = "began"
    round: int
    stage: Stage
    order: tuple[str, ...]
    influence: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose:
    """A principal chose a talk partner (empty: none), a strategy, and the first line.

    `situation` is its assessment of its position; `topics` are one for each coming chat round.
    `secrets` are those that the first line may carry.
    """

    move: Literal["chose"] = "chose"
    round: int
    stage: Stage
    member: str
    partner: str = ""
    situation: str = ""
    strategy: str = ""
    topics: tuple[str, ...] = ()
    opening: str = ""
    reasons: str = ""
    secrets: tuple[Secret, ...] = ()
    made_from: Thought | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSpoken:
    """A line; `talk` is the member who began the talk it belongs to, empty in a group chat.

    `to` is the listener, empty for all. `chat_round` counts from 1. `text` is empty if the member
    had nothing to say, and `ends` means it has nothing more to add. `situation` is the speaker's
    assessment of its position, which no one else sees. For words from the audience `member` is
    `AUDIENCE` and `person` the speaker. `secrets` are those that the words may carry. `origin` is
    who made the words; None for those of a person, and for lines from before it was recorded.
    """

    move: Literal["spoke"] = "spoke"
    round: int
    stage: Stage
    chat_round: int
    member: str
    talk: str = ""
    to: str = ""
    text: str = ""
    ends: bool = False
    person: Person | None = None
    situation: str = ""
    reasons: str = ""
    secrets: tuple[Secret, ...] = ()
    made_from: Thought | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """A member's update after a round: clamped changes, and what it keeps.

    `relations` are (member, change), `inferred` (of, to, score) between two others, `beliefs`
    (topic, change). `summary` is what it keeps of the round, `reflection` one sentence.
    """

    move: Literal["updated"] = "updated"
    round: int
    member: str
    summary: str = ""
    reflection: str = ""
    relations: tuple[tuple[str, int], ...] = ()
    inferred: tuple[tuple[str, str, int], ...] = ()
    beliefs: tuple[tuple[str, int], ...] = ()
    reasons: str = ""
    made_from: Thought | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Voted:
    """A vote with and without oneself, on the voter's own or on all knowledge.

    Choices are candidates' ids, empty for none. `guess` is the candidate the voter expects to win.
    `statement` are its last words to all; empty in a vote on all knowledge.
    """

    move: Literal["voted"] = "voted"
    member: str
    knowledge: Knowledge
    choice: str = ""
    choice_not_self: str = ""
    guess: str = ""
    statement: str = ""
    reasons: str = ""
    made_from: Thought | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Digested:
    """A summary of a round, made once for all votes on all knowledge and shown only there.

    `text` is empty if none was needed, since the whole round fits in a prompt, or if none could be
    had.
    """

    move: Literal["digested"] = "digested"
    round: int
    text: str = ""
    made_from: Thought | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person plays a member from now on; None means the member acts by itself again."""

    move: Literal["seated"] = "seated"
    member: str
    person: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The chat is over: settled, or broken off (`is_settled` False)."""

    move: Literal["closed"] = "closed"
    is_settled: bool
    result: GroupResult
    made_from: Thought | None = None


Move = (
    Opened
    | AdvanceRequested
    | Began
    | Chose
    | LineSpoken
    | Updated
    | Digested
    | Voted
    | Seated
    | Closed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMoved:
    """Body of a record of a group chat."""

    what: Move
