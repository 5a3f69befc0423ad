"""The queue of due jobs on PostgreSQL, kept by procrastinate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from procrastinate.connector import BaseAsyncConnector
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager
from psycopg.types.json import Jsonb
from sqlalchemy import Connection, CursorResult
from sqlalchemy.exc import DBAPIError, IntegrityError

from npcserver.adapters.store.reader_pool import run_to_end

_QUEUE = "npcserver-{rank}"
# Our leases track whether a worker is alive; they are renewed per job, not per process.
_NO_WORKER: Any = None
_MAX_LOSSES = 20
_RAISED = "P0001"  # SQLSTATE of RAISE in a function, such as for an unknown job


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A job as the queue sees it: `number` is its id in our table, `lock` its timeline and subject.

    Each `rank` has a queue of its own; within a lock the job of greater `priority` goes first.
    """

    number: int
    name: str
    lock: str
    rank: int
    priority: int


class TicketQueue:
    """The queue within one open transaction; a ticket is procrastinate's id of a job."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._manager = JobManager(_OpenConnector(connection))

    def join(self, places: Sequence[Ticket]) -> list[int]:
        """Add jobs to the queue in this order; return their tickets."""
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
        """Take the next job of a rank whose lock is free; return its ticket and number, or None."""
        queue = _QUEUE.format(rank=rank)
        for _ in range(_MAX_LOSSES):
            try:
                with self._connection.begin_nested():
                    job = run_to_end(self._manager.fetch_job((queue,), _NO_WORKER))
            except IntegrityError:
                # Another process took another job of the same lock at the same moment.
                continue
            if job is None or job.id is None:
                return None
            number = job.task_kwargs.get("job")
            return job.id, number if isinstance(number, int) else 0
        return None

    def hold(self, tickets: Sequence[int]) -> set[int]:
        """Lock these jobs in the queue; return the tickets that no one else had locked."""
        held = "SELECT id FROM procrastinate_jobs WHERE id = ANY(%s) FOR UPDATE SKIP LOCKED"
        return set(self._connection.exec_driver_sql(held, (list(tickets),)).scalars())

    def leave(self, ticket: int) -> None:
        """Remove a job from the queue, if it is there."""
        done = self._manager.finish_job_by_id_async(ticket, Status.SUCCEEDED, delete_job=True)
        try:
            with self._connection.begin_nested():
                run_to_end(done)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _RAISED:
                raise


class _OpenConnector(BaseAsyncConnector):
    """Runs procrastinate's statements on an open connection."""

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
    """Return a value for the driver: rows as tuples, arrays as lists, objects as JSON."""
    if isinstance(value, dict):
        return Jsonb(value)
    if isinstance(value, list):
        return [_adapted(each) for each in value]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return tuple(_adapted(each) for each in value)
    if isinstance(value, tuple):
        return list(value)
    return value
