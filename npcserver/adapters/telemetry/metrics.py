"""Metrics with `prometheus_client`: what is reported as it happens, and what is read on demand."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import prometheus_client
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from npcserver.adapters.telemetry import catalogue
from npcserver.adapters.telemetry.catalogue import Metric
from npcserver.model.job import JobKind
from npcserver.model.turn import Rung, TurnOutcome
from npcserver.ports.observer import JobResult, Observer, TurnMeasures

# Creation times would double the series, and Prometheus does not need them.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class Reading:
    """The present value of one series; `labels` in the order of the metric."""

    metric: Metric
    value: float
    labels: tuple[str, ...] = ()


_STALE = (JobResult.CHANGED, JobResult.LEFT)
_ALARMING = ("INTERNAL", "UNKNOWN", "UNAVAILABLE")
"""Codes that alerts ask for: the first error of a method counts, too."""

Readings = Callable[[], Awaitable[Iterable[Reading]]]


class Metrics(Observer):
    """An observer whose figures can be exposed, with readings of the server's state."""

    def __init__(self, version: str) -> None:
        self._registry = prometheus_client.CollectorRegistry(auto_describe=False)
        prometheus_client.ProcessCollector(registry=self._registry)
        prometheus_client.GCCollector(registry=self._registry)
        self._read: Readings | None = None
        self._state = _StateCollector()
        self._registry.register(self._state)
        self._calls = self._counter(catalogue.CALLS)
        self._call_errors = self._counter(catalogue.CALL_ERRORS)
        self._calls_shed = self._counter(catalogue.CALLS_SHED)
        self._turns = self._counter(catalogue.TURNS)
        self._proposed = self._counter(catalogue.INTENTS_PROPOSED)
        self._refused = self._counter(catalogue.INTENTS_REFUSED)
        self._jobs = self._counter(catalogue.JOBS)
        self._job_seconds = self._counter(catalogue.JOB_SECONDS)
        self._stale = self._counter(catalogue.STALE_WRITES)
        self._recall = self._histogram(catalogue.RECALL)
        self._first_beat = self._histogram(catalogue.FIRST_BEAT)
        self._first_word = self._histogram(catalogue.FIRST_WORD)
        self._commit = self._histogram(catalogue.COMMIT)
        self._whole = self._histogram(catalogue.WHOLE_TURN)
        build = catalogue.BUILD
        prometheus_client.Gauge(
            build.name, build.text, build.label_names, registry=self._registry
        ).labels(version).set(1)
        # A series that begins above 0 has no growth that Prometheus could see.
        for outcome, rung in product(TurnOutcome, Rung):
            self._turns.labels(outcome, rung)
        for result in _STALE:
            self._stale.labels(result)

    def _counter(self, metric: Metric) -> prometheus_client.Counter:
        return prometheus_client.Counter(
            metric.name, metric.text, metric.label_names, registry=self._registry
        )

    def _histogram(self, metric: Metric) -> prometheus_client.Histogram:
        return prometheus_client.Histogram(
            metric.name, metric.text, buckets=metric.bounds, registry=self._registry
        )

    def read_from(self, read: Readings) -> None:
        """Ask for readings with each exposition."""
        self._read = read

    async def exposition(self, accept: str) -> tuple[bytes, str]:
        """Return the page in the format that is asked for, and its content type."""
        self._state.readings = () if self._read is None else tuple(await self._read())
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type

    def call_began(self, method: str) -> None:
        """Count a call."""
        self._calls.labels(_short(method)).inc()
        for code in _ALARMING:
            self._call_errors.labels(_short(method), code)

    def call_failed(self, method: str, code: str) -> None:
        """Count an error that was sent to a caller."""
        self._call_errors.labels(_short(method), code).inc()

    def call_shed(self, call_class: str, reason: str) -> None:
        """Count a call that was turned away."""
        self._calls_shed.labels(call_class, reason).inc()

    def turn_ended(self, turn: TurnMeasures) -> None:
        """Count a turn and its times."""
        self._turns.labels(turn.outcome, turn.rung).inc()
        for histogram, seconds in (
            (self._recall, turn.recall),
            (self._first_beat, turn.first_beat),
            (self._first_word, turn.first_word),
            (self._commit, turn.commit),
            (self._whole, turn.whole),
        ):
            if seconds is not None:
                histogram.observe(seconds)
        self._proposed.inc(turn.proposed)
        self._refused.inc(turn.refused)

    def job_ended(self, kind: JobKind, result: JobResult, seconds: float) -> None:
        """Count an attempt at a job."""
        self._jobs.labels(kind, result).inc()
        self._job_seconds.labels(kind).inc(seconds)
        if result in _STALE:
            self._stale.labels(result).inc()


class _StateCollector(Collector):
    """Yields the readings of one exposition."""

    def __init__(self) -> None:
        self.readings: Sequence[Reading] = ()

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """Yield a family for each metric that was read."""
        families: dict[str, CounterMetricFamily | GaugeMetricFamily] = {}
        for one in self.readings:
            metric = one.metric
            if metric.name not in families:
                kind = CounterMetricFamily if metric.kind == "counter" else GaugeMetricFamily
                families[metric.name] = kind(metric.name, metric.text, labels=metric.label_names)
            families[metric.name].add_metric(one.labels, one.value)
        yield from families.values()


def _short(method: str) -> str:
    """Return `PlayService/Say` for `/npcserver.v1.PlayService/Say`."""
    return method.rpartition(".")[2]


def parsed(page: str) -> Mapping[str, list[tuple[Mapping[str, str], float]]]:
    """Return the samples of a page in the text format, by the name of their series."""
    from prometheus_client.parser import text_string_to_metric_families  # noqa: PLC0415

    found: dict[str, list[tuple[Mapping[str, str], float]]] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found
