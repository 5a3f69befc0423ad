"""Erases what the log of a world, and the tables beside it, hold of one player.

A record keeps its place and its times, so the log stays without gaps; what it held is overwritten.
The log is read in snapshots and written in small transactions: records never change but here, and
those that were appended meanwhile are found by the next search.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, or_, select, update

from npcserver.adapters.store import audit, authored, codec, dialect, prompts, world_rows
from npcserver.adapters.store.reader_pool import ReaderPool
from npcserver.adapters.store.tables import (
    AFFORDANCE_SET,
    AUTHOR_CHANGE,
    BEGUN_TURN,
    BOOK,
    CHAPTER,
    CHARACTER,
    DISCLOSURE,
    JOB,
    NOTE,
    PLACE,
    PROMPT,
    RECORD,
    REQUEST,
    SAVE,
    SPENDING,
    SPENDING_LIMIT,
    TIMELINE,
    VECTOR,
    WORLD,
)
from npcserver.adapters.store.transactions import read_notes
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.adapters.store.world_rows import TOMBSTONE, WorldScope
from npcserver.adapters.store.writer import Writer
from npcserver.model.author_change import ChangeKind
from npcserver.model.budget_accounts import SpendingScope
from npcserver.model.erasure import Erasure, PlayerTraces, SearchedTimeline, StoredRecord
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.record import Body, RecordKind, owner_of_subject
from npcserver.ports.erasure import ErasedCount, Tombstone
from npcserver.ports.storage import flags_of

_READ = 1_000
_WRITTEN = 200
_COLUMNS = [RECORD.c[name] for name in StoredRecord._fields]
_NEXT = (
    select(*_COLUMNS)
    .where(RECORD.c.timeline_id == bindparam("t"), RECORD.c.seq > bindparam("after"))
    .order_by(RECORD.c.seq)
    .limit(_READ)
)
_OWN = (RECORD.c.timeline_id == bindparam("t"), RECORD.c.seq == bindparam("s"))
_BLANK = (
    update(RECORD)
    .where(*_OWN)
    .values(
        kind=str(RecordKind.FORGOTTEN),
        subject_id="",
        text="",
        importance=None,
        turn_id=None,
        body="{}",
    )
)
_REWRITE = update(RECORD).where(*_OWN).values(body=bindparam("new_body"))


class SqlErasure:
    """Searches a world for a player, and erases what it finds."""

    def __init__(self, readers: ReaderPool, writer: Writer, sent: prompts.RecentPrompts) -> None:
        self._readers = readers
        self._writer = writer
        self._sent = sent

    async def traces(self, world_id: WorldId, player_id: str, until: int) -> PlayerTraces:
        """Return traces with nothing found yet. Raises `NotFound` for an unknown world."""
        texts, names = await self._readers.run(_authored, world_id)
        return PlayerTraces(player_id, texts, names, until)

    async def timelines(self, world_id: WorldId) -> tuple[TimelineId, ...]:
        """Return all timelines of a world, deleted ones included, parents before forks."""
        return tuple(await self._readers.run(_branches, world_id))

    async def erase(self, world_id: WorldId, traces: PlayerTraces) -> ErasedCount:
        """Search the log of a world and all tables beside it, and erase what is found."""
        traces.start(await self._readers.run(_branches, world_id))
        await self._each(traces, traces.read)
        traces.read_done()
        erased: dict[TimelineId, list[Erasure]] = {}
        prompts_of: dict[TimelineId, list[int]] = {}

        def judge(row: StoredRecord) -> None:
            made, drops_prompt = traces.judge(row)
            if made is not None:
                erased.setdefault(row.timeline_id, []).append(made)
            if drops_prompt:
                prompts_of.setdefault(row.timeline_id, []).append(row.seq)

        await self._each(traces, judge)
        records = others = dropped = 0
        for timeline_id in traces.branches:
            own, seqs = erased.get(timeline_id, []), prompts_of.get(timeline_id, [])
            for chunk in dialect.batched(own, _WRITTEN):
                await self._writer.work(_writing(_overwrite, timeline_id, chunk))
            for several in dialect.batched(seqs, _WRITTEN):
                dropped += await self._writer.work(_writing(_drop_prompts, timeline_id, several))
            records += sum(one.body is None for one in own)
            others += sum(one.body is not None for one in own)
        gone = {t: {one.seq for one in own if one.body is None} for t, own in erased.items()}
        others += await self._writer.work(_writing(_erase_beside, world_id, traces, gone))
        self._sent.discard(traces.mentions)
        codec.clear_caches()
        return ErasedCount(records=records, prompts=dropped, others=others)

    async def export(self, world_id: WorldId, traces: PlayerTraces) -> list[StoredRecord]:
        """Return the records that are tied to the player, those of each timeline in order."""
        traces.start(await self._readers.run(_branches, world_id))
        await self._each(traces, traces.read)
        found: list[StoredRecord] = []
        await self._each(traces, lambda row: found.append(row) if traces.is_own(row) else None)
        return found

    def body(self, kind: RecordKind, body: str) -> Body:
        """Return the body of an exported record. Raises `ValueError` for what is none."""
        return codec.decode(kind, body)

    async def players(self, world_id: WorldId) -> frozenset[str]:
        """Return the ids of all who may be players in the log of a world."""
        branches = await self._readers.run(_branches, world_id)
        found = await self._readers.run(_players_beside, tuple(branches))
        for timeline_id in branches:
            await self._rows(timeline_id, lambda row: found.update(_ids_in(row)))
        return frozenset(found)

    async def keep_tombstone(self, tombstone: Tombstone) -> None:
        """Store a tombstone, replacing the one with its digest."""
        name = f"{TOMBSTONE}{tombstone.digest}"
        await self._writer.work(lambda unit: unit.keep_note(name, json.dumps(asdict(tombstone))))

    async def tombstones(self) -> tuple[Tombstone, ...]:
        """Return all tombstones of the database."""
        found = await self._readers.run(read_notes, TOMBSTONE)
        return tuple(Tombstone(**json.loads(value)) for value in found.values())

    async def _each(self, traces: PlayerTraces, take: Callable[[StoredRecord], object]) -> None:
        for timeline_id in traces.branches:
            await self._rows(timeline_id, take)

    async def _rows(self, timeline_id: TimelineId, take: Callable[[StoredRecord], object]) -> None:
        """Pass each record of a timeline's own to `take`, on the thread of a reader."""
        after: int | None = 0
        while after is not None:
            after = await self._readers.run(_take, timeline_id, after, take)


def _writing(query: Callable[..., int], *args: Any) -> Callable[[SqlUnit], Any]:
    async def work(unit: SqlUnit) -> int:
        return await unit.erase(query, unit.now, *args)

    return work


def _take(
    connection: Connection,
    timeline_id: TimelineId,
    after: int,
    take: Callable[[StoredRecord], object],
) -> int | None:
    rows = connection.execute(_NEXT, {"t": timeline_id, "after": after}).all()
    for row in rows:
        take(StoredRecord(*row))
    return rows[-1].seq if len(rows) == _READ else None


def _authored(connection: Connection, world_id: WorldId) -> tuple[list[str], list[str]]:
    """Return all texts of a world's authors, and the names and ids of its characters."""
    authored.read_world(connection, world_id)
    texts: list[str] = []
    for table in (WORLD, PLACE, CHARACTER, BOOK, CHAPTER):
        column = table.c.id if table is WORLD else table.c.world_id
        for row in connection.execute(select(table).where(column == world_id)):
            texts += [
                value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                for value in row
                if isinstance(value, str | list | dict)
            ]
    people = select(CHARACTER.c.id, CHARACTER.c.name).where(CHARACTER.c.world_id == world_id)
    return texts, [name for row in connection.execute(people) for name in row]


def _branches(connection: Connection, world_id: WorldId) -> dict[TimelineId, SearchedTimeline]:
    """Return the timelines of a world, parents before forks."""
    found = world_rows.read(connection, WorldScope(world_id), TIMELINE)
    return {row["id"]: SearchedTimeline(row["parent_id"], row["forked_at"]) for row in found}


def _overwrite(
    connection: Connection, now: int, timeline_id: TimelineId, erasures: Sequence[Erasure]
) -> int:
    whole = [one.seq for one in erasures if one.body is None]
    partly = [
        {"t": timeline_id, "s": one.seq, "new_body": one.body}
        for one in erasures
        if one.body is not None
    ]
    if whole:
        connection.execute(_BLANK, [{"t": timeline_id, "s": seq} for seq in whole])
        for table in (VECTOR, PROMPT):
            _deleted(connection, table, table.c.timeline_id == timeline_id, table.c.seq.in_(whole))
    if partly:
        connection.execute(_REWRITE, partly)
    audit.erased(connection, timeline_id, [one.seq for one in erasures], now)
    return len(erasures)


def _drop_prompts(
    connection: Connection, now: int, timeline_id: TimelineId, seqs: Sequence[int]
) -> int:
    del now
    own = (PROMPT.c.timeline_id == timeline_id, PROMPT.c.seq.in_(seqs))
    dropped = _deleted(connection, PROMPT, *own)
    if dropped:
        prompts.drop_unused_beginnings(connection)
    return dropped


def _erase_beside(
    connection: Connection,
    now: int,
    world_id: WorldId,
    traces: PlayerTraces,
    gone: dict[TimelineId, set[int]],
) -> int:
    """Erase what tables beside the log hold; return the number of rows."""
    del now
    dialect.hold(connection, "forget", world_id)
    ids = list(traces.branches)
    player_id, count = traces.player_id, 0
    for table in (AFFORDANCE_SET, DISCLOSURE):
        own = (table.c.player_id == player_id, table.c.timeline_id.in_(ids))
        count += _deleted(connection, table, *own)
    for table in (SPENDING, SPENDING_LIMIT):
        of_player = (table.c.scope == str(SpendingScope.PLAYER), table.c.subject_id == player_id)
        count += _deleted(connection, table, table.c.world_id == world_id, *of_player)
    for row in connection.execute(select(BEGUN_TURN).where(BEGUN_TURN.c.timeline_id.in_(ids))):
        if traces.names(f"{row.turn}\n{row.delivered}") or f'"{player_id}"' in row.turn:
            count += _deleted(connection, BEGUN_TURN, BEGUN_TURN.c.turn_id == row.turn_id)
    for row in connection.execute(select(JOB).where(JOB.c.timeline_id.in_(ids))):
        if traces.is_of_player(row.subject_id):
            count += _deleted(connection, JOB, JOB.c.id == row.id)
        elif row.error and traces.mentions(row.error):
            connection.execute(update(JOB).where(JOB.c.id == row.id).values(error=""))
            count += 1
    for name, value in read_notes(connection, flags_of(world_id)).items():
        flag = json.loads(value) if value else {}
        if flag and (flag["seq"] in gone.get(flag["timeline"], ()) or traces.mentions(value)):
            count += _deleted(connection, NOTE, NOTE.c.name == name)
    count += _erase_changes(connection, world_id, traces, gone)
    return count + _erase_names(connection, world_id, traces, gone)


def _erase_changes(
    connection: Connection,
    world_id: WorldId,
    traces: PlayerTraces,
    gone: dict[TimelineId, set[int]],
) -> int:
    """Erase what changes of authors keep of the player; that they were made stays listed."""
    table, found = AUTHOR_CHANGE.c, []
    for row in connection.execute(select(AUTHOR_CHANGE).where(table.world_id == world_id)):
        states = [row.before, row.after]
        flags = [state["flag"] for state in states if state and row.kind == str(ChangeKind.FLAG)]
        is_gone = any(one["seq"] in gone.get(one["timeline"], ()) for one in flags)
        if is_gone or traces.mentions(json.dumps([*states, row.why], ensure_ascii=False)):
            found.append(row.id)
    # The records of a correction say what it did, so it can still be undone.
    is_kept = table.kind == str(ChangeKind.CORRECTION)
    emptied = {"before": None, "after": None, "why": "", "is_kept": is_kept}
    for chunk in dialect.batched(found):
        connection.execute(update(AUTHOR_CHANGE).where(table.id.in_(chunk)).values(emptied))
    return len(found)


def _erase_names(
    connection: Connection,
    world_id: WorldId,
    traces: PlayerTraces,
    gone: dict[TimelineId, set[int]],
) -> int:
    """Erase names of the player that a game gave to timelines, saves and requests."""
    ids, scopes, count = list(traces.branches), [world_id], 0
    for table, name in ((SAVE, SAVE.c.name), (TIMELINE, TIMELINE.c.label)):
        named = select(table.c.id, name).where(table.c.world_id == world_id)
        for own_id, text in connection.execute(named).all():
            scopes.append(own_id)
            if traces.names(text):
                connection.execute(update(table).where(table.c.id == own_id).values({name: ""}))
                count += 1
    own = or_(REQUEST.c.scope.in_(scopes), REQUEST.c.timeline_id.in_(ids))
    for row in connection.execute(select(REQUEST).where(own)):
        first, _, last = row.answer.partition(":")
        is_range = first.isdecimal() and last.isdecimal()
        erased = gone.get(row.scope, set())
        is_gone = is_range and any(int(first) <= seq <= int(last) for seq in erased)
        if is_gone or any(map(traces.names, (row.request_id, row.answer))):
            key = (REQUEST.c.scope == row.scope, REQUEST.c.request_id == row.request_id)
            count += _deleted(connection, REQUEST, *key)
    return count


def _deleted(connection: Connection, table: Table, *conditions: Any) -> int:
    statement = delete(table).where(*conditions)
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount


def _players_beside(connection: Connection, ids: Sequence[TimelineId]) -> set[str]:
    found: set[str] = set()
    for table in (DISCLOSURE, AFFORDANCE_SET):
        own = select(table.c.player_id).where(table.c.timeline_id.in_(ids))
        found.update(connection.execute(own).scalars())
    return found


def _ids_in(row: StoredRecord) -> Iterable[str]:
    """Yield what may be the id of a player in a record."""
    yield owner_of_subject(row.subject_id)
    yield row.subject_id.rpartition(">")[2]
    data = json.loads(row.body)
    yield from (str(data.get(name)) for name in ("speaker_id", "told_by", "told_to", "with_id"))
    yield from data.get("players", ())
    yield from data.get("about", ()) if isinstance(data.get("about"), list) else ()
