"""A snapshot ends with its block, on both databases: nobody else sees the past through it."""

import pytest

from npcserver.adapters.store import SqlStore


async def test_a_read_after_its_block_is_refused(sql_store: SqlStore) -> None:
    """It would leave a transaction open on a connection that the next reader is given."""
    async with sql_store.read() as reader:
        await reader.worlds(10)

    with pytest.raises(RuntimeError, match="after its block"):
        await reader.worlds(10)
