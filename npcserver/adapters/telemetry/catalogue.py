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
_IN_SECONDS = "seconds"

CALLS = Metric(
    name="npcserver_calls",
    kind="counter",
    text="Calls that arrived, on both wires.",
    unit="calls",
    labels=(_METHOD,),
)
CALL_ERRORS = Metric(
    name="npcserver_call_errors",
    kind="counter",
    text="Calls that were answered with an error, and those that their caller gave up: "
    "`CANCELLED`, which is also how a client ends a stream without an end of its own.",
    unit="calls",
    labels=(_METHOD, Label("code", source="status codes of gRPC, such as `NOT_FOUND`")),
)
GATE_CALLS = Metric(
    name="npcserver_gate_calls",
    kind="gauge",
    text="Calls of a class that hold a place at its gate, or wait for one.",
    unit="calls",
    labels=(_CLASS, Label("state", ("running", "waiting"))),
)
GATE_LIMIT = Metric(
    name="npcserver_gate_limit",
    kind="gauge",
    text="How many calls of a class may run at one time.",
    unit="calls",
    labels=(_CLASS,),
)
CALLS_SHED = Metric(
    name="npcserver_calls_shed",
    kind="counter",
    text="Calls that were turned away because there were too many.",
    unit="calls",
    labels=(
        Label(
            "class",
            source="classes of calls; `key`, `player` or `world` for rates",
        ),
        Label("reason", source="reasons to turn a call away"),
    ),
)
CALLS_IN_PROGRESS = Metric(
    name="npcserver_calls_in_progress",
    kind="gauge",
    text="Calls being handled, streams included.",
    unit="calls",
)
WATCHERS = Metric(
    name="npcserver_watchers",
    kind="gauge",
    text="Streams that wait for news of a timeline.",
    unit="streams",
)
TURNS = Metric(
    name="npcserver_turns",
    kind="counter",
    text="Turns that were stored, by how they ended and by who answered.",
    unit="turns",
    labels=(Label("outcome", tuple(TurnOutcome)), Label("rung", tuple(Rung))),
)
RECALL = Metric(
    name="npcserver_turn_recall_seconds",
    kind="histogram",
    text="From the arrival of the words until the scene and its memories were loaded.",
    unit=_IN_SECONDS,
    bounds=QUICK,
)
FIRST_BEAT = Metric(
    name="npcserver_turn_first_beat_seconds",
    kind="histogram",
    text="From the arrival of the words until the first event that a game can show: a word, an "
    "intent, or that the character waits.",
    unit=_IN_SECONDS,
    bounds=PATIENT,
)
FIRST_WORD = Metric(
    name="npcserver_turn_first_word_seconds",
    kind="histogram",
    text="From the arrival of the words until the first word of the answer.",
    unit=_IN_SECONDS,
    bounds=PATIENT,
)
COMMIT = Metric(
    name="npcserver_turn_commit_seconds",
    kind="histogram",
    text="How long storing a turn took.",
    unit=_IN_SECONDS,
    bounds=QUICK,
)
WHOLE_TURN = Metric(
    name="npcserver_turn_seconds",
    kind="histogram",
    text="From the arrival of the words until the turn was stored.",
    unit=_IN_SECONDS,
    bounds=PATIENT,
)
INTENTS_PROPOSED = Metric(
    name="npcserver_intents_proposed",
    kind="counter",
    text="Intents that were sent to games.",
    unit="intents",
)
INTENTS_REFUSED = Metric(
    name="npcserver_intents_refused",
    kind="counter",
    text="Intents of models that were refused, as nothing the game offers.",
    unit="intents",
)
JOBS = Metric(
    name="npcserver_jobs",
    kind="counter",
    text="Attempts at jobs, by how they ended.",
    unit="attempts",
    labels=(Label("kind", tuple(JobKind)), Label("result", tuple(JobResult))),
)
JOB_SECONDS = Metric(
    name="npcserver_job_seconds",
    kind="counter",
    text="Time spent on jobs.",
    unit=_IN_SECONDS,
    labels=(Label("kind", tuple(JobKind)),),
)
JOBS_PENDING = Metric(
    name="npcserver_jobs_pending",
    kind="gauge",
    text="Jobs in the database that are due, being worked on, or waiting for a retry.",
    unit="jobs",
)
THOUGHTS_LATE = Metric(
    name="npcserver_thoughts_late_minutes",
    kind="gauge",
    text="Game minutes since the oldest thought of a purpose was due, in the timeline where that "
    "is longest.",
    unit="game minutes",
    labels=(Label("purpose", (*Purpose, "clock")),),
)
TIMELINES_LATE = Metric(
    name="npcserver_timelines_late",
    kind="gauge",
    text="Timelines whose oldest thought has been due for an hour of game time or more; "
    "`GetTimeline` tells of each by purpose.",
    unit="timelines",
)
STALE_WRITES = Metric(
    name="npcserver_stale_writes",
    kind="counter",
    text="Results of thoughts that a fence refused: the character's state had changed, or the "
    "game had left the timeline.",
    unit="results",
    labels=(Label("reason", (JobResult.CHANGED, JobResult.LEFT)),),
)
MODEL_CALLS = Metric(
    name="npcserver_model_calls",
    kind="counter",
    text="Calls of models that ended: finished, abandoned by the caller, or with a fault.",
    unit="calls",
    labels=(
        _PURPOSE,
        _MODEL,
        Label("result", source="`finished`, `abandoned`, and names of faults"),
    ),
)
MODEL_SECONDS = Metric(
    name="npcserver_model_seconds",
    kind="counter",
    text="Time spent in calls of models.",
    unit=_IN_SECONDS,
    labels=(_PURPOSE, _MODEL),
)
MODEL_TOKENS = Metric(
    name="npcserver_model_tokens",
    kind="counter",
    text="Tokens of prompts and answers, cached ones included.",
    unit="tokens",
    labels=(_PURPOSE, _MODEL, Label("direction", ("prompt", "completion"))),
)
MODEL_CACHED_TOKENS = Metric(
    name="npcserver_model_cached_tokens",
    kind="counter",
    text="Tokens of prompts that the endpoint read from its cache, where it says so.",
    unit="tokens",
    labels=(_PURPOSE, _MODEL),
)
MODEL_COST = Metric(
    name="npcserver_model_cost",
    kind="counter",
    text="What the tokens cost by the prices of the settings.",
    unit="the currency of `model.prompt_price`",
    labels=(_PURPOSE, _MODEL),
)
LANE_CALLS = Metric(
    name="npcserver_model_lane_calls",
    kind="gauge",
    text="Calls of a model that run, or wait for their turn.",
    unit="calls",
    labels=(_MODEL, _LANE, Label("state", ("running", "waiting"))),
)
LANE_LIMIT = Metric(
    name="npcserver_model_lane_limit",
    kind="gauge",
    text="How many calls of a model may run at once.",
    unit="calls",
    labels=(_MODEL, _LANE),
)
BREAKER_OPEN = Metric(
    name="npcserver_model_breaker_open",
    kind="gauge",
    text="1 while calls for a purpose are refused because they failed again and again, else 0.",
    unit="0 or 1",
    labels=(_MODEL, _PURPOSE),
)
CONTEXT_TOKENS = Metric(
    name="npcserver_model_context_tokens",
    kind="gauge",
    text="Context of a model, for prompt and answer, as it is used.",
    unit="tokens",
    labels=(_MODEL,),
)
CONTEXT_KNOWN_TOKENS = Metric(
    name="npcserver_model_context_known_tokens",
    kind="gauge",
    text="The same without a proof that it is smaller: as set, told by the endpoint, or assumed.",
    unit="tokens",
    labels=(_MODEL,),
)
CONTEXT_EXAMINATIONS = Metric(
    name="npcserver_model_context_examinations",
    kind="counter",
    text="Examinations whether an endpoint cuts long prompts without saying so.",
    unit="examinations",
    labels=(_MODEL, Label("result", ("whole", "cut", "unknown"))),
)
WRITES_WAITING = Metric(
    name="npcserver_store_writes_waiting",
    kind="gauge",
    text="Writes that wait for their transaction.",
    unit="writes",
)
READERS = Metric(
    name="npcserver_store_readers",
    kind="gauge",
    text="Reads that hold a connection of the pool, or wait for one.",
    unit="reads",
    labels=(Label("state", ("running", "waiting")),),
)
READERS_LIMIT = Metric(
    name="npcserver_store_readers_limit",
    kind="gauge",
    text="Connections for reading: `database.pool_size`.",
    unit="connections",
)
BUILD = Metric(
    name="npcserver_build",
    kind="gauge",
    text="Always 1; the label says which version runs.",
    unit="1",
    labels=(Label("version", source="the version of the server"),),
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
