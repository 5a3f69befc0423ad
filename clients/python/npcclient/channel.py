"""The transport that an address means, and opening it."""

import re
from collections.abc import AsyncGenerator, Callable, Generator
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

import grpc

from npcclient import wire
from npcclient.tokens import Credential

MAX_MESSAGE_BYTES = 16 * 1024 * 1024
OPTIONS: tuple[tuple[str, int | str], ...] = (
    # The server drops clients that ping more often than every 10 s ("too many pings").
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # Without this a dead peer is noticed only after a minute.
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 0),
    # Find a restarted server at once; gRPC's own first wait is a second, and grows to two minutes.
    # The longest is shorter than the time over which a call is retried, so that an attempt falls in
    # it.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 800),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    # Two clients of one process are two connections, as their owners expect.
    ("grpc.use_local_subchannel_pool", 1),
)
_HTTP = ("http", "https")
# gRPC's own forms of addresses
_NAMES = ("dns:", "unix:", "unix-abstract:", "ipv4:", "ipv6:", "vsock:", "xds:")
_HOST = re.compile(r"(?:\[[^\[\]/]+\]|[^\s:/\[\]]+)(?::(\d{1,5}))?")
_LAST_PORT = 65_535


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The credentials of a client, and how it verifies the server; see `connect`."""

    credential: Credential = field(default_factory=Credential)
    is_tls: bool = False
    ca: Path | bytes | None = None
    credentials: grpc.ChannelCredentials | None = None


def open_channel(target: str, entry: Entry) -> grpc.aio.Channel:
    """Return a channel for an address. Raises `ValueError` for an invalid one.

    Also for options that contradict each other, and `OSError` where `ca` cannot be read.
    """
    if _is_http(target):
        return _connect(target, entry)
    credentials = entry.credentials
    is_secret = credentials is not None or entry.is_tls or entry.ca is not None
    _check_address(target, is_secret=is_secret)
    if credentials is None and is_secret:
        credentials = grpc.ssl_channel_credentials(root_certificates=_read(entry.ca))
    options = [*OPTIONS, *([("grpc.enable_http_proxy", 0)] if _is_loopback(target) else [])]
    channel = (
        grpc.aio.insecure_channel(target, options=options)
        if credentials is None
        else grpc.aio.secure_channel(target, credentials, options=options)
    )
    return cast("grpc.aio.Channel", VersionedChannel(channel, entry.credential))


class VersionedChannel:
    """A channel whose calls say which client makes them, and carry its key or token.

    The first answer shows whether the server speaks this wire. gRPC's own call credentials require
    TLS, and a key is wanted without it, too: behind a proxy that ends TLS, or on one machine.
    """

    def __init__(self, channel: Any, credential: Credential) -> None:
        self._channel = channel
        self._credential = credential
        self.is_known = False
        """Whether the server was seen to speak this wire."""

    def _with_metadata(self, begin: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, metadata: Any = (), **options: Any) -> Any:
            shown = self._credential.shown()
            key = (("authorization", f"Bearer {shown}"),) if shown else ()
            routing = wire.routing(arguments[0] if arguments else options["request"])
            sent = grpc.aio.Metadata(wire.CLIENT, *key, *routing, *metadata)
            made = begin(*arguments, metadata=sent, **options)
            return made if self.is_known else _FirstCall(made, self)

        return call

    def unary_unary(self, *arguments: Any, **options: Any) -> Callable[..., Any]:
        """Return a callable for a method with one answer."""
        return self._with_metadata(self._channel.unary_unary(*arguments, **options))

    def unary_stream(self, *arguments: Any, **options: Any) -> Callable[..., Any]:
        """Return a callable for a method that answers with a stream."""
        return self._with_metadata(self._channel.unary_stream(*arguments, **options))

    async def close(self, grace: float | None = None) -> None:
        """Close the channel."""
        await self._channel.close(grace)


_NO_METHOD = ("Method not found!", "no method ")  # as servers of the wire before answer


class _FirstCall:
    """A call made before the server was seen to speak this wire; its first answer is checked."""

    def __init__(self, call: Any, channel: VersionedChannel) -> None:
        self._call = call
        self._channel = channel

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)

    def __await__(self) -> Generator[Any, None, Any]:
        return self._answer().__await__()

    async def __aiter__(self) -> AsyncGenerator[Any, None]:
        async for message in self._call:
            self._check(await self._call.initial_metadata())
            yield message

    async def read(self) -> object:
        """Return the next message, or `grpc.aio.EOF`."""
        message = await self._call.read()
        if message is not grpc.aio.EOF:
            self._check(await self._call.initial_metadata())
        return message

    async def _answer(self) -> Any:
        try:
            answer = await self._call
        except grpc.aio.AioRpcError as error:
            is_old = (error.details() or "").startswith(_NO_METHOD)
            if error.code() is grpc.StatusCode.UNIMPLEMENTED and is_old:
                self._check((*error.initial_metadata(), *error.trailing_metadata()))
            raise
        self._check(await self._call.trailing_metadata())
        return answer

    def _check(self, metadata: Any) -> None:
        if not self._channel.is_known:
            wire.require_server(metadata)
            self._channel.is_known = True


def _connect(url: str, entry: Entry) -> grpc.aio.Channel:
    parts = urlsplit(url)
    if entry.credentials is not None:
        raise ValueError("`credentials` are gRPC's; with a URL, give `ca` and write https://")
    if parts.scheme == "http" and (entry.is_tls or entry.ca is not None):
        raise ValueError(f"{url} is not encrypted; for TLS write https://{parts.netloc}")
    if not parts.hostname or parts.query or parts.fragment or not _has_good_port(parts):
        raise ValueError(f"{url!r} is no address of a server; write http://host:port")
    # Its dependencies are loaded only when it is used.
    from npcclient.connect_channel import ConnectChannel  # noqa: PLC0415

    channel = ConnectChannel(
        parts.geturl(),
        ca=_read(entry.ca),
        largest=MAX_MESSAGE_BYTES,
        is_direct=_is_loopback(f"{parts.hostname}:"),
    )
    # The stubs use four methods of a channel, which it has; their types require many more.
    return cast("grpc.aio.Channel", VersionedChannel(channel, entry.credential))


def _is_http(target: str) -> bool:
    if not target or target.isspace():
        raise ValueError("an empty address; write host:port for gRPC or http://host:port")
    scheme, is_url, _ = target.partition("://")
    return bool(is_url) and scheme.lower() in _HTTP


def _is_loopback(target: str) -> bool:
    """Return whether an address is of this machine: a proxy would look for it on its own."""
    name = target.rpartition("/")[2].removeprefix("ipv4:").removeprefix("ipv6:")
    host = name.removeprefix("dns:").rpartition(":")[0].strip("[]").casefold()
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _check_address(target: str, *, is_secret: bool) -> None:
    """Raise for an address that gRPC would misread; without a port it calls 443."""
    if target.startswith(_NAMES):
        return
    found = _HOST.fullmatch(target)
    if found is None or not _is_port(int(found[1] or 443)):
        raise ValueError(
            f"{target!r} is no address of a server; write host:port for gRPC, or http://host:port "
            "for HTTP"
        )
    if found[1] is None and not is_secret:
        raise ValueError(f"{target!r} has no port; write {target}:50051, or where the server is")


def _has_good_port(parts: SplitResult) -> bool:
    try:
        return parts.port is None or _is_port(parts.port)
    except ValueError:
        return False


def _is_port(port: int) -> bool:
    return 0 < port <= _LAST_PORT


def _read(ca: Path | bytes | None) -> bytes | None:
    if ca is None:
        return None
    content = ca.read_bytes() if isinstance(ca, Path) else ca
    if b"-----BEGIN CERTIFICATE-----" not in content:
        where = ca if isinstance(ca, Path) else "`ca`"
        raise ValueError(f"{where} holds no certificate; it must be PEM (BEGIN CERTIFICATE)")
    return content
