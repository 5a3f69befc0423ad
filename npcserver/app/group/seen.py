"""What is seen of a group chat, with whose eyes, and where each thing stands.

Something that becomes known later than it happened, such as the lines of a chat round, stands at
the move by which it became known. Several things may become known by one move: they stand at the
same position, and `part` counts them from 0. So a position and a part name one event for good,
and whoever resumes after them misses nothing and sees nothing twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from npcserver.app.group.news import news
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import awaited, is_paused
from npcserver.model.group.known import Known, Met
from npcserver.model.group.moves import (
    Began,
    Chose,
    Closed,
    Digested,
    Move,
    Opened,
    Seated,
    Spoke,
    Updated,
    Voted,
    Wished,
)
from npcserver.model.group.script import Knowledge, Stage
from npcserver.model.group.tasks import Awaited


class Watcher(StrEnum):
    """Who watches without being a member."""

    EVERYTHING = "everything"  # all that happens
    AUDIENCE = "audience"  # what is before all


Eyes = Watcher | str
"""Whose eyes: those of a watcher, or of a member, by its id."""


@dataclass(frozen=True, slots=True)
class Paused:
    """It is at the point up to which it was told to advance."""


What = Began | Chose | Met | Spoke | Updated | Voted | Seated | Awaited | Paused | Closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One thing that is seen. `chat` is as it stands after the move by which this became known."""

    seq: int
    part: int
    chat: GroupChat
    what: What

    @property
    def round(self) -> int:
        """The round it belongs to, 0 before the first."""
        return self.what.round if isinstance(self.what, _PLACED) else self.chat.round

    @property
    def stage(self) -> Stage | None:
        """The stage it belongs to, None before the first."""
        match self.what:
            case Began(stage=stage) | Chose(stage=stage) | Met(stage=stage) | Spoke(stage=stage):
                return stage if self.round else None
            case Updated():
                return Stage.UPDATE
            case Voted():
                return Stage.SETTLEMENT
            case _:
                return self.chat.stage


_PLACED = (Began, Chose, Met, Spoke, Updated)


def seen(before: GroupChat | None, after: GroupChat, eyes: Eyes) -> tuple[Seen, ...]:
    """Return what is seen of the newest move; `before` is the group chat without it."""
    seq, move = after.moves[-1]
    whats = (*_happened(before, after, move, eyes), *_waits(before, after, eyes))
    return tuple(Seen(seq=seq, part=part, chat=after, what=what) for part, what in enumerate(whats))


def _happened(before: GroupChat | None, after: GroupChat, move: Move, eyes: Eyes) -> Iterator[What]:
    if eyes is Watcher.EVERYTHING:
        if not isinstance(move, Opened | Wished | Digested):
            yield move
        return
    match move:
        case Began() | Seated():
            yield move
        case Chose() | Voted() if _is_own(move, eyes):
            yield move
    members = () if eyes is Watcher.AUDIENCE else (eyes,)
    yield from (one for one in news(before, after, *members) if not _is_own(one, eyes))
    if isinstance(move, Closed):
        yield move


def _is_own(one: Move | Known, eyes: Eyes) -> bool:
    """Say whether it is a choice or a vote, of which only who made it sees all, and at once."""
    match one:
        case Chose(member=member) | Voted(member=member, knowledge=Knowledge.OWN):
            return member == eyes
        case _:
            return False


def _waits(before: GroupChat | None, after: GroupChat, eyes: Eyes) -> Iterator[What]:
    """Yield for whom it waits from now on, and that it is paused from now on."""
    earlier = () if before is None else awaited(before)
    for one in awaited(after):
        if one not in earlier and (eyes is Watcher.EVERYTHING or one.member == eyes):
            yield one
    was_paused = before is None or is_paused(before)
    if is_paused(after) and not was_paused and not after.is_closed:
        yield Paused()
