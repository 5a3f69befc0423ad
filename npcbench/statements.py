"""Counts the statements with which readers read the database."""

import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from time import perf_counter
from typing import Any, NamedTuple

from sqlalchemy import Engine, NullPool, create_engine, event

from npcserver.adapters.store.reader_pool import READER_THREAD


class Statement(NamedTuple):
    """A statement and when it began, by `time.perf_counter`."""

    at: float
    text: str


_OWN: ContextVar[list[Statement] | None] = ContextVar("own_statements", default=None)


@contextmanager
def reading_statements() -> Generator[list[Statement], None, None]:
    """Yield a list to which each statement of a reader is added, without `BEGIN`.

    Of all stores of this process. What the writer reads within its transactions does not count.
    """
    found: list[Statement] = []
    with _noting(lambda: found):
        yield found


@contextmanager
def own_statements() -> Generator[list[Statement], None, None]:
    """Yield the same of this task and of tasks that it starts in the block.

    What the background reads meanwhile, such as limits of budgets every five seconds, is not there.
    """
    found: list[Statement] = []
    submit = ThreadPoolExecutor.submit

    def submit_with_context(
        self: ThreadPoolExecutor, call: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        return submit(self, copy_context().run, call, *args, **kwargs)

    token = _OWN.set(found)
    ThreadPoolExecutor.submit = submit_with_context  # type: ignore[assignment, method-assign]
    try:
        with _noting(_OWN.get):
            yield found
    finally:
        ThreadPoolExecutor.submit = submit  # type: ignore[method-assign]
        _OWN.reset(token)


@contextmanager
def _noting(current: Callable[[], list[Statement] | None]) -> Generator[None, None, None]:
    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        is_reader = threading.current_thread().name.startswith(READER_THREAD)
        if is_reader and not statement.startswith("BEGIN") and (into := current()) is not None:
            into.append(Statement(perf_counter(), statement))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


_ENDED = """
    SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()
"""


def ended_transactions(url: str) -> int:
    """Return how many transactions of a database have ended, of all its users and of vacuuming."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.connect() as connection:
        return int(connection.exec_driver_sql(_ENDED).scalar_one())
