"""Brings a database to the schema this version needs. The migrations ship in the wheel."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from npcserver.adapters.store.engine import parse_url, writing_engine
from npcserver.adapters.store.faults import translated
from npcserver.model.errors import Reason, Unavailable

T = TypeVar("T")

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = (_ROOT / "_shipped" / "migrations", _ROOT.parent / "migrations")
# Any number will do, as long as nobody else in the database uses it for something else.
_LOCK = 0x6E_70_63_73_65_72_76


async def migrate(url: str, target: str = "head") -> None:
    """Bring the database to a revision, `head` being the newest; creates an SQLite file.

    Servers that start together on PostgreSQL take turns. Raises `InvalidInput`, `Unavailable`.
    """
    await _connected(url, lambda connection: _upgrade(connection, target))


async def downgrade(url: str, target: str) -> None:
    """Take the database back to an older revision; `base` removes every table."""
    await _connected(url, lambda connection: command.downgrade(_config(connection), target))


async def current_revision(url: str) -> str | None:
    """Return the revision the database has; None before its first migration."""
    return await _connected(url, _current)


async def require_current(url: str) -> None:
    """Raise `Unavailable` unless the database is of the form that this version needs."""
    revision, newest = await current_revision(url), head_revision()
    if revision != newest:
        raise Unavailable(
            f"the database is at revision {revision or 'none'} and this version needs {newest}; "
            "run: npcserver migrate",
            Reason.STORAGE_UNAVAILABLE,
        )


def head_revision() -> str:
    """Return the revision this version of the server needs."""
    head = ScriptDirectory(str(_folder())).get_current_head()
    if head is None:
        raise FileNotFoundError(f"no migrations in {_folder()}")
    return head


def _upgrade(connection: Connection, target: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    try:
        command.upgrade(_config(connection), target)
    except CommandError as error:
        raise Unavailable(
            f"the database is of a version this server does not know ({error}); "
            "install the version that made it, or a newer one",
            Reason.STORAGE_UNAVAILABLE,
        ) from error


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def _connected(url: str, action: Callable[[Connection], T]) -> T:
    def whole() -> T:
        engine = writing_engine(parse_url(url))
        try:
            with translated(), engine.begin() as connection:
                return action(connection)
        finally:
            engine.dispose()

    return await asyncio.to_thread(whole)


def _config(connection: Connection) -> Config:
    config = Config()
    # A percent sign in the path would otherwise be read as the start of a variable.
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _folder() -> Path:
    for folder in _FOLDERS:
        if (folder / "env.py").is_file():
            return folder
    raise FileNotFoundError(f"the migrations are missing from {_FOLDERS[0]}; install again")
