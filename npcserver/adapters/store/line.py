"""The line in which due jobs stand on PostgreSQL, kept by procrastinate.

It lets through one job for each lock, of two that are due the more urgent one, and tells whoever
listens that somebody has come. Everything else about a job stands in our own table: procrastinate
lets a job that waits for its time, or for another attempt, hold up all others of its lock. So a
job gets in line only once it is due, and leaves it however it ends.

Its statements run on the connection of the unit they are part of. Nothing here waits, so
`run_to_end` can drive what procrastinate made for an event loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from procrastinate.connector import BaseAsyncConnector
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager
from psycopg.types.json import Jsonb
from sqlalchemy import Connection, CursorResult
from sqlalchemy.exc import DBAPIError, IntegrityError

from npcserver.adapters.store.inline import run_to_end

_QUEUE = "npcserver-{rank}"
# Whether a worker is alive is told by our leases, which renew by the job and not by the process.
_NO_WORKER: Any = None
_MAX_LOSSES = 20
_RAISED = "P0001"  # SQLSTATE of what a function raises, such as that there is no such job


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What is known of a job in line: `number` is our own, `lock` who it is done for.

    Each `rank` has a queue of its own; of one lock the job of greater `priority` goes first.
    """

    number: int
    name: str
    lock: str
    rank: int
    priority: int


class Line:
    """The line as one open transaction sees it. A ticket is procrastinate's number of a job."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._manager = JobManager(_Inline(connection))

    def join(self, places: Sequence[Place]) -> list[int]:
        """Let jobs join the line in this order; return their tickets."""
        jobs = [
            Job(
                queue=_QUEUE.format(rank=place.rank),
                task_name=place.name,
                lock=place.lock,
                queueing_lock=None,
                priority=place.priority,
                task_kwargs={"job": place.number},
            )
            for place in places
        ]
        joined = run_to_end(self._manager.batch_defer_jobs_async(jobs))
        return [job.id for job in joined if job.id is not None]

    def next(self, rank: int) -> tuple[int, int] | None:
        """Let the next job of a rank through whose lock is free; return its ticket and number."""
        queue = _QUEUE.format(rank=rank)
        for _ in range(_MAX_LOSSES):
            try:
                with self._connection.begin_nested():
                    job = run_to_end(self._manager.fetch_job((queue,), _NO_WORKER))
            except IntegrityError:
                # Another process let through another job of the same lock in the same moment.
                continue
            if job is None or job.id is None:
                return None
            number = job.task_kwargs.get("job")
            return job.id, number if isinstance(number, int) else 0
        return None

    def hold(self, tickets: Sequence[int]) -> set[int]:
        """Lock these jobs in the line; return the tickets of those nobody else had locked."""
        held = "SELECT id FROM procrastinate_jobs WHERE id = ANY(%s) FOR UPDATE SKIP LOCKED"
        return set(self._connection.exec_driver_sql(held, (list(tickets),)).scalars())

    def leave(self, ticket: int) -> None:
        """Take a job out of the line; one that is not in it makes no difference."""
        done = self._manager.finish_job_by_id_async(ticket, Status.SUCCEEDED, delete_job=True)
        try:
            with self._connection.begin_nested():
                run_to_end(done)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _RAISED:
                raise


class _Inline(BaseAsyncConnector):
    """Runs procrastinate's statements on a connection that is open already."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute_query_async(self, query: str, **arguments: Any) -> None:
        self._execute(query, arguments)

    async def execute_query_one_async(self, query: str, **arguments: Any) -> dict[str, Any]:
        return dict(self._execute(query, arguments).mappings().one())

    async def execute_query_all_async(self, query: str, **arguments: Any) -> list[dict[str, Any]]:
        return [dict(row) for row in self._execute(query, arguments).mappings()]

    def _execute(self, query: str, arguments: dict[str, Any]) -> CursorResult[Any]:
        values = {name: _adapted(value) for name, value in arguments.items()}
        return self._connection.exec_driver_sql(query, values)


def _adapted(value: object) -> object:
    """Return a value as the driver takes it: rows as tuples, arrays as lists, objects as JSON."""
    if isinstance(value, dict):
        return Jsonb(value)
    if isinstance(value, list):
        return [_adapted(each) for each in value]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return tuple(_adapted(each) for each in value)
    if isinstance(value, tuple):
        return list(value)
    return value
