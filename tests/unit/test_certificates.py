"""Certificates that cannot be used, and what is said about them."""

import subprocess
from pathlib import Path

import pytest
import trustme

from npcserver.model.errors import InvalidInput
from npcserver.sockets import read_certificate


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
