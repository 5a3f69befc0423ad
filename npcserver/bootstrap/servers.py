"""The listeners: gRPC and HTTP."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from npcserver import plugins
from npcserver.aio import both
from npcserver.app.readiness import Readiness
from npcserver.app.services import Services
from npcserver.bootstrap.background import run_in_background
from npcserver.config import Settings
from npcserver.http.middleware import OriginGuard, limit_request_size
from npcserver.http.server import HttpOptions, HttpServer, method_server
from npcserver.ports.observer import NO_OBSERVER, Observer
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.rpc.server import GrpcServer, ServerOptions
from npcserver.sockets import Certificate, connections_allowed, is_loopback, read_certificate

LOOPBACK = "127.0.0.1"
_LINGER_SECONDS = 5.0  # balancers ask for health every few seconds
_ROOT = Path(__file__).resolve().parent.parent
_SITES = (_ROOT / "_shipped" / "web", _ROOT.parent / "clients" / "web")


@dataclass(frozen=True, slots=True)
class ListenerPorts:
    """Where the server listens, on `host`; `http` is None where that listener is off.

    `server` counts and ends the calls of both; `listeners` are all that show the certificate.
    `address` is where a client on this machine finds gRPC, and `page` where a browser finds the
    page; `page` is empty without an HTTP listener.
    """

    host: str
    grpc: int
    http: int | None
    address: str
    page: str
    server: GrpcServer
    listeners: tuple[GrpcServer | HttpServer, ...]


async def start_servers(
    settings: Settings,
    stack: AsyncExitStack,
    services: Services,
    secret: bytes,
    readiness: Readiness | None = None,
    observer: Observer = NO_OBSERVER,
) -> ListenerPorts:
    """Listen until the stack unwinds; then let running calls finish.

    Health checks follow the readiness; without it the server is always ready.
    A server without keys listens where only this machine can call, whatever the settings say.
    """
    if not settings.server.keys and await services.access.is_open():
        settings = on_loopback(settings)
    run_in_background(stack, services.access.run, "key-uses")
    chosen, tls = settings.server, certificate(settings)
    grpc_server = GrpcServer(
        services,
        ServerOptions(
            host=chosen.host,
            port=chosen.port,
            patience=RpcTimeouts(unary=chosen.deadline_seconds),
            reflection=chosen.reflection,
            keys=tuple(key.get_secret_value() for key in chosen.keys),
            tls=tls,
            connections=connections_allowed(settings.connections.grpc),
            idle=settings.connections.grpc_idle_seconds,
            age=settings.connections.grpc_age_seconds,
            streams=settings.connections.grpc_streams,
            metadata=settings.connections.grpc_metadata_bytes,
        ),
        secret,
        observer,
    )
    port = await grpc_server.start()
    if readiness is not None:
        readiness.follow(grpc_server.tell_ready)
        run_in_background(stack, readiness.run, "readiness")
    if not wants_http(settings):
        stack.push_async_callback(grpc_server.drain_and_stop, chosen.grace_seconds)
        return _ports(settings, grpc_server, port)
    http_server = method_server(grpc_server.handlers, _http_options(settings, tls))
    try:
        http_port = await http_server.start()
    except BaseException:
        # The stack does not stop this listener yet.
        await grpc_server.drain_and_stop(0)
        raise
    run_in_background(stack, http_server.run, "http")

    async def stop() -> None:
        # Both at once: each lets its own calls finish, and `drain` ends endless streams on both.
        grpc_server.drain()
        grace = chosen.grace_seconds
        await both(http_server.stop(grace), grpc_server.drain_and_stop(grace))

    stack.push_async_callback(stop)
    return _ports(settings, grpc_server, port, http_server, http_port)


def _provider(settings: Settings) -> dict[str, str] | None:
    chosen = settings.studio
    if not chosen.issuer:
        return None
    return {
        "issuer": chosen.issuer,
        "client_id": chosen.client_id,
        "client_secret": chosen.client_secret.get_secret_value(),
        "name": chosen.provider,
    }


async def start_studio(
    settings: Settings, stack: AsyncExitStack, services: Services, secret: bytes
) -> tuple[str, HttpServer] | None:
    """Serve the pages for designers until the stack unwinds.

    Returns their address and listener, None where they are off. They have host, certificate and
    keys of the other listeners.
    """
    if not settings.studio.enabled:
        return None
    if not settings.server.keys and await services.access.is_open():
        settings = on_loopback(settings)
    tls, chosen = certificate(settings), settings.server
    address = settings.studio.address
    is_encrypted = tls is not None or address.startswith("https:")
    app = plugins.load(plugins.STUDIO)(
        services,
        secret,
        is_encrypted=is_encrypted,
        address=address,
        provider=_provider(settings),
    )
    options = replace(_http_options(settings, tls), port=settings.studio_port)
    limited = limit_request_size(app, options.largest_request)
    guard = OriginGuard(limited, options.origins, is_local=is_loopback(chosen.host))
    server = HttpServer(guard, options, "studio")
    port = await server.start()
    run_in_background(stack, server.run, "studio")
    stack.push_async_callback(server.stop, chosen.grace_seconds)
    return _address(settings, port), server


def _ports(
    settings: Settings,
    server: GrpcServer,
    grpc: int,
    http_server: HttpServer | None = None,
    http: int | None = None,
) -> ListenerPorts:
    return ListenerPorts(
        host=settings.server.host,
        grpc=grpc,
        http=http,
        address=f"{_shown_host(settings)}:{grpc}",
        page="" if http is None else _address(settings, http),
        server=server,
        listeners=(server,) if http_server is None else (server, http_server),
    )


def _shown_host(settings: Settings) -> str:
    host = settings.server.host
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - shown to callers, not listened on
        host = LOOPBACK
    return f"[{host}]" if ":" in host else host


def _address(settings: Settings, port: int) -> str:
    scheme = "http" if settings.server.tls_certificate is None else "https"
    return f"{scheme}://{_shown_host(settings)}:{port}/"


def on_loopback(settings: Settings) -> Settings:
    """Return the settings with a host that only this machine can call."""
    if is_loopback(settings.server.host):
        return settings
    return settings.changed(server={"host": LOOPBACK})


def linger_seconds(settings: Settings) -> float:
    """Return how long a server that is told to end still answers everything."""
    chosen = settings.server.linger_seconds
    if chosen is None:
        return 0.0 if is_loopback(settings.server.host) else _LINGER_SECONDS
    return chosen


def wants_http(settings: Settings) -> bool:
    """Return whether the settings ask for the HTTP listener."""
    if settings.http.enabled == "auto":
        return is_loopback(settings.server.host)
    return settings.http.enabled == "on"


def certificate(settings: Settings) -> Certificate | None:
    """Return the certificate the settings name, if any. Raises `InvalidInput` for a wrong one."""
    chain, key = settings.server.tls_certificate, settings.server.tls_private_key
    if chain is None or key is None:
        return None
    return read_certificate(chain, key, settings.server.tls_client_authorities)


def _http_options(settings: Settings, tls: Certificate | None) -> HttpOptions:
    bounds = settings.connections
    return HttpOptions(
        host=settings.server.host,
        port=settings.http_port,
        origins=settings.http.origins,
        site=next((folder for folder in _SITES if folder.is_dir()), None),
        tls=tls,
        idle=bounds.http_idle_seconds,
        head=bounds.http_head_seconds,
        body=bounds.http_body_seconds,
        head_bytes=bounds.http_head_bytes,
        connections=connections_allowed(bounds.http),
    )
