"""The summary of a group chat by its moves: how all stood, who met whom, what was said."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcscenes.model.chat import GroupChat
from npcscenes.model.entropy import (
    Comparison,
    SpeakerInformation,
    TextMeasures,
    agc_char2_nats,
    compare,
    telling,
)
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import AUDIENCE, Began, Chose, LineSpoken, Move, Updated, Voted
from npcserver.model.group.script import Knowledge, Rank, Script, Stage
from npcserver.model.thought import Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """State after a round (0: before the first), or the present one if it is not over.

    `relations` are 0..100, by member and other member, `inferred` {of, to, score} by who believes
    it; the others are by member. `backs` has the principal that each supporting member backs, or
    empty. Members are in the order of the script.
    """

    round: int
    is_over: bool
    relations: Mapping[str, Mapping[str, int]]
    inferred: Mapping[str, Sequence[Mapping[str, str | int]]]
    beliefs: Mapping[str, Sequence[Belief]]
    influence: Mapping[str, int]
    camps: Mapping[str, str]
    backs: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedTalk:
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
class ReportedLine:
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
class MoveReceipt:
    """The thought behind the move at `seq`; `member` is empty if no member made the move."""

    seq: int
    member: str
    thought: Thought


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Variety of the words; `agc_char2_nats` is the paper's measure, from `ReportedLine.stored`.

    The others are of the members' bare words. `whole` and `speakers` include last words, `rounds`
    (named by their numbers) do not. Words from the audience are in none.
    """

    agc_char2_nats: float
    whole: TextMeasures
    speakers: Comparison
    rounds: Comparison
    telling: SpeakerInformation


def guesses(chat: GroupChat) -> tuple[tuple[str, str], ...]:
    """Return (member, expected winner) for each member who gave a guess."""
    found = {
        one.member: one.guess
        for _, one in chat.moves
        if isinstance(one, Voted) and one.knowledge is Knowledge.OWN and one.guess
    }
    return tuple((one.id, found[one.id]) for one in chat.script.members if one.id in found)


def stands(chat: GroupChat) -> tuple[RoundState, ...]:
    """Return the state after each round, folded from the moves up to there."""
    ends: dict[int, int] = {}
    for at, (_, move) in enumerate(chat.moves):
        if isinstance(move, Began):
            over = move.round if move.stage is Stage.SETTLEMENT else move.round - 1
            ends.setdefault(over, at)
    found = [
        _stand(GroupChat.of(chat.id, chat.moves[:end]), after, is_over=True)
        for after, end in ends.items()
    ]
    if chat.round not in ends:
        found.append(_stand(chat, chat.round, is_over=not chat.round))
    return tuple(found)


def talks(chat: GroupChat) -> tuple[ReportedTalk, ...]:
    """Return the talks between two in which anything was said."""
    lines = Counter(
        (move.round, move.stage, move.talk)
        for _, move in chat.moves
        if isinstance(move, LineSpoken) and move.talk and move.text
    )
    return tuple(
        ReportedTalk(
            round=move.round,
            stage=move.stage,
            first=move.member,
            second=move.partner,
            lines=lines[move.round, move.stage, move.member],
            situation=move.situation,
            strategy=move.strategy,
            topics=move.topics,
        )
        for _, move in chat.moves
        if isinstance(move, Chose) and move.partner and lines[move.round, move.stage, move.member]
    )


def notes(chat: GroupChat) -> tuple[Updated, ...]:
    """Return the updates in which members noted a summary or a reflection."""
    return tuple(
        move
        for _, move in chat.moves
        if isinstance(move, Updated) and (move.summary or move.reflection)
    )


def transcript_of(chat: GroupChat) -> tuple[ReportedLine, ...]:
    """Return all lines, in order; last words belong to the settlement."""
    last = chat.script.course.rounds
    lines = (_line(seq, move, last) for seq, move in chat.moves)
    return tuple(line for line in lines if line is not None and line.text)


def language(script: Script, lines: tuple[ReportedLine, ...]) -> Language:
    """Return how varied the members' words were."""
    lines = tuple(line for line in lines if line.speaker != AUDIENCE)
    said: dict[str, list[str]] = {member.id: [] for member in script.members}
    rounds: dict[str, list[str]] = {}
    for line in lines:
        said.setdefault(line.speaker, []).append(line.text)
        if line.stage is not Stage.SETTLEMENT:
            rounds.setdefault(str(line.round), []).append(line.text)
    [whole] = compare({"all": [line.text for line in lines]}).groups
    return Language(
        agc_char2_nats=agc_char2_nats(line.stored for line in lines),
        whole=whole,
        speakers=compare(said),
        rounds=compare(rounds),
        telling=telling(said),
    )


def receipts_of(chat: GroupChat) -> tuple[MoveReceipt, ...]:
    """Return the thoughts behind all moves, in order."""
    return tuple(
        MoveReceipt(seq=seq, member=getattr(move, "member", ""), thought=thought)
        for seq, move in chat.moves
        if (thought := getattr(move, "made_from", None)) is not None
    )


def _stand(chat: GroupChat, after: int, *, is_over: bool) -> RoundState:
    members = chat.script.members
    inferred: dict[str, list[Mapping[str, str | int]]] = {
        one.id: [{"of": of, "to": to, "score": score} for of, to, score in chat.inferred(one.id)]
        for one in members
    }
    return RoundState(
        round=after,
        is_over=is_over,
        relations={one.id: chat.relations(one.id) for one in members},
        inferred={who: found for who, found in inferred.items() if found},
        beliefs={one.id: held for one in members if (held := chat.beliefs(one.id))},
        influence=chat.influence(),
        camps={one.id: camp for one in members if (camp := chat.camp(one.id))},
        backs={one.id: chat.backs(one.id) for one in members if one.rank is Rank.SUPPORTING},
    )


def _line(seq: int, move: Move, last: int) -> ReportedLine | None:
    if isinstance(move, LineSpoken):
        return ReportedLine(
            seq=seq,
            round=move.round,
            stage=move.stage,
            chat_round=move.chat_round,
            speaker=move.member,
            to=move.to,
            talk=move.talk,
            text=move.text,
            person=move.person.name if move.person else "",
        )
    if isinstance(move, Voted):
        return ReportedLine(
            seq=seq,
            round=last,
            stage=Stage.SETTLEMENT,
            chat_round=1,
            speaker=move.member,
            text=move.statement,
        )
    return None
