"""Settings from a command's options, and the event loop a command runs in."""

import asyncio
import os
from collections.abc import Coroutine, Mapping
from inspect import iscoroutine
from pathlib import Path
from typing import Any, TypeVar

from npcserver.cli.error_messages import DEBUG
from npcserver.cli.settings_names import check_environment, check_lists
from npcserver.config import FILE_VARIABLE, Settings
from npcserver.model.errors import InvalidInput
from npcserver.plugins import load

T = TypeVar("T")
OF_SETTINGS = ("data", "database", "model", "base_url")
"""Options that make settings."""
Value = str | int | None


def load_settings(
    *,
    data: Path | None = None,
    database: str | None = None,
    model: str | None = None,
    base_url: str | None = None,
    models: Path | None = None,
    server: Mapping[str, Value] | None = None,
    http: Mapping[str, Value] | None = None,
    metrics: Mapping[str, Value] | None = None,
    studio: Mapping[str, Value] | None = None,
) -> Settings:
    """Return the settings in force: options over environment over file over defaults.

    Raises `InvalidInput` or pydantic's `ValidationError`, which name what is wrong.
    """
    groups: dict[str, Mapping[str, Value]] = {
        "database": {"url": database},
        "model": {"name": model, "base_url": base_url},
        "server": server or {},
        "http": http or {},
        "metrics": metrics or {},
        "studio": studio or {},
    }
    chosen = {
        name: {key: value for key, value in group.items() if value is not None}
        for name, group in groups.items()
    }
    options: dict[str, Any] = {name: group for name, group in chosen.items() if group}
    if data is not None:
        options["data"] = data.expanduser()
    if models is not None:
        options["models"] = models
    made = _read(options)
    if made.data.exists() and not made.data.is_dir():
        raise InvalidInput("data", f"{made.data} is a file; name a folder with --data")
    return made


def flag_value(on: bool | None) -> str | None:
    """Return a flag as the value of a setting; None if the option was not used."""
    return None if on is None else ("on" if on else "off")


def _read(options: Mapping[str, Any]) -> Settings:
    check_environment(os.environ, others=(FILE_VARIABLE, DEBUG))
    check_lists(os.environ)
    file = os.environ.get(FILE_VARIABLE, "")
    if file and (Path(file).is_dir() or not Path(file).exists()):
        raise InvalidInput(FILE_VARIABLE, f"there is no file {file!r}; correct or unset it")
    return Settings(**options)


def run_with_settings(target: str, given: dict[str, Any]) -> Any:
    """Run `target` with the settings that some options make, and with the other options."""
    told = {name: given.pop(name) for name in OF_SETTINGS if name in given}
    found = load(target)(load_settings(**told), **given)
    return run_coroutine(found) if iscoroutine(found) else found


def run_coroutine(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, on uvloop where it is installed."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)
