"""Database migrations, which ship in the wheel."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, inspect, text

from npcserver.adapters.store.engine import (
    disposed,
    parse_url,
    require_existing,
    require_sound,
    writing_engine,
)
from npcserver.adapters.store.sqlite_files import require_own_tables
from npcserver.model.errors import InvalidInput, Reason, Unavailable

if TYPE_CHECKING:
    from alembic.config import Config


# Alembic is imported where it is used: most starts find the database up to date, and the import
# takes a fifth of the time of a start.

T = TypeVar("T")

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = (_ROOT / "_shipped" / "migrations", _ROOT.parent / "migrations")
# An arbitrary number that no other program using the database takes a lock on.
_LOCK = 0x6E_70_63_73_65_72_76


async def migrate(url: str, target: str = "head") -> None:
    """Migrate the database to a revision, by default the newest; creates an SQLite file.

    Servers that start at the same time on PostgreSQL take turns. Raises `InvalidInput` or
    `Unavailable`.
    """
    if target == "head" and await current_revision(url) == head_revision():
        return
    await _connected(url, lambda connection: _upgrade(connection, target))


async def downgrade(url: str, target: str) -> None:
    """Migrate the database back to an older revision; `base` removes every table."""
    from alembic import command  # noqa: PLC0415

    await _connected(url, lambda connection: command.downgrade(_config(connection), target))


async def go_back(url: str, target: str) -> None:
    """Migrate the database back to a revision. Raises `InvalidInput` if it does not have it."""
    current = await current_revision(url)
    require_known(current)
    if target not in _revisions() or current is None or target > current:
        problem = f"there is no revision {target!r} before {current or 'none'}"
        raise InvalidInput("--to", f"{problem}; the manifest.json of a backup has its revision")
    await downgrade(url, target)


async def current_revision(url: str) -> str | None:
    """Return the revision of the database; None before its first migration. Makes no file."""
    try:
        require_existing(url)
    except InvalidInput:
        return None
    return await _connected(url, _current)


async def require_current(url: str) -> None:
    """Raise `Unavailable` unless the database has the revision this version needs."""
    revision, newest = await current_revision(url), head_revision()
    require_known(revision)
    if revision != newest:
        database = parse_url(url).render_as_string(hide_password=True)
        raise Unavailable(
            f"the database {database} is at revision {revision or 'none'} and this version needs "
            f"{newest}; run `npcserver migrate` for it",
            Reason.STORAGE_UNAVAILABLE,
        )


def head_revision() -> str:
    """Return the newest revision of this version."""
    return max(_revisions())


def require_known(revision: str | None) -> None:
    """Raise `Unavailable` for a revision that this version has no migration for."""
    if revision is not None and revision not in _revisions():
        raise Unavailable(
            f"the database is at revision {revision}, which this version does not know; "
            "install the version that made it, or a newer one",
            Reason.STORAGE_UNAVAILABLE,
        )


def _revisions() -> set[str]:
    """Return the revisions, which are the first parts of the migration files' names."""
    return {file.name.split("_")[0] for file in (_folder() / "versions").glob("[0-9]*.py")}


def _upgrade(connection: Connection, target: str) -> None:
    from alembic import command  # noqa: PLC0415

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    require_known(_current(connection))
    command.upgrade(_config(connection), target)


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


async def _connected(url: str, action: Callable[[Connection], T]) -> T:
    def whole() -> T:
        parsed = parse_url(url)
        if parsed.get_backend_name() == "sqlite":
            require_own_tables(Path(str(parsed.database)))
        require_sound(url)
        with disposed(writing_engine(parsed)) as engine, engine.begin() as connection:
            return action(connection)

    return await asyncio.to_thread(whole)


def _config(connection: Connection) -> "Config":
    from alembic.config import Config  # noqa: PLC0415

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
