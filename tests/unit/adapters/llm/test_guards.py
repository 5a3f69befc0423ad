"""Small guards of a stream: loops, half characters, byte caps, token estimates."""

from collections.abc import AsyncIterator

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.adapters.llm.model_text import (
    LoopGuard,
    SurrogateJoiner,
    clean_surrogates,
    estimate_tokens,
)
from npcserver.adapters.llm.openai import EVENT_BYTES, cap_response
from npcserver.model.errors import ModelTruncated


@pytest.mark.parametrize(
    "unit", ["the ", "\n", "I see. I see. ", "We could go to the old mill at noon. " * 3]
)
def test_loops_are_noticed(unit: str) -> None:
    """A word, a sign, a sentence or a paragraph for ever is a loop."""
    guard = LoopGuard()

    assert any(guard.is_looping(unit) for _ in range(400))


def test_speech_is_no_loop() -> None:
    """Refrains and lists are not mistaken for loops."""
    guard = LoopGuard()
    verse = "Row, row, row your boat, gently down the stream. Merrily, merrily, merrily! "
    numbers = " ".join(str(number) for number in range(400))

    assert not any(guard.is_looping(piece) for piece in (verse, verse, *numbers.split("1")))


@given(st.text(alphabet=st.characters(codec=None), max_size=40), st.integers(1, 5))
def test_joined_text_does_not_depend_on_the_cuts(text: str, size: int) -> None:
    """However a text is cut, even inside surrogate pairs, the joiner gives the same clean text."""
    raw = "".join(
        letter
        if ord(letter) < 0x10000
        else letter.encode("utf-16-be").decode("utf-16-be", "surrogatepass")
        for letter in text
    )
    joiner = SurrogateJoiner()
    pieces = [joiner.feed(raw[start : start + size]) for start in range(0, len(raw), size)]

    joined = "".join(pieces) + joiner.flush()

    assert joined == clean_surrogates(raw)
    joined.encode()


def test_halves_are_joined_or_replaced() -> None:
    """A pair becomes its sign, a half the replacement character."""
    assert clean_surrogates("\ud83d\ude00 \ud83d x") == "\N{GRINNING FACE} \ufffd x"


class Chunks(httpx2.AsyncByteStream):
    def __init__(self, *chunks: bytes) -> None:
        self.chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            yield chunk


async def read(*chunks: bytes) -> int:
    response = httpx2.Response(200, stream=Chunks(*chunks))
    await cap_response(response)
    return len(await response.aread())


async def test_many_small_events_pass() -> None:
    """The cap on an event starts anew at each blank line, wherever chunks are cut."""
    event = b"data: " + b"x" * 100_000 + b"\n\n"
    blob = event * 9
    cuts = [blob[start : start + 99_999] for start in range(0, len(blob), 99_999)]

    assert await read(*cuts) == len(blob)
    assert await read(b"data: x\r", b"\n\r", b"\n", b"y" * (EVENT_BYTES - 10)) > EVENT_BYTES - 10


@pytest.mark.parametrize(
    "chunks", [(b"x" * (EVENT_BYTES + 1),), (b"x" * 200_000, b"y" * 200_000), (b"a\n\n" * 400_000,)]
)
async def test_too_much_is_cut_off(chunks: tuple[bytes, ...]) -> None:
    """One huge event, in one chunk or many, and one huge answer are cut off."""
    with pytest.raises(ModelTruncated, match="bytes"):
        await read(*chunks)


def test_estimates_know_chinese() -> None:
    """Four Latin letters or one CJK sign make a token."""
    assert estimate_tokens("abcdefgh") == 2
    assert estimate_tokens("你好") == 2
    assert estimate_tokens("") == 0
