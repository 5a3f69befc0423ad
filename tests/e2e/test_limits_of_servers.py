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
from tests.fakes.model_endpoints import serve_random_llm
from tests.fakes.told_game import CHARACTERS, Game, served

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


async def test_the_servers_that_live_divide_the_calls_of_a_model(
    tmp_path: Path, new_migrated_postgres: NewDatabase
) -> None:
    """Three servers have one call each of three; when one is killed, the others have all three."""
    async with serve_random_llm() as llm:
        llm.pauses, llm.seconds = False, 0.3

        async def talk(games: list[Game], turns: int, name: str) -> int:
            """Have six characters speak side by side; return the most calls at one time."""
            llm.most = 0
            places = range(turns)
            await asyncio.gather(
                *(
                    games[at % len(games)].say(
                        CHARACTERS[at % 6], f"turn{at} {name}", key=name + str(at)
                    )
                    for at in places
                )
            )
            return llm.most

        urls = [new_migrated_postgres()] * 3
        async with served(tmp_path, llm, *urls, NPCSERVER_MODEL__CONCURRENCY="3") as found:
            games = [game for _, game in found]
            await talk(games, 3, "first")  # now each has shown that it uses the model
            of_three = await talk(games, 12, "second")
            found[2][0].kill()
            await asyncio.sleep(5.5)
            of_two = await talk(games[:2], 12, "third")

    assert (of_three, of_two) == (3, 3)


async def test_a_server_that_hears_of_a_model_that_is_away_asks_it_once(
    tmp_path: Path, new_migrated_postgres: NewDatabase
) -> None:
    """One server finds it out by five calls; three turns on another are answered without it."""
    async with serve_random_llm() as llm:
        llm.fails = True
        async with served(tmp_path, llm, *[new_migrated_postgres()] * 2) as ((_, one), (_, two)):
            for at in range(3):
                await one.say("ada", f"turn{at}, is anybody there?")
            asked = llm.calls
            said = await asyncio.gather(
                *(two.say(who, f"turn1, are you there, {who}?", key=who) for who in CHARACTERS[1:4])
            )

    assert asked >= 5
    assert llm.calls == asked + 1
    assert all(one.lines for one in said)
