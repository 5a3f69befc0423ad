"""The stages of a group chat as they went by: what happened in each, and when what was over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.model.group import debate, talks
from npcserver.model.group.chat import GroupChat
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The moves of one stage; `over` is the position with which it was over, None while it is not.

    `rounds` are the positions with which its chat rounds were over, and `voted` with which all had
    cast their votes. `first_words` are the positions of the first words of its talks.
    """

    moves: tuple[tuple[int, Move], ...]
    over: int | None
    rounds: Mapping[int, int]
    voted: int | None
    first_words: frozenset[int]


def stretches(chat: GroupChat) -> Iterator[Stretch]:
    """Yield what was before the first stage, and then each stage; a close ends the last."""
    began: Began | None = None
    first = 0
    for at, (seq, move) in enumerate(chat.moves):
        if isinstance(move, Began | Closed):
            before = replace(chat, moves=chat.moves[:at])
            over = _last_word(before) if isinstance(move, Began) else _over(before)
            yield _stretch(chat, began, chat.moves[first:at], seq if over is None else over)
            began, first = (move if isinstance(move, Began) else None), at
    yield _stretch(chat, began, chat.moves[first:], _over(chat))


def is_from_audience(move: Move) -> bool:
    """Say whether somebody spoke who is no member."""
    return isinstance(move, Spoke) and move.member == AUDIENCE


def _stretch(
    chat: GroupChat, began: Began | None, moves: tuple[tuple[int, Move], ...], over: int | None
) -> Stretch:
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
    """Return with which word the meetings under way were over; None while they are not."""
    is_over = chat.stage is Stage.CONFIDENTIAL_MEETING and talks.is_over(chat)
    return _last_word(chat) if is_over else None


def _last_word(chat: GroupChat) -> int | None:
    for seq, move in reversed(chat.moves):
        if isinstance(move, Began | Chose | Spoke | Updated | Voted) and not is_from_audience(move):
            return seq
    return None
