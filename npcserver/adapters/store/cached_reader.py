"""What turns have read before, for while the database is away."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from npcserver.adapters.store.reader import SqlReader, SqlView, TurnCaches
from npcserver.adapters.store.row_cache import RowCache
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Record
from npcserver.model.timeline import Segment
from npcserver.ports.storage import RequestKey
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef, TurnStart

P = ParamSpec("P")
T = TypeVar("T")


def _not_in_memory() -> Unavailable:
    return Unavailable(
        "the database does not answer, and what is asked for is not in memory; try again",
        Reason.STORAGE_UNAVAILABLE,
    )


class _NoConnection:
    """In place of a connection; whatever is wanted of it raises `Unavailable`."""

    def __getattr__(self, name: str) -> Any:
        raise _not_in_memory()


_AWAY = cast("Connection", _NoConnection())


async def _run(
    query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    return query(_AWAY, *args, **kwargs)


class _CachedView(SqlView):
    """Play state at the newest head of a timeline that a turn has read."""

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        """Return those of the records that are in memory, in order of seq."""
        return () if self._head is None else self._head.held(seqs)


class CachedReader(SqlReader):
    """Runs the queries of a turn on what earlier turns have read, without a database.

    Raises `Unavailable` (STORAGE_UNAVAILABLE) for what none has read. Only memories are different:
    those that are not in memory are left out of recall, and those without a vector count as such.
    """

    def __init__(self, facts: RowCache, caches: TurnCaches) -> None:
        super().__init__(_run, facts, caches)
        self._known = caches

    async def together(self, work: Callable[[SqlReader], Awaitable[T]]) -> T:
        """Run several reads."""
        return await work(self)

    async def turn_start(
        self,
        timeline_id: TimelineId,
        character_id: CharacterId,  # noqa: ARG002 - the journal is not in memory
        key: RequestKey | None,  # noqa: ARG002 - nor are answers
    ) -> TurnStart:
        """Return what the last turn in a timeline began with."""
        known = self._known.log.last_start(timeline_id)
        if known is None:
            raise _not_in_memory()
        start, head = known
        self._authored = self._known.authored(start.revision)
        timeline = start.timeline
        return TurnStart(
            view=_CachedView(_run, self._facts, timeline, timeline.vantage, head.lineage, head),
            answer=None,
            is_begun=False,
            books=start.books,
        )

    async def vectors(
        self,
        space: str,  # noqa: ARG002 - the same for all
        refs: Sequence[MemoryRef],
    ) -> tuple[NDArray[np.bool_], Vectors]:
        """Return that no ref has a vector."""
        return np.zeros(len(refs), np.bool_), np.zeros((len(refs), 0), np.float32)

    async def vector_rows(
        self,
        space: str,  # noqa: ARG002 - the same for all
        segment: Segment,  # noqa: ARG002
        subject_id: str,  # noqa: ARG002
    ) -> tuple[NDArray[np.int64], Vectors]:
        """Return no vectors."""
        return np.zeros(0, np.int64), np.zeros((0, 0), np.float32)
