"""Killing the server while observations stream in: what was acknowledged is there, once."""

import asyncio
import os
import sqlite3
from pathlib import Path

import grpc
import pytest

from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.admin.v1 import persona_service_pb2_grpc, world_service_pb2, world_service_pb2_grpc
from npcserver.v1 import (
    play_service_pb2,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
)
from tests.engines.servers import Server, living
from tests.fakes.channels import insecure_channel

KILLS = int(os.environ.get("NPCSERVER_TEST_KILLS", "4"))
CLIENTS = 4
BATCH = 5
LOST = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)


class Crowd:
    """Clients that observe for as long as they are let, and resend what was not acknowledged."""

    def __init__(self, address: str, timeline_id: str) -> None:
        self.address = address
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
                async with insecure_channel(self.address) as channel:
                    stub = play_service_pb2_grpc.PlayServiceStub(channel)
                    return await stub.Observe(request, timeout=10)
            except grpc.aio.AioRpcError as error:
                if error.code() not in LOST:
                    raise
                await asyncio.sleep(0.05)


async def _set_up(address: str) -> str:
    async with insecure_channel(address) as channel:
        worlds = world_service_pb2_grpc.WorldServiceStub(channel)
        await worlds.CreateWorld(
            world_service_pb2.CreateWorldRequest(
                world=world_service_pb2.World(world_id="tower", name="Tower")
            )
        )
        characters = persona_service_pb2_grpc.PersonaServiceStub(channel)
        await characters.CreateCharacter(
            personas.CreateCharacterRequest(
                character=personas.Character(
                    world_id="tower",
                    character_id="ada",
                    persona=personas.Persona(name="Ada"),
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
    server = Server(tmp_path, "offline", world=None)
    async with living(server):
        timeline_id = await _set_up(server.grpc)
        crowd = Crowd(server.grpc, timeline_id)
    tasks = [asyncio.ensure_future(crowd.observe(client)) for client in range(CLIENTS)]
    for _ in range(KILLS):
        before = len(crowd.acknowledged)
        async with living(server):
            while len(crowd.acknowledged) < before + 40:
                crowd.heard.clear()
                await crowd.heard.wait()
    crowd.is_over = True
    async with living(server):
        await asyncio.gather(*tasks)

    with sqlite3.connect(server.data / "npcserver.db") as database:
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
