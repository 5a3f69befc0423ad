"""Spans: what takes time in a turn, for a trace that goes through all layers.

Like the log, the tracer is one for the process: the code says where a span begins and ends, and
`traced_by` sends spans somewhere. Without a tracer a span costs one look and one comparison.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol

Attribute = str | int | float | bool
"""Ids, names of models, counts and members of enumerations; never what anybody says or reads."""


class Span(Protocol):
    """A span that has begun."""

    def set(self, **attributes: Attribute) -> None:
        """Add what is known only now."""


class Tracer(Protocol):
    """Makes spans of what is going on."""

    def span(self, name: str, attributes: Mapping[str, Attribute]) -> AbstractContextManager[Span]:
        """Return a span below the one that is open in this task; it lasts as long as the block.

        The block may be in a generator that is closed in another task.
        """

    def continued(
        self, metadata: Iterable[tuple[str, str | bytes]]
    ) -> AbstractContextManager[object]:
        """Put spans of the block below the caller's, which the metadata of a call may name."""

    def headers(self) -> Mapping[str, str]:
        """Return the headers that name the open span to another server."""


class _NoSpan:
    def set(self, **attributes: Attribute) -> None:
        del attributes


_tracer: Tracer | None = None
_no_span: AbstractContextManager[Span] = nullcontext(_NoSpan())


def span(name: str, **attributes: Attribute) -> AbstractContextManager[Span]:
    """Return a span of the block."""
    return _no_span if _tracer is None else _tracer.span(name, attributes)


def continued(
    metadata: Iterable[tuple[str, str | bytes]] | None,
) -> AbstractContextManager[object]:
    """Put spans of the block below the caller's, if the metadata of its call names one."""
    return _no_span if _tracer is None else _tracer.continued(metadata or ())


def outgoing_headers() -> Mapping[str, str]:
    """Return the headers that name the open span to another server; none without a tracer."""
    return {} if _tracer is None else _tracer.headers()


@contextmanager
def traced_by(tracer: Tracer) -> Iterator[None]:
    """Send the spans of this process to a tracer while the block runs."""
    global _tracer  # noqa: PLW0603 - one for the process, as the log is
    before, _tracer = _tracer, tracer
    try:
        yield
    finally:
        _tracer = before
