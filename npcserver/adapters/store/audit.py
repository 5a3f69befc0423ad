"""The audit log: entries are written in the transaction of the records that they are about."""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update

from npcserver.adapters.store import authored, dialect
from npcserver.adapters.store.dialect import columns_of, from_moment, made_of
from npcserver.adapters.store.tables import AUDIT_ENTRY, AUDIT_HEAD, RECORD
from npcserver.adapters.store.transactions import Queries, as_read, as_write
from npcserver.model.audit import (
    NOTHING,
    AuditEntry,
    AuditHead,
    AuditKind,
    chained,
    digest_under,
    payload,
)
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.record import RecordKind

_INTO = (
    "audit_entry(world_id, number, kind, timeline_id, seq, written_at, digest, link, digest_key)"
)
_KEY_BYTES = 32


class AuditNews(NamedTuple):
    """What an entry is to say; `text` and `body` of the record are None where it has none."""

    world_id: str
    kind: AuditKind
    timeline_id: str
    seq: int
    text: str | None = None
    body: str | None = None


def write(connection: Connection, news: Sequence[AuditNews], now: int) -> None:
    """Append entries, those of each world in order; the log of a world is locked until the commit.

    To be called last in a transaction, since other servers wait for it.
    """
    by_world: defaultdict[str, list[AuditNews]] = defaultdict(list)
    for one in news:
        by_world[one.world_id].append(one)
    for world_id in sorted(by_world):
        dialect.hold(connection, "audit", world_id)
        last = _head(connection, WorldId(world_id))
        entries = chained((_entry(one, now) for one in by_world[world_id]), last.link, last.number)
        rows = [
            (
                world_id,
                one.number,
                str(one.kind),
                one.timeline_id,
                one.seq,
                now,
                one.digest,
                one.link,
                one.key,
            )
            for one in entries
        ]
        dialect.insert_many(connection, _INTO, rows)


def _entry(news: AuditNews, now: int) -> AuditEntry:
    key, digest = None, ""
    if news.body is not None:
        key = secrets.token_bytes(_KEY_BYTES)
        digest = digest_under(key, payload(news.text or "", news.body))
    return AuditEntry(
        world_id=WorldId(news.world_id),
        number=0,
        kind=news.kind,
        timeline_id=TimelineId(news.timeline_id),
        seq=news.seq,
        write_time=from_moment(now),
        digest=digest,
        key=key,
    )


def _head(connection: Connection, world_id: WorldId) -> AuditHead:
    own = select(AUDIT_ENTRY.c.number, AUDIT_ENTRY.c.link).where(AUDIT_ENTRY.c.world_id == world_id)
    row = connection.execute(own.order_by(AUDIT_ENTRY.c.number.desc()).limit(1)).first()
    number, link = (0, NOTHING) if row is None else row
    return AuditHead(world_id=world_id, number=number, link=link)


def erased(connection: Connection, timeline_id: TimelineId, seqs: Sequence[int], now: int) -> None:
    """Drop the keys of entries about records that were overwritten, and say what they are now."""
    about = (AUDIT_ENTRY.c.timeline_id == timeline_id, AUDIT_ENTRY.c.seq.in_(seqs))
    known = connection.execute(
        select(AUDIT_ENTRY.c.world_id, AUDIT_ENTRY.c.seq).where(*about).distinct()
    ).all()
    if not known:
        return
    connection.execute(update(AUDIT_ENTRY).where(*about).values(digest_key=None))
    held = (RECORD.c.timeline_id == timeline_id, RECORD.c.seq.in_([row.seq for row in known]))
    own = select(RECORD.c.seq, RECORD.c.kind, RECORD.c.text, RECORD.c.body).where(*held)
    rows = {row.seq: row for row in connection.execute(own)}
    news: list[AuditNews] = []
    for world_id, seq in sorted(known):
        row = rows.get(seq)
        if row is None or row.kind == RecordKind.FORGOTTEN:
            news.append(AuditNews(world_id, AuditKind.FORGOTTEN, timeline_id, seq))
        else:
            news.append(
                AuditNews(world_id, AuditKind.CHANGED, timeline_id, seq, row.text, row.body)
            )
    write(connection, news, now)


def deleted(connection: Connection, world_id: str, timeline_id: TimelineId, now: int) -> None:
    """Drop the keys of entries about a timeline that is deleted, and say that it is."""
    about = AUDIT_ENTRY.c.timeline_id == timeline_id
    if connection.execute(select(AUDIT_ENTRY.c.number).where(about).limit(1)).first() is None:
        return
    connection.execute(update(AUDIT_ENTRY).where(about).values(digest_key=None))
    write(connection, [AuditNews(world_id, AuditKind.DELETED, timeline_id, 0)], now)


def restored(connection: Connection, rows: Sequence[Mapping[str, Any]], now: int) -> None:
    """Give entries about a timeline the keys again that they had in an archive, and say so.

    Where the log has other entries it stays as it is: the timeline then counts as deleted.
    """
    keyed = [row for row in rows if row["digest_key"] is not None]
    for row in keyed:
        names = ("world_id", "number", "timeline_id", "link")
        same = (AUDIT_ENTRY.c[name] == row[name] for name in names)
        own = update(AUDIT_ENTRY).where(*same).values(digest_key=row["digest_key"])
        if connection.execute(own).rowcount == 0:
            return
    if keyed:
        timeline_id = keyed[0]["timeline_id"]
        news = AuditNews(keyed[0]["world_id"], AuditKind.RESTORED, timeline_id, 0)
        write(connection, [news], now)


def _read_head(connection: Connection, world_id: WorldId) -> AuditHead:
    authored.read_world(connection, world_id)
    return _head(connection, world_id)


def _entries(
    connection: Connection, world_id: WorldId, limit: int, after: int = 0
) -> tuple[AuditEntry, ...]:
    authored.read_world(connection, world_id)
    own = (AUDIT_ENTRY.c.world_id == world_id, AUDIT_ENTRY.c.number > after)
    found = select(AUDIT_ENTRY).where(*own).order_by(AUDIT_ENTRY.c.number).limit(limit)
    return tuple(map(_of_row, connection.execute(found)))


def _of_row(row: Any) -> AuditEntry:
    written = from_moment(row.written_at)
    kind, key = AuditKind(row.kind), row.digest_key
    return made_of(AuditEntry, row, kind=kind, write_time=written, key=key)


def _unsigned(connection: Connection) -> tuple[AuditHead, ...]:
    newest = select(AUDIT_ENTRY.c.world_id, func.max(AUDIT_ENTRY.c.number).label("number"))
    last = select(AUDIT_HEAD.c.world_id, func.max(AUDIT_HEAD.c.number).label("number"))
    grouped = connection.execute(last.group_by(AUDIT_HEAD.c.world_id))
    signed = {row.world_id: row.number for row in grouped}
    rows = connection.execute(newest.group_by(AUDIT_ENTRY.c.world_id)).all()
    return tuple(
        _head(connection, WorldId(row.world_id))
        for row in rows
        if row.number > signed.get(row.world_id, 0)
    )


def _add_head(connection: Connection, head: AuditHead) -> None:
    dialect.insert_new(connection, AUDIT_HEAD, columns_of(AUDIT_HEAD, head))


def _heads(connection: Connection, world_id: WorldId) -> tuple[str, ...]:
    own = select(AUDIT_HEAD.c.note).where(AUDIT_HEAD.c.world_id == world_id)
    return tuple(connection.execute(own.order_by(AUDIT_HEAD.c.number)).scalars())


def _records(
    connection: Connection, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], tuple[str, str, str]]:
    """Return kind, text and body of the records at some places."""
    by_timeline: defaultdict[str, list[int]] = defaultdict(list)
    for timeline_id, seq in places:
        by_timeline[timeline_id].append(seq)
    found: dict[tuple[str, int], tuple[str, str, str]] = {}
    for timeline_id, seqs in by_timeline.items():
        for chunk in dialect.batched(seqs):
            own = (RECORD.c.timeline_id == timeline_id, RECORD.c.seq.in_(chunk))
            for row in connection.execute(
                select(RECORD.c.seq, RECORD.c.kind, RECORD.c.text, RECORD.c.body).where(*own)
            ):
                found[timeline_id, row.seq] = row.kind, row.text, row.body
    return found


class SqlAudit(Queries):
    """Reads the audit log, and keeps signed heads of it."""

    head = as_read(_read_head)
    entries = as_read(_entries)
    unsigned = as_read(_unsigned)
    heads = as_read(_heads)
    records = as_read(_records)
    add_head = as_write(_add_head)
