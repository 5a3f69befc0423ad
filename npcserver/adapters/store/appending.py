"""Puts records at the end of timelines, many appends in a handful of statements.

Nothing is written before everything is decided: the ends of all timelines are locked and read,
each append is placed or refused in memory, and then the rows go in by bulk. A refused append
leaves no trace and does not touch its neighbours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from npcserver.adapters.store import codec, queue, requests
from npcserver.adapters.store.authored import no_timeline
from npcserver.adapters.store.columns import from_moment, to_moment
from npcserver.adapters.store.dialect import execute_many
from npcserver.adapters.store.tables import RecordRow, TimelineRow, table_of
from npcserver.model.errors import Conflict, Fault, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft
from npcserver.model.record import Draft, RecordKind, TurnTaken
from npcserver.ports.storage import Append, Appended, RequestKey

_TIMELINE = table_of(TimelineRow)
_RECORD = table_of(RecordRow)


@dataclass(slots=True)
class _End:
    """Where a timeline ends while a batch is being placed."""

    head: int
    clock: int
    has_moved: bool = False


@dataclass(slots=True)
class _Plan:
    """What a batch is going to write."""

    ends: dict[TimelineId, _End]
    answers: requests.Answers
    now: int
    records: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    jobs: list[JobDraft] = field(default_factory=list)


def append_all(
    connection: Connection, appends: Sequence[Append], now: int
) -> list[Appended | Fault]:
    """Append each in turn as if it were alone; a refusal stands where its result would."""
    # The lock comes first: whatever a rival process has answered is then there to be seen.
    ends = _lock(connection, {append.timeline_id for append in appends})
    keys = [append.key for append in appends if append.key is not None]
    plan = _Plan(ends, requests.known(connection, keys), now)
    results: list[Appended | Fault] = []
    for append in appends:
        try:
            results.append(_place(plan, append))
        except Fault as refusal:
            results.append(refusal)
    _write(connection, plan)
    return results


def _lock(connection: Connection, ids: Iterable[TimelineId]) -> dict[TimelineId, _End]:
    """Lock timelines in the order of their ids, so that two processes cannot block each other."""
    found = connection.execute(
        select(_TIMELINE.c.id, _TIMELINE.c.head, _TIMELINE.c.clock)
        .where(_TIMELINE.c.id.in_(sorted(ids)))
        .order_by(_TIMELINE.c.id)
        .with_for_update()
    )
    return {row.id: _End(row.head, row.clock) for row in found}


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
    first = end.head + 1
    clock, rows = _rows(append, end, plan.now)
    plan.records += rows
    plan.jobs += append.jobs
    end.has_moved = end.has_moved or bool(rows)
    end.head, end.clock = end.head + len(rows), clock
    if append.key is not None:
        _keep(plan, append.key, f"{first}:{end.head}")
    return Appended(append.timeline_id, first, end.head)


def _keep(plan: _Plan, key: RequestKey, answer: str) -> None:
    plan.requests.append(requests.row(key, answer, plan.now))
    plan.answers[(key.scope, key.request_id)] = requests.Answer(key.digest, answer)


def _rows(append: Append, end: _End, now: int) -> tuple[int, list[dict[str, Any]]]:
    """Return the rows of an append, and the timeline's clock after them."""
    clock = end.clock
    rows: list[dict[str, Any]] = []
    for seq, draft in enumerate(append.drafts, end.head + 1):
        game_time = clock if draft.game_time is None else to_moment(draft.game_time)
        if draft.kind is RecordKind.CLOCK and game_time < clock:
            raise NotPossibleNow(
                f"game time stands at {from_moment(clock).isoformat()} and cannot go back to "
                f"{from_moment(game_time).isoformat()}; load a save to go back",
                Reason.CLOCK_MOVED_BACKWARDS,
                timelineId=append.timeline_id,
            )
        clock = max(clock, game_time)
        rows.append(_row(append.timeline_id, seq, draft, (game_time, clock, now)))
    return clock, rows


def _row(
    timeline_id: TimelineId, seq: int, draft: Draft, times: tuple[int, int, int]
) -> dict[str, Any]:
    game_time, clock, now = times
    body = draft.body
    return {
        "timeline_id": timeline_id,
        "seq": seq,
        "kind": draft.kind.value,
        "subject_id": draft.subject_id,
        "text": draft.text,
        "importance": draft.importance,
        "game_time": game_time,
        "clock": clock,
        "written_at": now,
        "turn_id": body.turn_id if isinstance(body, TurnTaken) else None,
        "body": codec.encode(body),
    }


def _write(connection: Connection, plan: _Plan) -> None:
    moved = [
        {"own_id": timeline_id, "head": end.head, "clock": end.clock}
        for timeline_id, end in plan.ends.items()
        if end.has_moved
    ]
    if moved:
        own = _TIMELINE.c.id == bindparam("own_id")
        move = update(_TIMELINE).where(own)
        move = move.values(head=bindparam("head"), clock=bindparam("clock"))
        execute_many(connection, move, moved)
        execute_many(connection, insert(_RECORD), plan.records)
    requests.keep(connection, plan.requests)
    queue.want(connection, plan.jobs, plan.now)
