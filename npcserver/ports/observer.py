"""What is reported to operators: measures, never with a player's words or an id, and spans.

A span is what takes time in a turn, for a trace that goes through all layers.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from npcserver.model.job import JobKind
from npcserver.model.turn import Rung, TurnOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMeasures:
    """A turn in figures: how it ended, and seconds since the words arrived.

    `first_beat` is the first event that a game can show, be it that the character waits; it and
    `first_word` are None for a turn without one. A turn without the model, that was shed, has no
    times. `commit` is how long storing took. `proposed`
    and `refused` count intents.
    """

    outcome: TurnOutcome
    rung: Rung
    recall: float | None = None
    first_beat: float | None = None
    first_word: float | None = None
    commit: float | None = None
    whole: float | None = None
    proposed: int = 0
    refused: int = 0


class JobResult(StrEnum):
    """How one attempt at a job ended."""

    DONE = "done"
    GONE = "gone"  # its timeline or character was deleted
    NOT_DUE = "not_due"  # its moment has not come
    CHANGED = "changed"  # its character's state had changed; it is tried again
    LEFT = "left"  # the game had left its timeline
    LOST = "lost"  # another worker has it
    FAILED = "failed"


class Observer:
    """Receives figures, and must return at once; this one ignores them, for a server without.

    All strings are members of closed sets: methods of the wire, codes of gRPC, classes of calls
    and reasons that the code names.
    """

    def call_began(self, method: str) -> None: ...

    def call_failed(self, method: str, code: str) -> None: ...

    def call_shed(self, call_class: str, reason: str) -> None: ...

    def turn_ended(self, turn: TurnMeasures) -> None: ...

    def job_ended(self, kind: JobKind, result: JobResult, seconds: float) -> None: ...


NO_OBSERVER = Observer()


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
