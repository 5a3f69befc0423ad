"""The gRPC server: our services, health and reflection on one port."""

import errno
import socket
from dataclasses import dataclass, field

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from npcserver.aio import within
from npcserver.app.services import Services
from npcserver.model.errors import InvalidInput
from npcserver.rpc.calls import Calls
from npcserver.rpc.character import CharacterServicer
from npcserver.rpc.group_chat import GroupChatServicer
from npcserver.rpc.interceptor import Edge, Patience
from npcserver.rpc.lore import LoreServicer
from npcserver.rpc.memory import MemoryServicer
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.play import PlayServicer
from npcserver.rpc.timeline import TimelineServicer
from npcserver.rpc.world import WorldServicer
from npcserver.v1 import (
    character_service_pb2,
    character_service_pb2_grpc,
    group_chat_service_pb2,
    group_chat_service_pb2_grpc,
    lore_service_pb2,
    lore_service_pb2_grpc,
    memory_service_pb2,
    memory_service_pb2_grpc,
    play_service_pb2,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
    world_service_pb2,
    world_service_pb2_grpc,
)

_CLEANUP_SECONDS = 15.0  # a turn that is cut off may take 10 to be stored
_FILES = (
    character_service_pb2,
    group_chat_service_pb2,
    lore_service_pb2,
    memory_service_pb2,
    play_service_pb2,
    timeline_service_pb2,
    world_service_pb2,
)
_NAMES = tuple(
    service.full_name for file in _FILES for service in file.DESCRIPTOR.services_by_name.values()
)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """Where to listen, and what to bear; durations in seconds, sizes in bytes.

    `largest_request` holds the largest batch of ordinary observations. Connections are asked to
    renew themselves after `connection_age`, so that a proxy can share them out again.
    """

    host: str = "127.0.0.1"
    port: int = 50051
    patience: Patience = field(default_factory=Patience)
    reflection: bool = True
    largest_request: int = 1024 * 1024
    connection_age: float = 30 * 60.0


class GrpcServer:
    """Serves the use cases from `start` to `drain_and_stop`."""

    def __init__(self, services: Services, options: ServerOptions, secret: bytes) -> None:
        self._options = options
        self._calls = Calls()
        self._health = health.HealthServicer()
        self._server = grpc.aio.server(
            interceptors=(Edge(self._calls, options.patience),), options=_channel(options)
        )
        self._add(services, PageTokens(secret))

    async def start(self) -> int:
        """Listen, and return the port. Raises `InvalidInput` where that is not possible."""
        host, port = self._options.host, self._options.port
        _try(host, port)
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        try:
            bound = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise InvalidInput("server.port", f"cannot listen on {address}; {error}") from error
        await self._server.start()
        for name in ("", *_NAMES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return int(bound)

    async def drain_and_stop(self, grace: float) -> None:
        """Take no more calls, let running ones finish within `grace` seconds, cancel the rest.

        Returns when all have cleaned up, so that what they use may be closed.
        """
        await self._health.enter_graceful_shutdown()
        self._calls.draining.set()
        await self._server.stop(grace)
        try:
            await within(_CLEANUP_SECONDS, self._calls.none_left())
        except TimeoutError:
            _log.warning("calls_left_behind", calls=self._calls.count)

    def _add(self, services: Services, tokens: PageTokens) -> None:
        server = self._server
        world_service_pb2_grpc.add_WorldServiceServicer_to_server(
            WorldServicer(services.worlds, services.surroundings, tokens), server
        )
        character_service_pb2_grpc.add_CharacterServiceServicer_to_server(
            CharacterServicer(services.characters, services.minds, services.interviewing, tokens),
            server,
        )
        timeline_service_pb2_grpc.add_TimelineServiceServicer_to_server(
            TimelineServicer(services.timelines, services.diffing, tokens), server
        )
        memory_service_pb2_grpc.add_MemoryServiceServicer_to_server(
            MemoryServicer(services, tokens), server
        )
        lore_service_pb2_grpc.add_LoreServiceServicer_to_server(
            LoreServicer(services.lore, tokens), server
        )
        play_service_pb2_grpc.add_PlayServiceServicer_to_server(
            PlayServicer(services, self._calls), server
        )
        group_chat_service_pb2_grpc.add_GroupChatServiceServicer_to_server(
            GroupChatServicer(services.group_chats, self._calls), server
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if self._options.reflection:
            names = (*_NAMES, "grpc.health.v1.Health", reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, server)


def _channel(options: ServerOptions) -> list[tuple[str, int]]:
    """Return how connections are kept; each number was measured against its default."""
    age = int(options.connection_age * 1000)
    return [
        # A second server on the port must fail, not share it in silence.
        ("grpc.so_reuseport", 0),
        # Also what a compressed message may grow to.
        ("grpc.max_receive_message_length", options.largest_request),
        ("grpc.max_metadata_size", 8 * 1024),
        ("grpc.max_concurrent_streams", 256),
        # Silent connections are closed.
        ("grpc.server_handshake_timeout_ms", 5_000),
        # A client that vanished is noticed; without the ping timeout that takes a minute.
        ("grpc.keepalive_time_ms", 10_000),
        ("grpc.keepalive_timeout_ms", 5_000),
        ("grpc.http2.ping_timeout_ms", 5_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.http2.max_ping_strikes", 2),
        ("grpc.max_connection_age_ms", age),
        ("grpc.max_connection_age_grace_ms", 5 * 60 * 1000),
        # A slow reader costs 80 KB and not 4 MB.
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", 64 * 1024),
        ("grpc.http2.write_buffer_size", 64 * 1024),
    ]


def _try(host: str, port: int) -> None:
    """Bind once by ourselves, since gRPC does not say why it could not."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except socket.gaierror as error:
        raise InvalidInput("server.host", f"{host!r} is no address of this machine") from error
    except OverflowError as error:
        raise InvalidInput("server.port", "must be 0 to 65535") from error
    except OSError as error:
        raise _unbindable(host, port, error) from error


def _unbindable(host: str, port: int, error: OSError) -> InvalidInput:
    match error.errno:
        case errno.EADDRINUSE:
            return InvalidInput(
                "server.port", f"{port} is in use; stop what listens there or choose another port"
            )
        case errno.EACCES | errno.EPERM:
            return InvalidInput(
                "server.port", f"{port} needs more rights; choose one of 1024 or above"
            )
        case errno.EADDRNOTAVAIL:
            return InvalidInput("server.host", f"{host!r} is no address of this machine")
        case _:
            return InvalidInput("server.port", f"cannot listen on {host}:{port}; {error.strerror}")
