"""Where a server listens, who can call there, and what to do about it."""

from collections.abc import Iterator

from npcserver.bootstrap.servers import certificate, wants_http
from npcserver.config import Settings
from npcserver.sockets import is_loopback, require_free

NO_KEYS = (
    "This server has no keys, so it listens for this machine alone, and not on {host}. Make one "
    "with `npcserver keys create NAME --role admin`, and start again; see docs/security.md."
)
NO_SETTING = "no key in the settings; `npcserver keys list` shows those of the database"


def listener_warnings(settings: Settings) -> Iterator[str]:
    """Yield warnings about who can call, each with what to do."""
    server = settings.server
    if settings.metrics.port is not None and not is_loopback(settings.metrics.host):
        yield (
            f"Anybody who reaches {settings.metrics.host}:{settings.metrics.port} can read the "
            "metrics; let only your own machines reach it."
        )
    if is_loopback(server.host):
        return
    if server.tls_certificate is None:
        yield (
            "Connections are not encrypted: whoever is on the way can read what is said, keys too. "
            "Set server.tls_certificate and server.tls_private_key, or put a proxy before it."
        )


async def grpc_port(settings: Settings) -> str:
    """Return that the gRPC port is free; raises `InvalidInput` if it is not."""
    host, port = settings.server.host, settings.server.port
    await require_free(host, port, "server")
    return f"{host}:{port} is free"


async def http_port(settings: Settings) -> str:
    """Return whether HTTP is served, and where; raises `InvalidInput` if its port is not free."""
    host, port = settings.server.host, settings.http_port
    if not wants_http(settings):
        why = "http.enabled is off"
        if settings.http.enabled == "auto":
            why = f"others can reach {host}; http.enabled = on turns it on"
        return f"off: {why}"
    await require_free(host, port, "http")
    pages = ", ".join(settings.http.origins)
    if is_loopback(host):
        pages = f"those of this machine{', ' if pages else ''}{pages}"
    return f"{host}:{port} is free; pages that may call: {pages or 'none'}"


async def studio_port(settings: Settings) -> str:
    """Return where the studio is; raises `InvalidInput` if its port is not free."""
    if not settings.studio.enabled:
        return "off: --studio turns it on"
    host, port = settings.server.host, settings.studio_port
    await require_free(host, port, "studio")
    return f"{host}:{port} is free"


async def metrics_port(settings: Settings) -> str:
    """Return where the metrics are; raises `InvalidInput` if their port is not free."""
    host, port = settings.metrics.host, settings.metrics.port
    if port is None:
        return "off: metrics.port turns them on"
    await require_free(host, port, "metrics")
    return f"{host}:{port} is free"


async def protection(settings: Settings) -> str:
    """Return which keys and certificate are in force; raises `InvalidInput` for wrong files."""
    keys, tls = len(settings.server.keys), certificate(settings)
    told = f"{keys} {'key' if keys == 1 else 'keys'} in the settings" if keys else NO_SETTING
    shown = "not encrypted" if tls is None else f"encrypted with {tls.chain_file}"
    advice = " ".join(listener_warnings(settings))
    return f"{told}, {shown}{f'. {advice}' if advice else ''}"
