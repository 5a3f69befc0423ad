"""Caches that no longer catch up, planted in a server to see that a test finds them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection

from npcserver.adapters.store.log_cache import LogCache, TimelineHead
from npcserver.app import players
from npcserver.memory.mind_index import MindIndex
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Lineage


def _keep_old_heads() -> None:
    """Answer from the first head of a timeline that was read."""
    heads: dict[TimelineId, TimelineHead] = {}
    right = LogCache.head

    def head(self: LogCache, connection: Connection, lineage: Lineage) -> TimelineHead:
        return heads.setdefault(lineage[-1].timeline_id, right(self, connection, lineage))

    LogCache.head = head  # type: ignore[method-assign]


def _keep_old_index() -> None:
    """Take in no memories after the first ones of a character."""
    right = MindIndex._is_level

    def is_level(self: MindIndex, *around: Any, has_vectors: bool) -> bool:
        return self.size > 0 or right(self, *around, has_vectors=has_vectors)

    MindIndex._is_level = is_level  # type: ignore[method-assign, assignment]


def _search_late() -> None:
    """Search once for a forgotten player, and again after an hour."""
    players._AGAIN_SECONDS = (0.1, 3600.0)  # type: ignore[assignment]


PLANTS: Mapping[str, Callable[[], None]] = MappingProxyType(
    {"log": _keep_old_heads, "index": _keep_old_index, "search": _search_late}
)
