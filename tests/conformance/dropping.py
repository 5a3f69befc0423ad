"""A proxy for HTTP/1.1 that breaks off streams of one method, as networks do.

It hands a request to the server and hangs up after so many messages of the answer, or before its
first byte. The same request once more goes through. Or it hides which wire the server speaks, as
one from before 0.3.0 has none.
"""

import asyncio
import hashlib
import re
from contextlib import suppress

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_DROPPED = re.compile(rb"\r\n(?:connection|accept-encoding):[^\r]*", re.IGNORECASE)
_WIRE = re.compile(rb"\r\nnpc-server:[^\r]*", re.IGNORECASE)
_LAST_WORDS = 0.1  # seconds in which an engine reads, once a frame, before the connection closes
_FLAGS_AND_LENGTH = 5  # bytes before each message of a stream (Connect, "Enveloped-Message")


class DroppingProxy:
    """Breaks off a method of the server at `port` after so many messages, 0 for before any byte.

    With `is_swallowed` it does the latter only once the server has said all, as if all were lost on
    its way. It listens on a port of its own; `url` is known once it has begun.
    """

    def __init__(
        self,
        port: int,
        method: str,
        messages: int,
        *,
        is_old: bool = False,
        is_swallowed: bool = False,
    ) -> None:
        self._upstream = port
        self._path = f"/{method}".encode()
        self._messages = messages
        self._is_old = is_old
        self._to_read = -1 if is_swallowed else 1
        self._broken: set[bytes] = set()
        self.url = ""

    @property
    def broken(self) -> int:
        """How many requests it has broken off."""
        return len(self._broken)

    async def begin(self) -> asyncio.Server:
        """Listen; the caller closes what is returned."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            body = await _body(head, reader)
            left = self._messages_left(head, body)
            # One request a connection: where it ends is where the answer ends. And no compression,
            # in which messages could not be counted.
            lone = _DROPPED.sub(b"", head[:-2]) + b"connection: close\r\n\r\n"
            answer, request = await asyncio.open_connection("127.0.0.1", self._upstream)
            request.write(lone + body)
            leaving = asyncio.create_task(reader.read(1))
            try:
                await self._forward(answer, writer, left, leaving)
            finally:
                leaving.cancel()
                request.close()
        writer.close()

    def _messages_left(self, head: bytes, body: bytes) -> int | None:
        """Return after how many messages a request is broken off; None for never."""
        path, request = head.partition(b" HTTP/")[0], hashlib.sha256(body).digest()
        is_asked = head.startswith(b"POST") and path.endswith(self._path)
        if not is_asked or request in self._broken:
            return None
        self._broken.add(request)
        return self._messages

    async def _forward(
        self,
        answer: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        left: int | None,
        leaving: asyncio.Task[bytes],
    ) -> None:
        """Hand an answer on, up to so many messages, or until the client leaves."""
        head = await answer.readuntil(b"\r\n\r\n")
        if self._is_old:
            head = _WIRE.sub(b"", head)
        if left == 0:
            # the head comes at once; what follows says that the turn has begun
            await answer.read(self._to_read)
            return
        writer.write(head)
        stream = b""
        while not leaving.done():
            reading = asyncio.ensure_future(answer.read(1 << 16))
            await asyncio.wait((reading, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not reading.done() or not (growth := reading.result()):
                reading.cancel()
                await asyncio.sleep(_LAST_WORDS)
                return
            writer.write(growth)
            await writer.drain()
            stream += growth
            if left is not None and _messages(stream) >= left:
                return


async def _body(head: bytes, reader: asyncio.StreamReader) -> bytes:
    found = _LENGTH.search(head)
    if found is not None:
        return await reader.readexactly(int(found[1]))
    is_chunked = b"chunked" in head.lower()
    return await reader.readuntil(b"0\r\n\r\n") if is_chunked else b""


def _messages(chunked: bytes) -> int:
    """Return how many messages have come whole in a chunked body."""
    body = b""
    while (end := chunked.find(b"\r\n")) > 0:
        size = int(chunked[:end], 16)
        body += chunked[end + 2 : end + 2 + size]
        chunked = chunked[end + 4 + size :]
    count = 0
    while len(body) >= _FLAGS_AND_LENGTH:
        size = _FLAGS_AND_LENGTH + int.from_bytes(body[1:_FLAGS_AND_LENGTH])
        if len(body) < size:
            break
        body, count = body[size:], count + 1
    return count
