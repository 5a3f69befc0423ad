"""A proxy for gRPC that breaks connections in the middle of a stream, as networks do.

It reads the frames of HTTP/2 (RFC 9113, 4.1) as they pass, and closes both connections after so
many messages of one stream. A timeline whose stream was broken once is left in peace.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

_PREFACE = 24
_HEAD = 9
_DATA, _HEADERS = 0, 1
_PREFIX = 5  # bytes before each message of gRPC: a flag and the length
_TIMELINE = re.compile(rb"tl_[0-9a-z]{20}")


class GrpcDroppingProxy:
    """Breaks streams of a method of the server at `port` after so many messages of an answer.

    It listens on a port of its own; `url` is known once it has begun.
    """

    def __init__(self, port: int, method: str, messages: int) -> None:
        self._upstream = port
        # the first call of a connection names its method in plain letters, later ones by an index
        self._path = f"/npcserver.v1.PlayService/{method}".encode()
        self._messages = messages
        self._broken: set[bytes] = set()
        self.url = ""

    async def begin(self) -> asyncio.Server:
        """Listen; the caller closes what is returned."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_connection("127.0.0.1", self._upstream)
        link = _Link(self._path, self._messages, self._broken)
        ways = [
            asyncio.create_task(_pump(reader, requests, _Frames(_PREFACE), link.asked)),
            asyncio.create_task(_pump(answers, writer, _Frames(0), link.answered)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (writer, requests):
            end.transport.abort()


class _Link:
    """One connection: which stream is to be broken, and when."""

    def __init__(self, path: bytes, messages: int, broken: set[bytes]) -> None:
        self._path = path
        self._left = messages
        self._broken = broken
        self._stream = 0
        self._is_armed = False
        self._body = b""

    def asked(self, kind: int, stream: int, payload: bytes) -> bool:
        """Note a frame of the client; it always passes."""
        if kind == _HEADERS and self._path in payload:
            self._stream = stream
        elif kind == _DATA and stream == self._stream and not self._is_armed:
            found = _TIMELINE.search(payload)
            self._is_armed = found is not None and found[0] not in self._broken
            if found is not None:
                self._broken.add(found[0])
        return True

    def answered(self, kind: int, stream: int, payload: bytes) -> bool:
        """Return whether a frame of the server passes."""
        if kind != _DATA or stream != self._stream or not self._is_armed:
            return True
        if self._left == 0:
            return False
        self._body += payload
        while len(self._body) >= _PREFIX:
            size = _PREFIX + int.from_bytes(self._body[1:_PREFIX])
            if len(self._body) < size:
                break
            self._body, self._left = self._body[size:], self._left - 1
        return True


class _Frames:
    """Cuts what passes into frames; what comes before the first passes as it is."""

    def __init__(self, before: int) -> None:
        self._before = before
        self._bytes = b""

    def cut(self, growth: bytes) -> Iterator[bytes]:
        self._bytes += growth
        if self._before and len(self._bytes) >= self._before:
            yield self._bytes[: self._before]
            self._bytes, self._before = self._bytes[self._before :], 0
        while not self._before and len(self._bytes) >= _HEAD:
            size = _HEAD + int.from_bytes(self._bytes[:3])
            if len(self._bytes) < size:
                return
            frame, self._bytes = self._bytes[:size], self._bytes[size:]
            yield frame


async def _pump(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    frames: _Frames,
    passes: Callable[[int, int, bytes], bool],
) -> None:
    """Hand frames on until one must not pass, or an end leaves."""
    with suppress(OSError):
        while growth := await reader.read(1 << 16):
            for frame in frames.cut(growth):
                is_frame = not frame.startswith(b"PRI ")
                stream = int.from_bytes(frame[5:_HEAD]) & 0x7FFFFFFF
                if is_frame and not passes(frame[3], stream, frame[_HEAD:]):
                    return
                writer.write(frame)
            await writer.drain()
