"""A game is told that a first word takes long, over both transports, alone and in a circle."""

from collections.abc import Iterator
from pathlib import Path

import npcclient
import pytest
from npcclient.messages import Speaker

from tests.engines.servers import Server

ANN = Speaker(id="ann", name="Ann")


@pytest.fixture(scope="module")
def thoughtful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server whose model begins to speak long after a turn says that it waits."""
    folder: Path = tmp_path_factory.mktemp("thoughtful")
    running = Server(
        folder,
        model="scripted:first_word_delay=0.5",
        settings={"NPCSERVER_DIALOGUE__WAITING_SECONDS": "0.05"},
    )
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.mark.parametrize("transport", ["grpc", "connect"])
async def test_one_event_tells_that_a_turn_waits(thoughtful: Server, transport: str) -> None:
    """It comes after `started` and before the first line, in a talk and in a circle."""
    address = thoughtful.grpc if transport == "grpc" else thoughtful.http
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        async with npc.play.say(timeline, "hester", "Good evening.", speaker=ANN) as turn:
            alone = [event.WhichOneof("event") async for event in turn]
        hester = await npc.characters.get("farrowhithe", "hester")
        circle = await npc.circles.open(timeline, (ANN, hester))
        async with npc.circles.say(timeline, circle, "Good evening.", who=ANN) as talk:
            told = [event async for event in talk]

    together = [one.turn.WhichOneof("event") for one in told if one.HasField("turn")]
    assert alone[:3] == together[:3] == ["started", "waiting", "line"]
    assert alone.count("waiting") == 1
