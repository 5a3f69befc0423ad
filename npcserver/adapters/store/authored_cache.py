"""What was read of worlds, places and characters, kept until they change."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from cachetools import LRUCache
from sqlalchemy import Connection

from npcserver.model.ids import WorldId
from npcserver.model.world import WorldRevision

P = ParamSpec("P")
T = TypeVar("T")

_MOST = 32
_MOST_READS = 4096  # of one world


class AuthoredRead:
    """Results of queries over one world at one revision."""

    def __init__(self, world_id: WorldId) -> None:
        self.world_id = world_id
        self._results: dict[Hashable, object] = {}

    def of(
        self,
        connection: Connection,
        query: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of a query; the connection must see this revision."""
        key = (query, args)
        if key not in self._results:
            if len(self._results) >= _MOST_READS:
                self._results = {}
            self._results[key] = query(connection, *args, **kwargs)
        return self._results[key]  # type: ignore[return-value]


class AuthoredCache:
    """Results by world and revision; the least recently used are dropped. Thread-safe.

    Triggers of the database raise the revision with every change, also with those made without a
    server, so nothing here is outdated for a snapshot that has the revision.
    """

    def __init__(self) -> None:
        self._reads: LRUCache[WorldRevision, AuthoredRead] = LRUCache(_MOST)
        self._lock = Lock()

    def at(self, revision: WorldRevision) -> AuthoredRead:
        """Return what was read at a revision so far."""
        with self._lock:
            return self._reads.setdefault(revision, AuthoredRead(revision.world_id))
