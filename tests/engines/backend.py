"""A studio's backend that signs tokens of players itself, and gives them to clients over HTTP."""

import json
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

SECRET = "of-the-studio-0123456789abcdef-0123456789"  # noqa: S105 - of these tests alone
SETTINGS = {
    "NPCSERVER_ACCESS__ISSUERS": json.dumps({"studio": {"algorithm": "HS256", "secret": SECRET}})
}
"""What a server needs to know to take its tokens."""


class Backend:
    """Gives anybody who asks a token of Ann for one timeline, which ends after so many seconds.

    With `is_refusing` it gives one that has ended already. A client asks for that at `/refuse`, and
    for tokens of a minute at `/give`.
    """

    def __init__(self, world_id: str, timeline_id: str, seconds: int) -> None:
        self._world_id = world_id
        self._timeline_id = timeline_id
        self.seconds = seconds
        self.is_refusing = False
        self.given = 0
        self.url = ""

    def token(self) -> str:
        self.given += 1
        now = int(time.time()) - (7200 if self.is_refusing else 0)
        claims = {
            "aud": "npcserver",
            "sub": "ann",
            "name": "Ann",
            "world": self._world_id,
            "timeline": self._timeline_id,
            "verbs": ["say", "watch", "interrupt"],
            "iat": now,
            "exp": now + self.seconds,
            "jti": str(self.given),
        }
        return jwt.encode(claims, SECRET, "HS256", headers={"kid": "studio"})


@contextmanager
def giving_tokens(
    world_id: str, timeline_id: str, seconds: int = 3
) -> Generator[Backend, None, None]:
    """Run a backend for as long as the block runs."""
    backend = Backend(world_id, timeline_id, seconds)

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path in ("/refuse", "/give"):
                backend.is_refusing = self.path == "/refuse"
                backend.seconds = 60
            body = backend.token().encode()
            self.send_response(200)
            self.send_header("content-type", "text/plain")
            self.send_header("access-control-allow-origin", "*")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep the output of the tests free of it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        backend.url = f"http://127.0.0.1:{server.server_port}/token"
        running = threading.Thread(target=server.serve_forever, args=(0.05,))
        running.start()
        try:
            yield backend
        finally:
            server.shutdown()
            running.join()
