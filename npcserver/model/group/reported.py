"""Parts of a report on a group chat: states after rounds, talks, notes and lines."""

from dataclasses import dataclass

from npcserver.model.feelings import Belief
from npcserver.model.group.entropy import Comparison, Measured, Telling
from npcserver.model.group.script import TALKS, Stage
from npcserver.model.thought import Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """State after a round (0: before the first), or the present one if it is not over.

    `relations` are (of, to, 0..100), `inferred` (by whom, of, to, 0..100), `beliefs` (member,
    belief), `influence` (member, influence), `camps` (member, camp), `backs` (supporting member,
    principal it backs or empty). Members are in the order of the script.
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
    """A talk between two; `first` chose `second`, and `lines` counts those with words."""

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
    """A member's summary of a round, and its one sentence of reflection."""

    round: int
    member: str
    summary: str
    reflection: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a talk, of a group chat, or, at the settlement, last words.

    `speaker` is a member or `moves.AUDIENCE`, `to` a member or empty for all, `talk` the member who
    began the talk. `person` is the name of the person who played the member or spoke in the
    audience.
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
        """Whether only two members heard it."""
        return self.stage in TALKS

    @property
    def stored(self) -> str:
        """The line with its context, from which the paper's entropy is computed.

        Like the strings of the released code it holds round, ids and "says to": `round 2,
        private_chat 1: ann says to bob: Sell.`, with `all` if there is no single listener.
        """
        return (
            f"round {self.round}, {self.stage} {self.chat_round}: "
            f"{self.speaker} says to {self.to or 'all'}: {self.text}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The thought behind the move at `seq`; `member` is empty if no member made the move."""

    seq: int
    member: str
    thought: Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How varied the words were; `agc_char2_nats` is the paper's measure, from `Line.stored`.

    The others are of the members' bare words. `whole` and `speakers` include last words, `rounds`
    (named by their numbers) do not. Words from the audience are in none.
    """

    agc_char2_nats: float
    whole: Measured
    speakers: Comparison
    rounds: Comparison
    telling: Telling
