"""The moves of group chats in the log, which other use cases read too."""

from npcserver.model.group.moves import Closed, GroupMoved, Move
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Record, RecordKind
from npcserver.ports.view import View

Moves = tuple[tuple[int, Move], ...]
"""Positions and moves, oldest first."""

_AT_ONCE = 500


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


def to_perform(timeline_id: TimelineId, chat_id: str) -> JobDraft:
    """Return the job that performs a group chat."""
    return JobDraft(JobKind.PERFORM, timeline_id, chat_id)
