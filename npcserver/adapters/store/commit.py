"""One transaction of the writer: many requests, one commit, and an outcome for each."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, Engine

from npcserver.adapters.store import requests
from npcserver.adapters.store.appending import append_all
from npcserver.adapters.store.facts import Facts
from npcserver.adapters.store.faults import is_worth_repeating, spoils_transaction, translate
from npcserver.adapters.store.inline import run_to_end
from npcserver.adapters.store.unit import SqlUnit, Transaction
from npcserver.model.errors import Fault
from npcserver.ports.storage import Append

T = TypeVar("T")
SqlWork = Callable[[SqlUnit], Awaitable[object]]
Request = Append | SqlWork
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Failed:
    """The error of a request, which left no changes."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Batch:
    """The requests of one transaction, at time `now`; answers older than `purge` are deleted."""

    requests: Sequence[Request]
    now: int
    facts: Facts
    purge: int | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The outcomes of a committed batch, in the order of its requests."""

    outcomes: Sequence[object]
    has_jobs: bool = False
    has_freed: bool = False


def commit(engine: Engine, batch: Batch) -> Committed:
    """Run and commit a batch; a failing database fails every request of the batch."""
    attempt = 1
    while True:
        try:
            return _commit_once(engine, batch)
        except Exception as error:  # noqa: BLE001 - it is passed to the caller of each request
            if attempt == _ATTEMPTS or not _is_worth_repeating(error):
                return Committed([Failed(_as_fault(error))] * len(batch.requests))
        attempt += 1


def _commit_once(engine: Engine, batch: Batch) -> Committed:
    with engine.begin() as connection:
        transaction = Transaction(connection, batch.now, batch.facts)
        outcomes: list[object] = []
        appends: list[Append] = []
        for request in batch.requests:
            if isinstance(request, Append):
                appends.append(request)
                continue
            outcomes += _append(transaction, appends)
            appends = []
            outcomes.append(_work(transaction, request))
        outcomes += _append(transaction, appends)
        if batch.purge is not None:
            requests.purge(connection, batch.purge)
    return Committed(outcomes, transaction.has_jobs, transaction.has_freed)


def _append(transaction: Transaction, appends: Sequence[Append]) -> list[object]:
    """Append in bulk; if the database refuses the bulk, one by one, so only the bad one fails."""
    if not appends:
        return []
    connection, now = transaction.connection, transaction.now
    results = _isolated(connection, lambda: append_all(connection, appends, now))
    if isinstance(results, Failed):
        if len(appends) > 1:
            return [result for one in appends for result in _append(transaction, (one,))]
        return [results]
    transaction.has_jobs = transaction.has_jobs or any(append.jobs for append in appends)
    return [Failed(result) if isinstance(result, Fault) else result for result in results]


def _work(transaction: Transaction, work: SqlWork) -> object:
    unit = SqlUnit(transaction)
    return _isolated(transaction.connection, lambda: run_to_end(work(unit)))


def _isolated(connection: Connection, action: Callable[[], T]) -> T | Failed:
    """Run under a savepoint. Raises only errors that end the whole transaction."""
    # Raw SQL, since SQLAlchemy compiles its own savepoint statements anew each time.
    connection.exec_driver_sql("SAVEPOINT request")
    try:
        result = action()
    except Exception as error:
        fault = _as_fault(error)
        if isinstance(fault, Fault) and spoils_transaction(fault):
            # The savepoint is gone: SQLite has rolled back the transaction already.
            raise
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT request")
        connection.exec_driver_sql("RELEASE SAVEPOINT request")
        return Failed(fault)
    connection.exec_driver_sql("RELEASE SAVEPOINT request")
    return result


def _is_worth_repeating(error: Exception) -> bool:
    return is_worth_repeating(error.__cause__ or error)


def _as_fault(error: Exception) -> Exception:
    return translate(error) or error
