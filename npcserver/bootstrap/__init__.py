"""Builds everything, closes everything. The one place that knows which adapter meets which port.

A name is imported when it is first used: a command that only opens the database loads no server.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from npcserver.bootstrap.budgets import spending_accounts
    from npcserver.bootstrap.databases import (
        key_management,
        people_management,
        require_unserved,
        require_unused,
    )
    from npcserver.bootstrap.model_package import ModelEndpoint, models
    from npcserver.bootstrap.model_stack import ModelStacks, context_of, uses_text
    from npcserver.bootstrap.running_server import RunningServer, running
    from npcserver.bootstrap.servers import linger_seconds, on_loopback
    from npcserver.bootstrap.storage import opened
else:
    _MODULES = {
        "budgets": ("spending_accounts",),
        "databases": (
            "key_management",
            "people_management",
            "require_unserved",
            "require_unused",
        ),
        "model_package": ("ModelEndpoint", "models"),
        "model_stack": ("ModelStacks", "context_of", "uses_text"),
        "running_server": ("RunningServer", "running"),
        "servers": ("linger_seconds", "on_loopback"),
        "storage": ("opened",),
    }
    _HOMES = {name: module for module, names in _MODULES.items() for name in names}

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = found
        return found


__all__ = [
    "ModelEndpoint",
    "ModelStacks",
    "RunningServer",
    "context_of",
    "key_management",
    "linger_seconds",
    "models",
    "on_loopback",
    "opened",
    "people_management",
    "require_unserved",
    "require_unused",
    "running",
    "spending_accounts",
    "uses_text",
]
