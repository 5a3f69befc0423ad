"""The cache before an embedder."""

from collections.abc import Sequence

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.embed.registry import CachingEmbedder
from npcserver.ports.vectors import Vectors


class CountingEmbedder(HashingEmbedder):
    """Writes down what it was asked for."""

    def __init__(self) -> None:
        super().__init__(64)
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return await super().embed(texts)


async def test_a_text_is_asked_for_once() -> None:
    """Neither a second call nor a repeat within one call reaches the embedder."""
    inner = CountingEmbedder()
    cache = CachingEmbedder(inner)

    await cache.embed(["a", "b", "a"])
    await cache.embed(["b", "c"])

    assert inner.asked == ["a", "b", "c"]


async def test_the_least_recently_used_is_forgotten() -> None:
    """The budget holds, and what was used lately stays."""
    inner = CountingEmbedder()
    cache = CachingEmbedder(inner, budget_bytes=2_000)
    for _ in range(30):
        await cache.embed(["often"])
        await cache.embed([f"once {len(inner.asked)}"])

    assert cache.nbytes <= 2_000
    assert inner.asked.count("often") == 1
    assert len(inner.asked) == 31


async def test_a_text_larger_than_the_budget_is_answered() -> None:
    """What cannot be kept is still embedded."""
    cache = CachingEmbedder(CountingEmbedder(), budget_bytes=10)

    assert (await cache.embed(["a word"])).any()
    assert cache.nbytes == 0
