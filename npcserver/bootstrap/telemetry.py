"""Metrics and traces as the settings say; without them none of their libraries is imported."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from npcserver import installed_version
from npcserver.adapters.store import SqlStore
from npcserver.bootstrap.background import run_in_background
from npcserver.bootstrap.container import Container
from npcserver.bootstrap.model_stack import ModelStacks
from npcserver.config import Settings
from npcserver.http.middleware import metrics_page
from npcserver.http.server import HttpOptions, HttpServer
from npcserver.model.errors import InvalidInput
from npcserver.ports.observer import NO_OBSERVER, Observer, traced_by
from npcserver.sockets import is_loopback

if TYPE_CHECKING:
    from npcserver.adapters.telemetry.metrics import Metrics


class Telemetry:
    """The metrics of a server; `observer` ignores everything where they are off."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._metrics: Metrics | None = None
        if settings.metrics.port is not None:
            from npcserver.adapters.telemetry import metrics  # noqa: PLC0415 - on use

            self._metrics = metrics.Metrics(installed_version())
        self.observer: Observer = self._metrics or NO_OBSERVER

    async def serve(
        self,
        stack: AsyncExitStack,
        store: SqlStore,
        models: ModelStacks,
        container: Container,
        calls_in_progress: Callable[[], int],
    ) -> int | None:
        """Listen until the stack unwinds; return the port, None where metrics are off."""
        if self._metrics is None:
            return None
        from npcserver.bootstrap.readings import read_server  # noqa: PLC0415 - on use

        self._metrics.read_from(
            partial(read_server, self._settings, store, models, container, calls_in_progress)
        )
        host, port = self._settings.metrics.host, self._settings.metrics.port or 0
        page = metrics_page(self._metrics.exposition, is_local=is_loopback(host))
        server = HttpServer(page, HttpOptions(host=host, port=port), "metrics")
        bound = await server.start()
        run_in_background(stack, server.run, "metrics")
        stack.push_async_callback(server.stop, 0)
        return bound


@asynccontextmanager
async def tracing(settings: Settings) -> AsyncGenerator[None, None]:
    """Trace turns while the block runs, if the settings name a collector.

    Raises `InvalidInput` where the extra is not installed.
    """
    chosen = settings.tracing
    if not chosen.endpoint:
        yield
        return
    try:
        from npcserver.adapters.telemetry.traces import otlp_tracer  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise InvalidInput(
            "tracing.endpoint", "traces need OpenTelemetry; pip install 'npcserver[otel]'"
        ) from error
    async with otlp_tracer(chosen.endpoint, chosen.share, installed_version()) as tracer:
        with traced_by(tracer):
            yield
