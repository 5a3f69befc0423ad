"""The log of a group chat: its moves in order; all other state is derived from them.

Moves are read through a view, so a group chat is what a vantage sees of it: in a timeline that was
loaded it goes on from where the save was made.
"""

from npcserver.model.errors import NotFound
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import Closed, GroupMoved, Move
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.ports.storage import Fence
from npcserver.ports.view import View

Moves = tuple[tuple[int, Move], ...]
"""Positions and moves, oldest first."""

_AT_ONCE = 500


async def read_chat(view: View, chat_id: str, known: GroupChat | None = None) -> GroupChat:
    """Return a group chat as a view sees it; with `known`, only newer moves are read.

    Raises `NotFound`.
    """
    fresh = await fresh_moves(view, chat_id, 0 if known is None else known.seq)
    if known is not None:
        return known.going_on(fresh) if fresh else known
    if not fresh:
        raise NotFound("group_chat", chat_id, "list the group chats of this timeline, or open one")
    return GroupChat.of(chat_id, fresh)


async def fresh_moves(view: View, chat_id: str, seq: int) -> Moves:
    """Return the moves of a group chat after a position."""
    found: list[tuple[int, Move]] = []
    before: int | None = None
    while True:
        records = await view.tail(chat_id, (RecordKind.GROUP,), _AT_ONCE, before=before)
        fresh = [record for record in records if record.seq > seq]
        found += [(one.seq, one.body.what) for one in fresh if isinstance(one.body, GroupMoved)]
        if len(records) < _AT_ONCE or len(fresh) < len(records):
            return tuple(reversed(found))
        before = records[-1].seq


async def read_chats(view: View) -> tuple[GroupChat, ...]:
    """Return all group chats that a view sees, in the order in which they were opened."""
    newest = await view.latest_by_subject(RecordKind.GROUP)
    chats = [await read_chat(view, chat_id) for chat_id in sorted(newest)]
    return tuple(sorted(chats, key=lambda chat: chat.moves[0][0]))


async def unfinished(view: View, before: int | None = None) -> tuple[str, ...]:
    """Return the ids of the group chats that are not closed, by their newest move.

    With `before`, only those without a move since that seq.
    """
    newest = await view.latest_by_subject(RecordKind.GROUP)
    still_open = [
        record
        for record in newest.values()
        if not _is_closing(record) and (before is None or record.seq < before)
    ]
    return tuple(one.subject_id for one in sorted(still_open, key=lambda one: one.seq))


def _is_closing(record: Record) -> bool:
    return isinstance(record.body, GroupMoved) and isinstance(record.body.what, Closed)


def drafted(chat_id: str, move: Move) -> Draft:
    """Return the record of a move."""
    return Draft(kind=RecordKind.GROUP, subject_id=chat_id, body=GroupMoved(what=move))


def unmoved(chat: GroupChat) -> Fence:
    """Return the fence that no move was added to a group chat since it was read."""
    return Fence(chat.id, (RecordKind.GROUP,), chat.seq)


def to_perform(timeline_id: TimelineId, chat_id: str) -> JobDraft:
    """Return the job that performs a group chat."""
    return JobDraft(JobKind.PERFORM, timeline_id, chat_id)
