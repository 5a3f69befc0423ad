"""How near a line is to groups of texts."""

import asyncio
from collections.abc import Sequence

import numpy as np

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.embed.registry import CachingEmbedder
from npcserver.memory.embedding_texts import Nearness
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.vectors import Vectors

GROUPS = (("The wolves are in the forest.", "Rabbits."), (), ("A bowl of soup.",))


class Counting(HashingEmbedder):
    """The hashing embedder under the name of the one whose cosines are known; it counts texts."""

    name = "usem3:test"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return await super().embed(texts)


async def test_the_nearest_text_of_a_group_counts() -> None:
    """Of each group the greatest cosine; 0 for one without texts."""
    found = await Nearness(Counting()).nearest("Rabbits.", GROUPS)

    assert found is not None
    assert found[0] == 1.0
    assert found[1] == 0.0
    assert found[2] < 0.5


async def test_the_same_line_is_as_near_as_before_to_the_bit() -> None:
    """Whatever else was asked since."""
    nearness = Nearness(Counting())
    once = await nearness.nearest("A wolf in the woods.", GROUPS)
    await nearness.nearest("A wolf in the woods.", GROUPS[2:])

    assert await nearness.nearest("A wolf in the woods.", GROUPS) == once


async def test_groups_are_embedded_once_and_a_line_is_shared() -> None:
    """Who asks for the line next through the same cache finds it there."""
    counting = Counting()
    cache = CachingEmbedder(counting)
    nearness = Nearness(cache)
    await nearness.nearest("Soup!", GROUPS)
    await nearness.nearest("Wolves!", GROUPS)
    await cache.embed(["Wolves!"])

    texts = {one for group in GROUPS for one in group}
    assert sorted(counting.asked) == sorted({*texts, "Soup!", "Wolves!"})


async def test_an_embedder_that_was_not_measured_tells_nothing() -> None:
    """Its cosines mean something else; it is not even asked."""
    assert await Nearness(HashingEmbedder()).nearest("Rabbits.", GROUPS) is None


async def test_a_blank_line_is_near_to_nothing() -> None:
    """Nothing is embedded for it."""
    counting = Counting()

    assert await Nearness(counting).nearest("  ", GROUPS) is None
    assert not counting.asked


async def test_an_embedder_that_fails_or_hangs_is_done_without() -> None:
    """The choice is made by words then."""

    class Failing(Counting):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            raise Unavailable("gone", Reason.EMBEDDER_UNAVAILABLE)

    class Hanging(Counting):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            await asyncio.Event().wait()
            return np.zeros((len(texts), 512), np.float32)

    assert await Nearness(Failing()).nearest("Rabbits.", GROUPS) is None
    assert await Nearness(Hanging(), seconds=0.01).nearest("Rabbits.", GROUPS) is None


async def test_what_is_cancelled_half_way_is_not_embedded_again() -> None:
    """Slices that are done stay; the next call goes on from there."""
    many = tuple(f"Text {number}." for number in range(40))

    class Stopping(Counting):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            if len(self.asked) == 32:
                await asyncio.Event().wait()
            return await super().embed(texts)

    stopping = Stopping()
    cache = CachingEmbedder(stopping)
    assert await Nearness(cache, seconds=0.05).nearest("Rabbits.", [many]) is None
    stopping.asked.append("now it goes on")

    assert await Nearness(cache).nearest("Rabbits.", [many]) is not None
    assert stopping.asked.count("Text 0.") == 1
