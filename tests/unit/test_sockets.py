"""Sockets to listen on, and certificates that cannot be used."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from npcserver import sockets
from npcserver.model.errors import InvalidInput
from npcserver.sockets import read_certificate, require_free

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


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Write a certificate and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    issued = trustme.CA().issue_cert("localhost")
    chain, key = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return chain, key


def test_a_pair_that_fits_is_read(made: tuple[Path, Path]) -> None:
    """What comes back is what the files hold."""
    read = read_certificate(*made)

    assert (read.chain, read.private_key) == (made[0].read_bytes(), made[1].read_bytes())


@pytest.mark.parametrize(
    ("content", "wrong", "told"),
    [
        (None, "chain", "server.tls_certificate: cannot read .*: No such file"),
        (None, "key", "server.tls_private_key: cannot read .*: No such file"),
        (b"hello", "chain", "server.tls_certificate: .* holds no certificate in PEM form"),
        (b"hello", "key", "server.tls_private_key: .* holds no private key in PEM form"),
        (
            b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            "chain",
            "server.tls_certificate: .* cannot be used",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told(
    made: tuple[Path, Path], tmp_path: Path, content: bytes | None, wrong: str, told: str
) -> None:
    """The message names the setting and the file."""
    file = tmp_path / "odd.pem"
    if content is not None:
        file.write_bytes(content)
    chain, key = made

    with pytest.raises(InvalidInput, match=told):
        read_certificate(file if wrong == "chain" else chain, file if wrong == "key" else key)


def test_files_that_were_swapped_are_told(made: tuple[Path, Path]) -> None:
    """The key where the certificate should be is no certificate."""
    with pytest.raises(InvalidInput, match=r"server\.tls_certificate: .* holds no certificate"):
        read_certificate(made[1], made[0])


def test_a_key_under_a_password_is_told(made: tuple[Path, Path], tmp_path: Path) -> None:
    """Nobody is there to type one, and nobody is asked."""
    locked = tmp_path / "locked.pem"
    subprocess.run(
        ["openssl", "pkey", "-in", made[1], "-aes256", "-passout", "pass:x", "-out", locked],
        check=True,
    )

    with pytest.raises(InvalidInput, match=r"is locked by a password; .*openssl pkey"):
        read_certificate(made[0], locked)
