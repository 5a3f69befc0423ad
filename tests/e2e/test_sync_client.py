"""The client without `async`, against a real server, over both transports."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from npcclient import NotFound, sync
from npcclient.messages import Character, Observation, Persona, World


async def in_thread(script: Callable[[str], Any], address: str) -> Any:
    """Run a script beside the server, which lives in this thread."""
    return await asyncio.to_thread(script, address)


@contextmanager
def authored(npc: sync.NpcClient) -> Iterator[str]:
    """Make a world with one character, yield its timeline, and delete the world."""
    world = npc.worlds.create(World(name=f"Harbour {uuid4().hex}"))
    persona = Persona(name="Mira", background="Mira keeps the inn.")
    npc.characters.create(Character(world_id=world.world_id, character_id="mira", persona=persona))
    yield npc.timelines.start(world).timeline_id
    npc.worlds.delete(world.world_id)


async def test_calls_lists_and_turns_need_no_await(address: str) -> None:
    """Calls return, lists and turns are iterated over, and a turn says how it ended."""

    def script(target: str) -> tuple[int, list[str], bool]:
        with sync.connect(target) as npc, authored(npc) as timeline:
            npc.play.observe(timeline, [Observation(text="A bell rings.", witness_ids=["mira"])])
            worlds = npc.worlds.list()
            assert list(worlds) == list(worlds)
            turn = npc.play.say(timeline, "mira", "Good evening!", speaker="Ann")
            kinds = [event.WhichOneof("event") for event in turn]
            return len(list(worlds)), kinds, turn.finished is not None

    worlds, kinds, is_finished = await in_thread(script, address)

    assert worlds > 0
    assert (kinds[0], kinds[-1]) == ("started", "finished")
    assert "line" in kinds
    assert is_finished


async def test_leaving_a_loop_early_ends_the_call(address: str) -> None:
    """A watch that is left hangs up, a turn that is left is over, and the client goes on."""

    def script(target: str) -> tuple[str, list[str]]:
        with sync.connect(target) as npc, authored(npc) as timeline:
            npc.play.observe(timeline, [Observation(text="A bell rings.", witness_ids=["mira"])])
            watch = npc.play.watch(timeline, after_seq=0)
            for event in watch:
                first = event.WhichOneof("event")
                break
            turn = npc.play.say(timeline, "mira", "Good evening!", speaker="Ann")
            for _ in turn:
                break
            return first, [*watch, *turn]

    first, rest = await in_thread(script, address)

    assert first
    assert rest == []


async def test_errors_are_the_same(address: str) -> None:
    """Errors have the types of the asynchronous client; a closed client says that it is closed."""

    def script(target: str) -> None:
        npc = sync.connect(target)
        with npc, pytest.raises(NotFound):
            npc.worlds.get("nowhere")
        npc.close()
        with pytest.raises(RuntimeError, match="closed"):
            npc.worlds.get("nowhere")

    await in_thread(script, address)

    assert "npcclient" not in {thread.name for thread in threading.enumerate()}


async def test_wrong_address_is_refused_at_once() -> None:
    """What cannot be an address raises, and leaves no thread behind."""
    with pytest.raises(ValueError, match="address"):
        await asyncio.to_thread(sync.connect, "ftp://host")

    assert "npcclient" not in {thread.name for thread in threading.enumerate()}


async def test_queue_takes_observations(address: str) -> None:
    """The queue is a `with` block, and has sent everything when it ends."""

    def script(target: str) -> int:
        with sync.connect(target) as npc, authored(npc) as timeline:
            before: int = npc.timelines.get(timeline).head_seq
            with npc.play.observing(timeline) as queue:
                queue.put(Observation(text="A bell rings.", witness_ids=["mira"]))
            after: int = npc.timelines.get(timeline).head_seq
            return after - before

    assert await in_thread(script, address) > 0
