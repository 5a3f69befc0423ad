"""Counts the statements with which readers read the database."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

from sqlalchemy import Engine, event

from npcserver.adapters.store.reader_pool import READER_THREAD


class Statement(NamedTuple):
    """A statement and when it began, by `time.perf_counter`."""

    at: float
    text: str


@contextmanager
def reading_statements() -> Generator[list[Statement], None, None]:
    """Yield a list to which each statement of a reader is added, without `BEGIN`.

    Of all stores of this process. What the writer reads within its transactions does not count.
    """
    found: list[Statement] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        is_reader = threading.current_thread().name.startswith(READER_THREAD)
        if is_reader and not statement.startswith("BEGIN"):
            found.append(Statement(perf_counter(), statement))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)
