"""What happens in a group chat: the bodies of its records, from the opening to the close.

All that a group chat is at any moment follows from its moves in order, so it can be gone on with by
whoever reads them, and forks with its timeline.
"""

from dataclasses import dataclass
from typing import Literal

from npcserver.model.group.result import Result
from npcserver.model.group.script import Knowledge, Script, Stage
from npcserver.model.person import Person
from npcserver.model.secret import Secret
from npcserver.model.thought import Thought

AUDIENCE = "audience"
"""Stands in a move for whoever speaks without being a member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A group chat begins; `seed` makes whatever is left to chance in it repeatable."""

    move: Literal["opened"] = "opened"
    script: Script
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """It is to go on by itself until the end of a stage of a round; `stage` None: to the very end.

    The latest counts. Before the first it waits.
    """

    move: Literal["wished"] = "wished"
    round: int = 0
    stage: Stage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """A stage begins; rounds count from 1, and the settlement belongs to the last.

    `order` are all members in the order in which they take their turns there: by influence,
    greatest first, and by chance where that is equal. `influence` are the same members' (id,
    influence).
    """

    move: Literal["began"] = "began"
    round: int
    stage: Stage
    order: tuple[str, ...]
    influence: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose:
    """A principal chose whom to talk with (empty: nobody), how, and with what words to begin.

    `situation` is what it makes of where it stands, `topics` are one for each coming chat round.
    `secrets` are those that the first words may carry.
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
class Spoke:
    """A line. `talk` names who began the talk it belongs to, and is empty in a group chat.

    `to` is who is told, empty for all. `chat_round` counts from 1. `text` is empty where somebody
    had nothing to say. `ends` says that there is nothing to add. `situation` is what the speaker
    makes of where it stands, which nobody else knows. Of words from the audience
    `member` is `AUDIENCE`, and `person` who spoke. `secrets` are those that the words may carry.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """What a member makes of a round: changes, held to their bounds, and what it keeps.

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
    """A vote with and without oneself, on one's own or all knowledge.

    `guess` is the candidate whom the voter expects to win. `statement` are its last words to all;
    with all knowledge there are none. A choice is a candidate's id, empty for none.
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
    """A round in short, made once for all votes on all knowledge; nobody else is shown it.

    `text` is empty where none was needed, since all of it fits in a prompt, or none could be had.
    """

    move: Literal["digested"] = "digested"
    round: int
    text: str = ""
    made_from: Thought | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person speaks and decides for a member from now on; None: the member does so itself."""

    move: Literal["seated"] = "seated"
    member: str
    person: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """It is over: settled, or broken off (`is_settled` False)."""

    move: Literal["closed"] = "closed"
    is_settled: bool
    result: Result
    made_from: Thought | None = None


Move = Opened | Wished | Began | Chose | Spoke | Updated | Digested | Voted | Seated | Closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Body of a record of a group chat."""

    what: Move
