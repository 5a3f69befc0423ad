"""The database without a server: up to date, in no other server's use, and its keys."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.passwords import Argon2Passwords
from npcserver.adapters.store import postgres_tools
from npcserver.adapters.store.access import SqlAccounts, SqlKeyArchive
from npcserver.adapters.store.engine import (
    ServerLock,
    check_durability,
    disposed,
    parse_url,
    require_existing,
    writing_engine,
)
from npcserver.adapters.store.migrate import migrate, require_current
from npcserver.adapters.store.transactions import Transactions, single_transactions
from npcserver.app.access import Accounts, KeyManagement
from npcserver.config import Settings
from npcserver.ports.access import AccountArchive, KeyArchive


async def make_current(url: str, *, may_create: bool = False) -> None:
    """Migrate an SQLite file, or make one.

    Raises `InvalidInput` for a file that is missing and may not be made, and `Unavailable` for a
    PostgreSQL that needs a migration.
    """
    if not may_create:
        require_existing(url)
    await (migrate(url) if url.startswith("sqlite") else require_current(url))


def require_unserved(settings: Settings) -> None:
    """Raise `NotPossibleNow` where another server uses the SQLite file."""
    if settings.is_embedded and settings.data.is_dir():
        lock = ServerLock(settings.database_url)
        if lock.is_needed:
            lock.acquire(tells=False)
            lock.release(forgets=False)


def require_unused(settings: Settings) -> None:
    """Raise `NotPossibleNow` where a server uses the database, of either kind."""
    if settings.is_embedded:
        require_unserved(settings)
        return
    made = writing_engine(parse_url(settings.database_url))
    with disposed(made) as engine, engine.connect() as connection:
        postgres_tools.require_unused(connection)


@asynccontextmanager
async def key_management(
    settings: Settings, *, may_create: bool = False
) -> AsyncGenerator[KeyManagement, None]:
    """Open the keys of a database, beside a server or without one."""
    async with _transactions(settings, may_create=may_create) as transactions:
        yield KeyManagement(SqlKeyArchive(transactions), SystemClock())


@asynccontextmanager
async def people_management(
    settings: Settings, *, may_create: bool = False
) -> AsyncGenerator[Accounts, None]:
    """Open the accounts of a database, beside a server or without one."""
    async with _transactions(settings, may_create=may_create) as transactions:
        yield account_services(SqlAccounts(transactions), SqlKeyArchive(transactions))


def account_services(
    accounts: AccountArchive, keys: KeyArchive, refresh: Callable[[], None] = lambda: None
) -> Accounts:
    """Return the accounts of an archive; `refresh` is called after each change of a role."""
    return Accounts(accounts, keys, Argon2Passwords(), SystemClock(), refresh)


@asynccontextmanager
async def _transactions(
    settings: Settings, *, may_create: bool
) -> AsyncGenerator[Transactions, None]:
    if may_create and settings.is_embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
    await make_current(settings.database_url, may_create=may_create)
    engine = writing_engine(parse_url(settings.database_url))
    try:
        check_durability(engine)
        yield single_transactions(engine)
    finally:
        engine.dispose()
