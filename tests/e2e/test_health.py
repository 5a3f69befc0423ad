"""Health checks over both wires: whether the process lives, and whether it is ready."""

from typing import Any

from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.fakes.wires import BothWires, serve_both_wires

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def status_of(here: BothWires, service: str) -> int:
    stub: Any = health_pb2_grpc.HealthStub(here.loopback.channel)
    told = await stub.Check(health_pb2.HealthCheckRequest(service=service))
    return int(told.status)


async def test_a_server_that_is_not_ready_is_still_alive() -> None:
    """An orchestrator sends no players to it, and does not end it."""
    async with serve_both_wires() as here:
        for page in ("live", "ready"):
            answered = await here.client.get(f"/healthz/{page}")
            assert (answered.status_code, answered.text) == (200, f"{page}\n")

        here.loopback.server.tell_ready(False)
        live, ready = [await here.client.get(f"/healthz/{one}") for one in ("live", "ready")]

        assert (live.status_code, ready.status_code) == (200, 503)
        assert ready.text == "not ready\n"
        assert [await status_of(here, name) for name in ("", "live", "ready")] == [
            SERVING,
            SERVING,
            NOT_SERVING,
        ]
        here.loopback.server.tell_ready(True)
        assert (await here.client.get("/healthz/ready")).status_code == 200


async def test_health_needs_no_key() -> None:
    """Orchestrators have none."""
    async with serve_both_wires(keys=("secret",)) as here:
        assert (await here.client.get("/healthz/ready")).status_code == 200
        assert await status_of(here, "ready") == SERVING
