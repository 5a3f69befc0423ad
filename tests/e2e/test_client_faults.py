"""The Python client where something is wrong: keys, certificates, ports, time, size, hanging up."""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from pathlib import Path

import npcclient
import pytest
from npcclient.messages import Observation, TurnOutcome, WatchResponse

from tests.engines.servers import Certificate, Proxy, Server

ONCE = npcclient.Patience(attempts=1)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, tls: Certificate) -> Iterator[Server]:
    """Give a server that wants a key, over TLS."""
    running = Server(tmp_path_factory.mktemp("guarded"), keys=("the-right-key-of-two",), tls=tls)
    try:
        yield running.start()
    finally:
        running.stop()


def at(server: Server, transport: str) -> str:
    return server.grpc if transport == "grpc" else server.http


async def test_key_and_certificate_let_in(
    guarded: Server, tls: Certificate, transport: str
) -> None:
    """With the key, and the certificate of who vouches, everything is as without."""
    address = at(guarded, transport)
    async with npcclient.connect(address, key="the-right-key-of-two", ca=tls.authority) as npc:
        assert [world.world_id for world in await npc.worlds.list()] == ["farrowhithe"]


@pytest.mark.parametrize("key", ["", "wrong"])
async def test_wrong_key(guarded: Server, tls: Certificate, transport: str, key: str) -> None:
    """Without the key, single calls and streams are refused with a type of their own."""
    async with npcclient.connect(at(guarded, transport), key=key, ca=tls.authority) as npc:
        with pytest.raises(npcclient.NotAllowed) as caught:
            await npc.worlds.list()
        with pytest.raises(npcclient.NotAllowed):
            await npc.play.say("tl_1", "hester", "Hi", speaker="Ann").text()
        with pytest.raises(npcclient.NotAllowed):
            await anext(npc.play.watch("tl_1", resume=True))

    assert caught.value.reason == "UNAUTHENTICATED"


async def test_unknown_authority(guarded: Server, transport: str) -> None:
    """A certificate that nobody here vouches for is told as that."""
    address = at(guarded, transport)
    async with npcclient.connect(address, tls=True, patience=ONCE) as npc:
        with pytest.raises(npcclient.Unavailable, match="signed by nobody this client trusts"):
            await npc.worlds.list()


async def test_plain_text_where_tls_is_spoken(guarded: Server, transport: str) -> None:
    """Anyone who forgot TLS is told that the server may want it."""
    address = at(guarded, transport).replace("https://", "http://")
    async with npcclient.connect(address, patience=ONCE) as npc:
        with pytest.raises(npcclient.Unavailable, match="uses TLS"):
            await npc.worlds.list()


async def test_tls_where_plain_text_is_spoken(server: Server, transport: str) -> None:
    """Anyone who asks for TLS where there is none is told to leave it out."""
    address = at(server, transport).replace("http://", "https://")
    async with npcclient.connect(address, tls=True, patience=ONCE) as npc:
        with pytest.raises(npcclient.Unavailable, match="does not use TLS"):
            await npc.worlds.list()


async def test_the_other_listener(server: Server) -> None:
    """Ports that are mixed up are told as such."""
    for wrong in (server.http.removeprefix("http://"), f"http://{server.grpc}"):
        async with npcclient.connect(wrong, patience=ONCE) as npc:
            with pytest.raises(npcclient.Unavailable, match="speaks another protocol"):
                await npc.worlds.list()


@pytest.mark.parametrize("nobody", ["127.0.0.1:1", "http://127.0.0.1:1"])
async def test_server_not_there(nobody: str) -> None:
    """A server that does not run is told with what to do, for calls, streams and queues."""
    async with npcclient.connect(nobody, patience=npcclient.Patience(pause=0.01)) as npc:
        with pytest.raises(npcclient.Unavailable, match="npcserver serve"):
            await npc.worlds.list()
        with pytest.raises(npcclient.Unavailable, match="npcserver serve"):
            await npc.play.say("tl_1", "hester", "Hi", speaker="Ann").text()


async def test_errors_carry_their_details(address: str) -> None:
    """Code, reason, metadata and field are the same on both transports."""
    async with npcclient.connect(address) as npc:
        with pytest.raises(npcclient.NotFound) as missing:
            await npc.worlds.get("nowhere")
        with pytest.raises(npcclient.InvalidInput) as wrong:
            await npc.play.say("tl_1", "hester", "x" * 3000, speaker="Ann").text()

    assert (missing.value.reason, dict(missing.value.metadata)) == (
        "WORLD_NOT_FOUND",
        {"worldId": "nowhere"},
    )
    assert wrong.value.field == "text"


async def test_deadline_of_a_turn(address: str) -> None:
    """A turn that takes longer than it may ends with `TimedOut`, and the server hears of it."""
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        turn = npc.play.say(timeline, "hester", "Tell a story.", speaker="Ann", seconds=0.5)
        with pytest.raises(npcclient.TimedOut):
            await turn.text()


async def test_large_and_odd_texts_come_back_whole(address: str) -> None:
    """Half a megabyte of every script there is goes in, and comes out as it was."""
    text = ("Ünïcødé 渡し场 🛶 e\u0301\u200d " * 200)[:3900]
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        seen = [Observation(text=f"{n} {text}", witness_ids=["hester"]) for n in range(60)]
        stored = await npc.play.observe(timeline, seen)
        memories = await npc.memories.list(timeline, "hester", page_size=100)

    assert stored.memories == 60
    assert {memory.text for memory in memories} >= {one.text for one in seen}


async def test_too_large_is_refused(address: str) -> None:
    """What is more than the server reads is refused as such, and not as a broken connection."""
    async with npcclient.connect(address) as npc:
        with pytest.raises(npcclient.OverLimit):
            await npc.play.observe("tl_1", [Observation(text="x" * 1_500_000)])


async def test_hanging_up_interrupts(address: str) -> None:
    """Leaving a turn early reaches the character, who remembers what was delivered only."""
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        watching = npc.play.watch(timeline, after_seq=timeline.head_seq, characters=["hester"])
        async with aclosing(watching) as events:
            async with npc.play.say(timeline, "hester", "A story!", speaker="Ann") as turn:
                async for event in turn:
                    if event.HasField("line"):
                        break
            async with asyncio.timeout(60):
                taken = [event.turn async for event in until_turn(events)]

    assert taken[0].outcome == TurnOutcome.TURN_OUTCOME_INTERRUPTED
    assert 0 < len(taken[0].lines) < 20


async def until_turn(
    events: AsyncGenerator[WatchResponse, None],
) -> AsyncGenerator[WatchResponse, None]:
    async for event in events:
        if event.HasField("turn"):
            yield event
            return


async def test_interrupting_is_heard(address: str) -> None:
    """An interrupted turn still ends properly, with the outcome that says so."""
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        async with npc.play.say(timeline, "hester", "A story!", speaker="Ann") as turn:
            async for event in turn:
                if event.HasField("line"):
                    turn.interrupt_soon()

    assert turn.finished is not None
    assert turn.finished.outcome == TurnOutcome.TURN_OUTCOME_INTERRUPTED


async def test_proxy_that_cuts_idle_connections(server: Server) -> None:
    """A connection that was cut while nothing was asked is made again, unseen."""
    proxy = Proxy(server.http_port, cut_after=0.2)
    try:
        async with npcclient.connect(proxy.url) as npc:
            before = await npc.worlds.list()
            async with asyncio.timeout(60):
                while not proxy.idle_cuts:  # noqa: ASYNC110 - it is cut in another thread
                    await asyncio.sleep(0.05)
            after = await npc.worlds.list()
    finally:
        proxy.close()

    assert before == after


def test_readme_names_every_type() -> None:
    """Each error type of the client stands in its readme."""
    root = Path(npcclient.__file__).parents[1]
    readme = (root / "README.md").read_text(encoding="utf-8")
    kinds = {kind.__name__ for kind in npcclient.NpcError.__subclasses__()}

    assert kinds - set(re.findall(r"`(\w+)`", readme)) == set()
