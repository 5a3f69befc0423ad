"""The gRPC server: our services, health and reflection on one port."""

import asyncio
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from npcserver import plugins
from npcserver.aio import beside, both, within
from npcserver.app.services import Services
from npcserver.model.errors import InvalidInput
from npcserver.ports.observer import NO_OBSERVER, Observer
from npcserver.rpc.access import FILES, AccessGate
from npcserver.rpc.interceptor import ActiveCalls, EdgeInterceptor, Handler, RpcTimeouts
from npcserver.rpc.methods import UseCaseServicer
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.services.access_service import AccessServicer
from npcserver.rpc.services.audit_service import AuditServicer
from npcserver.rpc.services.character_service import CharacterServicer, PersonaServicer
from npcserver.rpc.services.correction_service import CorrectionServicer
from npcserver.rpc.services.draft_service import DraftServicer
from npcserver.rpc.services.lore_service import LoreServicer
from npcserver.rpc.services.memory_service import MemoryServicer
from npcserver.rpc.services.play_service import PlayServicer
from npcserver.rpc.services.player_service import PlayerServicer
from npcserver.rpc.services.server_service import ServerServicer
from npcserver.rpc.services.spending_service import SpendingServicer
from npcserver.rpc.services.timeline_service import TimelineServicer
from npcserver.rpc.services.world_service import WorldServicer
from npcserver.sockets import Certificate, require_free


class HandlerRegistry:
    """Stands in for a server while services are added to it, and keeps their handlers.

    Our own services' handlers are kept wrapped by the interceptor, the others as they are.
    """

    def __init__(
        self, server: grpc.aio.Server, edge: EdgeInterceptor, handlers: MutableMapping[str, Handler]
    ) -> None:
        self._server = server
        self._edge = edge
        self._handlers = handlers

    def add_generic_rpc_handlers(self, generic: Sequence[grpc.GenericRpcHandler]) -> None:
        """Pass on; these serve all calls."""
        self._server.add_generic_rpc_handlers(generic)

    def add_registered_method_handlers(
        self, service: str, methods: MutableMapping[str, Handler]
    ) -> None:
        """Keep each handler under its path; gRPC would look at a task for each at every call."""
        for name, handler in methods.items():
            path = f"/{service}/{name}"
            self._handlers[path] = self._edge.at_the_edge(handler, path)


LIVE, READY = "live", "ready"
"""Names in health checks: whether the process runs, and whether it can do its work."""

_TOLD_SECONDS = 2.0  # for calls that are cut off to store what they have and send the reason
_ARRIVING_SECONDS = 2.0
_GOING_SECONDS = 0.01  # for connections to be told; gRPC does that in a thread of its own
_CLEANUP_SECONDS = 15.0  # a turn that is cut off may take 10 to be stored
_SERVICERS: tuple[type[UseCaseServicer], ...] = (
    ServerServicer,
    AccessServicer,
    WorldServicer,
    CharacterServicer,
    PersonaServicer,
    AuditServicer,
    DraftServicer,
    CorrectionServicer,
    PlayerServicer,
    SpendingServicer,
    TimelineServicer,
    MemoryServicer,
    LoreServicer,
    PlayServicer,
)
_NAMES = tuple(
    service.full_name for file in FILES for service in file.DESCRIPTOR.services_by_name.values()
)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """Where to listen and which limits apply; durations in seconds, sizes in bytes.

    Each of `keys` is accepted as an administrator's. Without `tls` connections are plain text.
    `largest_request` fits the largest batch of ordinary observations. One of more than
    `connections` connections is closed at once, and one without calls after `idle`. Clients are
    asked to reconnect after `age`, so that a proxy can balance connections again. One connection
    may have `streams` calls at one time, each with `metadata` bytes of metadata.
    """

    host: str = "127.0.0.1"
    port: int = 50051
    patience: RpcTimeouts = field(default_factory=RpcTimeouts)
    reflection: bool = True
    keys: tuple[str, ...] = field(default=(), repr=False)
    tls: Certificate | None = None
    largest_request: int = 1024 * 1024
    connections: int = 4000
    idle: float = 600.0
    age: float = 30 * 60.0
    streams: int = 256
    metadata: int = 8 * 1024


class GrpcServer:
    """Serves the use cases from `start` to `drain_and_stop`."""

    def __init__(
        self,
        services: Services,
        options: ServerOptions,
        secret: bytes,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        self._options = options
        self._renewed: grpc.ServerCertificateConfiguration | None = None
        self._calls = ActiveCalls()
        self._health = health.HealthServicer()
        services.access.accept(options.keys, secret)
        self._edge = EdgeInterceptor(
            self._calls,
            options.patience,
            AccessGate(services.access),
            services.settle,
            services.admission,
            observer,
        )
        self._server = grpc.aio.server(interceptors=(self._edge,), options=_channel(options))
        self._handlers: dict[str, Handler] = {}
        self._add(services, PageTokens(secret))

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of our methods and health by path, for other transports beside this one."""
        return self._handlers

    @property
    def calls_in_progress(self) -> int:
        """How many calls are being handled, over other transports too."""
        return self._calls.count

    async def start(self) -> int:
        """Listen, and return the port. Raises `InvalidInput` if the address is not free."""
        host, port = self._options.host, self._options.port
        await require_free(host, port, "server")
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        try:
            bound = self._bind(address)
        except RuntimeError as error:
            raise InvalidInput("server.port", f"cannot listen on {address}; {error}") from error
        await self._server.start()
        for name in ("", LIVE, READY, *_NAMES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return int(bound)

    def tell_ready(self, is_ready: bool) -> None:  # noqa: FBT001 - as it is called back
        """Set the health of `ready`; that of the process and of `live` stays as it is."""
        served = health_pb2.HealthCheckResponse
        status = served.SERVING if is_ready else served.NOT_SERVING
        beside(self._health.set(READY, status))

    def use_certificate(self, tls: Certificate) -> None:
        """Show another certificate to those who connect from now on."""
        authorities = None if self._options.tls is None else self._options.tls.authorities
        self._renewed = _configured(tls, authorities)

    def drain(self) -> None:
        """Refuse new calls from now on, and ask streams without an end of their own to end."""
        self._calls.draining.set()

    def cut(self) -> None:
        """End all calls now, those over other transports too; each caller gets the reason."""
        self._calls.cut()

    async def drain_and_stop(self, grace: float) -> None:
        """Take no more calls, let running ones finish within `grace` seconds, cut off the rest.

        Counts calls over other transports too. Returns when all have cleaned up, so that what they
        use may be closed.
        """
        await self._health.enter_graceful_shutdown()
        self.drain()
        # gRPC would end calls that have arrived and that it has not handed over yet as CANCELLED.
        await self._calls.no_more_arrive(min(grace, _ARRIVING_SECONDS))
        # gRPC itself would end calls without our reason, so its own limit is later than ours.
        cut = asyncio.get_running_loop().call_later(grace, self.cut)
        await both(self._server.stop(grace + _TOLD_SECONDS), self._refuse_what_waits())
        try:
            # calls over other transports have the same grace, and may still be in it
            await within(grace + _CLEANUP_SECONDS, self._calls.none_left())
        except TimeoutError:
            _log.warning("calls_left_behind", calls=self._calls.count)
        finally:
            cut.cancel()

    async def _refuse_what_waits(self) -> None:
        await asyncio.sleep(_GOING_SECONDS)
        self._calls.closed.set()

    def _bind(self, address: str) -> int:
        tls = self._options.tls
        if tls is None:
            return self._server.add_insecure_port(address)
        credentials = grpc.dynamic_ssl_server_credentials(
            _configured(tls, tls.authorities),
            cast("Any", self._take_renewed),  # its stub lacks the None
            tls.authorities is not None,
        )
        return self._server.add_secure_port(address, credentials)

    def _take_renewed(self) -> grpc.ServerCertificateConfiguration | None:
        # Called for each connection, by a thread of gRPC; None stands for the one of before.
        renewed, self._renewed = self._renewed, None
        return renewed

    def _add(self, services: Services, tokens: PageTokens) -> None:
        server: Any = HandlerRegistry(self._server, self._edge, self._handlers)
        beside_us: Iterable[type[UseCaseServicer]] = map(plugins.load, plugins.SERVICERS)
        for servicer in (*_SERVICERS, *beside_us):
            servicer.serve(services, tokens, self._calls, server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if self._options.reflection:
            names = (*_NAMES, "grpc.health.v1.Health", reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._server)


def _configured(tls: Certificate, authorities: bytes | None) -> grpc.ServerCertificateConfiguration:
    pair = (tls.private_key, tls.chain)
    return grpc.ssl_server_certificate_configuration([pair], authorities)


def _channel(options: ServerOptions) -> list[tuple[str, int]]:
    """Return the channel options; each number was measured against its default."""
    return [
        # A second server on the port must fail, not silently share it.
        ("grpc.so_reuseport", 0),
        # This limits a compressed message's size after decompression too.
        ("grpc.max_receive_message_length", options.largest_request),
        # Between the two gRPC would refuse some calls at random.
        ("grpc.max_metadata_size", options.metadata),
        ("grpc.absolute_max_metadata_size", options.metadata),
        ("grpc.max_concurrent_streams", options.streams),
        ("grpc.max_allowed_incoming_connections", options.connections),
        # Connections that never complete the handshake are closed.
        ("grpc.server_handshake_timeout_ms", 5_000),
        # A call that waits for a busy server ends by its own deadline; gRPC would cancel it after
        # 30 s, which its caller did not ask for, and would drop calls beyond 1,000 at random.
        ("grpc.server_max_unrequested_time_in_server", 300),
        ("grpc.server.max_pending_requests", 20_000),
        ("grpc.server.max_pending_requests_hard_limit", 40_000),
        # A client that vanished is noticed; without the ping timeout that takes a minute.
        ("grpc.keepalive_time_ms", 10_000),
        ("grpc.keepalive_timeout_ms", 5_000),
        ("grpc.http2.ping_timeout_ms", 5_000),
        ("grpc.keepalive_permit_without_calls", 1),
        # Clients that ping each second to keep a connection are tolerated, floods are not.
        ("grpc.http2.min_ping_interval_without_data_ms", 500),
        ("grpc.http2.max_ping_strikes", 2),
        ("grpc.max_connection_idle_ms", int(options.idle * 1000)),
        ("grpc.max_connection_age_ms", int(options.age * 1000)),
        ("grpc.max_connection_age_grace_ms", 5 * 60 * 1000),
        # A slow reader costs 80 KB and not 4 MB.
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", 64 * 1024),
        ("grpc.http2.write_buffer_size", 64 * 1024),
    ]
