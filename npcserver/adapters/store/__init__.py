"""Storage on SQLite or PostgreSQL: the log, the authored world, and the jobs.

A name is imported when it is first used: a command that only opens the keys loads no store.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from npcserver.adapters.store.store import SqlStore, open_store
else:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from npcserver.adapters.store import store  # noqa: PLC0415

        globals().update({each: getattr(store, each) for each in __all__})
        return globals()[name]


__all__ = ["SqlStore", "open_store"]
