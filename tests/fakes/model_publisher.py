"""A publisher of models on loopback, with the faults of real ones."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CONTENT = b"GGUF" + bytes(range(256)) * 12_000
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@dataclass
class Publisher:
    """What the server gives: a redirect that states a checksum, then the file or a part of it."""

    content: bytes = CONTENT
    stated: str = SHA256
    size: int | None = None
    code: int = 200
    breaks_after: int | None = None
    ranges: list[str] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    """Answers as the publisher of its server says."""

    @property
    def publisher(self) -> Publisher:
        assert isinstance(self.server, PublisherServer)
        return self.server.publisher

    def do_HEAD(self) -> None:
        self._answer(is_head=True)

    def do_GET(self) -> None:
        self._answer(is_head=False)

    def _answer(self, *, is_head: bool) -> None:
        one = self.publisher
        if one.code != 200:
            self._head(one.code, {"Content-Length": "0"})
        elif "/resolve/" in self.path:
            size = len(one.content) if one.size is None else one.size
            stated = {"X-Linked-ETag": f'"{one.stated}"', "X-Linked-Size": str(size)}
            location = {"Location": "/cdn/file", "Content-Length": "0"}
            self._head(302, location | (stated if one.stated else {}))
        else:
            self._file(is_head=is_head)

    def _file(self, *, is_head: bool) -> None:
        one = self.publisher
        asked = self.headers.get("Range", "")
        start = int(asked.removeprefix("bytes=").removesuffix("-") or "0")
        end = len(one.content)
        headers = {"Content-Length": str(end - start)}
        if start:
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{end}"
        self._head(206 if start else 200, headers)
        if not is_head:
            one.ranges.append(asked)
            self.wfile.write(one.content[start : one.breaks_after])

    def _head(self, code: int, headers: dict[str, str]) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing on the terminal of the tests."""


class PublisherServer(ThreadingHTTPServer):
    """A publisher at a port of its own."""

    def __init__(self, publisher: Publisher) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.publisher = publisher


@contextmanager
def publishing() -> Iterator[tuple[Publisher, str]]:
    """Serve a publisher until the block ends; yield it and its address."""
    one = Publisher()
    with PublisherServer(one) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield one, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()
