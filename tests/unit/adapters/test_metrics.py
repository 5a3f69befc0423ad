"""What is reported and read is exposed as the catalogue says, and nothing else."""

from collections.abc import Iterable

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from npcserver.adapters.telemetry.catalogue import BREAKER_OPEN, CALLS_SHED, METRICS, Label, Metric
from npcserver.adapters.telemetry.metrics import Metrics, Reading, parsed
from npcserver.model.job import JobKind
from npcserver.model.turn import Rung, TurnOutcome
from npcserver.ports.observer import JobResult, TurnMeasures

TURN = TurnMeasures(
    outcome=TurnOutcome.COMPLETED,
    rung=Rung.RETRY,
    recall=0.004,
    first_beat=0.7,
    first_word=1.2,
    commit=0.02,
    whole=2.0,
    proposed=1,
    refused=2,
)
PUSHED = (
    *("npcserver_turns", "npcserver_intents_proposed", "npcserver_intents_refused"),
    *("npcserver_calls", "npcserver_call_errors", "npcserver_calls_shed"),
    *("npcserver_jobs", "npcserver_job_seconds", "npcserver_stale_writes", "npcserver_build"),
)


def reported() -> Metrics:
    metrics = Metrics("1.2.3")
    metrics.call_began("/npcserver.v1.PlayService/Say")
    metrics.call_failed("/npcserver.v1.PlayService/Say", "NOT_FOUND")
    metrics.call_shed("turns", "queue_full")
    metrics.turn_ended(TURN)
    metrics.job_ended(JobKind.PLAN, JobResult.CHANGED, 1.5)
    return metrics


def is_read(metric: Metric) -> bool:
    """Tell whether a metric is read from the server's state and not reported to an observer."""
    return metric.kind != "histogram" and metric.name not in PUSHED


async def page(metrics: Metrics, accept: str = "text/plain") -> str:
    return (await metrics.exposition(accept))[0].decode()


def a_value(label: Label) -> str:
    return label.values[0] if label.values else "one"


async def test_every_metric_is_exposed_under_its_name_and_with_its_labels() -> None:
    """The catalogue lists what there is, and there is what the catalogue lists."""
    metrics = reported()

    async def read() -> Iterable[Reading]:
        return [
            Reading(metric, 3, tuple(map(a_value, metric.labels)))
            for metric in filter(is_read, METRICS)
        ]

    metrics.read_from(read)
    found = parsed(await page(metrics))

    ours = {name for name in found if name.startswith("npcserver_")}
    assert ours == {name for metric in METRICS for name in metric.exposed}
    for metric in METRICS:
        for name in metric.exposed:
            labels = {label for names, _ in found[name] for label in names} - {"le"}
            assert labels == set(metric.label_names), name


async def test_a_turn_is_counted_with_its_times() -> None:
    """A turn adds one to its outcome and rung, its times to histograms, its intents to counters."""
    found = parsed(await page(reported()))

    turns = {tuple(names.values()): value for names, value in found["npcserver_turns_total"]}
    assert turns.pop(("completed", "retry")) == 1
    assert set(turns.values()) == {0}
    assert found["npcserver_turn_first_word_seconds_sum"] == [({}, 1.2)]
    assert found["npcserver_turn_first_beat_seconds_count"] == [({}, 1)]
    assert found["npcserver_intents_refused_total"] == [({}, 2)]


async def test_a_turn_without_a_word_has_no_time_to_its_first() -> None:
    """What was interrupted before its first word does not make first words look quick."""
    metrics = Metrics("1.2.3")
    metrics.turn_ended(
        TurnMeasures(
            outcome=TurnOutcome.INTERRUPTED,
            rung=Rung.PRIMARY,
            recall=0.004,
            first_beat=None,
            first_word=None,
            commit=0.02,
            whole=0.1,
        )
    )
    found = parsed(await page(metrics))

    assert found["npcserver_turn_first_word_seconds_count"] == [({}, 0)]
    assert found["npcserver_turn_first_beat_seconds_count"] == [({}, 0)]
    assert found["npcserver_turn_seconds_count"] == [({}, 1)]


@pytest.mark.parametrize(
    ("result", "stale"), [(JobResult.CHANGED, 1), (JobResult.LEFT, 1), (JobResult.FAILED, 0)]
)
async def test_results_that_a_fence_refused_are_stale_writes(result: JobResult, stale: int) -> None:
    """Only what a fence refused counts as stale; a failure of the model does not."""
    metrics = Metrics("1.2.3")
    metrics.job_ended(JobKind.REFLECT, result, 0.5)
    found = parsed(await page(metrics))

    assert sum(value for _, value in found["npcserver_stale_writes_total"]) == stale


async def test_readings_are_those_of_the_moment() -> None:
    """Each exposition asks anew, and forgets what is there no more."""
    metrics = Metrics("1.2.3")
    state = [Reading(BREAKER_OPEN, 1, ("openai:m", "reply"))]

    async def read() -> Iterable[Reading]:
        return state

    metrics.read_from(read)
    first = parsed(await page(metrics))
    state.clear()
    second = parsed(await page(metrics))

    assert first["npcserver_model_breaker_open"] == [({"model": "openai:m", "purpose": "reply"}, 1)]
    assert "npcserver_model_breaker_open" not in second


async def test_the_format_is_the_one_that_is_asked_for() -> None:
    """Prometheus gets OpenMetrics, which a strict parser reads, and others the older text."""
    wanted = "application/openmetrics-text; version=1.0.0"
    content, content_type = await reported().exposition(wanted)
    names = {family.name for family in text_string_to_metric_families(content.decode())}  # type: ignore[no-untyped-call]

    assert content_type.startswith("application/openmetrics-text")
    assert {"npcserver_turns", "npcserver_turn_first_word_seconds"} <= names
    assert "EOF" not in await page(reported())


async def test_calls_turned_away_are_counted_by_class_and_reason() -> None:
    """What admission reports is exposed as it was reported."""
    metrics = Metrics("1.2.3")
    metrics.call_shed("reads", "rate")
    metrics.call_shed("reads", "rate")
    found = parsed(await page(metrics))

    assert found[CALLS_SHED.exposed[0]] == [({"class": "reads", "reason": "rate"}, 2)]


async def test_the_first_error_that_an_alert_asks_for_has_grown_from_nothing() -> None:
    """A series that begins at 1 has no growth that Prometheus could see."""
    metrics = Metrics("1.2.3")
    metrics.call_began("/npcserver.v1.PlayService/Say")
    before = await page(metrics)

    for code in ("INTERNAL", "UNKNOWN", "UNAVAILABLE"):
        series = f'npcserver_call_errors_total{{code="{code}",method="PlayService/Say"}} 0.0'
        assert series in before
    for reason in (JobResult.CHANGED, JobResult.LEFT):
        assert f'npcserver_stale_writes_total{{reason="{reason}"}} 0.0' in before
