"""The parts of a report on a group chat: how all stood, who met whom, and what was said."""

from dataclasses import dataclass

from npcserver.model.feelings import Belief
from npcserver.model.group.entropy import Comparison, Measured, Telling
from npcserver.model.group.script import TALKS, Stage
from npcserver.model.thought import Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """How all stood after a round (0: before the first), or stand by now if it is not over.

    `relations` are (of, to, 0..100), `inferred` (by whom, of, to, 0..100), `beliefs` (member, what
    it believes), `influence` (member, influence), `camps` (member, the side it is on), `backs`
    (supporting member, whom it backs or empty). Members are in the order of the script.
    """

    round: int
    is_over: bool
    relations: tuple[tuple[str, str, int], ...] = ()
    inferred: tuple[tuple[str, str, str, int], ...] = ()
    beliefs: tuple[tuple[str, Belief], ...] = ()
    influence: tuple[tuple[str, int], ...] = ()
    camps: tuple[tuple[str, str], ...] = ()
    backs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A talk between two that took place. `first` chose `second`; `lines` are those with words."""

    round: int
    stage: Stage
    first: str
    second: str
    lines: int
    situation: str = ""
    strategy: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What a member kept of a round, and its one sentence of reflection."""

    round: int
    member: str
    summary: str
    reflection: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Words that were said: in a talk, before all, or, at the settlement, last words.

    `speaker` is a member or `moves.AUDIENCE`, `to` a member or empty for all, `talk` who began the
    talk it belongs to. `person` is the name of somebody who spoke for a member or in the audience.
    """

    seq: int
    round: int
    stage: Stage
    chat_round: int
    speaker: str
    text: str
    to: str = ""
    talk: str = ""
    person: str = ""

    @property
    def is_private(self) -> bool:
        """Whether nobody but two heard it."""
        return self.stage in TALKS

    @property
    def stored(self) -> str:
        """The line with what surrounds it, which is what the paper's entropy is reckoned from.

        Like the strings of the released code it holds round, ids and "says to":
        `round 2, private_chat 1: ann says to bob: Sell.`, with `all` where nobody is named.
        """
        return (
            f"round {self.round}, {self.stage} {self.chat_round}: "
            f"{self.speaker} says to {self.to or 'all'}: {self.text}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the move at `seq` was made from; `member` is empty for what no member did."""

    seq: int
    member: str
    thought: Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How varied the talk was; `agc_char2_nats` is the paper's figure, from `Line.stored`.

    The others are of bare words of members. `whole` and `speakers` include last words, `rounds`
    (named by their numbers) do not. Words from the audience are in none.
    """

    agc_char2_nats: float
    whole: Measured
    speakers: Comparison
    rounds: Comparison
    telling: Telling
