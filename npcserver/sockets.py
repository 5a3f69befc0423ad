"""Sockets to listen on, and why one cannot be had."""

import errno
import socket
from ipaddress import ip_address

from npcserver.model.errors import InvalidInput

LAST_PORT = 65535

_OPTIONS = {"server": "--port", "http": "--http-port, or do without with --no-http"}


def listening(host: str, port: int, group: str) -> socket.socket:
    """Return a socket that listens on `host:port`; port 0 picks a free one.

    Raises `InvalidInput` that names the setting to change, in the group of settings `group`.
    """
    if not 0 <= port <= LAST_PORT:  # most systems would take it for another
        raise InvalidInput(f"{group}.port", f"must be 0 to {LAST_PORT}, not {port}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        bound = socket.socket(family, kind, protocol)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
            bound.listen(128)
        except BaseException:
            bound.close()
            raise
    except socket.gaierror as error:
        raise InvalidInput(f"{group}.host", f"{host!r} is no address of this machine") from error
    except OSError as error:
        raise _unbindable(host, port, group, error) from error
    return bound


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach an address, a name of its own included."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def require_free(host: str, port: int, group: str) -> None:
    """Raise `InvalidInput` where nobody could listen, for libraries that do not say why."""
    listening(host, port, group).close()


def _unbindable(host: str, port: int, group: str, error: OSError) -> InvalidInput:
    setting = f"{group}.port"
    match error.errno:
        case errno.EADDRINUSE:
            advice = "stop what listens there or choose another port"
            return InvalidInput(setting, f"{port} is in use; {advice}, as with {_OPTIONS[group]}")
        case errno.EACCES | errno.EPERM:
            return InvalidInput(setting, f"{port} needs more rights; choose one of 1024 or above")
        case errno.EADDRNOTAVAIL:
            return InvalidInput(f"{group}.host", f"{host!r} is no address of this machine")
        case _:
            return InvalidInput(setting, f"cannot listen on {host}:{port}; {error.strerror}")
