"""Limits on what an endpoint may send: a 50 MB event blocked the event loop for four seconds."""

from collections.abc import AsyncIterator

import httpx2

from npcserver.model.errors import ModelTalkedNonsense, ModelTruncated

EVENT_BYTES = 256 * 1024
ANSWER_BYTES = 1024 * 1024

_BLANK_LINES = (b"\n\n", b"\r\n\r\n", b"\r\r")
_LONGEST_BLANK = 4


async def cap(response: httpx2.Response) -> None:
    """Limit a response whose body is not read yet (an httpx2 response hook).

    Compressed bodies are refused: their size says nothing about the size of their content.
    """
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ModelTalkedNonsense("the endpoint compressed its answer although it was asked not to")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _CappedStream(response.stream)


class _CappedStream(httpx2.AsyncByteStream):
    """Passes bytes on until an event or the whole answer is larger than its limit."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream
        self._total = 0
        self._event = 0
        self._tail = b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._count(chunk)
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()

    def _count(self, chunk: bytes) -> None:
        self._total += len(chunk)
        window = self._tail + chunk
        last = max(window.rfind(blank) for blank in _BLANK_LINES)
        self._event = len(window) - last if last >= 0 else self._event + len(chunk)
        self._tail = window[-(_LONGEST_BLANK - 1) :]
        if self._event > EVENT_BYTES:
            raise ModelTruncated(f"the endpoint sent an event of more than {EVENT_BYTES} bytes")
        if self._total > ANSWER_BYTES:
            raise ModelTruncated(f"the endpoint sent an answer of more than {ANSWER_BYTES} bytes")
