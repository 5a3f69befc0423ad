"""Streams of the Python client over a server that stops, dies and comes back."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import npcclient
import pytest
from npcclient.messages import Observation, WatchResponse

from tests.engines.servers import Proxy, Server

PATIENCE = npcclient.Patience(pause=0.05)
pytestmark = pytest.mark.timeout(400)  # a busy machine starts a server in a quarter of a minute


def seen(number: int) -> Observation:
    return Observation(text=f"Bell {number} rings.", witness_ids=["hester"], importance=5)


async def bells(events: AsyncGenerator[WatchResponse, None], most: int) -> list[str]:
    """Return the next so many bells that a character remembers."""
    found: list[str] = []
    async with asyncio.timeout(180):
        while len(found) < most:
            event = await anext(events)
            if event.memory.text.startswith("Bell"):
                found.append(event.memory.text)
    return found


async def ring_bells(npc: npcclient.NpcClient, timeline: str, *numbers: int) -> None:
    await npc.play.observe(timeline, [seen(number) for number in numbers])


def expected(*numbers: int) -> list[str]:
    return [seen(number).text for number in numbers]


async def test_watch_over_a_killed_server(own_server: Server, transport: str) -> None:
    """Neither a kill nor an orderly restart makes a gap, and nothing comes twice."""
    own_server.start()
    address = own_server.grpc if transport == "grpc" else own_server.http
    lost: list[npcclient.NpcError] = []
    async with npcclient.connect(address, patience=PATIENCE) as npc:
        started = await npc.timelines.start("farrowhithe")
        timeline = started.timeline_id
        watching = npc.play.watch(
            timeline, after_seq=started.head_seq, resume=True, lost=lost.append
        )
        async with aclosing(watching) as events:
            await ring_bells(npc, timeline, 1, 2)
            first = await bells(events, 2)
            await asyncio.to_thread(own_server.restart)
            await ring_bells(npc, timeline, 3)
            second = await bells(events, 1)
            await asyncio.to_thread(own_server.stop)
            await asyncio.to_thread(own_server.start)
            await ring_bells(npc, timeline, 4, 5)
            third = await bells(events, 2)

    assert first == expected(1, 2)
    assert second + third == expected(3, 4, 5)
    assert len(lost) >= 2


async def test_watch_over_a_proxy_that_cuts(server: Server) -> None:
    """A proxy that resets the connection is no different from a server that went away."""
    proxy = Proxy(server.http_port)
    try:
        async with npcclient.connect(proxy.url, patience=PATIENCE) as npc:
            timeline = (await npc.timelines.start("farrowhithe")).timeline_id
            head = (await npc.timelines.get(timeline)).head_seq
            watching = npc.play.watch(timeline, after_seq=head, resume=True)
            heard: list[str] = []
            async with aclosing(watching) as events:
                for number in range(5):
                    await ring_bells(npc, timeline, number)
                    heard += await bells(events, 1)
                    proxy.cut()
    finally:
        proxy.close()

    assert heard == expected(0, 1, 2, 3, 4)


async def test_watch_of_a_scene_goes_on(own_server: Server, transport: str) -> None:
    """A group chat that is watched over a restart is told from the beginning to the end, once."""
    own_server.start()
    scene = (
        "format: npcserver/scene/1\nscene: {premise: One loaf is left.}\n"
        "course: {rounds: 1, stages: [private_chat, group_chat, update]}\n"
        "members:\n  - {name: Ann, goal: Share it.}\n  - {name: Bob, goal: Keep it.}\n"
    )
    address = own_server.grpc if transport == "grpc" else own_server.http
    async with npcclient.connect(address, patience=PATIENCE) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        chat = await npc.scenes.open(timeline, scene, seed=1, file_name="loaf.yaml")
        places: list[tuple[int, int]] = []
        async with aclosing(npc.scenes.watch(timeline, chat, resume=True)) as events:
            await npc.scenes.advance(timeline, chat)
            async with asyncio.timeout(180):
                places += [(event.seq, event.part) for event in [await anext(events)]]
                await asyncio.to_thread(own_server.restart)
                places += [(event.seq, event.part) async for event in events]
        async with aclosing(npc.scenes.watch(timeline, chat)) as events:
            whole = [(event.seq, event.part) async for event in events]

    assert places == whole


async def test_observations_over_a_killed_server(own_server: Server, transport: str) -> None:
    """Ten observations a second go on while the server is away, and all are stored once."""
    own_server.start()
    address = own_server.grpc if transport == "grpc" else own_server.http
    patience = npcclient.Patience(pause=0.05, call=180.0)
    async with npcclient.connect(address, patience=patience) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        async with npc.play.observing(timeline, interval=0.05) as queue:
            queue.put(*(seen(number) for number in range(20)))
            await queue.flush()
            restarting = asyncio.ensure_future(asyncio.to_thread(own_server.restart))
            for number in range(20, 60):
                queue.put(seen(number))
                await asyncio.sleep(0.02)
            await restarting
        memories = await npc.memories.list(timeline, "hester", page_size=200)

    rung = [memory.text for memory in memories if memory.text.startswith("Bell")]
    assert sorted(rung) == sorted(expected(*range(60)))
    assert (queue.dropped, queue.failures) == (0, 0)
