"""Storage on SQLite or PostgreSQL: the log, the authored world, and the jobs."""

from npcserver.adapters.store.store import SqlStore, open_store

__all__ = ["SqlStore", "open_store"]
