"""Limits that hold over all servers of one PostgreSQL."""

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import pytest

from npcserver.v1 import server_service_pb2 as pb
from npcserver.v1.server_service_pb2_grpc import ServerServiceStub
from tests.conftest import NewDatabase
from tests.engines.servers import Server, living
from tests.fakes.channels import insecure_channel

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

KEY = "a-key-of-a-game-server"
A_MINUTE, BURST_SECONDS = 60, 15
CALLS, PAUSE = 120, 0.1


async def test_a_key_has_its_rate_on_three_servers_together(
    tmp_path: Path, new_migrated_postgres: NewDatabase
) -> None:
    """One server in turn with the others; without the others' calls each would let all through."""
    settings = {
        "NPCSERVER_DATABASE__URL": new_migrated_postgres(),
        "NPCSERVER_LIMITS__KEY_PER_MINUTE": str(A_MINUTE),
        "NPCSERVER_LIMITS__BURST_SECONDS": str(BURST_SECONDS),
    }
    async with AsyncExitStack() as stack:
        servers = [
            Server(tmp_path / str(at), world=None, keys=(KEY,), settings=settings)
            for at in range(3)
        ]
        await asyncio.gather(*(stack.enter_async_context(living(one)) for one in servers))
        stubs = [
            ServerServiceStub(await stack.enter_async_context(insecure_channel(server.grpc)))
            for server in servers
        ]
        codes: Counter[grpc.StatusCode] = Counter()
        began = time.monotonic()
        while codes.total() < CALLS:
            try:
                await stubs[codes.total() % 3].GetServer(
                    pb.GetServerRequest(), metadata=(("authorization", f"Bearer {KEY}"),)
                )
                codes[grpc.StatusCode.OK] += 1
            except grpc.aio.AioRpcError as error:
                codes[error.code()] += 1
            await asyncio.sleep(PAUSE)

        took = time.monotonic() - began
    allowed = BURST_SECONDS * A_MINUTE / 60 + took * A_MINUTE / 60
    assert set(codes) == {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert codes[grpc.StatusCode.OK] <= allowed + 1 / PAUSE, took  # what is not told yet
    assert codes[grpc.StatusCode.OK] >= allowed / 2
