"""One store, three times: the fake, SQLite and PostgreSQL."""

from collections.abc import AsyncGenerator

import pytest

from npcserver.adapters.store import SqlStore
from tests.conftest import DATABASES, opened
from tests.fakes.memory_store import MemoryStore


@pytest.fixture(params=(pytest.param("fake"), *DATABASES))
async def store(request: pytest.FixtureRequest) -> AsyncGenerator[MemoryStore | SqlStore, None]:
    """Open a store, whatever it keeps things in."""
    if request.param == "fake":
        yield MemoryStore()
        return
    url: str = request.getfixturevalue(f"new_migrated_{request.param}")()
    async with opened(url) as opened_store:
        yield opened_store
