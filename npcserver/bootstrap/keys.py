"""Keys, opened without a server, and without what else a database holds."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.store.access import SqlKeyArchive
from npcserver.adapters.store.engine import check_durability, parse_url, writing_engine
from npcserver.adapters.store.transactions import SingleTransactions
from npcserver.app.access import KeyManagement
from npcserver.bootstrap.databases import make_current
from npcserver.config import Settings


@asynccontextmanager
async def key_management(settings: Settings) -> AsyncGenerator[KeyManagement, None]:
    """Open the keys of a database, beside a server or without one."""
    await make_current(settings)
    engine = writing_engine(parse_url(settings.database_url))
    try:
        check_durability(engine)
        yield KeyManagement(SqlKeyArchive(SingleTransactions(engine)), SystemClock())
    finally:
        engine.dispose()
