"""How a server ends: not ready first, then closed to new calls, then gone."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import httpx2
import npcclient
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from npcserver import bootstrap
from npcserver.admin.v1 import world_service_pb2
from npcserver.config import Settings
from npcserver.model.errors import Reason
from tests.conftest import NewDatabase
from tests.engines.servers import Server
from tests.fakes.channels import insecure_channel
from tests.fakes.wires import FORMS, CallFailed, serve_both_wires
from tests.processes import PATIENCE

GET_WORLD = "npcserver.admin.v1.WorldService/GetWorld"
HARBOUR = world_service_pb2.GetWorldRequest(world_id="harbour")
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def health(address: str, *names: str) -> list[int]:
    async with insecure_channel(address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        return [
            int((await stub.Check(health_pb2.HealthCheckRequest(service=name))).status)
            for name in names
        ]


async def pages(http: str) -> list[int]:
    async with httpx2.AsyncClient(base_url=http, trust_env=False) as client:
        return [(await client.get(f"/healthz/{name}")).status_code for name in ("live", "ready")]


async def test_a_server_that_leaves_is_not_ready_and_answers_everything(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Over both wires, on connections that it had and on new ones, whatever the database says."""
    chosen = Settings.model_validate(
        {
            "data": tmp_path,
            "database": {"url": new_migrated_sqlite()},
            "embedder": {"name": "hashing"},
            "model": {"name": "offline"},
            "server": {"port": 0},
        }
    )
    async with bootstrap.running(chosen) as here, AsyncExitStack() as stack:
        at, http = f"127.0.0.1:{here.port}", f"http://127.0.0.1:{here.http_port}"
        before = [*await health(at, "", "live", "ready"), *await pages(http)]
        had = [await stack.enter_async_context(npcclient.connect(one)) for one in (at, http)]
        for client in had:
            await client.worlds.list()

        here.leave()
        new = [await stack.enter_async_context(npcclient.connect(one)) for one in (at, http)]
        for client in (*had, *new):
            assert await client.worlds.list() == []
        after = [*await health(at, "", "live", "ready"), *await pages(http)]

    assert before == [SERVING, SERVING, SERVING, 200, 200]
    assert after == [SERVING, SERVING, NOT_SERVING, 200, 503]


async def test_calls_that_arrive_while_the_server_ends_are_told_so() -> None:
    """Of a hundred callers who never pause none is cancelled, and each is told to try again."""
    outcomes: Counter[tuple[grpc.StatusCode, str, int]] = Counter()
    async with serve_both_wires() as here:
        await here.loopback.open()

        async def call_on() -> None:
            while True:
                await here.by("grpc").call(GET_WORLD, HARBOUR)

        async def call_until_told() -> None:
            with pytest.raises(CallFailed) as failed:
                await call_on()
            told = failed.value.refused
            outcomes[told.code, told.reason, told.details["RetryInfo"].retry_delay.seconds] += 1

        callers = [asyncio.create_task(call_until_told()) for _ in range(100)]
        await here.until(lambda: here.loopback.server._calls.arrived > 200)
        await here.stop(10)
        await asyncio.gather(*callers)

    assert outcomes == {(grpc.StatusCode.UNAVAILABLE, Reason.SHUTTING_DOWN, 1): 100}


@pytest.mark.parametrize("form", FORMS)
async def test_a_call_that_arrives_over_http_while_a_turn_ends_is_told_so(form: str) -> None:
    """On a connection that is still there; a new one is refused."""
    async with serve_both_wires() as here:
        await here.loopback.open()
        here.loopback.server.drain()
        here.loopback.server._calls.closed.set()
        with pytest.raises(CallFailed) as failed:
            await here.by(form).call(GET_WORLD, HARBOUR)

    assert failed.value.refused.code is grpc.StatusCode.UNAVAILABLE
    assert failed.value.refused.reason == Reason.SHUTTING_DOWN


@pytest.fixture
def lingering(tmp_path: Path) -> Any:
    """Give a server that lingers and waits for calls for longer than any test takes."""
    long = {"NPCSERVER_SERVER__LINGER_SECONDS": "600", "NPCSERVER_SERVER__GRACE_SECONDS": "600"}
    server = Server(tmp_path, model="scripted:delay=60", settings=long)
    try:
        yield server.start()
    finally:
        server.kill()


async def test_a_second_signal_ends_a_server_at_once(lingering: Server) -> None:
    """It lingers after the first; the second ends what it is saying, and the caller is told."""
    async with npcclient.connect(lingering.grpc) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        turn = npc.play.say(timeline, "hester", "Good evening!", speaker="Ann")
        await anext(turn)
        lingering.terminate()
        async with asyncio.timeout(PATIENCE):
            while (await pages(lingering.http))[1] == httpx2.codes.OK:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        worlds = await npc.worlds.list()

        lingering.terminate()
        with pytest.raises(npcclient.Unavailable) as told:
            async for _ in turn:
                pass
        code = await asyncio.to_thread(lingering.wait)

    assert [world.world_id for world in worlds] == ["farrowhithe"]
    assert told.value.reason == Reason.SHUTTING_DOWN
    assert code == 0
    assert lingering.has_logged("answering for 600 s")
