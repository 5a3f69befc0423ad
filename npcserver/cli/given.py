"""What a command was given: settings from its options, and a loop to run in."""

import asyncio
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from npcserver.config import Settings

T = TypeVar("T")
Value = str | int | None


def settings(
    *,
    data: Path | None = None,
    database: str | None = None,
    model: str | None = None,
    base_url: str | None = None,
    server: Mapping[str, Value] | None = None,
) -> Settings:
    """Return the settings in force: options over environment over file over defaults."""
    groups: dict[str, Mapping[str, Value]] = {
        "database": {"url": database},
        "model": {"name": model, "base_url": base_url},
        "server": server or {},
    }
    chosen = {
        name: {key: value for key, value in group.items() if value is not None}
        for name, group in groups.items()
    }
    options: dict[str, Any] = {name: group for name, group in chosen.items() if group}
    if data is not None:
        options["data"] = data.expanduser()
    return Settings(**options)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, on the fastest loop there is."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)
