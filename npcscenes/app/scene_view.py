"""What a viewer sees of a group chat, and watching it without gaps or repeats.

An event that becomes known later than it happened, such as the lines of a chat round, gets the
position of the move by which it became known. Several events may become known by one move: they
have the same position, and `part` counts them from 0. So a position and a part identify one event
for good, and a client that resumes after them misses nothing and sees nothing twice.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from npcscenes.app.scene_log import read_chat
from npcscenes.app.scene_requests import member_of
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import AwaitedPerson, awaited, is_paused
from npcscenes.model.visibility import Known, KnownItem, Meeting, learnt_by
from npcserver.app.group_moves import Moves
from npcserver.app.timeline_watch import Interest, LogFollower, WatchedRecord
from npcserver.model.bounds import Seq
from npcserver.model.errors import CursorTooNew, Reason
from npcserver.model.group.moves import (
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Digested,
    GroupMoved,
    LineSpoken,
    Move,
    Opened,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind, TimelineLeft
from npcserver.ports.storage import Store


def news(before: GroupChat | None, after: GroupChat, *member: str) -> tuple[Known, ...]:
    """Return what a member, or without one the audience, has learned between two states.

    In the order in which it happened.
    """
    pairs = zip(() if before is None else before.ended, after.ended, strict=False)
    # Of a stage that was over in both states nothing more becomes known.
    over = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
    known = () if before is None else learnt_by(before, *member, after_stages=over)
    names = {_name(one) for one in known}
    fresh = [one for one in learnt_by(after, *member, after_stages=over) if _name(one) not in names]
    return tuple(one.what for one in sorted(fresh, key=lambda one: one.seq))


def _name(learnt: KnownItem) -> tuple[int, bool]:
    """Return the identity of a known event: one move can make itself known, and that two met."""
    return learnt.seq, isinstance(learnt.what, Meeting)


class Watcher(StrEnum):
    """A viewer who is not a member."""

    EVERYTHING = "everything"  # all events
    AUDIENCE = "audience"  # what is public


Eyes = Watcher | str
"""A viewer: a watcher, or the id of a member."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The chat has reached the point up to which it was to advance."""


What = (
    Began
    | Chose
    | Meeting
    | LineSpoken
    | Updated
    | Voted
    | Seated
    | AwaitedPerson
    | Paused
    | Closed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleEvent:
    """An event that a viewer sees. `chat` is the state after the move that made it known."""

    seq: int
    part: int
    chat: GroupChat
    what: What

    @property
    def round(self) -> int:
        """The round of the event, 0 before the first."""
        return self.what.round if isinstance(self.what, _PLACED) else self.chat.round

    @property
    def stage(self) -> Stage | None:
        """The stage of the event, None before the first."""
        match self.what:
            case (
                Began(stage=stage)
                | Chose(stage=stage)
                | Meeting(stage=stage)
                | LineSpoken(stage=stage)
            ):
                return stage if self.round else None
            case Updated():
                return Stage.UPDATE
            case Voted():
                return Stage.SETTLEMENT
            case _:
                return self.chat.stage


_PLACED = (Began, Chose, Meeting, LineSpoken, Updated)


def visible_events(
    before: GroupChat | None, after: GroupChat, eyes: Eyes
) -> tuple[VisibleEvent, ...]:
    """Return the events a viewer sees by the newest move; `before` is the chat without it."""
    seq, move = after.moves[-1]
    whats = (*_happened(before, after, move, eyes), *_waits(before, after, eyes))
    return tuple(
        VisibleEvent(seq=seq, part=part, chat=after, what=what) for part, what in enumerate(whats)
    )


def _happened(before: GroupChat | None, after: GroupChat, move: Move, eyes: Eyes) -> Iterator[What]:
    if eyes is Watcher.EVERYTHING:
        if not isinstance(move, Opened | AdvanceRequested | Digested):
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
    """Return whether it is the viewer's own choice or vote, shown whole and at once only to it."""
    match one:
        case Chose(member=member) | Voted(member=member, knowledge=Knowledge.OWN):
            return member == eyes
        case _:
            return False


def _waits(before: GroupChat | None, after: GroupChat, eyes: Eyes) -> Iterator[What]:
    """Yield the members awaited from now on, and whether it is paused from now on."""
    earlier = () if before is None else awaited(before)
    for one in awaited(after):
        if one not in earlier and (eyes is Watcher.EVERYTHING or one.member == eyes):
            yield one
    was_paused = before is None or is_paused(before)
    if is_paused(after) and not was_paused and not after.is_closed:
        yield Paused()


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchGroupChat:
    """What to watch, as which viewer, from after position `after_seq`; None is the head.

    With `after_part`, also the later parts at that very position.
    """

    timeline_id: TimelineId
    chat_id: str
    after_seq: Seq | None = 0
    after_part: Seq | None = None
    eyes: Eyes = Watcher.EVERYTHING


async def watch(
    store: Store, log: LogFollower, request: WatchGroupChat
) -> AsyncGenerator[VisibleEvent, None]:
    """Yield the events of a viewer as they become known.

    Ends after `Closed`, and when the game leaves the timeline. Raises `NotFound`, `InvalidInput`
    for an unknown member, and `CursorTooNew` for a position beyond the head of the timeline.
    """
    chat, known, head = await _start(store, request)
    if request.after_seq is None:
        request = replace(request, after_seq=head)
    if chat is not None and chat.is_closed:
        return
    async with aclosing(_moves(log, request, known, head)) as moves:
        async for move in moves:
            before = chat
            chat = (
                GroupChat.of(request.chat_id, (move,)) if chat is None else chat.going_on((move,))
            )
            for one in visible_events(before, chat, request.eyes):
                if not _is_known(one, request):
                    yield one
            if chat.is_closed:
                return
            await asyncio.sleep(0)  # other tasks run while a long chat is folded


async def _moves(
    log: LogFollower, request: WatchGroupChat, known: Moves, head: int
) -> AsyncGenerator[tuple[int, Move], None]:
    """Yield the moves that are known, then those after the head, until the game has left."""
    for move in known:
        yield move
    interest = Interest(
        timeline_id=request.timeline_id,
        kinds=(RecordKind.GROUP, RecordKind.LEFT),
        wanted=lambda record: (
            record.subject_id == request.chat_id
            if record.kind is RecordKind.GROUP
            else record.timeline_id == request.timeline_id
        ),
    )
    async with aclosing(log.follow(interest, head)) as items:
        async for item in items:
            if isinstance(item, WatchedRecord):
                match item.record.body:
                    case GroupMoved(what=what):
                        yield item.seq, what
                    case TimelineLeft():
                        return


async def _start(store: Store, request: WatchGroupChat) -> tuple[GroupChat | None, Moves, int]:
    """Return the chat up to the client's position, the moves since, and the head."""
    async with store.read() as reader:
        view = await reader.head(request.timeline_id)
        chat = await read_chat(view, request.chat_id)
    head = view.vantage.seq
    after = head if request.after_seq is None else request.after_seq
    if after > head:
        raise CursorTooNew(
            f"after_seq: {after} lies beyond the head, {head}; resume from an earlier "
            "position, of this timeline",
            Reason.CURSOR_TOO_NEW,
            head=str(head),
        )
    if not isinstance(request.eyes, Watcher):
        member_of(chat, request.eyes)
    first = after + (1 if request.after_part is None else 0)
    known = tuple(move for move in chat.moves if move[0] < first)
    fresh = tuple(move for move in chat.moves if move[0] >= first)
    return (GroupChat.of(chat.id, known) if known else None), fresh, head


def _is_known(one: VisibleEvent, request: WatchGroupChat) -> bool:
    return (
        one.seq == request.after_seq
        and request.after_part is not None
        and one.part <= request.after_part
    )
