"""A small web server for the files of a folder, as a user's own site would be."""

import asyncio
import os
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Name modules as browsers want it, whatever the machine's own list says of them."""
        return (
            "text/javascript" if str(path).endswith((".js", ".mjs")) else super().guess_type(path)
        )

    def log_message(self, *arguments: Any) -> None:
        """Say nothing: a test's output is the engine's."""


@asynccontextmanager
async def serving(folder: Path) -> AsyncGenerator[str, None]:
    """Serve a folder on a free port of this machine; gives its URL, without a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()
