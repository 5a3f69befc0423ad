"""Timelines and saves: their lineages, and how they are created, deleted and freed."""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from npcserver.adapters.store import audit, authored, job_queue, prompts, requests, rows
from npcserver.adapters.store.authored import missing
from npcserver.adapters.store.dialect import batched, columns_of, insert_new, to_moment
from npcserver.adapters.store.row_cache import RowCache
from npcserver.adapters.store.tables import BEGUN_TURN, PROMPT, RECORD, SAVE, TIMELINE, VECTOR
from npcserver.model.errors import AlreadyExists, CursorTooNew, InvalidInput, NotPossibleNow, Reason
from npcserver.model.ids import SaveId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import (
    Lineage,
    Save,
    Segment,
    Timeline,
    Vantage,
    first_played,
    rooted,
)


def _ancestors(*, up_to_owner: bool) -> sa.Select[Any]:
    """Select a timeline and its ancestors, all or those up to the owner of a seq."""
    own = sa.select(TIMELINE.c.id, TIMELINE.c.parent_id, TIMELINE.c.forked_at)
    line = own.where(TIMELINE.c.id == sa.bindparam("id")).cte("line", recursive=True)
    parent = TIMELINE.alias().c
    is_next = parent.id == line.c.parent_id
    if up_to_owner:
        is_next = sa.and_(is_next, line.c.forked_at >= sa.bindparam("seq"))
    line = line.union_all(
        sa.select(parent.id, parent.parent_id, parent.forked_at).join(line, is_next)
    )
    return sa.select(TIMELINE).join(line, line.c.id == TIMELINE.c.id)


_ANCESTRY = _ancestors(up_to_owner=False)
_PASSED_OVER = _ancestors(up_to_owner=True)


def lineage_of(
    connection: sa.Connection, facts: RowCache, vantage: Vantage, timeline: Timeline
) -> Lineage:
    """Return the segments visible from a vantage; `timeline` is the vantage's own."""
    if vantage.seq <= 0:
        return ()
    facts.timelines.keep(timeline.id, timeline)
    known = _ancestor(connection, facts)
    own = known(rooted(vantage, known).timeline_id)
    inherited = _inherited(facts, known, own)
    return (*inherited, Segment(own.id, own.forked_at + 1, vantage.seq))


def root_of(connection: sa.Connection, vantage: Vantage) -> TimelineId:
    """Return the timeline that owns the last record of a vantage, found by one query."""
    values = {"id": vantage.timeline_id, "seq": vantage.seq}
    passed = {row.id: rows.timeline(row) for row in connection.execute(_PASSED_OVER, values)}
    return rooted(vantage, passed.__getitem__).timeline_id


def _inherited(
    facts: RowCache, known: Callable[[TimelineId], Timeline], timeline: Timeline
) -> Lineage:
    segments: list[Segment] = []
    current, base = timeline, facts.inherited.find(timeline.id)
    while base is None and current.parent_id is not None and current.forked_at > 0:
        fork = Vantage(current.parent_id, current.forked_at)
        current = known(rooted(fork, known).timeline_id)
        segments.append(Segment(current.id, current.forked_at + 1, fork.seq))
        base = facts.inherited.find(current.id)
    if not segments:
        return base or ()
    inherited = (*(base or ()), *reversed(segments))
    facts.inherited.keep(timeline.id, inherited)
    return inherited


def _ancestor(connection: sa.Connection, facts: RowCache) -> Callable[[TimelineId], Timeline]:
    """Return a lookup of timelines; one query fetches a whole unknown ancestry."""

    def known(timeline_id: TimelineId) -> Timeline:
        found = facts.timelines.find(timeline_id)
        if found is None:
            found_rows = connection.execute(_ANCESTRY, {"id": timeline_id})
            for one in map(rows.timeline, found_rows):
                facts.timelines.keep(one.id, one)
                found = one if one.id == timeline_id else found
        if found is None:
            raise missing("timeline", timeline_id)
        return found

    return known


_HEADS = sa.select(TIMELINE.c.id, TIMELINE.c.head).where(
    TIMELINE.c.id.in_(sa.bindparam("ids", expanding=True)), TIMELINE.c.deleted_at.is_(None)
)
_HELD = (
    sa.select(TIMELINE)
    .where(TIMELINE.c.id == sa.bindparam("id"))
    .with_for_update(read=True, key_share=True)
)


def heads(
    connection: sa.Connection, timeline_ids: Sequence[TimelineId]
) -> dict[TimelineId, int | None]:
    """Return the head of each timeline, None for one that is deleted or does not exist."""
    found: dict[TimelineId, int | None] = dict.fromkeys(timeline_ids)
    for chunk in batched(timeline_ids):
        found |= {row.id: row.head for row in connection.execute(_HEADS, {"ids": chunk})}
    return found


def add_timeline(connection: sa.Connection, timeline: Timeline) -> None:
    """Insert a timeline; the parent of a fork is the ancestor that owns its last record.

    A deleted timeline can be forked only where it was saved. Raises `NotFound`, `CursorTooNew`,
    `InvalidInput` or `AlreadyExists`.
    """
    moments = {"clock": to_moment(timeline.game_time), "created_at": to_moment(timeline.created_at)}
    values = columns_of(TIMELINE, timeline, **moments)
    if timeline.parent_id is None:
        authored.read_world(connection, timeline.world_id)
    else:
        vantage = Vantage(timeline.parent_id, timeline.forked_at)
        parent = lock_timeline(connection, vantage, also_saved=True)
        if parent.world_id != timeline.world_id:
            raise authored.missing("world", timeline.world_id)
        # Ancestors between need no lock: the locked timeline is their descendant and keeps them.
        is_own = vantage.seq > parent.forked_at
        values["parent_id"] = parent.id if is_own else root_of(connection, vantage)
        values["is_corrected"] = parent.is_corrected
        values["is_drafted"] = parent.is_drafted
    if timeline.head != timeline.forked_at:
        raise InvalidInput("timeline.head", "a new timeline has no records of its own")
    if not insert_new(connection, TIMELINE, values):
        raise AlreadyExists("timeline", timeline.id, "make a new id")


def add_save(connection: sa.Connection, save: Save) -> None:
    """Insert a save of an existing vantage."""
    lock_timeline(connection, save.vantage)
    vantage = {"timeline_id": save.vantage.timeline_id, "seq": save.vantage.seq}
    moments = {name: to_moment(getattr(save, name)) for name in ("game_time", "created_at")}
    if not insert_new(connection, SAVE, columns_of(SAVE, save, **vantage, **moments)):
        raise AlreadyExists("save", save.id, "make a new id")


def saves_in_playthrough(
    connection: sa.Connection, timeline_id: TimelineId, name: str
) -> tuple[SaveId, ...]:
    """Return the ids of the saves of a name in the playthrough of a timeline."""

    def began(timeline_id: str) -> str:
        line = {row.id: row.parent_id for row in connection.execute(_ANCESTRY, {"id": timeline_id})}
        return first_played(timeline_id, line)

    own = began(timeline_id)
    world_id = authored.read_timeline(connection, timeline_id).world_id
    same = sa.select(SAVE.c.id, SAVE.c.timeline_id).where(
        SAVE.c.world_id == world_id, SAVE.c.name == name
    )
    found = connection.execute(same.order_by(SAVE.c.id)).all()
    return tuple(SaveId(row.id) for row in found if began(row.timeline_id) == own)


def append_end(connection: sa.Connection, facts: RowCache, vantage: Vantage) -> int:
    """Return the last seq, visible from its timeline, of the append that wrote `vantage.seq`."""
    timeline = authored.read_timeline(connection, vantage.timeline_id)
    for segment in lineage_of(connection, facts, timeline.vantage, timeline):
        if segment.first <= vantage.seq <= segment.last:
            place = (RECORD.c.timeline_id == segment.timeline_id, RECORD.c.seq == vantage.seq)
            following = connection.execute(sa.select(RECORD.c.following).where(*place)).scalar()
            return min(vantage.seq + (following or 0), segment.last)
    return vantage.seq


def count_late_result(connection: sa.Connection, timeline_id: TimelineId) -> None:
    """Count a thought that was refused because its timeline had been left."""
    counted = sa.update(TIMELINE).where(TIMELINE.c.id == timeline_id)
    connection.execute(counted.values(late_results=TIMELINE.c.late_results + 1))


def lock_timeline(
    connection: sa.Connection, vantage: Vantage, *, also_saved: bool = False
) -> Timeline:
    """Return the timeline of a vantage, locked against deletion until the transaction ends.

    With `also_saved` a deleted timeline is accepted if there is a save of the vantage.
    """
    row = connection.execute(_HELD, {"id": vantage.timeline_id}).first()
    if row is not None and row.deleted_at is not None:
        # Look for a save only after the lock: a transaction that freed the timeline removed it too.
        own = sa.exists().where(
            SAVE.c.timeline_id == vantage.timeline_id, SAVE.c.seq == vantage.seq
        )
        is_saved = also_saved and connection.execute(sa.select(own)).scalar_one()
        row = row if is_saved else None
    if row is None:
        raise authored.missing("timeline", vantage.timeline_id)
    timeline = rows.timeline(row)
    if vantage.seq > timeline.head:
        raise CursorTooNew(
            f"timeline {timeline.id!r} ends at {timeline.head}, before {vantage.seq}; name a "
            "position up to its end",
            Reason.CURSOR_TOO_NEW,
            timelineId=timeline.id,
            head=str(timeline.head),
        )
    return timeline


_T: sa.BindParameter[str] = sa.bindparam("t")
_FOR_ITSELF = sa.select(TIMELINE).where(TIMELINE.c.id == _T).with_for_update()
# A concurrent deletion of the timeline either waits for this lock or is visible after it.
_DELETED_AT = (
    sa.select(TIMELINE.c.deleted_at)
    .where(TIMELINE.c.id == _T)
    .with_for_update(read=True, key_share=True)
)
_NEEDED = sa.text("""
    SELECT max(seq) FROM (SELECT forked_at AS seq FROM timeline WHERE parent_id = :t
    UNION ALL SELECT seq FROM save WHERE timeline_id = :t) AS resting
""")
_CHUNK = sa.text("""
    SELECT min(seq), count(*) FROM (SELECT seq FROM record
    WHERE timeline_id = :t AND seq > :floor ORDER BY seq DESC LIMIT :most) AS last
""")


def delete_save(connection: sa.Connection, save_id: SaveId, now: int) -> None:
    """Delete a save, and request freeing if its timeline was deleted before."""
    timeline_id = authored.read_save(connection, save_id).vantage.timeline_id
    deleted_at = connection.execute(_DELETED_AT, {"t": timeline_id}).scalar()
    own = sa.delete(SAVE).where(SAVE.c.id == save_id)
    if connection.execute(own.returning(SAVE.c.id)).scalar() is None:
        raise authored.missing("save", save_id)  # deleted concurrently
    if deleted_at is not None:
        job_queue.want(connection, (_free(timeline_id),), now)


def delete_timeline(
    connection: sa.Connection, timeline_id: TimelineId, now: int, *, saves: bool
) -> None:
    """Mark a timeline as deleted, and request a job that frees what no one needs of it."""
    row = connection.execute(_FOR_ITSELF, {"t": timeline_id}).first()
    if row is None or row.deleted_at is not None:
        raise authored.missing("timeline", timeline_id)
    if authored.read_world(connection, row.world_id).genesis_id == timeline_id:
        raise NotPossibleNow(
            f"timeline {timeline_id!r} is where all others of its world begin; "
            "delete the world instead",
            Reason.STILL_IN_USE,
            worldId=row.world_id,
            timelineId=timeline_id,
        )
    own = sa.update(TIMELINE).where(TIMELINE.c.id == timeline_id)
    connection.execute(own.values(deleted_at=now, label=""))
    if saves:
        connection.execute(sa.delete(SAVE).where(SAVE.c.timeline_id == timeline_id))
    job_queue.drop(connection, timeline_id)
    connection.execute(sa.delete(BEGUN_TURN).where(BEGUN_TURN.c.timeline_id == timeline_id))
    job_queue.want(connection, (_free(timeline_id),), now)
    audit.deleted(connection, row.world_id, timeline_id, now)


def free_rows(connection: sa.Connection, timeline_id: TimelineId, most: int, now: int) -> bool:
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
        for table in (RECORD, VECTOR, PROMPT):
            own = (table.c.timeline_id == timeline_id, table.c.seq >= first)
            connection.execute(sa.delete(table).where(*own))
        prompts.drop_unused_beginnings(connection)
    if count == most:
        return False
    if needed is None:
        job_queue.drop(connection, timeline_id, (JobKind.FREE,))
        connection.execute(sa.delete(TIMELINE).where(TIMELINE.c.id == timeline_id))
        # One fork fewer needs the parent, of which more can be freed if it was deleted.
        if connection.execute(_DELETED_AT, {"t": row.parent_id}).scalar() is not None:
            job_queue.want(connection, (_free(TimelineId(row.parent_id)),), now)
    return True


def _free(timeline_id: TimelineId) -> JobDraft:
    return JobDraft(JobKind.FREE, timeline_id, "")
