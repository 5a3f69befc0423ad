"""Sockets to listen on."""

import socket
import sys
from collections.abc import Iterator

import pytest

from npcserver import sockets
from npcserver.model.errors import InvalidInput
from npcserver.sockets import require_free

HERE = "127.0.0.1"


class Naps:
    """Sleeps not at all; counts how long it should have, and may end what holds a port."""

    def __init__(self, holder: socket.socket | None = None, *, after: int = 0) -> None:
        self.seconds: list[float] = []
        self._holder = holder
        self._after = after

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        if self._holder is not None and len(self.seconds) == self._after:
            self._holder.close()


@pytest.fixture
def peer() -> Iterator[socket.socket]:
    """Give a server of another program, which takes connections."""
    with socket.create_server((HERE, 0)) as listener:
        yield listener


@pytest.fixture
def held(peer: socket.socket) -> Iterator[socket.socket]:
    """Give an outgoing connection of another program, which holds its own port."""
    # From an address of its own where there is one: nobody else takes the port once it is let go.
    own = "127.83.41.7" if sys.platform == "linux" else HERE
    with socket.create_connection(peer.getsockname(), source_address=(own, 0)) as connection:
        # Closed, it leaves no TIME_WAIT behind: a test waits for nothing.
        linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        yield connection


@pytest.mark.parametrize("port", [-1, 65536, 65536 + 50051])
async def test_a_port_that_is_none_is_not_taken_for_another(port: int) -> None:
    """What lies beyond the last port, as the one after it does, is refused with its setting."""
    with pytest.raises(InvalidInput, match=rf"^http\.port: must be 0 to 65535, not {port}"):
        await require_free(HERE, port, "http")


async def test_a_port_held_by_an_outgoing_connection_is_waited_for(held: socket.socket) -> None:
    """A port that nobody listens on is tried again until the connection that held it is gone."""
    (host, port), naps = held.getsockname(), Naps(held, after=3)

    await require_free(host, port, "server", naps)

    assert len(naps.seconds) == 3


async def test_a_port_that_stays_held_is_refused_in_the_end(held: socket.socket) -> None:
    """After a bounded wait a held port is told as in use, with what to do."""
    (host, port), naps = held.getsockname(), Naps()

    with pytest.raises(InvalidInput, match=rf"^server\.port: {port} is in use; .*--port"):
        await require_free(host, port, "server", naps)

    assert sum(naps.seconds) == sockets.PATIENCE_SECONDS


async def test_a_port_that_answers_is_refused_at_once(peer: socket.socket) -> None:
    """Where another server listens nobody waits."""
    naps = Naps()

    with pytest.raises(InvalidInput, match="is in use"):
        await require_free(HERE, peer.getsockname()[1], "server", naps)

    assert naps.seconds == []
