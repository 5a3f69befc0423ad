"""What a member of a group chat has before it, and what it answers; one pair for each act."""

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
    """Where a member stands: what it is, what it knows, and how it feels by now.

    `known` is all that this member knows and may know, oldest first; with `knows_all` it is what
    all members know together, `script` is the whole of it, and `digests` are (round, text) of
    rounds that were condensed for the voters. Prompts show of `script` only what is public and the
    member's own part, unless `knows_all`. `situation` is what the member last made of where it
    stands, in `situation_round` (0: it has not yet). Members and candidates in `script`
    have the camps that they are on as the stage begins. `relations` are (member, 0..100),
    `inferred` (of, to, 0..100) between two others. `backs` is whom it supports. `recollections` are
    memories of a cast character, `secrets` what these carry, `now` the game time from which they
    are looked back on. `chat_id` is random: nobody can guess the marks that follow from it. `seed`
    makes chance repeatable.
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
    """For CHOOSE: whom to talk with in this stage, and how to begin; `partners` may be chosen.

    `perceives`: it has not yet said in this round what it makes of where it stands.
    """

    standpoint: Standpoint
    partners: tuple[Member, ...]
    chat_rounds: int
    perceives: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Whom to talk with (empty: nobody), why, how, about what, and the first words."""

    partner: str = ""
    situation: str = ""
    strategy: str = ""
    topics: tuple[str, ...] = ()
    say: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """For SPEAK: the next line, to `partner` or, where that is None, to all.

    `lines` are those of this talk so far, oldest first; in a group chat, those of the chat rounds
    of this stage that are over. `is_last` says that there will be no other. For `perceives` see
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
    """A line; empty where there is nothing to say. `ends`: there is nothing to add.

    `situation` is what its speaker makes of where it stands, where that was asked for.
    """

    say: str = ""
    ends: bool = False
    situation: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revising:
    """For UPDATE: what a round changes, and what is kept of it."""

    standpoint: Standpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """Changes within their bounds; see `moves.Updated` for the shapes."""

    summary: str = ""
    reflection: str = ""
    relations: tuple[tuple[str, int], ...] = ()
    inferred: tuple[tuple[str, str, int], ...] = ()
    beliefs: tuple[tuple[str, int], ...] = ()
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voting:
    """For VOTE. `others` are the candidates but for the voter itself."""

    standpoint: Standpoint
    question: str
    candidates: tuple[Candidate, ...]
    others: tuple[Candidate, ...]
    knowledge: Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """Candidates' ids: the choice, the choice but for oneself, and who is expected to win."""

    choice: str = ""
    choice_not_self: str = ""
    guess: str = ""
    statement: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicling:
    """For CHRONICLE: what was said before all, and who won by what, to be told in short."""

    script: Script
    lines: tuple[Spoke, ...]
    winners: tuple[str, ...]
    because: str
    chat_id: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Digesting:
    """For CHRONICLE: what all members know together of one round, for the votes on all knowledge.

    `newer` is what they know of the later rounds.
    """

    script: Script
    round: int
    known: tuple[Known, ...]
    newer: tuple[Known, ...] = ()
    chat_id: str = ""
    seed: int = 0


Act = Choosing | Speaking | Revising | Voting | Digesting | Chronicling
