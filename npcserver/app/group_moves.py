"""The moves of group chats in the log, which other use cases read too."""

from npcserver.app.context.history import newest_first
from npcserver.model.group.moves import Closed, GroupMoved, Move
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import RecordKind
from npcserver.ports.view import View

Moves = tuple[tuple[int, Move], ...]
"""Positions and moves, oldest first."""

_AT_ONCE = 500


async def fresh_moves(view: View, chat_id: str, seq: int) -> Moves:
    """Return the moves of a group chat after a position."""
    found: list[tuple[int, Move]] = []
    async for record in newest_first(view, chat_id, (RecordKind.GROUP,), at_once=_AT_ONCE):
        if record.seq <= seq:
            break
        if isinstance(record.body, GroupMoved):
            found.append((record.seq, record.body.what))
    return tuple(reversed(found))


async def unfinished(view: View, before: int | None = None) -> tuple[str, ...]:
    """Return the ids of the group chats that are not closed, by their newest move.

    With `before`, only those without a move since that seq.
    """
    newest = await view.latest_by_subject(RecordKind.GROUP)
    return tuple(
        one.subject_id
        for one in sorted(newest.values(), key=lambda one: one.seq)
        if (before is None or one.seq < before)
        and not (isinstance(one.body, GroupMoved) and isinstance(one.body.what, Closed))
    )


def to_perform(timeline_id: TimelineId, chat_id: str) -> JobDraft:
    """Return the job that performs a group chat."""
    return JobDraft(JobKind.PERFORM, timeline_id, chat_id)
