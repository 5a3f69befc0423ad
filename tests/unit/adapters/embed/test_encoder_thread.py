"""The thread that calculates vectors: who goes first, and what happens when it fails."""

import asyncio
import threading

import numpy as np
import pytest

from npcserver.adapters.embed.usem3 import EncoderThread
from npcserver.model.errors import Reason, Unavailable
from npcserver.ports.vectors import Vectors


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
