"""Inputs and answers of a member's acts in a group chat, one pair for each act."""

from dataclasses import dataclass
from datetime import datetime

from npcserver.model.feelings import Belief
from npcserver.model.group.known import Known
from npcserver.model.group.moves import Began, Spoke
from npcserver.model.group.script import Candidate, Knowledge, Member, Script, Stage
from npcserver.model.memory import Recollection
from npcserver.model.secret import Secret


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """Input for CHOOSE: whom of `partners` to talk with in this stage, and how to begin.

    `perceives` is true if the member has not assessed its position in this round yet.
    """

    standpoint: Standpoint
    partners: tuple[Member, ...]
    chat_rounds: int
    perceives: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Answer: the partner (empty: none), the reasons, strategy and topics, and the first line."""

    partner: str = ""
    situation: str = ""
    strategy: str = ""
    topics: tuple[str, ...] = ()
    say: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """Input for SPEAK: the next line, to `partner` or, if that is None, to all.

    `lines` are those of this talk so far, oldest first; in a group chat, those of the finished chat
    rounds of this stage. `is_last` is true if the member will not speak again. For `perceives` see
    `Choosing`.
    """

    standpoint: Standpoint
    partner: Member | None
    lines: tuple[Spoke, ...] = ()
    chat_round: int = 1
    chat_rounds: int = 1
    strategy: str = ""
    topic: str = ""
    is_last: bool = False
    perceives: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Answer: a line, empty if there is nothing to say; `ends` means nothing more to add.

    `situation` is the speaker's assessment of its position, if that was asked for.
    """

    say: str = ""
    ends: bool = False
    situation: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revising:
    """Input for UPDATE: a round that is over, for what it changes."""

    standpoint: Standpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """Answer: clamped changes; see `moves.Updated` for the shapes."""

    summary: str = ""
    reflection: str = ""
    relations: tuple[tuple[str, int], ...] = ()
    inferred: tuple[tuple[str, str, int], ...] = ()
    beliefs: tuple[tuple[str, int], ...] = ()
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voting:
    """Input for VOTE; `others` are the candidates without the voter."""

    standpoint: Standpoint
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
class Chronicling:
    """Input for CHRONICLE: what was said in front of all and who won why, to be summarised."""

    script: Script
    lines: tuple[Spoke, ...]
    winners: tuple[str, ...]
    because: str
    chat_id: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Digesting:
    """Input for CHRONICLE: what all members together know of one round.

    The digest is for votes on all knowledge. `newer` is what they know of the later rounds.
    """

    script: Script
    round: int
    known: tuple[Known, ...]
    newer: tuple[Known, ...] = ()
    chat_id: str = ""
    seed: int = 0


Act = Choosing | Speaking | Revising | Voting | Digesting | Chronicling
