"""Reading a certificate and its private key, with messages about what is wrong with them."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from npcserver.model.errors import InvalidInput

_CHAIN = "server.tls_certificate"
_KEY = "server.tls_private_key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The server's certificate with its chain, and its private key, both PEM."""

    chain_file: Path
    key_file: Path
    chain: bytes
    private_key: bytes


def read_certificate(chain_file: Path, key_file: Path) -> Certificate:
    """Return a certificate that servers can use.

    Raises `InvalidInput` that names the setting, the file, and what to do.
    """
    chain, private_key = _read(_CHAIN, chain_file), _read(_KEY, key_file)
    if b"-----BEGIN CERTIFICATE-----" not in chain:
        raise InvalidInput(_CHAIN, f"{chain_file} holds no certificate in PEM form")
    if b"PRIVATE KEY-----" not in private_key:
        raise InvalidInput(_KEY, f"{key_file} holds no private key in PEM form")

    def ask() -> NoReturn:
        raise InvalidInput(
            _KEY,
            f"{key_file} is locked by a password; write one without: "
            f"`openssl pkey -in {key_file.name} -out open.pem`",
        )

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain_file, key_file, password=ask)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            problem = f"{key_file} is not the key of the certificate in {chain_file}"
            raise InvalidInput(_KEY, problem) from error
        problem = f"{chain_file} and {key_file} cannot be used: {error.reason or error}"
        raise InvalidInput(_CHAIN, problem) from error
    return Certificate(
        chain_file=chain_file, key_file=key_file, chain=chain, private_key=private_key
    )


def _read(setting: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(setting, f"cannot read {file}: {error.strerror}") from error
