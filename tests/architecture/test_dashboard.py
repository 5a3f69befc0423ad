"""The dashboard and the alerts ask for what there is."""

import json
from collections.abc import Iterator
from typing import Any

import promql_parser as promql
import pytest
import yaml

from npcserver.adapters.telemetry.catalogue import METRICS
from tests.architecture import sources

DASHBOARD = json.loads(sources.text("deploy/grafana/npcserver.json"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
ALERTS = [
    rule
    for group in yaml.safe_load(sources.text("deploy/prometheus/alerts.yml"))["groups"]
    for rule in group["rules"]
]
TARGET_LABELS = {"instance", "job"}
"""Labels that Prometheus adds to every series."""
LABELS = {name: set(metric.label_names) for metric in METRICS for name in metric.exposed} | {
    "up": set(),
    "process_resident_memory_bytes": set(),
    "process_cpu_seconds_total": set(),
}
UNITS = {"ops", "reqps", "s", "percentunit", "short", "bytes"}
"""Units of Grafana that the panels use."""


def questions() -> Iterator[tuple[str, str]]:
    """Yield each query with where it stands."""
    for panel in PANELS:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for rule in ALERTS:
        yield rule["alert"], rule["expr"]


def nodes(query: Any) -> Iterator[Any]:
    """Yield an expression and all below it."""
    yield query
    for name in ("expr", "lhs", "rhs", "vector_selector", "param"):
        below = getattr(query, name, None)
        if below is not None:
            yield from nodes(below)
    for each in getattr(query, "args", None) or ():
        yield from nodes(each)


def metrics_of(query: Any) -> dict[str, set[str]]:
    """Return the metrics that an expression reads, each with the labels that it names there."""
    return {
        str(one.name): {matcher.name for matcher in one.matchers.matchers}
        for one in nodes(query)
        if isinstance(one, promql.VectorSelector)
    }


def parsed(query: str) -> Any:
    return promql.parse(query.replace("$__rate_interval", "5m"))


@pytest.mark.parametrize(("place", "query"), list(questions()))
def test_a_query_reads_metrics_and_labels_that_exist(place: str, query: str) -> None:
    """It parses; its names are in the catalogue, and so are the labels that it selects or keeps."""
    read = metrics_of(parsed(query))
    kept = {
        label
        for one in nodes(parsed(query))
        if isinstance(one, promql.AggregateExpr) and one.modifier is not None
        for label in one.modifier.labels
    }

    assert read, place
    assert set(read) <= set(LABELS)
    for name, selected in read.items():
        bucket = {"le"} if name.endswith("_bucket") else set()
        has = LABELS[name] | TARGET_LABELS | bucket
        assert selected | kept <= has, name


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("sum(rate(npcserver_turn_total[5m]))", "npcserver_turn_total"),
        ("sum by (player) (rate(npcserver_turns_total[5m]))", "player"),
        ('npcserver_watchers{lane="player"}', "lane"),
    ],
)
def test_the_check_finds_what_does_not_exist(query: str, wrong: str) -> None:
    """A misspelt name, a label to sum by, and a label to select by, are each refused."""
    with pytest.raises(AssertionError, match=wrong):
        test_a_query_reads_metrics_and_labels_that_exist("planted", query)


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: str(panel["title"]))
def test_a_panel_says_what_it_shows(panel: dict[str, Any]) -> None:
    """It has a title, a unit of Grafana, a sentence, a legend, and the data source of the page."""
    assert panel["title"]
    assert panel["description"].endswith(".")
    assert panel["fieldConfig"]["defaults"]["unit"] in UNITS
    for target in panel["targets"]:
        assert target["legendFormat"]
        assert target["datasource"]["uid"] == "${datasource}"


def test_panels_do_not_overlap_and_have_names_of_their_own() -> None:
    """No cell of the page belongs to two panels; ids and titles are unique."""
    cells = [
        (x, y)
        for panel in DASHBOARD["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]

    assert len(cells) == len(set(cells))
    for key in ("id", "title"):
        values = [panel[key] for panel in DASHBOARD["panels"]]
        assert len(values) == len(set(values))


def test_the_dashboard_shows_every_metric() -> None:
    """What is measured can be seen."""
    shown = {
        name
        for panel in PANELS
        for target in panel["targets"]
        for name in metrics_of(parsed(target["expr"]))
    }

    assert {m.name for m in METRICS if shown.isdisjoint(m.exposed)} == set()


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: str(rule["alert"]))
def test_an_alert_says_what_is_wrong_and_what_to_do(rule: dict[str, Any]) -> None:
    """It has two sentences, and says whether it can wait."""
    assert rule["annotations"]["summary"].endswith(".")
    assert rule["annotations"]["action"].endswith(".")
    assert rule["labels"]["severity"] in {"page", "ticket"}
