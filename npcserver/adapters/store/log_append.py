"""Appends records to timelines, many in a few statements, unless a fence is broken."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from npcserver.adapters.store import (
    audit,
    authored,
    codec,
    dialect,
    job_queue,
    log,
    prompts,
    requests,
    timelines,
)
from npcserver.adapters.store.authored import missing
from npcserver.adapters.store.dialect import from_moment, to_moment
from npcserver.adapters.store.row_cache import RowCache
from npcserver.model.audit import AuditKind
from npcserver.model.errors import Conflict, Fault, JobLost, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft
from npcserver.model.record import DRAFT_KINDS, RecordKind, TurnTaken, made_from
from npcserver.model.timeline import Segment
from npcserver.ports.storage import Append, Appended, Fence


def fence_holds(
    connection: Connection, timeline_id: TimelineId, forked_at: int, fence: Fence
) -> bool:
    """Return whether no stored record of the fence's subject and kinds is newer than its seq.

    The caller has locked the timeline, so the answer stays true until the commit.
    """
    own = Segment(timeline_id, max(forked_at, fence.seq) + 1, log.LAST)
    lineage = [own]
    if fence.seq < forked_at:
        # Made before the fork: the ancestors' records up to the fork count as well.
        fork = authored.read_timeline(connection, timeline_id)
        lineage = [
            Segment(seen.timeline_id, max(seen.first, fence.seq + 1), seen.last)
            for seen in timelines.lineage_of(connection, RowCache(), fork.vantage, fork)
            if seen.last > fence.seq
        ]
    return not log.has_any(connection, lineage, fence.subject_id, fence.kinds)


def is_departure_fence(fence: Fence) -> bool:
    """Return whether a fence only requires that the game has not left the timeline."""
    return fence.kinds == (RecordKind.LEFT,) and not fence.subject_id


def left_at(connection: Connection, timeline_ids: Sequence[TimelineId]) -> dict[TimelineId, int]:
    """Return the seq of the last LEFT record of those of some locked timelines that have one."""
    if not timeline_ids:
        return {}
    values = ", ".join([dialect.mark(connection)] * len(timeline_ids))
    found = connection.exec_driver_sql(
        f"SELECT timeline_id, MAX(seq) FROM record WHERE timeline_id IN ({values}) "  # noqa: S608 - every value is bound
        f"AND kind = '{RecordKind.LEFT}' AND subject_id = '' GROUP BY timeline_id",
        tuple(timeline_ids),
    )
    return {TimelineId(timeline_id): int(seq) for timeline_id, seq in found}


def broken_fence(timeline_id: TimelineId, fence: Fence) -> Conflict:
    """Return the refusal of an append whose fence does not hold."""
    if is_departure_fence(fence):
        return Conflict(
            f"the game left timeline {timeline_id!r} after {fence.seq}, where this was thought "
            "from; it is let go",
            Reason.TIMELINE_LEFT,
            timelineId=timeline_id,
        )
    return Conflict(
        f"the mind of {fence.subject_id!r} has moved on since {fence.seq}; think again",
        Reason.MIND_MOVED,
        timelineId=timeline_id,
        subjectId=fence.subject_id,
    )


_RECORD = (
    "record(timeline_id, seq, kind, subject_id, text, importance, game_time, clock, written_at,"
    " turn_id, body, following)"
)
_MOVE = (
    "UPDATE timeline SET head = moved.column2, clock = moved.column3"
    " FROM (VALUES {rows}) AS moved WHERE timeline.id = moved.column1"
)
_MARKS = {
    kind: f"UPDATE timeline SET {column} = TRUE"  # noqa: S608 - both are of this module
    " FROM (VALUES {rows}) AS edited WHERE timeline.id = edited.column1"
    for kind, column in (
        (RecordKind.CORRECTION, "is_corrected"),
        *((kind, "is_drafted") for kind in DRAFT_KINDS),
    )
}
"""How a timeline is marked that has records of authors, so that reads of others need not look."""
_AUDITED = {
    RecordKind.CORRECTION: AuditKind.CORRECTED,
    **dict.fromkeys(DRAFT_KINDS, AuditKind.DRAFTED),
}
_Row = tuple[Any, ...]  # a record, in the order of `_RECORD`


LimitedAppend = tuple[Append, frozenset[str] | None]
"""An append, and the worlds in which its caller may write; None for all."""


@dataclass(slots=True)
class _End:
    """Head and clock of a timeline while a batch is placed, and its world."""

    world_id: str
    forked_at: int
    head: int
    clock: int
    has_moved: bool = False


@dataclass(slots=True)
class _Plan:
    """What a batch will write.

    `left` is the seq at which each timeline was last left; `placed` is the newest seq of each
    timeline, subject and kind among `records`.
    """

    connection: Connection
    ends: dict[TimelineId, _End]
    answers: requests.Answers
    now: int
    left: Mapping[TimelineId, int]
    records: list[_Row] = field(default_factory=list)
    placed: dict[tuple[TimelineId, str, str], int] = field(default_factory=dict)
    answered: list[requests.Row] = field(default_factory=list)
    jobs: list[JobDraft] = field(default_factory=list)
    asked: list[prompts.PromptPlace] = field(default_factory=list)
    audited: list[audit.AuditNews] = field(default_factory=list)


def append_all(
    connection: Connection,
    limited: Sequence[LimitedAppend],
    now: int,
    sent: prompts.RecentPrompts,
    audited: list[audit.AuditNews] | None = None,
) -> tuple[list[Appended | Fault], bool]:
    """Append each in turn as if it were alone; a refusal is returned in place of a result.

    Records that were made from a prompt among `sent` are stored with it; of those that a model was
    asked for, news are added to `audited`. Also returned is whether workers are to look for jobs.
    """
    appends = [append for append, _ in limited]
    # The lock comes first, so that answers committed by another process are visible afterwards.
    ends = _lock(connection, {append.timeline_id for append in appends})
    keys = [append.key for append in appends if append.key is not None]
    thoughts = {each.timeline_id for each in appends if any(map(is_departure_fence, each.fences))}
    left = left_at(connection, sorted(thoughts & ends.keys()))
    plan = _Plan(connection, ends, requests.known(connection, keys), now, left)
    results: list[Appended | Fault] = []
    for append, worlds in limited:
        try:
            results.append(_place(plan, append, worlds))
        except Fault as refusal:
            results.append(refusal)
    has_jobs = _write(connection, plan)
    if audited is not None:
        audited += plan.audited
    prompts.keep(connection, sent, plan.asked, now)
    return results, has_jobs


def _lock(connection: Connection, ids: Iterable[TimelineId]) -> dict[TimelineId, _End]:
    """Lock timelines in the order of their ids, so that two processes cannot deadlock."""
    wanted = sorted(ids)
    values = ", ".join([dialect.mark(connection)] * len(wanted))
    # Not the stronger FOR UPDATE: a fork, which only needs the row to stay, does not wait for it.
    lock = "FOR NO KEY UPDATE" if connection.dialect.name == "postgresql" else ""
    found = connection.exec_driver_sql(
        "SELECT id, world_id, forked_at, head, clock FROM timeline "  # noqa: S608 - every value is bound
        f"WHERE id IN ({values}) AND deleted_at IS NULL ORDER BY id {lock}",
        tuple(wanted),
    )
    return {timeline_id: _End(*end) for timeline_id, *end in found}


def _place(plan: _Plan, append: Append, worlds: frozenset[str] | None) -> Appended:
    end = plan.ends.get(append.timeline_id)
    if end is None or (worlds is not None and end.world_id not in worlds):
        raise missing("timeline", append.timeline_id)
    if append.key is not None:
        answer = requests.answer_to(append.key, plan.answers)
        if answer is not None:
            first, last = (int(part) for part in answer.split(":"))
            return Appended(append.timeline_id, first, last, is_replay=True)
    if append.expected_head is not None and append.expected_head != end.head:
        raise Conflict(
            f"timeline {append.timeline_id!r} ends at {end.head} and no longer at "
            f"{append.expected_head}; look again and decide again",
            Reason.TIMELINE_MOVED,
            timelineId=append.timeline_id,
            head=str(end.head),
        )
    for fence in append.fences:
        if not _holds(plan, append.timeline_id, end, fence):
            raise broken_fence(append.timeline_id, fence)
        if fence.job is not None and not job_queue.hold(plan.connection, fence.job):
            raise JobLost(
                f"another worker does the job {fence.job.kind} of {fence.job.subject_id!r} by now",
                Reason.MIND_MOVED,
                timelineId=append.timeline_id,
                subjectId=fence.job.subject_id,
            )
    first = end.head + 1
    clock, rows = _rows(append, end, plan.now)
    plan.records += rows
    plan.placed |= {(row[0], row[3], row[2]): row[1] for row in rows}
    plan.jobs += append.jobs
    plan.asked += (
        (append.timeline_id, seq, made.prompt_digest)
        for seq, draft in enumerate(append.drafts, first)
        if (made := made_from(draft.body)) is not None and made.prompt_digest
    )
    edits = [_AUDITED[draft.kind] for draft in append.drafts if draft.kind in _AUDITED]
    kind = edits[0] if edits else AuditKind.ASKED
    plan.audited += (
        audit.AuditNews(end.world_id, kind, row[0], row[1], row[4], row[10])
        for row, draft in zip(rows, append.drafts, strict=True)
        if edits or made_from(draft.body) is not None
    )
    end.has_moved = end.has_moved or bool(rows)
    end.head, end.clock = end.head + len(rows), clock
    if (key := append.key) is not None:
        answer = f"{first}:{end.head}"
        plan.answered.append(requests.row(key, answer, plan.now))
        plan.answers[(key.scope, key.request_id)] = key.digest, answer
    return Appended(append.timeline_id, first, end.head)


def _holds(plan: _Plan, timeline_id: TimelineId, end: _End, fence: Fence) -> bool:
    """Return whether a fence holds, also with respect to earlier appends of the same batch."""
    placed = (plan.placed.get((timeline_id, fence.subject_id, kind), 0) for kind in fence.kinds)
    if any(seq > fence.seq for seq in placed):
        return False
    if is_departure_fence(fence) and fence.seq >= end.forked_at:
        return plan.left.get(timeline_id, 0) <= fence.seq
    return fence_holds(plan.connection, timeline_id, end.forked_at, fence)


def _rows(append: Append, end: _End, now: int) -> tuple[int, list[_Row]]:
    clock = end.clock
    rows: list[_Row] = []
    for seq, draft in enumerate(append.drafts, end.head + 1):
        game_time = clock if draft.game_time is None else to_moment(draft.game_time)
        if game_time < clock and draft.kind is RecordKind.CLOCK:
            raise NotPossibleNow(
                f"game time stands at {from_moment(clock).isoformat()} and cannot go back to "
                f"{from_moment(game_time).isoformat()}; load a save to go back",
                Reason.CLOCK_MOVED_BACKWARDS,
                timelineId=append.timeline_id,
            )
        clock = max(clock, game_time)
        body, place = draft.body, (append.timeline_id, seq, str(draft.kind), draft.subject_id)
        said, times = (draft.text, draft.importance), (game_time, clock, now)
        turn_id = body.turn_id if isinstance(body, TurnTaken) else None
        following = len(append.drafts) - 1 - len(rows)
        rows.append((*place, *said, *times, turn_id, codec.encode(body), following))
    return clock, rows


def _write(connection: Connection, plan: _Plan) -> bool:
    moved = [
        (timeline_id, end.head, end.clock)
        for timeline_id, end in plan.ends.items()
        if end.has_moved
    ]
    dialect.run_chunked(connection, _MOVE, moved)
    dialect.insert_many(connection, _RECORD, plan.records)
    for kind, mark in _MARKS.items():
        edited = {(row[0],) for row in plan.records if row[2] == kind}
        dialect.run_chunked(connection, mark, sorted(edited))
    requests.keep(connection, plan.answered)
    return job_queue.want(connection, plan.jobs, plan.now, locked=plan.ends)
