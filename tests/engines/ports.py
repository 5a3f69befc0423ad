"""Ports for servers that tests stop and start again, each where it was."""

import os
import random
import socket
from contextlib import ExitStack

_STEADY = range(20_000, 30_000)
"""Ports that systems do not lend to the one who calls out, so that a server finds its own again."""
_MOST_WORKERS = 16


def two_free() -> tuple[int, int]:
    """Return two ports on which nobody listens."""
    while True:
        pair = random.sample(of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0")), 2)
        with ExitStack() as stack:
            try:
                for port in pair:
                    stack.enter_context(socket.create_server(("127.0.0.1", port)))
            except OSError:
                continue
        return pair[0], pair[1]


def of_worker(name: str) -> range:
    """Return the ports that no other worker (`gw0`, `gw1` and so on) gives to its servers.

    Nobody holds a port between a look at it and the server's first listening, nor while the server
    starts again; so another worker must not look there.
    """
    share = len(_STEADY) // _MOST_WORKERS
    return _STEADY[int(name.removeprefix("gw")) % _MOST_WORKERS * share :][:share]
