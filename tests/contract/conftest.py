"""One store, on SQLite and on PostgreSQL."""

from collections.abc import AsyncGenerator

import pytest

from npcserver.adapters.store import SqlStore
from tests.conftest import DATABASES, opened


@pytest.fixture(params=DATABASES)
async def store(request: pytest.FixtureRequest) -> AsyncGenerator[SqlStore, None]:
    """Open a store, once for each kind of database."""
    url: str = request.getfixturevalue(f"new_migrated_{request.param}")()
    async with opened(url) as opened_store:
        yield opened_store
