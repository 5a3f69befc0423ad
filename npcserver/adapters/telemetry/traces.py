"""Traces with OpenTelemetry, sent over OTLP; needs the extra `otel`."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Self

from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from npcserver.model.errors import Fault
from npcserver.ports.observer import Attribute

_SEND_SECONDS = 3  # for one batch, also at the end: an unreachable collector delays it so long
_TRACE_CONTEXT = ("traceparent", "tracestate")
_propagator = TraceContextTextMapPropagator()


class OtelTracer:
    """A `Tracer` whose spans go to a provider of OpenTelemetry."""

    def __init__(self, provider: TracerProvider) -> None:
        self._tracer = provider.get_tracer("npcserver")

    def span(self, name: str, attributes: Mapping[str, Attribute]) -> "_OpenSpan":
        """Return a span below the current one of this task."""
        return _OpenSpan(self._tracer, name, attributes)

    @contextmanager
    def continued(self, metadata: Iterable[tuple[str, str | bytes]]) -> Iterator[None]:
        """Put spans of the block below that of the caller's `traceparent`, if there is one."""
        carrier = {key: str(value) for key, value in metadata if key in _TRACE_CONTEXT}
        if not carrier:
            yield
            return
        outer = context.get_current()
        context.attach(_propagator.extract(carrier, outer))
        try:
            yield
        finally:
            context.attach(outer)

    def headers(self) -> Mapping[str, str]:
        """Return `traceparent` for the current span; nothing where there is none."""
        carrier: dict[str, str] = {}
        _propagator.inject(carrier)
        return carrier


class _OpenSpan:
    """A span that is the current one of its task while its block runs.

    The library's own context managers reset a context variable by its token, which fails in a
    generator that is closed in another task, and put the text of errors into the trace.
    """

    def __init__(
        self, tracer: trace.Tracer, name: str, attributes: Mapping[str, Attribute]
    ) -> None:
        self._tracer = tracer
        self._name = name
        self._attributes = attributes

    def __enter__(self) -> Self:
        self._outer = context.get_current()
        self._span = self._tracer.start_span(self._name, attributes=_named(self._attributes))
        context.attach(trace.set_span_in_context(self._span, self._outer))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        context.attach(self._outer)
        if kind is not None:
            self._span.set_attribute("error.type", kind.__name__)
            if issubclass(kind, Fault):  # others are signals, or are in the log with a traceback
                self._span.set_status(trace.StatusCode.ERROR)
        self._span.end()

    def set(self, **attributes: Attribute) -> None:
        """Add what is known only now."""
        self._span.set_attributes(_named(attributes))


def _named(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    return {f"npcserver.{name}": value for name, value in attributes.items()}


@asynccontextmanager
async def otlp_tracer(
    endpoint: str, share: float, version: str
) -> AsyncGenerator[OtelTracer, None]:
    """Yield a tracer that sends to a collector; what is left is sent at the end."""
    resource = Resource.create({"service.name": "npcserver", "service.version": version})
    provider = TracerProvider(
        resource=resource, sampler=ParentBasedTraceIdRatio(share), shutdown_on_exit=False
    )
    exporter = OTLPSpanExporter(endpoint=endpoint, timeout=_SEND_SECONDS)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    try:
        yield OtelTracer(provider)
    finally:
        await asyncio.to_thread(provider.shutdown)
