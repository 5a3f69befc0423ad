"""Killing the server in the middle of a scene: it goes on where it was, and ends the same."""

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest
from npcclient import NpcClient, connect

from npcscenes.app.group_chats import GroupChats
from npcscenes.model.chat import GroupChat
from npcserver.model.group.moves import Move
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from tests.engines.servers import Server, living
from tests.fakes.running_server import VillageServer, open_village_server, village_file
from tests.fakes.scene_app import LONG_MILL_SCENE, bare_moves

SETTINGS = {"NPCSERVER_EMBEDDER__NAME": "hashing", "NPCSERVER_COGNITION__LEASE_SECONDS": "2"}
KILLED_AFTER = (3, 11, 17, 30)
"""Moves after which the server is killed: while members choose, talk, debate, and think it over."""


async def begin(npc: NpcClient, timeline_id: str) -> str:
    """Open the scene and let it go on."""
    chat = await npc.scenes.open(timeline_id, LONG_MILL_SCENE, seed=7, request_id="o")
    await npc.scenes.advance(timeline_id, chat, request_id="a")
    return chat.scene_id


async def watched_for(npc: NpcClient, timeline_id: str, chat_id: str, moves: int) -> None:
    """Return once so many things have happened, or all."""
    count = 0
    async with asyncio.timeout(240), aclosing(npc.scenes.watch(timeline_id, chat_id)) as seen:
        async for _ in seen:
            count += 1
            if count == moves:
                return


async def performed(folder: Path, killed_after: tuple[int, ...]) -> list[Move]:
    """Perform the scene, killing the server so often; return what happened.

    One that is not killed starts afresh, so that its hashes have another seed.
    """
    afresh = not killed_after
    server = Server(folder, "scripted:delay=0.05", settings=SETTINGS, world=None, afresh=afresh)
    server.data.mkdir(parents=True)
    url, file = f"sqlite:///{server.data / 'npcserver.db'}", village_file()
    async with open_village_server(url, server.data, file=file) as app:
        timeline_id = app.timeline_id
    for moves in killed_after:
        async with living(server), connect(server.grpc) as npc:
            chat_id = await begin(npc, timeline_id)
            await watched_for(npc, timeline_id, chat_id, moves)
            server.kill()
    server.model = "scripted"
    async with living(server), connect(server.grpc) as npc:
        chat_id = await begin(npc, timeline_id)
        await watched_for(npc, timeline_id, chat_id, 10_000)
    async with open_village_server(url, server.data, file=file) as app:
        return bare_moves(await kept(VillageServer(app.here, timeline_id), chat_id))


async def kept(app: VillageServer, chat_id: str) -> GroupChat:
    """Return the scene as the log has it, and see that the log has no gap."""
    records = await app.records()
    assert [one.seq for one in records] == list(range(1, len(records) + 1))
    said = [one for one in records if one.kind is RecordKind.LINE and one.subject_id == "ada"]
    assert len({one.text for one in said}) == len(said) > 0
    chats = GroupChats.of(app.services)
    return await chats.get(TimelineId(app.timeline_id), chat_id)


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_scene_survives_kill(tmp_path: Path) -> None:
    """After every kill -9 in the middle of a round it goes on, to the very same moves."""
    whole = await performed(tmp_path / "whole", ())
    killed = await performed(tmp_path / "killed", KILLED_AFTER)

    assert len(whole) > max(KILLED_AFTER)
    assert killed == whole
