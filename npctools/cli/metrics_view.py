"""`npcserver top`: what a running server does, from its metrics, in the terminal."""

import time
import urllib.error
import urllib.request
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from npcserver.adapters.telemetry import catalogue
from npcserver.adapters.telemetry.catalogue import Metric
from npcserver.adapters.telemetry.metrics import parsed
from npcserver.config import Settings

USUAL_PORT = 9464
_FETCH_SECONDS = 5.0
_WINDOW_SECONDS = 60.0
_LATEST = 3  # purposes that are named
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never by a proxy
_KINDS = {"counter": "_total", "gauge": "", "histogram": "_count"}


@dataclass(frozen=True, slots=True)
class Scrape:
    """The metrics at one moment, in seconds since the epoch."""

    at: float
    samples: Mapping[str, list[tuple[Mapping[str, str], float]]]

    def of(self, metric: Metric) -> list[tuple[Mapping[str, str], float]]:
        """Return the series of a metric; of a histogram the counts."""
        return self.samples.get(metric.name + _KINDS[metric.kind], [])

    def value(self, name: str) -> float:
        """Return the sum over the series of a name."""
        return sum(value for _, value in self.samples.get(name, []))


@dataclass(frozen=True, slots=True)
class Window:
    """The time between two scrapes; from the server's start on where there is only one."""

    now: Scrape
    before: Scrape | None = None

    @property
    def seconds(self) -> float:
        """How long it is."""
        began = self.now.value("process_start_time_seconds")
        if self.before is not None:
            began = max(self.before.at, began)
        return max(self.now.at - began, 0.001)

    @property
    def text(self) -> str:
        """How long it is, in words."""
        return f"last {self.seconds:.0f} s" if self.before else f"since start, {self.seconds:.0f} s"

    def grown(self, metric: Metric, **labels: str) -> float:
        """Return by how much the series with these labels grew, all together."""
        return sum(_grown_by(self._then(metric), self.now.of(metric), None, labels).values())

    def grown_by(self, metric: Metric, label: str, **labels: str) -> Mapping[str, float]:
        """Return by how much the series grew for each value of a label; only those that grew."""
        grown = _grown_by(self._then(metric), self.now.of(metric), label, labels)
        return {name: growth for name, growth in grown.items() if growth}

    def quantile(self, metric: Metric, share: float) -> float | None:
        """Return the value that a share of the observations do not exceed; None without any.

        Within a bucket observations count as evenly spread, as PromQL has it.
        """
        name = f"{metric.name}_bucket"
        then = [] if self.before is None else self.before.samples.get(name, [])
        grown = _grown_by(then, self.now.samples.get(name, []), "le", {})
        buckets = sorted((float(bound), count) for bound, count in grown.items())
        total = buckets[-1][1] if buckets else 0.0
        if not total:
            return None
        for (low, under), (high, upto) in pairwise([(0.0, 0.0), *buckets]):
            if upto >= share * total:
                if high == float("inf"):
                    return low
                return low + (high - low) * (share * total - under) / (upto - under)
        return None

    def _then(self, metric: Metric) -> list[tuple[Mapping[str, str], float]]:
        return [] if self.before is None else self.before.of(metric)


def _grown_by(
    then: Iterable[tuple[Mapping[str, str], float]],
    now: Iterable[tuple[Mapping[str, str], float]],
    label: str | None,
    labels: Mapping[str, str],
) -> Mapping[str, float]:
    old = {frozenset(names.items()): value for names, value in then}
    found: dict[str, float] = {}
    for names, value in now:
        if labels.items() <= names.items():
            earlier = old.get(frozenset(names.items()), 0.0)
            growth = value - earlier if value >= earlier else value  # the server began anew
            key = names.get(label, "") if label else ""
            found[key] = found.get(key, 0.0) + growth
    return found


def frame(window: Window, address: str) -> RenderableType:
    """Return one picture of a server."""
    versions = [names["version"] for names, _ in window.now.of(catalogue.BUILD)]
    head = Text(f"npcserver {', '.join(versions)} on {address}, {window.text}", style="bold")
    parts = (_turns, _models, _purposes, _gates, _server)
    return Group(head, *(Padding(part(window), (1, 0, 0, 0)) for part in parts))


def _turns(window: Window) -> Table:
    grown = window.grown(catalogue.TURNS)
    table = _table("turns", "")
    table.add_row("turns/s", f"{grown / window.seconds:.2f}")
    for name in ("outcome", "rung"):
        table.add_row(name, _shares(window.grown_by(catalogue.TURNS, name), grown))
    for metric in (
        *(catalogue.FIRST_BEAT, catalogue.FIRST_WORD, catalogue.WHOLE_TURN),
        *(catalogue.RECALL, catalogue.COMMIT),
    ):
        name = metric.name.removeprefix("npcserver_turn_").removesuffix("seconds").strip("_")
        half, most = window.quantile(metric, 0.5), window.quantile(metric, 0.95)
        table.add_row(
            name.replace("_", " ") or "whole turn", f"p50 {_duration(half)}   p95 {_duration(most)}"
        )
    refused = window.grown(catalogue.INTENTS_REFUSED)
    proposed = window.grown(catalogue.INTENTS_PROPOSED)
    table.add_row("intents", f"{proposed:.0f} proposed, {refused:.0f} refused")
    return table


def _models(window: Window) -> RenderableType:
    lanes: dict[tuple[str, str], dict[str, float]] = {}
    for names, value in window.now.of(catalogue.LANE_CALLS):
        lanes.setdefault((names["model"], names["lane"]), {})[names["state"]] = value
    for names, value in window.now.of(catalogue.LANE_LIMIT):
        lanes.setdefault((names["model"], names["lane"]), {})["limit"] = value
    left_alone: defaultdict[str, list[str]] = defaultdict(list)
    for names, value in window.now.of(catalogue.BREAKER_OPEN):
        if value:
            left_alone[names["model"]].append(names["purpose"])
    if not lanes:
        return Text("no model with lanes", style="dim")
    table = _table("model", "lane", "running", "waiting", "limit", "open breakers")
    for (model, lane), state in sorted(lanes.items()):
        counts = (f"{state.get(name, 0):.0f}" for name in ("running", "waiting", "limit"))
        purposes = ", ".join(left_alone[model])
        breakers = Text(purposes, style="red") if purposes else Text("none")
        table.add_row(model, lane, *counts, breakers)
    return table


def _purposes(window: Window) -> RenderableType:
    calls = window.grown_by(catalogue.MODEL_CALLS, "purpose")
    if not calls:
        return Text("no calls of models", style="dim")
    table = _table("purpose", "calls", "mean", "tokens", "cached", "cost")
    seconds = window.grown_by(catalogue.MODEL_SECONDS, "purpose")
    costs = window.grown_by(catalogue.MODEL_COST, "purpose")
    for purpose, count in sorted(calls.items(), key=lambda pair: -pair[1]):
        prompt = window.grown(catalogue.MODEL_TOKENS, purpose=purpose, direction="prompt")
        tokens = window.grown(catalogue.MODEL_TOKENS, purpose=purpose)
        cached = window.grown(catalogue.MODEL_CACHED_TOKENS, purpose=purpose)
        table.add_row(
            purpose,
            f"{count:.0f}",
            _duration(seconds.get(purpose, 0.0) / count),
            f"{tokens:.0f}",
            f"{cached / prompt:.0%}" if prompt else "-",
            f"{costs.get(purpose, 0.0):.4f}",
        )
    return table


def _gates(window: Window) -> RenderableType:
    gates: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for names, value in window.now.of(catalogue.GATE_CALLS):
        gates[names["class"]][names["state"]] = value
    for names, value in window.now.of(catalogue.GATE_LIMIT):
        gates[names["class"]]["limit"] = value
    shed = window.grown_by(catalogue.CALLS_SHED, "class")
    table = _table("gate", "running", "waiting", "limit", "turned away")
    for name, state in gates.items():
        counts = (f"{state.get(column, 0):.0f}" for column in ("running", "waiting", "limit"))
        table.add_row(name, *counts, f"{shed.get(name, 0):.0f}")
    return table


def _server(window: Window) -> Table:
    now, seconds = window.now, window.seconds

    def gauge(metric: Metric, **labels: str) -> str:
        series = now.of(metric)
        return f"{sum(value for names, value in series if labels.items() <= names.items()):.0f}"

    busy, limit = gauge(catalogue.READERS, state="running"), gauge(catalogue.READERS_LIMIT)
    waiting = gauge(catalogue.READERS, state="waiting")
    errors = window.grown_by(catalogue.CALL_ERRORS, "code")
    shed = window.grown_by(catalogue.CALLS_SHED, "reason")
    jobs = window.grown(catalogue.JOBS)
    table = _table("server", "")
    table.add_row(
        "calls",
        f"{gauge(catalogue.CALLS_IN_PROGRESS)} in progress, "
        f"{window.grown(catalogue.CALLS) / seconds:.2f}/s, errors: {_counts(errors)}, "
        f"turned away: {_counts(shed)}",
    )
    table.add_row("watchers", gauge(catalogue.WATCHERS))
    table.add_row("jobs", f"{gauge(catalogue.JOBS_PENDING)} pending, {jobs / seconds:.2f}/s")
    table.add_row("thoughts late", _late(now))
    table.add_row("stale writes", _counts(window.grown_by(catalogue.STALE_WRITES, "reason")))
    table.add_row(
        "database",
        f"{gauge(catalogue.WRITES_WAITING)} writes wait, {busy} of {limit} readers busy, "
        f"{waiting} wait",
    )
    before = 0.0 if window.before is None else window.before.value("process_cpu_seconds_total")
    processor = max(now.value("process_cpu_seconds_total") - before, 0.0)
    memory = now.value("process_resident_memory_bytes") / (1 << 20)
    table.add_row("process", f"{memory:.0f} MB, {processor / seconds:.0%} of a core")
    return table


def _late(now: Scrape) -> str:
    latest = sorted(now.of(catalogue.THOUGHTS_LATE), key=lambda pair: -pair[1])[:_LATEST]
    purposes = ", ".join(f"{names['purpose']} {value:.0f}" for names, value in latest if value >= 1)
    many = now.value(catalogue.TIMELINES_LATE.name)
    return f"{many:.0f} timelines; {purposes or 'none'} (game minutes)"


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold cyan")
    for number, column in enumerate(columns):
        is_figure = len(columns) > 2 and number > 0 and column not in ("lane", "open breakers")
        table.add_column(
            column, justify="right" if is_figure else "left", min_width=12 * (not number)
        )
    return table


def _shares(counts: Mapping[str, float], total: float) -> str:
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {count / total:.0%}" for name, count in ordered) or "-"


def _counts(counts: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {count:.0f}" for name, count in sorted(counts.items())) or "none"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def address_of(settings: Settings, wish: str) -> str:
    """Return the `HOST:PORT` of the metrics: as wished, else that of the settings."""
    if wish:
        plain = wish.partition("://")[2] or wish
        plain = plain.partition("/")[0]
        return f"127.0.0.1:{plain}" if plain.isdigit() else plain
    host = settings.metrics.host
    host = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104 - not listened on
    return f"{f'[{host}]' if ':' in host else host}:{settings.metrics.port or USUAL_PORT}"


def scraped(address: str) -> Scrape:
    """Ask a server for its metrics. Raises `ConnectionError` where none answers."""
    try:
        with _direct.open(f"http://{address}/metrics", timeout=_FETCH_SECONDS) as answer:
            return Scrape(time.time(), parsed(answer.read().decode()))
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise ConnectionError(
            f"no metrics at {address} ({reason}); start the server with --metrics-port "
            f"{USUAL_PORT}, or name the address: npcserver top HOST:PORT"
        ) from error


def show(settings: Settings, address: str, *, once: bool, every: float) -> None:
    """Print one frame, or one after the other until Ctrl-C."""
    console, address = Console(), address_of(settings, address)
    first = scraped(address)
    if once:
        console.print(frame(Window(first), address))
        return
    picture = frame(Window(first), address)
    with suppress(KeyboardInterrupt), Live(picture, console=console, screen=True) as live:
        kept = deque([first])
        while True:
            time.sleep(every)
            try:
                kept.append(scraped(address))
            except ConnectionError as error:  # it may be restarting
                live.update(Text(str(error), style="red"))
                continue
            while len(kept) > 2 and kept[-1].at - kept[1].at >= _WINDOW_SECONDS:
                kept.popleft()
            live.update(frame(Window(kept[-1], kept[0]), address))
