"""Deletion of timelines and saves, and of the rows that no vantage sees any more.

A deleted timeline keeps its row, and its records up to the last one that a fork or a save of it
sees. The rest is deleted in chunks, so that other writes do not wait long: first the stored answers
to requests about it, which contain labels and names of saves, then its records from the end. When
no fork or save needs it any more, its row is deleted too, and then its parent may have rows to
free.
"""

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    delete,
    func,
    select,
    union_all,
    update,
)

from npcserver.adapters.store import authored, queue, requests
from npcserver.adapters.store.tables import (
    BegunTurnRow,
    RecordRow,
    SaveRow,
    TimelineRow,
    VectorRow,
    table_of,
)
from npcserver.model.errors import NotPossibleNow, Reason
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.job import JobDraft, JobKind

_TIMELINE = table_of(TimelineRow)
_SAVE = table_of(SaveRow)
_RECORD = table_of(RecordRow)
_VECTOR = table_of(VectorRow)
_T: BindParameter[str] = bindparam("t")
_FOR_ITSELF = select(_TIMELINE).where(_TIMELINE.c.id == _T).with_for_update()
# A concurrent deletion of the timeline either waits for this lock or is visible after it.
_DELETED_AT = (
    select(_TIMELINE.c.deleted_at)
    .where(_TIMELINE.c.id == _T)
    .with_for_update(read=True, key_share=True)
)
_RESTING = union_all(
    select(_TIMELINE.c.forked_at.label("seq")).where(_TIMELINE.c.parent_id == _T),
    select(_SAVE.c.seq).where(_SAVE.c.timeline_id == _T),
).subquery()
_NEEDED = select(func.max(_RESTING.c.seq))
_LAST = (
    select(_RECORD.c.seq)
    .where(_RECORD.c.timeline_id == _T, _RECORD.c.seq > bindparam("floor"))
    .order_by(_RECORD.c.seq.desc())
    .limit(bindparam("most"))
    .subquery()
)
_CHUNK = select(func.min(_LAST.c.seq), func.count())


def delete_save(connection: Connection, save_id: SaveId, now: int) -> None:
    """Delete a save, and request freeing if its timeline was deleted before."""
    timeline_id = authored.save(connection, save_id).vantage.timeline_id
    deleted_at = connection.execute(_DELETED_AT, {"t": timeline_id}).scalar()
    own = delete(_SAVE).where(_SAVE.c.id == save_id)
    if connection.execute(own.returning(_SAVE.c.id)).scalar() is None:
        raise authored.no_save(save_id)  # deleted concurrently
    if deleted_at is not None:
        queue.want(connection, (_free(timeline_id),), now)


def delete_timeline(
    connection: Connection, timeline_id: TimelineId, now: int, *, saves: bool
) -> None:
    """Mark a timeline as deleted, and request a job that frees what no one needs of it."""
    row = connection.execute(_FOR_ITSELF, {"t": timeline_id}).first()
    if row is None or row.deleted_at is not None:
        raise authored.no_timeline(timeline_id)
    if authored.world(connection, row.world_id).genesis_id == timeline_id:
        raise NotPossibleNow(
            f"timeline {timeline_id!r} is where all others of its world begin; "
            "delete the world instead",
            Reason.STILL_IN_USE,
            worldId=row.world_id,
            timelineId=timeline_id,
        )
    own = update(_TIMELINE).where(_TIMELINE.c.id == timeline_id)
    connection.execute(own.values(deleted_at=now, label=""))
    if saves:
        connection.execute(delete(_SAVE).where(_SAVE.c.timeline_id == timeline_id))
    queue.drop(connection, timeline_id)
    connection.execute(delete(BegunTurnRow).where(BegunTurnRow.timeline_id == timeline_id))
    queue.want(connection, (_free(timeline_id),), now)


def free(connection: Connection, timeline_id: TimelineId, most: int, now: int) -> bool:
    """Delete up to `most` unneeded rows of a deleted timeline; return whether none is left.

    A timeline that is not deleted is left alone.
    """
    row = connection.execute(_FOR_ITSELF, {"t": timeline_id}).first()
    if row is None or row.deleted_at is None:
        return True
    most -= requests.forget(connection, timeline_id, most)
    if most == 0:
        return False
    # Read under the lock, so that all forks and saves made before are counted.
    needed = connection.execute(_NEEDED, {"t": timeline_id}).scalar()
    floor = row.forked_at if needed is None else max(row.forked_at, needed)
    chunk = {"t": timeline_id, "floor": floor, "most": most}
    first, count = connection.execute(_CHUNK, chunk).one()
    if count:
        for table in (_RECORD, _VECTOR):
            own = (table.c.timeline_id == timeline_id, table.c.seq >= first)
            connection.execute(delete(table).where(*own))
    if count == most:
        return False
    if needed is None:
        queue.drop(connection, timeline_id, (JobKind.FREE,))
        connection.execute(delete(_TIMELINE).where(_TIMELINE.c.id == timeline_id))
        _release(connection, row.parent_id, now)
    return True


def _release(connection: Connection, timeline_id: TimelineId | None, now: int) -> None:
    """Request freeing of a deleted timeline, now that one fork fewer needs it."""
    if connection.execute(_DELETED_AT, {"t": timeline_id}).scalar() is not None:
        queue.want(connection, (_free(TimelineId(timeline_id or "")),), now)


def _free(timeline_id: TimelineId) -> JobDraft:
    return JobDraft(JobKind.FREE, timeline_id, "")
