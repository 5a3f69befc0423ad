"""Ports for servers that tests stop and start again, each where it was."""

import os
import random
import socket
from collections.abc import Iterator
from itertools import cycle
from threading import Lock

_STEADY = range(20_000, 30_000)
"""Ports that systems do not lend to the one who calls out, so that a server finds its own again."""
_MOST_WORKERS = 16


_turns: dict[range, Iterator[int]] = {}
_lock = Lock()


def two_free() -> tuple[int, int]:
    """Return two ports on which nobody listens, and that were given to nobody for the longest."""
    share = of_worker(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))
    with _lock:
        if share not in _turns:
            first = random.randrange(len(share))  # another run beside this one begins elsewhere
            _turns[share] = cycle((*share[first:], *share[:first]))
        free = filter(_is_free, _turns[share])
        return next(free), next(free)


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def of_worker(name: str) -> range:
    """Return the ports that no other worker (`gw0`, `gw1` and so on) gives to its servers.

    Nobody holds a port between a look at it and the server's first listening, nor while the server
    starts again; so another worker must not look there, nor this one soon.
    """
    share = len(_STEADY) // _MOST_WORKERS
    return _STEADY[int(name.removeprefix("gw")) % _MOST_WORKERS * share :][:share]
