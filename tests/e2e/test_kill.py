"""Killing the server while observations stream in: what was acknowledged is there, once."""

import asyncio
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest

from npcserver.v1 import (
    character_service_pb2,
    character_service_pb2_grpc,
    play_service_pb2,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
    world_service_pb2,
    world_service_pb2_grpc,
)

KILLS = int(os.environ.get("NPCSERVER_TEST_KILLS", "4"))
CLIENTS = 4
BATCH = 5
LOST = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


async def _ready(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise TimeoutError("the server did not start to listen")


@asynccontextmanager
async def _server(data: Path, port: int) -> AsyncGenerator[asyncio.subprocess.Process, None]:
    environment = os.environ | {"NPCSERVER_EMBEDDER__NAME": "hashing"}
    command = (sys.executable, "-m", "npcserver", "serve", "--model", "offline")
    where = ("--data", str(data), "--port", str(port))
    process = await asyncio.create_subprocess_exec(
        *command,
        *where,
        env=environment,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await _ready(port)
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()


class Crowd:
    """Clients that observe for as long as they are let, and resend what was not acknowledged."""

    def __init__(self, port: int, timeline_id: str) -> None:
        self.port = port
        self.timeline_id = timeline_id
        self.acknowledged: dict[str, tuple[int, int]] = {}
        self.is_over = False
        self.heard = asyncio.Event()

    async def observe(self, client: int) -> None:
        sent = 0
        while not self.is_over:
            request = play_service_pb2.ObserveRequest(
                request_id=f"{client}-{sent}",
                timeline_id=self.timeline_id,
                observations=[
                    play_service_pb2.Observation(
                        text=f"bell {client}-{sent}-{part}", witness_ids=["ada"]
                    )
                    for part in range(BATCH)
                ],
            )
            answer = await self._acknowledged(request)
            self.acknowledged[f"{client}-{sent}"] = (answer.first_seq, answer.last_seq)
            self.heard.set()
            sent += 1

    async def _acknowledged(
        self, request: play_service_pb2.ObserveRequest
    ) -> play_service_pb2.ObserveResponse:
        while True:
            try:
                async with grpc.aio.insecure_channel(f"127.0.0.1:{self.port}") as channel:
                    stub = play_service_pb2_grpc.PlayServiceStub(channel)
                    return await stub.Observe(request, timeout=10)
            except grpc.aio.AioRpcError as error:
                if error.code() not in LOST:
                    raise
                await asyncio.sleep(0.05)


async def _set_up(port: int) -> str:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        worlds = world_service_pb2_grpc.WorldServiceStub(channel)
        await worlds.CreateWorld(
            world_service_pb2.CreateWorldRequest(
                world=world_service_pb2.World(world_id="tower", name="Tower")
            )
        )
        characters = character_service_pb2_grpc.CharacterServiceStub(channel)
        await characters.CreateCharacter(
            character_service_pb2.CreateCharacterRequest(
                character=character_service_pb2.Character(
                    world_id="tower",
                    character_id="ada",
                    persona=character_service_pb2.Persona(name="Ada"),
                )
            )
        )
        timelines = timeline_service_pb2_grpc.TimelineServiceStub(channel)
        started = await timelines.StartTimeline(
            timeline_service_pb2.StartTimelineRequest(world_id="tower")
        )
        return started.timeline.timeline_id


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_acknowledged_observations_survive_kill(tmp_path: Path) -> None:
    """After every kill -9 each acknowledged observation is stored once, and seq has no gap."""
    port = _free_port()
    async with _server(tmp_path, port):
        timeline_id = await _set_up(port)
        crowd = Crowd(port, timeline_id)
    tasks = [asyncio.ensure_future(crowd.observe(client)) for client in range(CLIENTS)]
    for _ in range(KILLS):
        before = len(crowd.acknowledged)
        async with _server(tmp_path, port) as process:
            while len(crowd.acknowledged) < before + 40:
                crowd.heard.clear()
                await crowd.heard.wait()
            process.send_signal(signal.SIGKILL)
            await process.wait()
    crowd.is_over = True
    async with _server(tmp_path, port):
        await asyncio.gather(*tasks)

    with sqlite3.connect(tmp_path / "npcserver.db") as database:
        rows = database.execute(
            "select seq, text, kind from record where timeline_id = ? order by seq", (timeline_id,)
        ).fetchall()
        (integrity,) = database.execute("pragma integrity_check").fetchone()
    database.close()
    texts = {seq: text for seq, text, kind in rows if kind == "observation"}
    assert integrity == "ok"
    assert [seq for seq, _, _ in rows] == list(range(rows[0][0], rows[0][0] + len(rows)))
    assert len(texts) == len(set(texts.values())) == len(crowd.acknowledged) * BATCH
    for name, (first, last) in crowd.acknowledged.items():
        stored = [texts[seq] for seq in range(first, last + 1)]
        assert stored == [f"bell {name}-{part}" for part in range(BATCH)]
