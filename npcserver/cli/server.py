"""`npcserver serve`."""

import asyncio
import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from npcserver.cli.terminal import log_to_terminal
from npcserver.config import Settings

_COLLECTIONS = (700, 10, 10)  # Python's own; imports are done with greater ones


async def serve(settings: Settings) -> None:
    """Serve until the process gets a signal to stop."""
    log_to_terminal(settings.log)
    # these imports come after the log is configured
    from npcserver import bootstrap  # noqa: PLC0415
    from npcserver.cli.checks import (  # noqa: PLC0415
        NO_KEYS,
        grpc_port,
        http_port,
        listener_warnings,
        metrics_port,
    )

    bootstrap.require_unserved(settings)
    # Before anything is opened, which takes seconds.
    for required in (grpc_port, http_port, metrics_port):
        await required(settings)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    with _stop_signals() as stop:
        async with bootstrap.running(settings) as here:
            # What was made by now stays; collections of garbage need not look through it each time.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_COLLECTIONS)
            if here.host != settings.server.host:
                console.print(NO_KEYS.format(host=settings.server.host), style="yellow")
                settings = bootstrap.on_loopback(settings)
            console.print(f"Listening on {here.host}:{here.port}", style="bold")
            if here.http_port is not None:
                address = _address(settings, here.http_port)
                console.print(f"Connect, gRPC-Web and the browser page on {address}")
            if here.metrics_port is not None:
                console.print(f"Metrics on {_metrics(settings, here.metrics_port)}")
            for warning in listener_warnings(settings):
                console.print(warning, style="yellow")
            for told in here.voices.told():
                console.print(f"Model: {told}")
            console.print("Ctrl-C stops the server; calls under way may finish.", style="dim")
            await stop.wait()
            console.print("Stopping.", style="dim")


def _address(settings: Settings, port: int) -> str:
    """Return the address for a browser on this machine, or a client elsewhere."""
    scheme = "http" if settings.server.tls_certificate is None else "https"
    host = settings.server.host
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def _metrics(settings: Settings, port: int) -> str:
    host = settings.metrics.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"


@contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """Yield an event that SIGINT and SIGTERM set, from before the server is reachable."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    try:
        yield stop
    finally:
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(name)
