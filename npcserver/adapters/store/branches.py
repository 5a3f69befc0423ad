"""Adding timelines and saves, and counting late results.

A transaction that forks or saves locks the row of the timeline it starts from: on PostgreSQL no one
can delete the timeline, or free what it still keeps, before the transaction ends. Appends are not
blocked.
"""

from sqlalchemy import Connection, bindparam, exists, select, update

from npcserver.adapters.store import authored, lineages, rows
from npcserver.adapters.store.dialect import insert_new
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.tables import RecordRow, SaveRow, TimelineRow, table_of
from npcserver.model.errors import AlreadyExists, CursorTooNew, InvalidInput, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Save, Timeline, Vantage

_TIMELINE = table_of(TimelineRow)
_SAVE = table_of(SaveRow)
_RECORD = table_of(RecordRow)
_HELD = (
    select(_TIMELINE)
    .where(_TIMELINE.c.id == bindparam("id"))
    .with_for_update(read=True, key_share=True)
)


def add_timeline(connection: Connection, timeline: Timeline) -> None:
    """Insert a timeline; the parent of a fork is the ancestor that owns its last record.

    A deleted timeline can be forked only where it was saved. Raises `NotFound`, `CursorTooNew`,
    `InvalidInput` or `AlreadyExists`.
    """
    values = rows.of_timeline(timeline)
    if timeline.parent_id is None:
        authored.world(connection, timeline.world_id)
    else:
        vantage = Vantage(timeline.parent_id, timeline.forked_at)
        parent = hold(connection, vantage, also_saved=True)
        if parent.world_id != timeline.world_id:
            raise authored.no_world(timeline.world_id)
        values["parent_id"] = _root(connection, vantage, parent)
    if timeline.head != timeline.forked_at:
        raise InvalidInput("timeline.head", "a new timeline has no records of its own")
    if not insert_new(connection, _TIMELINE, values):
        raise AlreadyExists("timeline", timeline.id, "make a new id")


def add_save(connection: Connection, save: Save) -> None:
    """Insert a save of an existing vantage."""
    hold(connection, save.vantage)
    if not insert_new(connection, _SAVE, rows.of_save(save)):
        raise AlreadyExists("save", save.id, "make a new id")


def append_end(connection: Connection, facts: Facts, vantage: Vantage) -> int:
    """Return the last seq, visible from its timeline, of the append that wrote `vantage.seq`."""
    timeline = authored.timeline(connection, vantage.timeline_id)
    for segment in lineages.lineage_of(connection, facts, timeline.vantage, timeline):
        if segment.first <= vantage.seq <= segment.last:
            place = (_RECORD.c.timeline_id == segment.timeline_id, _RECORD.c.seq == vantage.seq)
            following = connection.execute(select(_RECORD.c.following).where(*place)).scalar()
            return min(vantage.seq + (following or 0), segment.last)
    return vantage.seq


def count_late_result(connection: Connection, timeline_id: TimelineId) -> None:
    """Count a thought that was refused because its timeline had been left."""
    counted = update(_TIMELINE).where(_TIMELINE.c.id == timeline_id)
    connection.execute(counted.values(late_results=_TIMELINE.c.late_results + 1))


def hold(connection: Connection, vantage: Vantage, *, also_saved: bool = False) -> Timeline:
    """Return the timeline of a vantage, locked against deletion until the transaction ends.

    With `also_saved` a deleted timeline is accepted if there is a save of the vantage.
    """
    row = connection.execute(_HELD, {"id": vantage.timeline_id}).first()
    # Look for a save only after the lock: a transaction that freed the timeline removed it too.
    if row is None or (
        row.deleted_at is not None and not (also_saved and _is_saved(connection, vantage))
    ):
        raise authored.no_timeline(vantage.timeline_id)
    timeline = rows.timeline(row)
    _require_reached(vantage, timeline)
    return timeline


def _root(connection: Connection, vantage: Vantage, timeline: Timeline) -> TimelineId:
    """Return the parent of a fork from a vantage; `timeline` is the vantage's own."""
    if vantage.seq > timeline.forked_at:
        return timeline.id
    # The ancestors between need no lock: the locked timeline is their descendant and keeps them.
    return lineages.root_of(connection, vantage)


def _is_saved(connection: Connection, vantage: Vantage) -> bool:
    own = exists().where(_SAVE.c.timeline_id == vantage.timeline_id, _SAVE.c.seq == vantage.seq)
    return bool(connection.execute(select(own)).scalar_one())


def _require_reached(vantage: Vantage, timeline: Timeline) -> None:
    if vantage.seq > timeline.head:
        raise CursorTooNew(
            f"timeline {timeline.id!r} ends at {timeline.head}, before {vantage.seq}; name a "
            "position up to its end",
            Reason.CURSOR_TOO_NEW,
            timelineId=timeline.id,
            head=str(timeline.head),
        )
