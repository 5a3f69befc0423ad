"""Who sees what in a group chat, and from when on: one table, and what follows from it.

Nothing else decides it: prompts, watchers and the audience get what is learnt here. What is known
of somebody's words never holds the reasons behind them, nor what they were made from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from npcserver.model.group import debate, talks
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.known import Known, Met
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Chose,
    Closed,
    Move,
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage


class Extent(StrEnum):
    """How much of something is seen."""

    NOTHING = "nothing"  # not even that it took place
    THAT = "that"  # that it took place, and between whom
    WHAT = "what"  # all that was said


class When(StrEnum):
    """From when on something is seen."""

    NEVER = "never"
    AT_ONCE = "at_once"
    CHAT_ROUND_OVER = "chat_round_over"  # all who speak in it have spoken
    STAGE_OVER = "stage_over"  # all its talks are over
    ALL_VOTED = "all_voted"  # every member has cast the vote on its own knowledge


class Parties(StrEnum):
    """Who sees all of it, and at once."""

    TALKERS = "talkers"  # who speaks and who is spoken to
    SELF = "self"  # who acts


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What is seen of what happens in a stage: by its parties all, and by all others this."""

    parties: Parties
    others: Extent
    when: When


VISIBILITY: Mapping[Stage, Sight] = MappingProxyType(
    {
        Stage.PRIVATE_CHAT: Sight(parties=Parties.TALKERS, others=Extent.NOTHING, when=When.NEVER),
        Stage.CONFIDENTIAL_MEETING: Sight(
            parties=Parties.TALKERS, others=Extent.THAT, when=When.STAGE_OVER
        ),
        Stage.GROUP_CHAT: Sight(
            parties=Parties.SELF, others=Extent.WHAT, when=When.CHAT_ROUND_OVER
        ),
        Stage.UPDATE: Sight(parties=Parties.SELF, others=Extent.NOTHING, when=When.NEVER),
        Stage.SETTLEMENT: Sight(parties=Parties.SELF, others=Extent.WHAT, when=When.ALL_VOTED),
    }
)
"""What is seen in each stage (AgentGroupChat §3). The audience sees what others do.

Of a choice of a partner and of a vote on all knowledge nobody sees anything, and of a vote on
one's own knowledge only the guess and the statement; words from the audience are before all, at
once, whatever the stage.
"""

_NOBODY = ""  # eyes of the audience: a party to nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """What somebody knows. It happened with the move at `seq`, and is known since that at `since`.

    What is known at once has both alike.
    """

    seq: int
    since: int
    what: Known


def known_to(chat: GroupChat, member_id: str) -> tuple[Known, ...]:
    """Return what a member knows by now, in the order in which it happened."""
    return tuple(one.what for one in _in_order(learnt_by(chat, member_id)))


def known_to_audience(chat: GroupChat) -> tuple[Known, ...]:
    """Return what is before all, in the order in which it happened."""
    return tuple(one.what for one in _in_order(learnt_by(chat)))


def known_to_all(chat: GroupChat) -> tuple[Known, ...]:
    """Return what the members know together, in the order in which it happened.

    Everything that any one of them knows is among it.
    """
    found = {
        (one.seq, isinstance(one.what, Met)): one
        for member in chat.script.members
        for one in learnt_by(chat, member.id)
    }
    return tuple(found[key].what for key in sorted(found))


def learnt_by(chat: GroupChat, member_id: str = _NOBODY) -> tuple[Learnt, ...]:
    """Return what a member knows, or without one the audience, in the order of the learning."""
    found = [
        learnt
        for section in _sections(chat)
        for seq, move in section.moves
        for learnt in _learnt(section, seq, move, member_id)
    ]
    return tuple(sorted(found, key=lambda one: (one.since, one.seq)))


def _in_order(learnt: tuple[Learnt, ...]) -> list[Learnt]:
    return sorted(learnt, key=lambda one: one.seq)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """The moves of one stage; `over` is the position with which it was over, None while it is not.

    `began` is None before the first stage.
    """

    chat: GroupChat
    began: Began | None
    moves: tuple[tuple[int, Move], ...]
    over: int | None

    @property
    def lines(self) -> tuple[tuple[int, Spoke], ...]:
        return tuple(
            (seq, move)
            for seq, move in self.moves
            if isinstance(move, Spoke) and move.member != AUDIENCE
        )

    def since(self, when: When, seq: int, move: Move) -> int | None:
        """Return from which position on others see a move of this stage; None: not yet."""
        if when is When.AT_ONCE:
            return seq
        if when is When.STAGE_OVER:
            return self.over
        if when is When.CHAT_ROUND_OVER and isinstance(move, Spoke):
            return self._chat_round_over(move.chat_round)
        if when is When.ALL_VOTED:
            return self._all_voted()
        return None

    def _chat_round_over(self, chat_round: int) -> int | None:
        order = () if self.began is None else self.began.order
        lines = tuple(line for _, line in self.lines)
        if not debate.is_over(order, lines, chat_round):
            return self.over
        return max(seq for seq, line in self.lines if line.chat_round == chat_round)

    def _all_voted(self) -> int | None:
        cast = {
            move.member: seq
            for seq, move in self.moves
            if isinstance(move, Voted) and move.knowledge is Knowledge.OWN
        }
        if cast.keys() >= {member.id for member in self.chat.script.members}:
            return max(cast.values())
        return self.over


def _sections(chat: GroupChat) -> Iterator[_Section]:
    began: Began | None = None
    first = 0
    for at, (seq, move) in enumerate(chat.moves):
        if not isinstance(move, Began | Closed):
            continue
        over = _over(replace(chat, moves=chat.moves[:at]), move) if at else None
        yield _Section(
            chat=chat, began=began, moves=chat.moves[first:at], over=seq if over is None else over
        )
        began, first = (move if isinstance(move, Began) else None), at
    yield _Section(chat=chat, began=began, moves=chat.moves[first:], over=_over(chat))


def _over(chat: GroupChat, follows: Move | None = None) -> int | None:
    """Return with which word the stage under way was over; None where it is not.

    Stages follow each other when they are over; a close may come before.
    """
    is_over = chat.stage is Stage.CONFIDENTIAL_MEETING and talks.is_over(chat)
    if not is_over and not isinstance(follows, Began):
        return None
    spoken = [seq for seq, move in chat.moves if isinstance(move, Began | Chose | Spoke)]
    return max(spoken, default=None)


def _learnt(section: _Section, seq: int, move: Move, member_id: str) -> Iterator[Learnt]:
    if not isinstance(move, Spoke | Updated | Voted):
        return
    if isinstance(move, Spoke) and move.member == AUDIENCE:
        yield Learnt(seq=seq, since=seq, what=_known(move))
        return
    if isinstance(move, Voted) and move.knowledge is Knowledge.ALL:
        return
    sight = VISIBILITY[_stage(move)]
    if member_id in _parties(sight, move):
        yield Learnt(seq=seq, since=seq, what=_known(move))
        return
    since = section.since(sight.when, seq, move)
    if since is None or sight.others is Extent.NOTHING:
        return
    if sight.others is Extent.WHAT:
        yield Learnt(seq=seq, since=since, what=_known(move))
    elif isinstance(move, Spoke) and _is_first(section, seq, move):
        met = Met(round=move.round, stage=move.stage, first=move.talk, second=_second(move))
        yield Learnt(seq=seq, since=since, what=met)


def _stage(move: Spoke | Updated | Voted) -> Stage:
    if isinstance(move, Spoke):
        return move.stage
    return Stage.UPDATE if isinstance(move, Updated) else Stage.SETTLEMENT


def _parties(sight: Sight, move: Spoke | Updated | Voted) -> tuple[str, ...]:
    if sight.parties is Parties.TALKERS and isinstance(move, Spoke):
        return (move.member, move.to)
    return (move.member,)


def _is_first(section: _Section, seq: int, move: Spoke) -> bool:
    return seq == min(at for at, line in section.lines if line.talk == move.talk)


def _second(move: Spoke) -> str:
    return move.to if move.member == move.talk else move.member


def told(line: Spoke) -> Spoke:
    """Return what is known of a line by who heard it: neither reasons nor what it was made from."""
    if line.reasons or line.made_from is not None:
        return replace(line, reasons="", made_from=None)
    return line


def _known(move: Spoke | Updated | Voted) -> Known:
    if isinstance(move, Spoke):
        return told(move)
    if isinstance(move, Updated):
        return replace(move, reasons="", made_from=None)
    return replace(move, choice="", choice_not_self="", reasons="", made_from=None)
