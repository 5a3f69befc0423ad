"""Appending records to timelines, many appends in a few statements.

Everything is decided before anything is written: the heads of all timelines are locked and read,
each append is placed or refused in memory, and then the rows are inserted in bulk. A refused append
leaves no trace and does not affect the others. Only fences need further queries; for the fence that
every thought has (its timeline was not left) there is one query for the whole batch.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from npcserver.adapters.store import codec, dialect, fences, queue, requests
from npcserver.adapters.store.authored import no_timeline
from npcserver.adapters.store.columns import from_moment, to_moment
from npcserver.model.errors import Conflict, Fault, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft
from npcserver.model.record import Draft, RecordKind, TurnTaken
from npcserver.ports.storage import Append, Appended, Fence, RequestKey

_RECORD = (
    "record(timeline_id, seq, kind, subject_id, text, importance, game_time, clock, written_at,"
    " turn_id, body, following)"
)
_MOVE = (
    "UPDATE timeline SET head = moved.column2, clock = moved.column3"
    " FROM (VALUES {rows}) AS moved WHERE timeline.id = moved.column1"
)
_Row = tuple[Any, ...]  # a record, in the order of `_RECORD`


@dataclass(slots=True)
class _End:
    """Head and clock of a timeline while a batch is placed."""

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


def append_all(
    connection: Connection, appends: Sequence[Append], now: int
) -> list[Appended | Fault]:
    """Append each in turn as if it were alone; a refusal is returned in place of a result."""
    # The lock comes first, so that answers committed by another process are visible afterwards.
    ends = _lock(connection, {append.timeline_id for append in appends})
    keys = [append.key for append in appends if append.key is not None]
    thoughts = {each.timeline_id for each in appends if any(map(fences.is_of_left, each.fences))}
    left = fences.left(connection, sorted(thoughts & ends.keys()))
    plan = _Plan(connection, ends, requests.known(connection, keys), now, left)
    results: list[Appended | Fault] = []
    for append in appends:
        try:
            results.append(_place(plan, append))
        except Fault as refusal:
            results.append(refusal)
    _write(connection, plan)
    return results


def _lock(connection: Connection, ids: Iterable[TimelineId]) -> dict[TimelineId, _End]:
    """Lock timelines in the order of their ids, so that two processes cannot deadlock."""
    wanted = sorted(ids)
    values = ", ".join([dialect.mark(connection)] * len(wanted))
    # Not the stronger FOR UPDATE: a fork, which only needs the row to stay, does not wait for it.
    lock = "FOR NO KEY UPDATE" if connection.dialect.name == "postgresql" else ""
    found = connection.exec_driver_sql(
        "SELECT id, forked_at, head, clock FROM timeline "  # noqa: S608 - every value is bound
        f"WHERE id IN ({values}) AND deleted_at IS NULL ORDER BY id {lock}",
        tuple(wanted),
    )
    return {timeline_id: _End(*end) for timeline_id, *end in found}


def _place(plan: _Plan, append: Append) -> Appended:
    end = plan.ends.get(append.timeline_id)
    if end is None:
        raise no_timeline(append.timeline_id)
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
            raise fences.broken(append.timeline_id, fence)
    first = end.head + 1
    clock, rows = _rows(append, end, plan.now)
    plan.records += rows
    plan.placed |= {(row[0], row[3], row[2]): row[1] for row in rows}
    plan.jobs += append.jobs
    end.has_moved = end.has_moved or bool(rows)
    end.head, end.clock = end.head + len(rows), clock
    if append.key is not None:
        _keep(plan, append.key, f"{first}:{end.head}")
    return Appended(append.timeline_id, first, end.head)


def _holds(plan: _Plan, timeline_id: TimelineId, end: _End, fence: Fence) -> bool:
    """Return whether a fence holds, also with respect to earlier appends of the same batch."""
    placed = (plan.placed.get((timeline_id, fence.subject_id, kind), 0) for kind in fence.kinds)
    if any(seq > fence.seq for seq in placed):
        return False
    if fences.is_of_left(fence) and fence.seq >= end.forked_at:
        return plan.left.get(timeline_id, 0) <= fence.seq
    return fences.holds(plan.connection, timeline_id, end.forked_at, fence)


def _keep(plan: _Plan, key: RequestKey, answer: str) -> None:
    plan.answered.append(requests.row(key, answer, plan.now))
    plan.answers[(key.scope, key.request_id)] = requests.Answer(key.digest, answer)


def _rows(append: Append, end: _End, now: int) -> tuple[int, list[_Row]]:
    """Return the rows of an append, and the timeline's clock after them."""
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
        row = _row(append.timeline_id, seq, draft, (game_time, clock, now))
        rows.append((*row, len(append.drafts) - 1 - len(rows)))
    return clock, rows


def _row(timeline_id: TimelineId, seq: int, draft: Draft, times: tuple[int, int, int]) -> _Row:
    body = draft.body
    turn_id = body.turn_id if isinstance(body, TurnTaken) else None
    said = (draft.text, draft.importance)
    encoded = codec.encode(body)
    return (timeline_id, seq, str(draft.kind), draft.subject_id, *said, *times, turn_id, encoded)


def _write(connection: Connection, plan: _Plan) -> None:
    moved = [
        (timeline_id, end.head, end.clock)
        for timeline_id, end in plan.ends.items()
        if end.has_moved
    ]
    dialect.run_chunked(connection, _MOVE, moved)
    dialect.insert_many(connection, _RECORD, plan.records)
    requests.keep(connection, plan.answered)
    queue.want(connection, plan.jobs, plan.now, locked=plan.ends)
