"""Every metric: its name, kind, labels and meaning. `docs/metrics.md` is made from this table."""

from dataclasses import dataclass
from typing import Literal

from npcserver.model.job import JobKind
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Rung, TurnOutcome
from npcserver.ports.language_model import CallLane
from npcserver.ports.observer import JobResult

Kind = Literal["counter", "gauge", "histogram"]

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Bounds in seconds for what the server does by itself."""

PATIENT = (0.05, 0.1, 0.25, 0.5, 0.7, 0.8, 1.0, 1.5, 2.5, 4.0, 6.0, 10.0, 20.0, 60.0)
"""Bounds in seconds for what waits for a model."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label. Its values are a closed set: listed in `values`, else what `source` says."""

    name: str
    values: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A metric; `name` is without the suffix that a counter or histogram is exposed with."""

    name: str
    kind: Kind
    text: str
    unit: str
    labels: tuple[Label, ...] = ()
    bounds: tuple[float, ...] = ()

    @property
    def exposed(self) -> tuple[str, ...]:
        """The names of its series."""
        match self.kind:
            case "counter":
                return (f"{self.name}_total",)
            case "histogram":
                return tuple(f"{self.name}_{part}" for part in ("bucket", "count", "sum"))
            case _:
                return (self.name,)

    @property
    def label_names(self) -> tuple[str, ...]:
        """The names of its labels, in order."""
        return tuple(label.name for label in self.labels)


_METHOD = Label("method", source="methods of the API, such as `PlayService/Say`")
_MODEL = Label("model", source="models of the settings, and `offline`")
_PURPOSE = Label("purpose", tuple(Purpose))
_LANE = Label("lane", tuple(CallLane))
_CLASS = Label("class", source="classes of calls: `turns`, `reads`, `writes`, `streams`, `tools`")


def _counter(name: str, unit: str, text: str, *labels: Label) -> Metric:
    return Metric(name=name, kind="counter", text=text, unit=unit, labels=labels)


def _gauge(name: str, unit: str, text: str, *labels: Label) -> Metric:
    return Metric(name=name, kind="gauge", text=text, unit=unit, labels=labels)


def _histogram(name: str, bounds: tuple[float, ...], text: str) -> Metric:
    return Metric(name=name, kind="histogram", text=text, unit="seconds", bounds=bounds)


CALLS = _counter("npcserver_calls", "calls", "Calls that arrived, on both wires.", _METHOD)
CALL_ERRORS = _counter(
    "npcserver_call_errors",
    "calls",
    "Calls that were answered with an error, and those that their caller gave up: "
    "`CANCELLED`, which is also how a client ends a stream without an end of its own.",
    _METHOD,
    Label("code", source="status codes of gRPC, such as `NOT_FOUND`"),
)
GATE_CALLS = _gauge(
    "npcserver_gate_calls",
    "calls",
    "Calls of a class that hold a place at its gate, or wait for one.",
    _CLASS,
    Label("state", ("running", "waiting")),
)
GATE_LIMIT = _gauge(
    "npcserver_gate_limit", "calls", "How many calls of a class may run at one time.", _CLASS
)
CALLS_SHED = _counter(
    "npcserver_calls_shed",
    "calls",
    "Calls that were turned away because there were too many.",
    Label(
        "class",
        source="classes of calls; `key`, `player` or `world` for rates",
    ),
    Label("reason", source="reasons to turn a call away"),
)
CALLS_IN_PROGRESS = _gauge(
    "npcserver_calls_in_progress", "calls", "Calls being handled, streams included."
)
WATCHERS = _gauge("npcserver_watchers", "streams", "Streams that wait for news of a timeline.")
TURNS = _counter(
    "npcserver_turns",
    "turns",
    "Turns that were stored, by how they ended and by who answered.",
    Label("outcome", tuple(TurnOutcome)),
    Label("rung", tuple(Rung)),
)
RECALL = _histogram(
    "npcserver_turn_recall_seconds",
    QUICK,
    "From the arrival of the words until the scene and its memories were loaded.",
)
FIRST_BEAT = _histogram(
    "npcserver_turn_first_beat_seconds",
    PATIENT,
    "From the arrival of the words until the first event that a game can show: a word, an "
    "intent, or that the character waits.",
)
FIRST_WORD = _histogram(
    "npcserver_turn_first_word_seconds",
    PATIENT,
    "From the arrival of the words until the first word of the answer.",
)
COMMIT = _histogram("npcserver_turn_commit_seconds", QUICK, "How long storing a turn took.")
WHOLE_TURN = _histogram(
    "npcserver_turn_seconds", PATIENT, "From the arrival of the words until the turn was stored."
)
INTENTS_PROPOSED = _counter(
    "npcserver_intents_proposed", "intents", "Intents that were sent to games."
)
INTENTS_REFUSED = _counter(
    "npcserver_intents_refused",
    "intents",
    "Intents of models that were refused, as nothing the game offers.",
)
JOBS = _counter(
    "npcserver_jobs",
    "attempts",
    "Attempts at jobs, by how they ended.",
    Label("kind", tuple(JobKind)),
    Label("result", tuple(JobResult)),
)
JOB_SECONDS = _counter(
    "npcserver_job_seconds", "seconds", "Time spent on jobs.", Label("kind", tuple(JobKind))
)
JOBS_PENDING = _gauge(
    "npcserver_jobs_pending",
    "jobs",
    "Jobs in the database that are due, being worked on, or waiting for a retry.",
)
THOUGHTS_LATE = _gauge(
    "npcserver_thoughts_late_minutes",
    "game minutes",
    "Game minutes since the oldest thought of a purpose was due, in the timeline where that "
    "is longest.",
    Label("purpose", (*Purpose, "clock")),
)
TIMELINES_LATE = _gauge(
    "npcserver_timelines_late",
    "timelines",
    "Timelines whose oldest thought has been due for an hour of game time or more; "
    "`GetTimeline` tells of each by purpose.",
)
STALE_WRITES = _counter(
    "npcserver_stale_writes",
    "results",
    "Results of thoughts that a fence refused: the character's state had changed, or the "
    "game had left the timeline.",
    Label("reason", (JobResult.CHANGED, JobResult.LEFT)),
)
MODEL_CALLS = _counter(
    "npcserver_model_calls",
    "calls",
    "Calls of models that ended: finished, abandoned by the caller, or with a fault.",
    _PURPOSE,
    _MODEL,
    Label("result", source="`finished`, `abandoned`, and names of faults"),
)
MODEL_SECONDS = _counter(
    "npcserver_model_seconds", "seconds", "Time spent in calls of models.", _PURPOSE, _MODEL
)
MODEL_TOKENS = _counter(
    "npcserver_model_tokens",
    "tokens",
    "Tokens of prompts and answers, cached ones included.",
    _PURPOSE,
    _MODEL,
    Label("direction", ("prompt", "completion")),
)
MODEL_CACHED_TOKENS = _counter(
    "npcserver_model_cached_tokens",
    "tokens",
    "Tokens of prompts that the endpoint read from its cache, where it says so.",
    _PURPOSE,
    _MODEL,
)
MODEL_COST = _counter(
    "npcserver_model_cost",
    "the currency of `model.prompt_price`",
    "What the tokens cost by the prices of the settings.",
    _PURPOSE,
    _MODEL,
)
LANE_CALLS = _gauge(
    "npcserver_model_lane_calls",
    "calls",
    "Calls of a model that run, or wait for their turn.",
    _MODEL,
    _LANE,
    Label("state", ("running", "waiting")),
)
LANE_LIMIT = _gauge(
    "npcserver_model_lane_limit",
    "calls",
    "How many calls of a model may run at once.",
    _MODEL,
    _LANE,
)
BREAKER_OPEN = _gauge(
    "npcserver_model_breaker_open",
    "0 or 1",
    "1 while calls for a purpose are refused because they failed again and again, else 0.",
    _MODEL,
    _PURPOSE,
)
CONTEXT_TOKENS = _gauge(
    "npcserver_model_context_tokens",
    "tokens",
    "Context of a model, for prompt and answer, as it is used.",
    _MODEL,
)
CONTEXT_KNOWN_TOKENS = _gauge(
    "npcserver_model_context_known_tokens",
    "tokens",
    "The same without a proof that it is smaller: as set, told by the endpoint, or assumed.",
    _MODEL,
)
CONTEXT_EXAMINATIONS = _counter(
    "npcserver_model_context_examinations",
    "examinations",
    "Examinations whether an endpoint cuts long prompts without saying so.",
    _MODEL,
    Label("result", ("whole", "cut", "unknown")),
)
WRITES_WAITING = _gauge(
    "npcserver_store_writes_waiting", "writes", "Writes that wait for their transaction."
)
READERS = _gauge(
    "npcserver_store_readers",
    "reads",
    "Reads that hold a connection of the pool, or wait for one.",
    Label("state", ("running", "waiting")),
)
READERS_LIMIT = _gauge(
    "npcserver_store_readers_limit", "connections", "Connections for reading: `database.pool_size`."
)
BUILD = _gauge(
    "npcserver_build",
    "1",
    "Always 1; the label says which version runs.",
    Label("version", source="the version of the server"),
)

METRICS = (
    *(TURNS, FIRST_BEAT, FIRST_WORD, WHOLE_TURN, RECALL, COMMIT),
    *(INTENTS_PROPOSED, INTENTS_REFUSED),
    *(CALLS, CALL_ERRORS, GATE_CALLS, GATE_LIMIT, CALLS_SHED, CALLS_IN_PROGRESS, WATCHERS),
    *(MODEL_CALLS, MODEL_SECONDS, MODEL_TOKENS, MODEL_CACHED_TOKENS, MODEL_COST),
    *(LANE_CALLS, LANE_LIMIT, BREAKER_OPEN),
    *(CONTEXT_TOKENS, CONTEXT_KNOWN_TOKENS, CONTEXT_EXAMINATIONS),
    *(JOBS, JOB_SECONDS, JOBS_PENDING, THOUGHTS_LATE, TIMELINES_LATE, STALE_WRITES),
    *(WRITES_WAITING, READERS, READERS_LIMIT, BUILD),
)
"""In the order of the documentation."""
