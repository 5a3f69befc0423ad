"""The server as a whole: its port, its health, and what it tells tools about itself."""

import asyncio
import json
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from npcserver.model.errors import InvalidInput
from npcserver.rpc.server import GrpcServer, ServerOptions
from tests.conformance import schema
from tests.fakes.server import SECRET, LoopbackServer, ReplyScript, use_cases

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def test_a_port_in_use_is_told_before_anything_is_served() -> None:
    """The message names the setting, the port, and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = GrpcServer(use_cases(ReplyScript()), ServerOptions(port=port), SECRET)

        with pytest.raises(InvalidInput, match=rf"server\.port: {port} is in use; stop what"):
            await server.start()


async def test_two_servers_never_share_a_port(loopback: LoopbackServer) -> None:
    """A second one fails instead of taking half of the calls."""
    second = GrpcServer(use_cases(ReplyScript()), ServerOptions(port=loopback.port), SECRET)

    with pytest.raises(InvalidInput, match=r"server\.port"):
        await second.start()


async def test_a_host_that_is_not_ours_is_told() -> None:
    """The message names the setting."""
    for host in ("192.0.2.1", "no such host"):
        server = GrpcServer(use_cases(ReplyScript()), ServerOptions(host=host, port=0), SECRET)

        with pytest.raises(InvalidInput, match=r"server\.host"):
            await server.start()


async def test_health_tells_when_the_server_wants_no_more(loopback: LoopbackServer) -> None:
    """Each service is healthy from the start, and none is once the server drains."""
    health: Any = health_pb2_grpc.HealthStub(loopback.channel)
    names = ("", "npcserver.v1.PlayService", "npcserver.admin.v1.MemoryService")
    before = [
        (await health.Check(health_pb2.HealthCheckRequest(service=name))).status for name in names
    ]
    watch: Any = health.Watch(health_pb2.HealthCheckRequest(service=""))
    seen = [(await watch.read()).status]

    ending = asyncio.create_task(loopback.server.drain_and_stop(0.2))
    seen.append((await watch.read()).status)
    await ending

    assert before == [SERVING] * 3
    assert seen == [SERVING, NOT_SERVING]


async def test_tools_play_by_reflection_alone(loopback: LoopbackServer) -> None:
    """`buf curl` starts a timeline, observes, says and reads streams with no proto at hand."""
    beside = str(Path(sys.executable).parent)
    buf = shutil.which("buf", path=beside) or shutil.which("buf")
    if buf is None:
        pytest.skip("buf is not installed; the dev extra brings it as buf-bin")
    await loopback.open()

    async def curl(method: str, **fields: object) -> list[Any]:
        process = await asyncio.create_subprocess_exec(
            buf, "curl", "--protocol", "grpc", "--http2-prior-knowledge",
            "--header", "npc-client: buf/1 wire/2", "--data",
            json.dumps(fields), f"http://127.0.0.1:{loopback.port}/{schema.path(method)}",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        output, _ = await process.communicate()
        assert process.returncode == 0
        messages = output.decode().replace("\n}\n{", "\n},{")
        answers: list[Any] = json.loads(f"[{messages}]")
        return answers

    (started,) = await curl("TimelineService/StartTimeline", worldId="harbour")
    timeline = started["timeline"]["timelineId"]
    (observed,) = await curl(
        "PlayService/Observe",
        timelineId=timeline,
        observations=[{"text": "A mug falls.", "witnessIds": ["mira"]}],
    )
    turn = await curl(
        "PlayService/Say",
        timelineId=timeline,
        characterId="mira",
        speaker={"id": "p1", "name": "Ada"},
        text="Hello?",
    )

    assert observed["memories"] == 1
    assert [event["event"]["line"]["text"] for event in turn[1:-1]] == list(loopback.script.steps)
