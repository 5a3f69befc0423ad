"""The state of a running server in figures, read for each exposition of the metrics."""

from collections.abc import Callable, Iterator, Sequence

from npcserver.adapters.llm.context_watch import ContextVerdict
from npcserver.adapters.store import SqlStore
from npcserver.adapters.telemetry import catalogue
from npcserver.adapters.telemetry.metrics import Reading
from npcserver.app.admission import Admission, CallClass
from npcserver.app.thoughts.job_worker import TimelineLateness, step_of
from npcserver.bootstrap.admission import prices_of
from npcserver.bootstrap.container import Container
from npcserver.bootstrap.model_stack import ModelStack, ModelStacks
from npcserver.config import Settings
from npcserver.model.errors import Fault
from npcserver.model.model_use import MICROS, Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import CallLane


async def read_server(
    settings: Settings,
    store: SqlStore,
    models: ModelStacks,
    container: Container,
    calls_in_progress: Callable[[], int],
) -> list[Reading]:
    """Return all readings; without those of the database while it does not answer."""
    found = [
        Reading(catalogue.CALLS_IN_PROGRESS, calls_in_progress()),
        Reading(catalogue.WATCHERS, container.log_follower.watchers),
        *_gate_load(container.services.admission),
        *_store_load(store),
        *_model_use(settings, models),
    ]
    for stack in models.each:
        found += _model_load(stack)
    try:
        found.append(Reading(catalogue.JOBS_PENDING, await store.jobs.pending()))
        found += _late(await container.services.lateness.latest())
    except Fault:
        return found
    return found


def _gate_load(admission: Admission) -> Iterator[Reading]:
    for name in CallClass:
        gate = admission.gate(name)
        yield Reading(catalogue.GATE_CALLS, gate.running, (name, "running"))
        yield Reading(catalogue.GATE_CALLS, gate.waiting, (name, "waiting"))
        yield Reading(catalogue.GATE_LIMIT, gate.at_once, (name,))


def _store_load(store: SqlStore) -> Iterator[Reading]:
    limit, asked = store.readers.size, store.readers.asked
    yield Reading(catalogue.WRITES_WAITING, store.writes_waiting)
    yield Reading(catalogue.READERS, min(asked, limit), ("running",))
    yield Reading(catalogue.READERS, max(asked - limit, 0), ("waiting",))
    yield Reading(catalogue.READERS_LIMIT, limit)


def _model_use(settings: Settings, models: ModelStacks) -> Iterator[Reading]:
    for one in models.meter.snapshot():
        whose = (one.purpose, one.model)
        ends = {"finished": one.finished, "abandoned": one.abandoned, **dict(one.faults)}
        for result, count in ends.items():
            yield Reading(catalogue.MODEL_CALLS, count, (*whose, result))
        yield Reading(catalogue.MODEL_SECONDS, one.seconds, whose)
        yield Reading(catalogue.MODEL_TOKENS, one.prompt_tokens, (*whose, "prompt"))
        yield Reading(catalogue.MODEL_TOKENS, one.completion_tokens, (*whose, "completion"))
        yield Reading(catalogue.MODEL_CACHED_TOKENS, one.cached_tokens, whose)
        prices = prices_of(settings.model.of(one.purpose.use))
        tokens = Usage(
            prompt_tokens=one.prompt_tokens,
            completion_tokens=one.completion_tokens,
            cached_tokens=one.cached_tokens,
        )
        yield Reading(catalogue.MODEL_COST, prices.micros(tokens) / MICROS, whose)


def _late(timelines: Sequence[TimelineLateness]) -> Iterator[Reading]:
    purposes: dict[str, float] = {}
    for one in timelines:
        for late in one.by_purpose:
            name = late.purpose or "clock"
            purposes[name] = max(purposes.get(name, 0.0), late.oldest_minutes)
    for name, minutes in purposes.items():
        yield Reading(catalogue.THOUGHTS_LATE, minutes, (name,))
    yield Reading(catalogue.TIMELINES_LATE, sum(step_of(one) > 0 for one in timelines))


def _model_load(stack: ModelStack) -> Iterator[Reading]:
    name = stack.model.name
    for lane in CallLane:
        if stack.lanes is not None:
            depth = stack.lanes.depth(lane)
            yield Reading(catalogue.LANE_CALLS, depth.running, (name, lane, "running"))
            yield Reading(catalogue.LANE_CALLS, depth.waiting, (name, lane, "waiting"))
            yield Reading(catalogue.LANE_LIMIT, depth.limit, (name, lane))
    window = stack.window
    used, known = window.tokens(), window.known()
    if used is not None and known is not None:
        yield Reading(catalogue.CONTEXT_TOKENS, used, (name,))
        yield Reading(catalogue.CONTEXT_KNOWN_TOKENS, known, (name,))
        for verdict in ContextVerdict:
            yield Reading(catalogue.CONTEXT_EXAMINATIONS, window.examined[verdict], (name, verdict))
    if stack.breaker is not None:
        for purpose in Purpose:
            is_open = stack.breaker.is_open(purpose)
            yield Reading(catalogue.BREAKER_OPEN, is_open, (name, purpose))
