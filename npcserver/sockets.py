"""Sockets to listen on and why one cannot be had, and TLS certificates read from files."""

import asyncio
import errno
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import NoReturn

import structlog

from npcserver.model.errors import InvalidInput

if sys.platform == "win32":
    resource = None
    # there the other option lets two servers listen on one port
    _ALONE = socket.SO_EXCLUSIVEADDRUSE
else:
    import resource

    _ALONE = socket.SO_REUSEADDR

LAST_PORT = 65535
PATIENCE_SECONDS = 65.0
"""How long to wait for a port: a closed connection holds it for 60 s."""
_PAUSE_SECONDS = 1.0
_ANSWER_SECONDS = 1.0

_log = structlog.get_logger(__name__)
_NO_ADDRESS = "is no address of this machine; write 127.0.0.1, or 0.0.0.0 for all that it has"
_OPTIONS = {
    "server": "--port",
    "http": "--http-port, or do without with --no-http",
    "metrics": "--metrics-port",
    "studio": "--studio-port",
}


def listening(host: str, port: int, group: str) -> socket.socket:
    """Return a socket that listens on `host:port`; port 0 picks a free one.

    Raises `InvalidInput` that names the setting to change; `group` is its group of settings.
    """
    if not 0 <= port <= LAST_PORT:  # most systems would silently use another one
        raise InvalidInput(f"{group}.port", f"must be 0 to {LAST_PORT}, not {port}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        bound = socket.socket(family, kind, protocol)
        try:
            bound.setsockopt(socket.SOL_SOCKET, _ALONE, 1)
            bound.bind(address)
            bound.listen(128)
        except BaseException:
            bound.close()
            raise
    except socket.gaierror as error:
        raise InvalidInput(f"{group}.host", f"{host!r} {_NO_ADDRESS}") from error
    except OSError as error:
        raise _unbindable(host, port, group, error) from error
    return bound


def connections_allowed(wanted: int) -> int:
    """Return how many connections one listener may have, of those wanted.

    Two listeners leave a fifth of the files that the process may open for everything else.
    """
    if resource is None:
        return wanted
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if files == resource.RLIM_INFINITY else min(wanted, max(1, files * 2 // 5))


def is_loopback(host: str) -> bool:
    """Return whether an address, or a name of this machine, is reachable from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def require_free(
    host: str, port: int, group: str, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> None:
    """Return once `host:port` can be listened on; raises `InvalidInput` as `listening` does.

    A port of the ephemeral range may be held by an outgoing connection of another program, which
    ends by itself: it is tried again for `PATIENCE_SECONDS`. One that answers is refused at once.
    """
    waited = 0.0
    while True:
        try:
            listening(host, port, group).close()
        except InvalidInput as fault:
            is_held = isinstance(fault.__cause__, OSError) and (
                fault.__cause__.errno == errno.EADDRINUSE
            )
            if not is_held or waited >= PATIENCE_SECONDS or await _answers(host, port):
                raise
        else:
            return
        if not waited:
            _log.warning(
                "port_held",
                port=port,
                advice=f"nobody listens there; trying again for {PATIENCE_SECONDS:.0f} s",
            )
        await sleep(_PAUSE_SECONDS)
        waited += _PAUSE_SECONDS


async def _answers(host: str, port: int) -> bool:
    """Return whether a program listens on a port that is in use."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setblocking(False)
        probe.bind(("", 0))  # without this it might get the very same port, and connect to itself
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await asyncio.get_running_loop().sock_connect(probe, address)
        except TimeoutError:
            return True  # a listener with a full queue
        except OSError:
            return False
    return True


def _unbindable(host: str, port: int, group: str, error: OSError) -> InvalidInput:
    setting = f"{group}.port"
    match error.errno:
        case errno.EADDRINUSE:
            advice = "stop what listens there or choose another port"
            return InvalidInput(setting, f"{port} is in use; {advice}, as with {_OPTIONS[group]}")
        case errno.EACCES | errno.EPERM:
            return InvalidInput(setting, f"{port} needs more rights; choose one of 1024 or above")
        case errno.EADDRNOTAVAIL:
            return InvalidInput(f"{group}.host", f"{host!r} {_NO_ADDRESS}")
        case _:
            return InvalidInput(setting, f"cannot listen on {host}:{port}; {error.strerror}")


_CHAIN = "server.tls_certificate"
_KEY = "server.tls_private_key"
_AUTHORITIES = "server.tls_client_authorities"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The server's certificate with its chain, and its private key, both PEM.

    Callers must show a certificate of one of the `authorities`, where there are any.
    """

    chain_file: Path
    key_file: Path
    chain: bytes
    private_key: bytes
    authorities_file: Path | None = None
    authorities: bytes | None = None


def read_certificate(
    chain_file: Path, key_file: Path, authorities_file: Path | None = None
) -> Certificate:
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
        chain_file=chain_file,
        key_file=key_file,
        chain=chain,
        private_key=private_key,
        authorities_file=authorities_file,
        authorities=None if authorities_file is None else _authorities(authorities_file),
    )


def _authorities(file: Path) -> bytes:
    authorities = _read(_AUTHORITIES, file)
    try:
        ssl.create_default_context(cafile=file)
    except ssl.SSLError as error:
        problem = f"{file} holds no certificates of authorities in PEM form"
        raise InvalidInput(_AUTHORITIES, problem) from error
    return authorities


def _read(setting: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(setting, f"cannot read {file}: {error.strerror}") from error
