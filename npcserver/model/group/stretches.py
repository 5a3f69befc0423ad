"""The moves of a group chat split by stage, with the seqs at which their parts were over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.model.group import debate, talks
from npcserver.model.group.chat import Ended, GroupChat
from npcserver.model.group.moves import (
    AUDIENCE,
    Began,
    Chose,
    Move,
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The moves of one stage; `over` is the seq at which it was over, None while it is not.

    `rounds` maps each finished chat round to the seq at which it was over; `voted` is the seq at
    which all had voted on their own knowledge, or None. `first_words` are the seqs of the first
    lines of its talks.
    """

    moves: tuple[tuple[int, Move], ...]
    over: int | None
    rounds: Mapping[int, int]
    voted: int | None
    first_words: frozenset[int]


def ended_stretch(ended: Ended) -> Stretch:
    """Return the moves of a finished stage, or of the time before the first."""
    before = ended.before
    over = _over(before) if ended.is_closed else _last_word(before)
    return _stretch(before, ended.seq if over is None else over)


def stretch_under_way(chat: GroupChat) -> Stretch:
    """Return the moves since the last stage was over."""
    return _stretch(chat, _over(chat))


def is_from_audience(move: Move) -> bool:
    """Return whether a move is a line by a person who is not a member."""
    return isinstance(move, Spoke) and move.member == AUDIENCE


def _stretch(chat: GroupChat, over: int | None) -> Stretch:
    """Return the moves since the last stage was over; `over` is the seq that ends them."""
    began = None if chat.is_closed else chat.began
    moves = chat.moves[max(0, chat.fold.parted_at) :]
    lines = [
        (seq, move) for seq, move in moves if isinstance(move, Spoke) and not is_from_audience(move)
    ]
    first: dict[str, int] = {}
    for seq, line in lines:
        first.setdefault(line.talk, seq)
    return Stretch(
        moves=moves,
        over=over,
        rounds=_rounds(() if began is None else began.order, lines),
        voted=_voted(chat, moves),
        first_words=frozenset(first.values()),
    )


def _rounds(order: tuple[str, ...], lines: Sequence[tuple[int, Spoke]]) -> dict[int, int]:
    said = tuple(line for _, line in lines)
    last = {line.chat_round: seq for seq, line in lines}
    return {one: seq for one, seq in last.items() if debate.is_over(order, said, one)}


def _voted(chat: GroupChat, moves: tuple[tuple[int, Move], ...]) -> int | None:
    cast = {
        move.member: seq
        for seq, move in moves
        if isinstance(move, Voted) and move.knowledge is Knowledge.OWN
    }
    members = {member.id for member in chat.script.members}
    return max(cast.values()) if cast.keys() >= members else None


def _over(chat: GroupChat) -> int | None:
    """Return the seq of the line that ended the meetings under way; None if they are not over."""
    is_over = chat.stage is Stage.CONFIDENTIAL_MEETING and talks.is_over(chat)
    return _last_word(chat) if is_over else None


def _last_word(chat: GroupChat) -> int | None:
    for seq, move in reversed(chat.moves):
        if isinstance(move, Began | Chose | Spoke | Updated | Voted) and not is_from_audience(move):
            return seq
    return None
